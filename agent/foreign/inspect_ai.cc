// inspect_ai's .json logs: {eval:{task, model, run_id}, samples:[{id, epoch, messages}]}, and the
// packed .eval, which holds the same in one entry a sample beside its header. A sample of an epoch
// is a session; content that was stored once for all stands under the sample's attachments.
#include "agent/bounds.h"
#include "agent/foreign/packed.h"
#include "agent/foreign/recorder.h"

namespace dossier::foreign {
namespace {

constexpr std::string_view kAttachment = "attachment://";

Json with_attachments(const Json& value, const Json& attachments) {
  if (const auto* text = value.string(); text != nullptr && text->starts_with(kAttachment)) {
    const Json* found = attachments.find(std::string_view(*text).substr(kAttachment.size()));
    return found != nullptr ? *found : value;
  }
  if (const auto* items = value.items()) {
    Json out = Json::array();
    for (const auto& item : *items) out.add(with_attachments(item, attachments));
    return out;
  }
  if (const auto* fields = value.fields()) {
    Json out = Json::object();
    for (const auto& [key, field] : *fields) out.set(key, with_attachments(field, attachments));
    return out;
  }
  return value;
}

void read_sample(const Json& eval, const Json& sample, int64_t at, Foreign& out) {
  const std::string& run = eval.text("run_id");
  const Json* attachments = sample.find("attachments");
  const Json* messages = sample.find("messages");
  if (messages == nullptr) return;
  Recorder recorder("inspect_ai",
                    (run.empty() ? eval.text("task") : run) + "/" + name_in(sample, "id") + "/" +
                        name_in(sample, "epoch"),
                    out.lost, at);
  recorder.at(eval.find("created"));
  recorder.folder(eval.text("task"));
  recorder.model(eval.text("model"));
  record_messages(recorder,
                  attachments != nullptr ? with_attachments(*messages, *attachments) : *messages,
                  out.lost);
  Usage usage;
  if (const auto* models = sample["model_usage"].fields())
    for (const auto& [model, counts] : *models) {
      usage.in = of_all({usage.in, recorder.tokens(counts, "input_tokens"),
                         recorder.tokens(counts, "input_tokens_cache_read"),
                         recorder.tokens(counts, "input_tokens_cache_write")});
      usage.out = of_all({usage.out, recorder.tokens(counts, "output_tokens")});
    }
  recorder.spent(usage);
  if (!sample["scores"].is_null()) ++out.lost["scores"];
  if (!recorder.empty()) out.sessions.push_back(recorder.take_whole());
}

}  // namespace

Foreign read_inspect_ai(const Json& file, int64_t at) {
  Foreign out{"inspect_ai", {}, {}};
  const Json* eval = file.find("eval");
  if (eval == nullptr) return out;
  for (const auto& sample : file["samples"].each()) read_sample(*eval, sample, at, out);
  return out;
}

std::variant<Foreign, std::string> read_eval(std::string_view bytes, int64_t at,
                                             const ForeignLimits& limits) {
  Foreign out{"inspect_ai", {}, {}};
  Json header;
  const auto each = [&](const auto& is_wanted, const auto& take) {
    const auto entry = [&](const std::string& name, std::optional<std::string_view> text) {
      if (!is_wanted(name)) return;
      if (!text) {
        ++out.lost["entries over " + size_text(limits.document)];
        return;
      }
      JsonBudget budget = budget_of(text->size());
      auto parsed = parse_json(*text, budget);
      if (Json* json = std::get_if<Json>(&parsed))
        take(name, std::move(*json));
      else
        ++out.lost["entries that are not JSON"];
    };
    return read_packed(bytes, limits.document, entry);
  };
  // The header may be the last entry, and samples are too large to wait for it in memory.
  auto problem = each(
      [](const std::string& name) {
        return name == "header.json" || name == "_journal/start.json";
      },
      [&](const std::string& name, Json&& json) {
        // A log that was cut off has no header yet.
        if (name == "header.json" || header.is_null()) header = std::move(json);
      });
  if (!problem.empty()) return problem;
  const Json* eval = header.find("eval");
  if (eval == nullptr) return std::string("a packed file, but not one of inspect_ai's logs");
  problem = each([](const std::string& name) { return name.starts_with("samples/"); },
                 [&](const std::string&, Json&& json) { read_sample(*eval, json, at, out); });
  if (!problem.empty()) return problem;
  return out;
}

}  // namespace dossier::foreign
