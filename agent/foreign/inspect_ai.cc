// inspect_ai's .json logs: {eval:{task, model, run_id}, samples:[{id, epoch, messages}]}. A sample
// of an epoch is a session; content that was stored once for all stands under the sample's
// attachments.
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

std::string shown(const Json* value) {
  if (value == nullptr) return {};
  return value->string() != nullptr ? *value->string() : value->dump();
}

}  // namespace

Foreign read_inspect_ai(const Json& file, int64_t at) {
  Foreign out{"inspect_ai", {}, {}};
  const Json *eval = file.find("eval"), *samples = file.find("samples");
  if (eval == nullptr || samples == nullptr || samples->items() == nullptr) return out;
  const std::string& run = eval->text("run_id");
  for (const auto& sample : *samples->items()) {
    const Json* attachments = sample.find("attachments");
    const Json* messages = sample.find("messages");
    if (messages == nullptr) continue;
    Recorder recorder("inspect_ai",
                      (run.empty() ? eval->text("task") : run) + "/" + shown(sample.find("id")) +
                          "/" + shown(sample.find("epoch")),
                      out.lost, at);
    recorder.at(eval->find("created"));
    recorder.folder(eval->text("task"));
    recorder.model(eval->text("model"));
    record_messages(recorder,
                    attachments != nullptr ? with_attachments(*messages, *attachments) : *messages,
                    out.lost);
    if (const Json* scores = sample.find("scores"); scores != nullptr && !scores->is_null())
      ++out.lost["scores"];
    if (!recorder.empty()) out.sessions.push_back(recorder.take());
  }
  return out;
}

}  // namespace dossier::foreign
