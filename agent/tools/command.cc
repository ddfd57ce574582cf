// run_command: a command of the shell in the workspace, confined to it (agent/confined.h). What it
// writes is no edit of the record, and undo does not take it back. A call fails if a file that
// SQLite must not read lies beside the database when the command ends.
#include <algorithm>

#include "agent/confined.h"
#include "agent/tools/tools.h"
#include "engine/error.h"
#include "engine/side_files.h"

namespace dossier {
namespace {

constexpr int64_t kCommandSeconds = 120, kMostSeconds = 600;

}  // namespace

void add_command_tool(Toolbox& tools, std::string root, std::function<std::stop_token()> stop) {
  const SchemaField fields[] = {
      {"command", "string", "For /bin/sh, run in the workspace's root"},
      {"timeout?", "integer", "Seconds until it is stopped (default 120, at most 600)"}};
  tools.add({{"run_command",
              "Runs a command in the workspace: it reads and writes only there, without a network; "
              "answers with its output and how it ended",
              schema_of(fields)},
             Capability::execute,
             false,
             [root = std::move(root), stop = std::move(stop)](
                 const Json& input, const EditListener&, ToolResult& result) {
               const std::string& command = input.text("command");
               if (command.empty()) throw Error(ErrorCode::invalid, "which command?");
               const int64_t seconds =
                   std::clamp<int64_t>(input.number("timeout", kCommandSeconds), 1, kMostSeconds);
               const CommandRun run = run_confined(command, root, seconds * 1000, stop());
               refuse_side_files();
               result.result = Json::object({{"command", command},
                                             {"passed", run.passed},
                                             {"ended", run.ended},
                                             {"output", run.output}});
             },
             "code",
             {"run", "shell"},
             std::nullopt,
             {Json::object({{"command", "make test"}, {"timeout", 300}})}});
}

}  // namespace dossier
