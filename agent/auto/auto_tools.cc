#include "agent/auto/auto_tools.h"

#include <algorithm>

#include "agent/prompt.h"
#include "agent/redact.h"
#include "agent/transcript.h"
#include "engine/clock.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kMostText = 4000, kMostItems = 200;
constexpr SchemaField kFields[] = {{"code", "string", "The body of an async JavaScript function"}};

// Cuts long texts and arrays; returns whether it cut.
bool shorten(Json& value) {
  bool cut = false;
  if (const std::string* text = value.string(); text != nullptr && text->size() > kMostText) {
    const size_t more = text->size() - kMostText;
    value = Json(std::string(utf8_prefix(*text, kMostText)) + "… (" + std::to_string(more) +
                 " bytes more)");
    return true;
  }
  if (Json::Array* items = value.items()) {
    if (items->size() > kMostItems) {
      const size_t more = items->size() - kMostItems;
      items->resize(kMostItems);
      items->push_back(Json("… (" + std::to_string(more) + " more)"));
      cut = true;
    }
    for (auto& item : *items) cut |= shorten(item);
  }
  if (Json::Object* fields = value.fields())
    for (auto& [key, field] : *fields) cut |= shorten(field);
  return cut;
}

Json names_of(const std::vector<const Tool*>& tools) {
  Json out = Json::array();
  for (const Tool* tool : tools) out.add(tool->spec.name);
  return out;
}

}  // namespace

AutoTools::AutoTools(Toolbox& tools, AutoSettings settings)
    : tools_(tools), settings_(std::move(settings)) {
  tools.add({spec(),
             Capability::lookup,
             false,
             [this](const Json& input, const EditListener&, ToolResult& result) {
               run(input.text("code"), result);
             },
             "utils",
             {}});
}

void AutoTools::use(Transcript& transcript, std::string workspace, std::string conversation,
                    std::function<void(const ToolResult&)> on_call) {
  transcript_ = &transcript;
  workspace_ = std::move(workspace);
  conversation_ = std::move(conversation);
  on_call_ = std::move(on_call);
}

ToolSpec AutoTools::spec() const {
  return {std::string(kAutoTool),
          "Runs a JavaScript script that searches and calls the other tools and returns a result",
          schema_of(kFields)};
}

std::string AutoTools::prompt(const std::string& prompts) const {
  std::string out = prompt_text("auto_tools.md", prompts);
  const ToolIndex known = index();
  for (const Tool* tool : known.tools()) {
    const Json about = metadata_of(*tool);
    out += "- " + tool->spec.name + "(";
    bool first = true;
    for (const auto& name : about["required"].each()) {
      out += (first ? "" : ", ") + *name.string();
      first = false;
    }
    out += "): " + about.text("description") + "\n";
  }
  return out;
}

void AutoTools::run(const std::string& code, ToolResult& result) {
  const ToolIndex index = this->index();
  Json searched = Json::array(), called = Json::array();
  bool cut = false;
  const auto make_call = [&](const std::string& name, const Json& params) {
    const auto refuse = [&](std::string why) {
      called.add(Json::object({{"name", name}, {"ok", false}, {"ms", 0}}));
      return sandbox::Answer{false, std::move(why)};
    };
    if (name == kAutoTool) return refuse("a script cannot run another one");
    const auto& tools = index.tools();
    if (std::none_of(tools.begin(), tools.end(),
                     [&](const Tool* tool) { return tool->spec.name == name; }))
      return refuse("there is no tool '" + name + "'; searchTools finds the others");
    const int64_t begun = steady_ms();
    ToolResult made = transcript_->call({{}, name, params}, "auto-tools");
    called.add(Json::object({{"name", name}, {"ok", made.ok}, {"ms", steady_ms() - begun}}));
    if (on_call_) on_call_(made);
    cut |= made.truncated;
    return sandbox::Answer{made.ok, std::move(made.result)};
  };
  const auto search = [&](const std::string& words, const Json& options) {
    ToolIndex::Query query{words, options.text("category"), {}, 0};
    query.limit = static_cast<size_t>(std::clamp<int64_t>(
        options.number("limit", settings_.max_results), 1, settings_.max_results));
    for (const auto& tag : options["tags"].each())
      if (tag.string() != nullptr) query.tags.push_back(*tag.string());
    const auto found = index.search(query);
    searched.add(Json::object({{"query", words}, {"found", names_of(found)}}));
    Json out = Json::array();
    for (const Tool* tool : found) {
      Json about = metadata_of(*tool);
      if (options.flag("includeSchema")) about.set("schema", tool->spec.schema);
      out.add(std::move(about));
    }
    return sandbox::Answer{true, std::move(out)};
  };
  sandbox::Limits limits;
  limits.time = std::chrono::milliseconds(std::clamp<int64_t>(settings_.timeout_ms, 1, 60'000));
  limits.parallel = static_cast<uint32_t>(std::clamp<int64_t>(settings_.parallel_limit, 1, 10));
  const auto answers = sandbox::one_by_one([&](const sandbox::Request& request) {
    return request.kind == sandbox::Request::call ? make_call(request.name, request.params)
                                                  : search(request.name, request.params);
  });
  sandbox::Outcome outcome = sandbox_.run({code, workspace_, conversation_, {}}, limits, answers);
  // Half a secret would not be recognised behind the cut.
  outcome.result = redacted(outcome.result);
  cut |= shorten(outcome.result);
  Json logs = Json::array();
  for (auto& line : outcome.logs) logs.add(std::move(line));
  cut |= shorten(logs);
  result.ok = outcome.error.empty();
  result.truncated = cut;
  result.result = Json::object({{"result", std::move(outcome.result)},
                                {"searched", std::move(searched)},
                                {"called", std::move(called)},
                                {"logs", std::move(logs)},
                                {"truncated", cut},
                                {"error", outcome.error.empty() ? Json() : Json(outcome.error)}});
  if (!outcome.stopped.empty()) result.result.set("stopped", outcome.stopped);
}

}  // namespace dossier
