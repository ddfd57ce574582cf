#include "agent/surroundings.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "agent/backend.h"
#include "agent/locate.h"
#include "agent/mcp/place.h"
#include "agent/offline/rank_tool.h"
#include "agent/policy.h"
#include "agent/recall.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "agent/workspace/snapshot.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier {
namespace {

// How many events come before the model is asked right after event `wanted`. Another event is never
// taken in its place: the nearest are named.
size_t boundary(const std::vector<SessionEvent>& events, int64_t wanted) {
  int64_t before = 0, after = 0;
  for (size_t i = 0; i + 1 < events.size(); ++i) {
    if (events[i + 1].kind != EventKind::model_asked) continue;
    const int64_t seq = events[i].seq;
    if (seq == wanted) return i + 1;
    if (seq < wanted) before = seq;
    if (seq > wanted && after == 0) after = seq;
  }
  if (before == 0 && after == 0)
    throw Error(ErrorCode::invalid, "the session never asks a model, so nothing can fork from it");
  std::string nearest = std::to_string(before == 0 ? after : before);
  if (before != 0 && after != 0) nearest += " and " + std::to_string(after);
  throw Error(
      ErrorCode::invalid,
      "the model is not asked right after that event; the nearest after which it is: " + nearest,
      "event " + std::to_string(wanted));
}

}  // namespace

Surroundings::Surroundings(Store& store, const Journal& journal, const SurroundingsOptions& options)
    : store_(store), journal_(journal), options_(options) {
  const std::string project = options.project.value_or(journal.info().project);
  const std::string& mode = journal.info().mode;
  if (mode != kFixMode && mode != mcp::kMode) {
    add_op_tools(tools_, store, project, options.snapshot);
    add_recall_tool(tools_, store, project);
  }
  if (mode == mcp::kMode) {
    client_.author = {journal.info().model, std::nullopt, false};
    mcp::add_tools(tools_, store, project, options.snapshot, mcp::Offer::lookups, client_);
  } else if (mode == "automation") {
    add_locate_tool(tools_, store, project);
    add_rank_tool(tools_, store, project, options.snapshot);
  } else if (mode == "backend") {
    program_ = program_in(store);
    add_program_tools(tools_, program_.get());
  } else if (mode == kFixMode) {
    open_dialogue();
  } else {
    open_chat(project);
  }
  if (forks()) open_scripts();
}

// A fork goes on with the tools that the session had there.
void Surroundings::open_scripts() {
  const auto& events = journal_.events();
  const auto count = static_cast<std::ptrdiff_t>(boundary(events, options_.after));
  if (!last_started({events.begin(), events.begin() + count}).flag("auto")) return;
  scripts_ = scripts_of(tools_, store_, true);
  if (!scripts_)
    throw Error(
        ErrorCode::denied,
        "the session has auto-tools there, and forceTraditionalMode is set (dossier config)");
}

void Surroundings::open_dialogue() {
  const Json started = last_started(journal_.events());
  root_ = started.text("root");
  // A strict replay needs neither the tree nor its tools.
  if (!forks() && !retools()) return;
  dialogue_ =
      std::make_unique<FixPlace>(store_, fix_options_in(started), nullptr, std::stop_token());
  tools_ = dialogue_->tools();
  if (forks())
    restore_edits(store_, journal_,
                  static_cast<int64_t>(boundary(journal_.events(), options_.after)),
                  dialogue_->tree().files());
}

// The files that a chat worked on: its folder, or a snapshot's where it was one or one is named.
std::unique_ptr<Workspace> Surroundings::files_of(const std::string& project) const {
  if (retools() && !options_.snapshot.empty())
    return snapshot_workspace(store_, store_.scope(project, options_.snapshot));
  if (root_.starts_with(kSnapshotRoot)) {
    const std::string snapshot = root_.substr(kSnapshotRoot.size());
    // A fork works on: a snapshot that was dropped stops it here.
    return snapshot_workspace(store_, forks() ? store_.scope("", snapshot) : parse_scope(snapshot));
  }
  if (std::filesystem::is_directory(root_)) return disk_workspace(root_);
  if (forks() || retools())
    throw Error(ErrorCode::not_found, "the workspace is gone; name it with --root", root_);
  return disk_workspace(".");  // a strict replay touches nothing
}

void Surroundings::open_chat(const std::string& project) {
  const Json started = last_started(journal_.events());
  root_ = options_.root.value_or(started.text("root"));
  if (forks() && !options_.root && started.text("mode") == "agent" &&
      !root_.starts_with(kSnapshotRoot) && was_recorded_elsewhere(store_, journal_))
    throw Error(ErrorCode::denied, imported_folder(root_), journal_.info().uid);
  files_ = files_of(project);
  scratch_ = std::make_unique<OverlayWorkspace>(*files_);
  const bool is_virtual = root_.starts_with(kSnapshotRoot);
  add_file_tools(tools_, forks() && !is_virtual ? *files_ : *scratch_);
  if (forks() && is_virtual)
    restore_edits(store_, journal_,
                  static_cast<int64_t>(boundary(journal_.events(), options_.after)), *scratch_);
  author_.name = journal_.info().model;
  author_.keeps = forks();
  add_note_tool(tools_, store_, project, author_);
}

Continued fork_session(Store& store, const Journal& journal, const Surroundings& around,
                       const SurroundingsOptions& options, Model& model,
                       const std::function<void(const std::string& uid)>& begun,
                       const LoopListener& listener, const std::stop_token& stop) {
  const auto& all = journal.events();
  const size_t count = boundary(all, options.after);
  const std::vector<SessionEvent> prefix(all.begin(),
                                         all.begin() + static_cast<std::ptrdiff_t>(count));
  const Json started = last_started(prefix);
  const bool native = started.text("protocol") == native_calls().name();
  // The tag dialogue is text, whatever the model could do besides.
  if (around.dialogue() == nullptr && started.find("protocol") != nullptr &&
      model.native_calls() != native)
    throw Error(ErrorCode::invalid,
                native ? "the session's model calls tools through its service (" +
                             started.text("protocol") +
                             "), and this model only writes text: fork it with one that calls "
                             "tools so (a script does if one of its replies has \"calls\")"
                       : "the session's model calls tools in the text of its replies (" +
                             started.text("protocol") +
                             "), and this model calls them through its service: fork it with one "
                             "that writes text (a script does if none of its replies has "
                             "\"calls\")");
  SessionInfo info = journal.info();
  info.uid.clear();
  info.model = model.name();
  info.source.clear();
  info.started_at = 0;
  info.parent = info.id;
  info.parent_event = prefix.back().id;
  Journal own = Journal::begin(store, info, system_entropy());
  begun(own.info().uid);
  const std::string permit = was_recorded_elsewhere(store, journal) ? "" : started.text("permit");
  Policy policy(permissions_of(started.text("mode"), permit));
  Transcript transcript(own, {&model, &around.tools(), &policy, &system_clock(), around.root()},
                        prefix);
  if (around.scripts() != nullptr) {
    const std::string mode = started.text("mode");
    policy.set_within(script_permissions(mode, permit, around.scripts()->settings()));
    around.scripts()->only_lookups(mode == "ask");
    around.scripts()->use(transcript, around.root(), own.info().uid);
    around.scripts()->stop_with(stop);
  }
  return go_on(transcript, prefix, around.tools(), options.prompts, listener, stop);
}

}  // namespace dossier
