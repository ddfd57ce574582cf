#include "agent/fix/tools.h"

#include <sys/wait.h>

#include <cctype>

#include "agent/child.h"
#include "agent/tools/tools.h"
#include "agent/workspace/diff.h"
#include "agent/workspace/snapshot.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kCheckHead = 8 << 10, kCheckTail = 24 << 10;

// Fields of the query language that ask about other snapshots or about sessions. What the later
// version holds is what the model is to find out.
constexpr std::string_view kHidden[] = {"at",    "changed", "added", "removed",
                                        "moved", "seen",    "cited"};

std::string hidden_field(std::string_view query) {
  std::string word;
  for (const char c : query) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (c == ':')
      for (const auto field : kHidden)
        if (word == field) return word;
    if (c != ' ') word.clear();
  }
  return {};
}

// Rows about the earlier version only: what sessions said is left out.
void hide_sessions(ToolResult& result) {
  Json rows = Json::array();
  const Json* all = result.result.find("rows");
  if (all == nullptr) return;
  for (const auto& row : all->each()) {
    const std::string& kind = row.text("kind");
    if (kind != "session" && kind != "finding" && kind != "note") rows.add(row);
  }
  result.result.set("rows", std::move(rows));
}

void add_store_tools(Toolbox& tools, Store& store, const std::string& snapshot) {
  Toolbox ops;
  add_op_tools(ops, store, {}, snapshot);
  for (const std::string_view name : {"find", "refs", "callers", "grep"}) {
    Tool tool = *ops.find(name);
    tool.run = [run = tool.run](const Json& input, const EditListener& on_edit,
                                ToolResult& result) {
      for (const std::string_view key : {"project", "snapshot", "cursor"})
        if (input.find(key) != nullptr)
          throw Error(ErrorCode::denied, "only the tree that is to be changed can be asked about",
                      std::string(key));
      if (const std::string field = hidden_field(input.text("q")); !field.empty())
        throw Error(ErrorCode::denied, "only the tree that is to be changed can be asked about",
                    field);
      run(input, on_edit, result);
      hide_sessions(result);
    };
    tools.add(std::move(tool));
  }
}

std::string as_utf8(std::string_view bytes) {
  std::string out;
  for (size_t at = 0; at < bytes.size();) {
    const Decoded next = decode_utf8(bytes, at);
    append_utf8(out, next.valid ? next.code : char32_t{0xFFFD});
    at += next.length;
  }
  return out;
}

std::string how_it_ended(int status, bool is_late, bool is_stopped) {
  if (is_stopped) return "stopped";
  if (is_late) return "stopped because its time was up";
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

// Its beginning and its end, where it is longer than both.
void shorten_output(std::string& output, bool is_last) {
  const size_t most = kCheckHead + kCheckTail;
  if (output.size() <= (is_last ? most : 16 * most)) return;
  static constexpr std::string_view kCut = "\n[…]\n";
  const size_t tail = output.size() - kCheckTail;
  output.erase(kCheckHead, tail - kCheckHead);
  output.insert(kCheckHead, kCut);
}

// The command of the final check, and when it has to be over by steady_ms().
struct FixCommand {
  std::string text;
  int64_t deadline_ms;
  std::stop_token stop;
};

void run_check(LaidOut& place, OverlayWorkspace& files, const FixCommand& command,
               ToolResult& result) {
  const auto left_out = place.update(files);
  Child child({"/bin/sh", "-c", command.text}, place.folder(), true);
  std::string_view nothing;
  bool is_late = false, is_stopped = false;
  while (!is_late && !is_stopped && child.step(nothing)) {
    shorten_output(child.output, false);
    is_late = steady_ms() > command.deadline_ms;
    is_stopped = command.stop.stop_requested();
  }
  shorten_output(child.output, true);
  const bool passed =
      !is_late && !is_stopped && WIFEXITED(child.status()) && WEXITSTATUS(child.status()) == 0;
  result.result = Json::object({{"command", command.text},
                                {"passed", passed},
                                {"ended", how_it_ended(child.status(), is_late, is_stopped)},
                                {"output", as_utf8(child.output)}});
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
  add_tree_tools(tools_, tree_->files());
  if (!options.is_seed_only) add_store_tools(tools_, store, options.snapshot);
  tools_.add({{"final_check", "The whole change so far", schema_of({})},
              Capability::read,
              false,
              [this](const Json&, const EditListener&, ToolResult& result) {
                result.result = Json::object({{"change", tree_->diff()}});
              }});
  if (!options.check.empty()) add_check(options, std::move(stop));
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
