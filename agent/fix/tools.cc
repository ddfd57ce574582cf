#include "agent/fix/tools.h"

#include <set>
#include <variant>

#include "agent/confined.h"
#include "agent/fix/store_tools.h"
#include "agent/tools/tools.h"
#include "agent/workspace/diff.h"
#include "agent/workspace/snapshot.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier {
namespace {

// The command of the final check, and when it has to be over by steady_ms().
struct FixCommand {
  std::string text;
  int64_t deadline_ms;
  std::stop_token stop;
};

void run_check(LaidOut& place, OverlayWorkspace& files, const FixCommand& command,
               ToolResult& result) {
  const auto left_out = place.update(files);
  const CommandRun run =
      run_command_in(command.text, place.folder(), command.deadline_ms, command.stop);
  result.result = Json::object({{"command", command.text},
                                {"passed", run.passed},
                                {"ended", run.ended},
                                {"output", run.output}});
  if (!left_out.empty())
    result.result.set(
        "note", std::to_string(left_out.size()) +
                    " files without stored text were left out, the first: " + left_out.front());
}

}  // namespace

FixTree::FixTree(Workspace& snapshot, const std::string& protos)
    : base_(snapshot), changed_(static_cast<Workspace&>(base_)) {
  std::vector<std::string> notes;
  if (!protos.empty()) apply_diff(base_, protos, notes);
}

std::string FixTree::diff() {
  std::string out;
  for (const auto& [path, after] : changed_.changes())
    out += unified_diff(path, base_.read(path), after);
  return out;
}

FixPlace::FixPlace(Store& store, const FixOptions& options, LaidOut* laid_out, std::stop_token stop)
    : snapshot_(snapshot_workspace(store, store.scope({}, options.snapshot))),
      tree_(std::make_unique<FixTree>(*snapshot_, options.protos)),
      given_(laid_out) {
  add_files(options);
  if (!options.is_seed_only) add_store_tools(tools_, store, options.snapshot, *snapshot_);
  tools_.add({{"final_check", "The whole change so far", schema_of({})},
              Capability::read,
              false,
              [this](const Json&, const EditListener&, ToolResult& result) {
                result.result = Json::object({{"change", tree_->diff()}});
              }});
  if (!options.check.empty()) add_check(options, std::move(stop));
}

// The change of the .proto files is what the dialogue is about: it is not the model's to take back.
void FixPlace::add_files(const FixOptions& options) {
  Toolbox files;
  add_tree_tools(files, tree_->files());
  std::set<std::string> given;
  const auto protos = parse_diff(options.protos);
  if (const auto* changes = std::get_if<std::vector<FileDiff>>(&protos))
    for (const auto& change : *changes)
      for (const auto& path : {change.old_path, change.new_path})
        if (path) given.insert(workspace_path(*path));
  for (const std::string_view name : {"read_file", "list_tree"}) tools_.add(*files.find(name));
  Tool apply = *files.find("apply_diff");
  apply.run = [plain = apply.run, given = std::move(given)](
                  const Json& input, const EditListener& on_edit, ToolResult& result) {
    const auto diff = parse_diff(input.text("diff"));
    if (const auto* changes = std::get_if<std::vector<FileDiff>>(&diff))
      for (const auto& change : *changes)
        for (const auto& path : {change.old_path, change.new_path})
          if (path && given.contains(workspace_path(*path)))
            throw Error(ErrorCode::denied,
                        "this .proto file is as the change made it and stays so; mend the code "
                        "that has to follow it",
                        *path);
    plain(input, on_edit, result);
  };
  tools_.add(std::move(apply));
}

void FixPlace::add_check(const FixOptions& options, std::stop_token stop) {
  FixCommand command{options.check, steady_ms() + options.limits.ms, std::move(stop)};
  tools_.add(
      {{"run_check", "Runs the command of the final check in the changed tree", schema_of({})},
       Capability::execute,
       true,
       [this, command = std::move(command)](const Json&, const EditListener&, ToolResult& result) {
         run_check(laid_out(), tree_->files(), command, result);
       }});
}

LaidOut& FixPlace::laid_out() {
  if (given_ != nullptr) return *given_;
  if (!own_) own_ = std::make_unique<LaidOut>();
  return *own_;
}

}  // namespace dossier
