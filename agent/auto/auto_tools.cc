#include "agent/auto/auto_tools.h"

#include "agent/auto/metadata.h"
#include "agent/auto/script_run.h"
#include "agent/prompt.h"
#include "agent/transcript.h"
#include "engine/error.h"

namespace dossier {
namespace {

constexpr SchemaField kFields[] = {{"code", "string", "The body of an async JavaScript function"}};

}  // namespace

AutoTools::AutoTools(Toolbox& tools, AutoSettings settings)
    : tools_(tools), settings_(std::move(settings)) {
  Tool tool;
  tool.spec = spec();
  tool.hidden = true;
  tool.run = [this](const Json& input, const EditListener&, ToolResult& result) {
    run(input.text("code"), result);
  };
  tool.category = "agent";
  tool.tags = {"script"};
  tools.add(std::move(tool));
  sandbox_.warm();
}

void AutoTools::use(Transcript& transcript, std::string workspace, std::string conversation,
                    ScriptListener listener) {
  transcript_ = &transcript;
  workspace_ = std::move(workspace);
  conversation_ = std::move(conversation);
  listener_ = std::move(listener);
}

void AutoTools::turn(bool on) {
  on_ = on;
  if (on) sandbox_.warm();
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
      if (name.string() == nullptr) continue;
      out += (first ? "" : ", ") + *name.string();
      first = false;
    }
    out += "): " + about.text("description") + "\n";
  }
  return out;
}

std::unique_ptr<AutoTools> scripts_of(Toolbox& tools, Store& store, std::optional<bool> wanted) {
  AutoSettings settings = auto_settings(store.database().path());
  if (!settings.allow(wanted, settings.enabled)) return nullptr;
  return std::make_unique<AutoTools>(tools, std::move(settings));
}

void AutoTools::run(const std::string& code, ToolResult& result) {
  if (!on_ || transcript_ == nullptr)
    throw Error(ErrorCode::denied, "this session has no auto-tools; call the tools themselves");
  const ToolIndex index = this->index();
  ScriptRun script(index, settings_, *transcript_, listener_);
  script(sandbox_, {code, workspace_, conversation_, {}}, stop_, result);
}

}  // namespace dossier
