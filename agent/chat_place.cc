#include "agent/chat_place.h"

#include <filesystem>
#include <utility>

#include "agent/recall.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "agent/workspace/snapshot.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier {
namespace {

constexpr const char* kDisabled = "actions are disabled in Ask mode";
constexpr int kChatCalls = 50;

}  // namespace

ChatPlace::ChatPlace(Store& store, Model& model, ChatOptions options)
    : store_(store), model_(model), options_(std::move(options)) {
  begin();
}

ChatPlace::ChatPlace(Store& store, Model& model, ChatOptions options, int64_t session)
    : store_(store), model_(model), options_(std::move(options)) {
  resume(session);
}

// A folder, or a snapshot whose edits stay in memory and in the record.
void ChatPlace::open_root(const std::string& folder) {
  const std::string& snapshot = options_.snapshot;
  if (!snapshot.empty()) {
    const Scope scope = store_.scope(options_.project, snapshot);
    root_ = std::string(kSnapshotRoot) + scope.text();
    workspace_ = snapshot_workspace(store_, scope);
    overlay_ = std::make_unique<OverlayWorkspace>(*workspace_);
  } else {
    root_ = std::filesystem::absolute(folder).lexically_normal().string();
    workspace_ = disk_workspace(root_);
  }
  add_op_tools(tools_, store_, options_.project, snapshot);
  add_file_tools(tools_, overlay_ ? *overlay_ : *workspace_);
  author_.name = model_.name();
  add_note_tool(tools_, store_, options_.project, author_);
  if (options_.recalls) add_recall_tool(tools_, store_, options_.project);
}

void ChatPlace::set_mode(const std::string& mode) {
  if (mode != "agent" && mode != "ask")
    throw Error(ErrorCode::invalid, "the modes are agent and ask", mode);
  policy_ = Policy(permissions_of(mode, permit_), options_.asker, mode == "ask" ? kDisabled : "",
                   tool_rules_of(mode, permit_));
  mode_ = mode;
  if (mode == "agent" && options_.add_tools)
    std::exchange(options_.add_tools, nullptr)(overlay_ ? std::string() : root_, tools_);
  if (auto_) auto_->only_lookups(mode == "ask");
}

SetupOptions ChatPlace::setup() const {
  SetupOptions out{mode_,
                   model_.name(),
                   model_.native_calls(),
                   options_.project,
                   store_.scope(options_.project, options_.snapshot).text(),
                   options_.prompts,
                   root_,
                   mode_ == "agent" ? permit_ : "",
                   {}};
  if (options_.timeout_ms) out.limits.ms = *options_.timeout_ms;
  out.limits.calls = kChatCalls;
  out.automatic = auto_.get();
  return out;
}

void ChatPlace::begin() {
  permit_ = options_.permit.value_or("");
  permissions_in(permit_, Policy::kAgent);  // a mistake is told now, not when the mode changes
  open_root(options_.root.value_or("."));
  if (options_.automatic) make_automatic();
  set_mode(options_.mode);
  SessionInfo info;
  info.title = "chat in " + root_;
  info.mode = mode_;
  info.model = model_.name();
  info.project = options_.project;
  use(Journal::begin(store_, info, system_entropy()));
  const SetupOptions chosen = setup();
  chat_.emplace(*transcript_, set_up(tools_, chosen), chosen.limits);
}

// The mode, the folder and what was said are the record's.
void ChatPlace::resume(int64_t session) {
  Journal journal = Journal::open(store_, session);
  const auto& events = journal.events();
  size_t started = events.size();
  for (size_t i = 0; i < events.size(); ++i)
    if (events[i].kind == EventKind::started) started = i;
  const Json body = started < events.size() ? body_of(events[started]) : Json::object();
  if (body.text("mode") != "agent" && body.text("mode") != "ask")
    throw Error(ErrorCode::invalid,
                "only chats can be continued; dossier replay --fork continues other sessions",
                journal.info().uid);
  options_.project = body.text("project");
  const std::string root = body.text("root");
  options_.snapshot.clear();
  if (root.starts_with(kSnapshotRoot)) {
    if (options_.root)
      throw Error(ErrorCode::invalid, "--root: its files are a snapshot's", journal.info().uid);
    options_.snapshot = root.substr(kSnapshotRoot.size());
  }
  open_root(options_.root.value_or(root));
  if (overlay_) restore_edits(store_, journal, journal.size(), *overlay_);
  permit_ = options_.permit.value_or(body.text("permit"));
  if (body.flag("auto")) make_automatic();
  set_mode(body.text("mode"));
  Setup again = set_up_again(tools_, events, started, options_.prompts);
  if (model_.native_calls() != (again.protocol == &native_calls()))
    throw Error(ErrorCode::invalid,
                "the session was recorded with another dialect than this model's");
  std::vector<Message> said = fold(events, *again.protocol);
  const LoopLimits limits = limits_of(events[started]);
  use(std::move(journal));
  chat_.emplace(*transcript_, std::move(again), limits, std::move(said));
}

void ChatPlace::use(Journal journal) {
  journal_.emplace(std::move(journal));
  author_.session = journal_->info().id;
  transcript_.emplace(*journal_, Effects{&model_, &tools_, &policy_, &system_clock(), root_});
  if (auto_) auto_->use(*transcript_, root_, journal_->info().uid, options_.on_made);
}

void ChatPlace::make_automatic() {
  auto_ = std::make_unique<AutoTools>(tools_, options_.settings);
  auto_->warm();
}

void ChatPlace::change_mode(const std::string& mode) {
  set_mode(mode);
  const SetupOptions chosen = setup();
  chat_->change(set_up(tools_, chosen), chosen.limits);
}

std::vector<Edit> ChatPlace::undo() {
  return undo_edits(store_, *journal_, {}, false, overlay_.get());
}

}  // namespace dossier
