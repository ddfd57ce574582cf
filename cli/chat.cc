// dossier chat: seed 002 on a terminal. Results of actions are for the model; a person sees one
// line for each, and the diff on request. A failure (an unreachable model, an undo of a file that
// has changed) is reported, and the conversation continues.
#include "agent/chat.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "agent/auto/auto_tools.h"
#include "agent/note.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "agent/workspace/snapshot.h"
#include "cli/agent.h"
#include "cli/chat_output.h"
#include "cli/failure.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

constexpr const char* kDisabled = "actions are disabled in Ask mode";
constexpr int kCalls = 50;

Consent ask_person(std::string_view tool, Capability capability, std::string_view input) {
  std::cerr << "\r\x1b[KAllow " << printable(tool) << " (" << name_of(capability) << ") "
            << printable(input.substr(0, 200))
            << "? [y]es, [t]his tool always, [a]ll of its kind, [N]o " << std::flush;
  std::string answer;
  if (!std::getline(std::cin, answer) || answer.empty()) return {};
  if (answer[0] == 'y') return {true, Consent::call};
  if (answer[0] == 't') return {true, Consent::tool};
  return answer[0] == 'a' ? Consent{true, Consent::capability} : Consent{};
}

class Terminal {
 public:
  explicit Terminal(const Invocation& invocation)
      : invocation_(invocation),
        store_(open_existing(invocation)),
        model_(open_model(model_name(invocation))),
        person_(::isatty(STDIN_FILENO) != 0) {
    if (invocation.has("--session"))
      resume(invocation.text("--session"));
    else
      begin();
  }

  int run() {
    if (!invocation_.json())
      std::cout << "model: " << printable(model_->name()) << ", mode: " << mode_
                << " (/mode, /diff, /undo, /quit)\n";
    for (std::string line;
         (person_ ? std::cout << "> " << std::flush : std::cout), std::getline(std::cin, line);) {
      if (line.empty()) continue;
      if (line == "/quit") break;
      attempt(line);
    }
    if (person_ && !invocation_.json())
      std::cout << "\nto go on: dossier chat --session " << journal_->info().uid << "\n";
    return 0;
  }

 private:
  void attempt(const std::string& line) {
    try {
      line[0] == '/' ? command(line) : say(line);
    } catch (const Error& error) {
      std::cout << std::flush;
      std::cerr << failure_line(error, invocation_.json());
    }
  }

  // A folder, or a snapshot whose edits stay in memory and in the record.
  void open_root(const std::string& folder, const std::string& snapshot) {
    if (!snapshot.empty()) {
      const Scope scope = store_.scope(project_, snapshot);
      root_ = std::string(kSnapshotRoot) + scope.text();
      workspace_ = snapshot_workspace(store_, scope);
      overlay_ = std::make_unique<OverlayWorkspace>(*workspace_);
    } else {
      root_ = std::filesystem::absolute(folder).lexically_normal().string();
      workspace_ = disk_workspace(root_);
    }
    add_op_tools(tools_, store_, project_, snapshot);
    add_file_tools(tools_, overlay_ ? *overlay_ : *workspace_);
    author_.name = model_->name();
    add_note_tool(tools_, store_, project_, author_);
  }

  void set_mode(const std::string& mode) {
    if (mode != "agent" && mode != "ask")
      throw Error(ErrorCode::invalid, "the modes are agent and ask", mode);
    // Stopped while it asked: whatever was typed, the answer is no.
    const auto ask = [this](std::string_view tool, Capability capability, std::string_view input) {
      const Consent consent = ask_person(tool, capability, input);
      return stop_.stop_requested() ? Consent{} : consent;
    };
    const Asker asker = person_ ? Asker(ask) : Asker();
    policy_ = Policy(permissions_of(mode, permit_), asker, mode == "ask" ? kDisabled : "");
    mode_ = mode;
    if (auto_) auto_->only_lookups(mode == "ask");
  }

  SetupOptions options() {
    SetupOptions out{mode_,
                     model_->name(),
                     model_->native_calls(),
                     project_,
                     store_.scope(project_, snapshot_).text(),
                     invocation_.text("--prompts"),
                     root_,
                     mode_ == "agent" ? permit_ : "",
                     {}};
    if (invocation_.has("--timeout"))
      out.limits.ms = invocation_.number("--timeout", 1, 1'000'000) * 1000;
    out.limits.calls = kCalls;
    out.automatic = auto_.get();
    return out;
  }

  void begin() {
    project_ = invocation_.text("--project");
    snapshot_ = invocation_.text("--snapshot");
    permit_ = invocation_.text("--permit");
    permissions_in(permit_, Policy::kAgent);  // a mistake is told now, not at /mode agent
    open_root(invocation_.has("--root") ? invocation_.text("--root") : ".", snapshot_);
    if (invocation_.has("--auto-tools")) make_automatic();
    set_mode(invocation_.has("--mode") ? invocation_.text("--mode") : "ask");
    SessionInfo info;
    info.title = "chat in " + root_;
    info.mode = mode_;
    info.model = model_->name();
    info.project = project_;
    use(Journal::begin(store_, info, system_entropy()));
    const SetupOptions chosen = options();
    chat_.emplace(*transcript_, set_up(tools_, chosen), chosen.limits);
  }

  // The mode, the folder and what was said are the record's.
  void resume(const std::string& name) {
    Journal journal = Journal::open(store_, find_session(store_, name));
    const auto& events = journal.events();
    size_t started = events.size();
    for (size_t i = 0; i < events.size(); ++i)
      if (events[i].kind == EventKind::started) started = i;
    const Json setup = started < events.size() ? body_of(events[started]) : Json::object();
    if (setup.text("mode") != "agent" && setup.text("mode") != "ask")
      throw Error(ErrorCode::invalid,
                  "only chats can be continued; dossier replay --fork continues other sessions",
                  journal.info().uid);
    project_ = setup.text("project");
    const std::string root = setup.text("root");
    if (root.starts_with(kSnapshotRoot)) {
      if (invocation_.has("--root"))
        throw Error(ErrorCode::invalid, "--root: its files are a snapshot's", journal.info().uid);
      snapshot_ = root.substr(kSnapshotRoot.size());
    }
    open_root(invocation_.has("--root") ? invocation_.text("--root") : root, snapshot_);
    if (overlay_) restore_edits(store_, journal, journal.size(), *overlay_);
    permit_ = invocation_.has("--permit") ? invocation_.text("--permit") : setup.text("permit");
    if (setup.flag("auto")) make_automatic();
    set_mode(setup.text("mode"));
    Setup again = set_up_again(tools_, events, started, invocation_.text("--prompts"));
    if (model_->native_calls() != (again.protocol == &native_calls()))
      throw Error(ErrorCode::invalid,
                  "the session was recorded with another dialect than this model's");
    std::vector<Message> said = fold(events, *again.protocol);
    const LoopLimits limits = limits_of(events[started]);
    use(std::move(journal));
    chat_.emplace(*transcript_, std::move(again), limits, std::move(said));
  }

  void use(Journal journal) {
    journal_.emplace(std::move(journal));
    author_.session = journal_->info().id;
    transcript_.emplace(*journal_,
                        Effects{model_.get(), &tools_, &policy_, &system_clock(), root_});
    if (auto_)
      auto_->use(*transcript_, root_, journal_->info().uid, [](const ToolResult& made) {
        std::cerr << (on_terminal() ? "\r\x1b[K" : "")
                  << styled("  " + printable(shown_activity(made)), Style::dim) << "\n";
      });
  }

  void make_automatic() {
    auto_ = std::make_unique<AutoTools>(tools_, AutoSettings());
    auto_->warm();
  }

  void say(const std::string& line) {
    const Interrupt interrupt;
    stop_ = interrupt.token();
    tell_hidden(line);
    ChatOutput output(!invocation_.json());
    const auto turn = chat_->turn(line, output.listener(), interrupt.token());
    if (invocation_.json()) {
      Json edited = Json::array();
      for (const auto& path : turn.edited) edited.add(path);
      std::cout << Json::object({{"session", journal_->info().uid},
                                 {"answered", turn.answered},
                                 {"text", turn.text},
                                 {"edited", std::move(edited)}})
                       .dump()
                << "\n"
                << std::flush;
      return;
    }
    if (turn.failure && interrupt.token().stop_requested())
      output.end("stopped; the session goes on");
    else if (turn.failure)
      throw Error(*turn.failure);
    else
      output.end(turn.answered ? turn.text : "no answer: " + turn.text);
  }

  void command(const std::string& line) {
    if (line == "/diff") {
      print_diffs(store_, *journal_, invocation_.json());
    } else if (line == "/undo") {
      print_undone(undo_edits(store_, *journal_, {}, false, overlay_.get()), invocation_.json());
    } else if (line == "/mode" || line.starts_with("/mode ")) {
      set_mode(line.size() > 6 ? line.substr(6) : mode_ == "ask" ? "agent" : "ask");
      const SetupOptions chosen = options();
      chat_->change(set_up(tools_, chosen), chosen.limits);
      if (invocation_.json())
        std::cout << Json::object({{"session", journal_->info().uid}, {"mode", mode_}}).dump()
                  << "\n"
                  << std::flush;
      else
        std::cout << "mode: " << mode_ << "\n";
    } else if (invocation_.json()) {
      throw Error(ErrorCode::invalid, "the commands are /mode [agent|ask], /diff, /undo, /quit",
                  line);
    } else {
      std::cout << "commands: /mode [agent|ask], /diff, /undo, /quit\n";
    }
  }

  const Invocation& invocation_;
  Store store_;
  std::unique_ptr<Model> model_;
  bool person_;
  std::string project_, snapshot_, root_, mode_, permit_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<OverlayWorkspace> overlay_;  // over a snapshot
  NoteAuthor author_;
  Toolbox tools_;
  std::unique_ptr<AutoTools> auto_;  // over the tools
  Policy policy_{Policy::kLookups};
  std::stop_token stop_;  // of the turn
  std::optional<Journal> journal_;
  std::optional<Transcript> transcript_;
  std::optional<Chat> chat_;
};

}  // namespace

Command chat_command() {
  Command command;
  command.word = "chat";
  command.group = Group::agents;
  command.summary = "Talk about a folder's files, and let the model change them";
  command.details =
      "Starts in Ask mode, where actions are off: no file of the folder is read, listed or "
      "changed,\n"
      "whatever the model; one that calls tools may look the database up. /mode agent lets the "
      "model\n"
      "read and edit files. Every edit is recorded: /diff shows them, /undo takes them back.\n"
      "Ctrl-C stops a turn and keeps the session; a second one ends the program.\n"
      "With --json each turn is an object on a line of its own.";
  command.example = "dossier chat --mode agent --model 'process:claude -p'";
  command.options = {
      {"--mode", "MODE", "agent or ask (default: ask)", false, false, {"agent", "ask"}},
      {"--root", "FOLDER", "The workspace (default: this folder)"},
      {"--snapshot", "SNAPSHOT",
       "Work on the files of this snapshot instead; edits stay in the record"},
      {"--auto-tools", "",
       "Give the model one tool, which runs scripts that search and call the others"},
      {"--session", "ID", "Go on with a chat: its mode, its folder, what was said"},
      {"--permit", "RULES",
       "In Agent mode: lookup|read|write|execute=allow|ask|deny, … (default: all "
       "but execute=deny); without a terminal, ask means deny"}};
  for (auto& option : model_options()) command.options.push_back(std::move(option));
  command.run = [](const Invocation& invocation) { return Terminal(invocation).run(); };
  return command;
}

}  // namespace dossier::cli
