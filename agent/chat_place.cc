#include "agent/chat_place.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "agent/prices/prices.h"
#include "agent/recall.h"
#include "agent/redact.h"
#include "agent/tools/tools.h"
#include "agent/workspace/snapshot.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr const char* kDisabled = "actions are disabled in Ask mode";
constexpr int kChatCalls = 50;
constexpr int64_t kContextTokens = 100'000;  // of a model that the table does not know
constexpr size_t kTitleBytes = 80;

// The first line of the first question.
std::string title_of(const std::string& asked) {
  const std::string text = redact(asked);
  const size_t line = std::min(text.find('\n'), text.size());
  const std::string title(utf8_prefix(std::string_view(text).substr(0, line), kTitleBytes));
  return title.size() < line ? title + "…" : title;
}

}  // namespace

ChatPlace::ChatPlace(Store& store, Model& model, ChatOptions options)
    : store_(store),
      model_(&model),
      options_(std::move(options)),
      settings_(auto_settings(store.database().path())) {
  prepare();
  if (!options_.defers) begin({});
}

ChatPlace::ChatPlace(Store& store, Model& model, ChatOptions options, int64_t session)
    : store_(store),
      model_(&model),
      options_(std::move(options)),
      settings_(auto_settings(store.database().path())) {
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
  author_.name = model_->name();
  add_note_tool(tools_, store_, options_.project, author_);
  if (options_.recalls) add_recall_tool(tools_, store_, options_.project);
  const auto granted = permissions_of("agent", permit_)[static_cast<size_t>(Capability::execute)];
  if (!overlay_ && granted != Permission::deny)
    add_command_tool(tools_, root_, [this] { return stop_; });
}

void ChatPlace::set_mode(const std::string& mode) {
  if (mode != "agent" && mode != "ask")
    throw Error(ErrorCode::invalid, "the modes are agent and ask", mode);
  // Stopped while somebody was asked: whatever they said, the answer is no.
  const auto ask = [this](const PermissionRequest& request) {
    const Consent consent = options_.asker(request);
    return stop_.stop_requested() ? Consent{} : consent;
  };
  policy_ = Policy(permissions_of(mode, permit_), options_.asker ? Asker(ask) : Asker(),
                   mode == "ask" ? kDisabled : "", tool_rules_of(mode, permit_));
  policy_.set_within(script_permissions(mode, permit_, settings_));
  mode_ = mode;
  if (mode == "agent" && options_.add_tools)
    std::exchange(options_.add_tools, nullptr)(overlay_ ? std::string() : root_, tools_);
  if (auto_) auto_->only_lookups(mode == "ask");
}

SetupOptions ChatPlace::setup() {
  SetupOptions out{mode_,
                   model_->name(),
                   model_->native_calls(),
                   options_.project,
                   store_.scope(options_.project, options_.snapshot).text(),
                   options_.prompts,
                   root_,
                   mode_ == "agent" ? permit_ : "",
                   {}};
  if (options_.timeout_ms) out.limits.ms = *options_.timeout_ms;
  out.limits.calls = kChatCalls;
  if (is_automatic()) out.automatic = auto_.get();
  out.context_tokens =
      options_.context_tokens.value_or(price_of(model_->name()).context.value_or(kContextTokens));
  // A quarter of the context, at four bytes a token.
  tools_.limit_results(static_cast<size_t>(out.context_tokens));
  return out;
}

void ChatPlace::prepare() {
  permit_ = options_.permit.value_or("");
  permissions_in(permit_, Policy::kAgent);  // a mistake is told now, not when the mode changes
  open_root(options_.root.value_or("."));
  choose_tools(settings_.enabled);
  set_mode(options_.mode);
}

void ChatPlace::begin(const std::string& asked) {
  SessionInfo info;
  info.title = asked.empty() ? "chat in " + root_ : title_of(asked);
  info.mode = mode_;
  info.model = model_->name();
  info.project = project_of_session(store_, options_.project, options_.snapshot);
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
  std::string root = body.text("root");
  const bool is_foreign = was_recorded_elsewhere(store_, journal);
  options_.snapshot.clear();
  if (root.starts_with(kSnapshotRoot)) {
    if (options_.root)
      throw Error(ErrorCode::invalid, "--root: its files are a snapshot's", journal.info().uid);
    options_.snapshot = root.substr(kSnapshotRoot.size());
  } else if (is_foreign && !options_.root) {
    if (body.text("mode") == "agent")
      throw Error(ErrorCode::denied, imported_folder(root), journal.info().uid);
    root = ".";
  }
  permit_ = options_.permit.value_or(is_foreign ? "" : body.text("permit"));
  open_root(options_.root.value_or(root));
  if (overlay_) restore_edits(store_, journal, journal.size(), *overlay_);
  choose_tools(body.flag("auto"));
  set_mode(body.text("mode"));
  Setup again = set_up_again(tools_, events, started, options_.prompts);
  changes_ = model_->native_calls() != (again.protocol == &native_calls()) ||
             body.text("model") != model_->name() || options_.context_tokens ||
             body.flag("auto") != is_automatic();
  tools_.limit_results(static_cast<size_t>(body.number("context_tokens", kMaxResultBytes)));
  std::vector<Message> said = fold(events, *again.protocol);
  const LoopLimits limits = limits_of(events[started]);
  use(std::move(journal));
  chat_.emplace(*transcript_, std::move(again), limits, std::move(said));
}

void ChatPlace::use(Journal journal) {
  journal_.emplace(std::move(journal));
  author_.session = journal_->info().id;
  transcript_.emplace(*journal_, Effects{model_, &tools_, &policy_, &system_clock(), root_});
  use_scripts();
}

void ChatPlace::choose_tools(bool otherwise) {
  if (settings_.allow(options_.automatic, otherwise)) turn_automatic(true);
}

void ChatPlace::turn_automatic(bool on) {
  if (on && !auto_) {
    auto_ = std::make_unique<AutoTools>(tools_, settings_);
    auto_->only_lookups(mode_ == "ask");
  }
  if (auto_) auto_->turn(on);
  if (transcript_) use_scripts();
}

void ChatPlace::use_scripts() {
  if (auto_) auto_->use(*transcript_, root_, journal_->info().uid, options_.on_script);
}

void ChatPlace::change() {
  const SetupOptions chosen = setup();
  if (chat_) chat_->change(set_up(tools_, chosen), chosen.limits);
  changes_ = false;
}

void ChatPlace::change_mode(const std::string& mode) {
  refuse_overtaken();
  set_mode(mode);
  change();
}

void ChatPlace::change_tools(bool automatic) {
  refuse_overtaken();
  if (automatic && settings_.forced_traditional)
    throw Error(ErrorCode::denied, "forceTraditionalMode is set (dossier config)", "auto-tools");
  turn_automatic(automatic);
  change();
}

void ChatPlace::change_model(Model& model) {
  refuse_overtaken();
  model_ = &model;
  author_.name = model.name();
  if (transcript_) transcript_->change_model(model);
  change();
}

// What it would record would follow on what another one said.
void ChatPlace::refuse_overtaken() const {
  if (journal_ && Journal::open(store_, journal_->info().id).size() != journal_->size())
    throw Error(ErrorCode::conflict, "the session has gone on elsewhere; dossier chat --session " +
                                         journal_->info().uid + " reads it again");
}

void ChatPlace::ready(const std::string& asked, const std::stop_token& stop) {
  refuse_overtaken();
  stop_ = stop;
  if (auto_) auto_->stop_with(stop);
  if (!chat_) begin(asked);
  if (changes_) change();
}

Chat::Turn ChatPlace::turn(const std::string& text, const LoopListener& listener,
                           const std::stop_token& stop, const std::string& asked) {
  ready(asked.empty() ? text : asked, stop);
  return chat_->turn(text, listener, stop);
}

Chat::Turn ChatPlace::retry(const LoopListener& listener, const std::stop_token& stop) {
  journal();
  ready({}, stop);
  return chat_->turn(chat_->rewind(), listener, stop);
}

Journal& ChatPlace::journal() {
  if (!journal_) throw Error(ErrorCode::not_found, "nothing was said yet");
  return *journal_;
}

Chat::Filling ChatPlace::filling() {
  Chat::Filling out;
  if (chat_) out = chat_->filling();
  if (chat_ && !changes_) return out;
  const SetupOptions chosen = setup();
  out.limit = chosen.context_tokens;
  if (chat_) return out;
  const Setup first = set_up(tools_, chosen);
  ModelRequest offered;
  offered.tools = first.request.tools;
  out.tools = tokens_in(offered);
  out.instructions = static_cast<int64_t>(first.request.system.size() / 4);
  return out;
}

// Where a chat from elsewhere goes on is where its edits are taken back.
UndoPlace ChatPlace::undo_place() {
  return {!overlay_ && was_recorded_elsewhere(store_, journal()) ? root_ : "", nullptr};
}

std::vector<Edit> ChatPlace::undo() {
  refuse_overtaken();
  return undo_edits(store_, journal(), {}, false, overlay_.get(), undo_place());
}

std::vector<Edit> ChatPlace::redo() {
  refuse_overtaken();
  return redo_edits(store_, journal(), {}, false, overlay_.get(), undo_place());
}

}  // namespace dossier
