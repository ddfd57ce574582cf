// dossier chat: seed 002 on a terminal. Results of actions are the model's; a person sees one line
// of each, and the diff when they ask for it.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "agent/chat.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "cli/agent.h"
#include "cli/terminal.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

constexpr const char* kDisabled = "actions are disabled in Ask mode";

LoopListener listener_of() {
  LoopListener listener;
  listener.on_call = [](const ToolCall& call) {
    std::cerr << styled(printable(shown_call(call)), Style::dim) << "\n";
  };
  listener.on_result = [](const ToolResult& result) {
    std::cerr << styled("  " + printable(shown_result(result)), Style::dim) << "\n";
  };
  listener.model = [](const ModelProgress& progress) {
    if (progress.kind == ModelProgress::retry)
      std::cerr << "dossier: " << printable(progress.text) << "; asking again\n";
  };
  return listener;
}

Consent ask_person(std::string_view tool, Capability capability, std::string_view input) {
  std::cerr << "Allow " << printable(tool) << " (" << name_of(capability) << ") "
            << printable(input.substr(0, 200))
            << "? [y]es, [t]his tool always, [a]ll of its kind, [N]o ";
  std::string answer;
  if (!std::getline(std::cin, answer) || answer.empty()) return {};
  if (answer[0] == 'y') return {true, Consent::call};
  if (answer[0] == 't') return {true, Consent::tool};
  return answer[0] == 'a' ? Consent{true, Consent::capability} : Consent{};
}

// Everything one mode needs; a change of mode begins another session.
class Session {
 public:
  Session(Store& store, Model& model, Toolbox& tools, std::string mode, std::string root,
          const Invocation& invocation)
      : store_(store), policy_(policy_of(mode, model.native_calls())), root_(std::move(root)) {
    const std::string project = invocation.text("--project");
    SetupOptions options{mode,
                         model.name(),
                         model.native_calls(),
                         project,
                         store.scope(project, "").text(),
                         invocation.text("--prompts"),
                         {}};
    if (invocation.has("--timeout"))
      options.limits.ms = std::atoll(invocation.text("--timeout").c_str()) * 1000;
    options.limits.calls = 50;
    SessionInfo info;
    info.title = "chat in " + root_;
    info.mode = mode;
    info.model = model.name();
    info.project = project;
    journal_.emplace(Journal::begin(store, info, system_entropy()));
    transcript_.emplace(*journal_, Effects{&model, &tools, &policy_, &system_clock(), root_});
    chat_.emplace(*transcript_, set_up(tools, options), options.limits);
  }

  Chat& chat() { return *chat_; }
  Journal& journal() { return *journal_; }

 private:
  static Policy policy_of(const std::string& mode, bool native) {
    const Asker asker = ::isatty(STDIN_FILENO) ? Asker(ask_person) : Asker();
    if (mode == "agent") return Policy(Policy::kAgent, asker);
    return Policy(native ? Policy::kReadOnly : Policy::kNothing, asker, kDisabled);
  }

  Store& store_;
  Policy policy_;
  std::string root_;
  std::optional<Journal> journal_;
  std::optional<Transcript> transcript_;
  std::optional<Chat> chat_;
};

void print_diffs(const Journal& journal) {
  for (const auto& event : journal.events()) {
    const auto body = parse_json(event.body);
    if (event.kind == EventKind::edit && std::holds_alternative<Json>(body))
      std::cout << coloured_diff(std::get<Json>(body).text("diff"));
  }
}

class Terminal {
 public:
  explicit Terminal(const Invocation& invocation)
      : invocation_(invocation),
        store_(open_existing(invocation)),
        model_(open_model(model_name(invocation))),
        root_(std::filesystem::absolute(invocation.has("--root") ? invocation.text("--root") : ".")
                  .lexically_normal()
                  .string()),
        workspace_(disk_workspace(root_)) {
    add_op_tools(tools_, store_, invocation.text("--project"));
    add_file_tools(tools_, *workspace_);
    mode_ = invocation.has("--mode") ? invocation.text("--mode") : "ask";
    check_mode(mode_);
    begin();
  }

  int run() {
    std::cout << "model: " << printable(model_->name()) << ", mode: " << mode_
              << " (/mode, /diff, /undo, /quit)\n";
    const bool person = ::isatty(STDIN_FILENO) != 0;
    for (std::string line;
         (person ? std::cout << "> " << std::flush : std::cout), std::getline(std::cin, line);) {
      if (line.empty()) continue;
      if (line == "/quit") break;
      if (line[0] == '/')
        command(line);
      else
        say(line);
    }
    return 0;
  }

 private:
  static void check_mode(const std::string& mode) {
    if (mode != "agent" && mode != "ask")
      throw Error(ErrorCode::invalid, "the modes are agent and ask", mode);
  }
  void begin() { session_.emplace(store_, *model_, tools_, mode_, root_, invocation_); }

  void say(const std::string& line) {
    const Interrupt interrupt;
    const auto turn = session_->chat().turn(line, listener_of(), interrupt.token());
    std::cout << printable_lines(turn.answered ? turn.text : "no answer: " + turn.text) << "\n";
    std::cout.flush();
  }

  void command(const std::string& line) {
    if (line == "/diff") {
      print_diffs(session_->journal());
    } else if (line == "/undo") {
      for (const auto& edit : undo_edits(store_, session_->journal(), {}, false))
        std::cout << "restored " << printable(edit.path) << "\n";
    } else if (line.starts_with("/mode")) {
      const std::string wanted = line.size() > 6  ? line.substr(6)
                                 : mode_ == "ask" ? "agent"
                                                  : "ask";
      check_mode(wanted);
      mode_ = wanted;
      begin();
      std::cout << "mode: " << mode_ << "\n";
    } else {
      std::cout << "commands: /mode [agent|ask], /diff, /undo, /quit\n";
    }
  }

  const Invocation& invocation_;
  Store store_;
  std::unique_ptr<Model> model_;
  std::string root_;
  std::unique_ptr<Workspace> workspace_;
  Toolbox tools_;
  std::string mode_;
  std::optional<Session> session_;
};

}  // namespace

Command chat_command() {
  Command command;
  command.word = "chat";
  command.group = Group::agents;
  command.summary = "Talk about a folder's files, and let the model change them";
  command.details =
      "Starts in Ask mode, where nothing is read or changed; /mode agent lets the model read and\n"
      "edit files of the folder. Every edit is recorded: /diff shows them, /undo takes them back.";
  command.example = "dossier chat --mode agent --model 'process:claude -p'";
  command.options = {{"--mode", "MODE", "agent or ask (default: ask)"},
                     {"--root", "FOLDER", "The workspace (default: this folder)"}};
  for (auto& option : model_options())
    if (option.name != "--json") command.options.push_back(std::move(option));
  command.run = [](const Invocation& invocation) { return Terminal(invocation).run(); };
  return command;
}

}  // namespace dossier::cli
