// Tools that take long: an import, and a question that a model answers.
#include "agent/automation.h"
#include "agent/mcp/place.h"
#include "agent/redact.h"
#include "store/import/import.h"

namespace dossier::mcp {
namespace {

constexpr size_t kMostSkipped = 20;  // that the answer names

Json counts_of(const ImportReport& report) {
  Json skipped = Json::array();
  for (const auto& [path, reason] : report.skipped)
    if (skipped.each().size() < kMostSkipped)
      skipped.add(Json::object({{"path", path}, {"reason", reason}}));
  return Json::object({{"project", report.project},
                       {"snapshot", report.snapshot},
                       {"isNew", report.is_new},
                       {"modules", report.modules},
                       {"types", report.types},
                       {"members", report.members},
                       {"references", report.references},
                       {"files", report.files},
                       {"unchanged", report.unchanged},
                       {"skippedCount", static_cast<int64_t>(report.skipped.size())},
                       {"skipped", std::move(skipped)}});
}

void run_import(Store& store, const Around& around, const Json& input, ToolResult& result) {
  ImportOptions options;
  options.path = input.text("path");
  // Standard input is the client's.
  if (options.path == "-") options.path = "./-";
  if (input.find("project") != nullptr) options.project = input.text("project");
  if (input.find("label") != nullptr) options.label = input.text("label");
  options.progress = [&around](const ImportProgress& progress) {
    if (around.checkpoint) around.checkpoint();
    if (around.progress)
      around.progress(static_cast<double>(progress.bytes),
                      progress.total_bytes ? static_cast<double>(*progress.total_bytes) : -1,
                      std::to_string(progress.modules) + " modules, " +
                          std::to_string(progress.rows) + " rows");
  };
  const ImportReport report = import(store, options);
  for (const auto& warning : report.warnings)
    if (around.warn) around.warn(redact(warning));
  result.result = counts_of(report);
}

void run_question(Store& store, const std::string& project, const std::string& model,
                  const Around& around, const Json& input, ToolResult& result) {
  const std::string& named = input.text("project");
  const auto answers = open_model(model);
  Automation automation(store, *answers, named.empty() ? project : named);
  automation.begin(input.text("question"));
  Automation::Terms terms{around.stop};
  double done = 0;
  terms.listener.on_call = [&](const ToolCall& call) {
    if (around.progress) around.progress(++done, -1, call.tool);
  };
  const AskResult asked = automation.run(input.text("question"), std::move(terms));
  if (asked.failure) throw Error(*asked.failure);
  if (!asked.answered)
    throw Error(ErrorCode::invalid, "no answer: " + asked.problem,
                "session " + automation.session());
  result.result = to_json(asked.report).set("session", automation.session());
}

}  // namespace

void add_long_tools(Toolbox& tools, Store& store, const std::string& project,
                    const std::string& model, const Around& around) {
  const SchemaField of_import[] = {
      {"path", "string", "An export, an assembly, or a folder of sources, on this machine"},
      {"project?", "string", "The project that this is a version of (default: from the path)"},
      {"label?", "string", "A name for this snapshot"}};
  tools.add({{"import", "Stores a program as a new snapshot", schema_of(of_import)},
             Capability::write,
             false,
             [&store, &around](const Json& input, const EditListener&, ToolResult& result) {
               run_import(store, around, input, result);
             },
             "code",
             {std::string(kLong)}});
  const SchemaField of_ask[] = {{"question", "string", "In your own words"},
                                {"project?", "string", "The project (default: every one)"}};
  tools.add({{"ask", "Answers a question about the program with the symbols that matter",
              schema_of(of_ask)},
             Capability::lookup,
             false,
             [&store, &project, &model, &around](const Json& input, const EditListener&,
                                                 ToolResult& result) {
               run_question(store, project, model, around, input, result);
             },
             "agent",
             {std::string(kLong)}});
}

}  // namespace dossier::mcp
