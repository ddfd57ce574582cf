// dossier chat: seed 002 on a terminal. Results of actions are for the model; a person sees one
// line for each, and the diff on request. A failure (an unreachable model, an undo of a file that
// has changed) is reported, and the conversation continues.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "agent/chat_place.h"
#include "agent/redact.h"
#include "agent/sessions.h"
#include "cli/agent.h"
#include "cli/chat_figures.h"
#include "cli/chat_mentions.h"
#include "cli/chat_output.h"
#include "cli/chat_permission.h"
#include "cli/chat_text.h"
#include "cli/chat_words.h"
#include "cli/failure.h"
#include "cli/first_import.h"
#include "cli/line_editor.h"
#include "cli/mcp_servers.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

constexpr int64_t kLeastContext = 2'000;

class Terminal {
 public:
  explicit Terminal(const Invocation& invocation)
      : invocation_(invocation),
        store_(open_or_import(invocation)),
        model_(open_model(model_name(invocation))),
        person_(::isatty(STDIN_FILENO) != 0) {
    if (invocation.has("--auto-tools") &&
        auto_settings(store_.database().path()).forced_traditional)
      std::cerr << "dossier: no auto-tools: forceTraditionalMode is set (dossier config)\n";
    if (invocation.has("--session"))
      place_.emplace(store_, *model_, options(),
                     find_session(store_, invocation.text("--session")));
    else
      place_.emplace(store_, *model_, options());
  }

  int run() {
    if (!invocation_.json())
      std::cout << "model: " << printable(model_->name()) << ", mode: " << place_->mode()
                << (place_->is_automatic() ? ", auto-tools" : "") << " (/help lists the commands)\n"
                << std::flush;
    person_ ? edit_lines() : read_lines();
    if (person_ && !invocation_.json() && !place_->id().empty()) say_how_to_go_on();
    // A person has seen it; whoever feeds a pipe asks for the status.
    return has_failed_ && !person_ ? 1 : 0;
  }

 private:
  // An imported session does not go on in the folder that it names.
  void say_how_to_go_on() {
    std::cout << "to go on: dossier chat --session " << place_->id();
    if (invocation_.has("--root") &&
        was_recorded_elsewhere(store_, Journal::open(store_, find_session(store_, place_->id()))))
      std::cout << " --root " << shell_quoted(invocation_.text("--root"));
    std::cout << "\n";
  }

  void read_lines() {
    for (std::string line; std::getline(std::cin, line);) {
      if (is_quit(line)) return;
      if (!line.empty()) attempt(line);
    }
  }

  void edit_lines() {
    LineEditor editor(state_file("chat_history"), [this](const std::string& before, size_t& word) {
      return chat_completions(place_->tools(), before, word);
    });
    bool was_interrupted = false;
    for (std::string line;;) {
      const auto end = editor.read("> ", line);
      if (end == LineEditor::End::end) {
        std::cout << "\n";
        return;
      }
      if (end == LineEditor::End::interrupted) {
        if (line.empty() && std::exchange(was_interrupted, true)) return;
        if (line.empty()) std::cout << "(Ctrl-C again leaves, and so does Ctrl-D)\n" << std::flush;
        continue;
      }
      was_interrupted = false;
      if (line.find_first_not_of(" \t\n") == std::string::npos) continue;
      editor.remember(redact(line));
      if (is_quit(line)) return;
      attempt(line);
    }
  }

  static bool is_quit(const std::string& line) {
    const ChatLine said = chat_line(line);
    return said.command == "/quit" && said.text.empty();
  }

  void attempt(const std::string& line) {
    try {
      const ChatLine said = chat_line(line);
      said.command.empty() ? say(said.text) : command(said.command, said.text);
    } catch (const Error& error) {
      has_failed_ = true;
      std::cout << std::flush;
      std::cerr << failure_line(error, invocation_.json());
    }
  }

  // Ask mode has no use for the tools of others, so their servers wait for the first Agent mode.
  void open_servers(const std::string& folder, Toolbox& tools) {
    const Interrupt interrupt;
    servers_.emplace(mcp_host(person_));
    servers_->use(interrupt.token());
    servers_->open(configured_servers(invocation_, folder));
    servers_->add_tools(tools);
  }

  ChatOptions options() {
    ChatOptions out;
    if (invocation_.has("--mode")) out.mode = invocation_.text("--mode");
    out.root = invocation_.optional("--root");
    out.snapshot = invocation_.text("--snapshot");
    out.project = invocation_.text("--project");
    out.permit = invocation_.optional("--permit");
    out.prompts = prompts_folder(invocation_);
    out.add_tools = [this](const std::string& folder, Toolbox& tools) {
      open_servers(folder, tools);
    };
    if (invocation_.has("--timeout"))
      out.timeout_ms = invocation_.number("--timeout", 1, 1'000'000) * 1000;
    out.recalls = !invocation_.has("--no-memory");
    out.automatic = wanted_tools(invocation_);
    if (person_)
      out.asker = [this](const PermissionRequest& request) {
        return ask_person(request, &place_->files());
      };
    out.defers = true;
    if (invocation_.has("--context-tokens"))
      out.context_tokens = invocation_.number("--context-tokens", kLeastContext, INT32_MAX);
    out.on_script = script_output(auto_settings(store_.database().path()).debug);
    return out;
  }

  void use(const Interrupt& interrupt) {
    if (servers_) servers_->use(interrupt.token());
  }

  void say(const std::string& line) {
    const Interrupt interrupt;
    use(interrupt);
    tell_hidden(line);
    const Mentions mentions = with_mentions(place_->tools(), line);
    for (const auto& remark : mentions.remarks)
      std::cerr << "dossier: " << printable(remark) << "\n";
    ChatOutput output(!invocation_.json());
    show(place_->turn(mentions.message, output.listener(), interrupt.token(), line), output,
         interrupt.token());
  }

  void retry() {
    const Interrupt interrupt;
    use(interrupt);
    ChatOutput output(!invocation_.json());
    show(place_->retry(output.listener(), interrupt.token()), output, interrupt.token());
  }

  void show(const Chat::Turn& turn, ChatOutput& output, const std::stop_token& stop) {
    if (invocation_.json()) {
      Json edited = Json::array();
      for (const auto& path : turn.edited) edited.add(path);
      print(Json::object({{"session", place_->id()},
                          {"answered", turn.answered},
                          {"text", turn.text},
                          {"edited", std::move(edited)}}));
      if (!turn.answered) throw failure_of(turn);
      return;
    }
    if (!turn.answered) output.end_reply();
    if (turn.failure && stop.stop_requested()) {
      has_failed_ = true;
      std::cout << "stopped; the session goes on\n" << std::flush;
      return;
    }
    if (!turn.answered) throw failure_of(turn);
    output.end(turn.text);
    if (turn.is_cut)
      std::cerr << "dossier: the answer was cut off at the limit of the model's length; ask it to "
                   "go on\n";
  }

  static Error failure_of(const Chat::Turn& turn) {
    if (turn.failure) return *turn.failure;
    std::string why = turn.text;
    while (why.ends_with('\n')) why.pop_back();
    std::replace(why.begin(), why.end(), '\n', ' ');
    return Error(ErrorCode::limit, "no answer: " + why);
  }

  static void print(const Json& json) { std::cout << json.dump() << "\n" << std::flush; }

  void command(const std::string& word, const std::string& argument) {
    check_command(word, argument);
    if (word == "/diff") return print_diffs(store_, place_->journal(), invocation_.json());
    if (word == "/undo") return print_undone(place_->undo(), invocation_.json());
    if (word == "/redo") return print_undone(place_->redo(), invocation_.json());
    if (word == "/mode") return mode(argument);
    if (word == "/tools") return tools(argument);
    if (word == "/model") return model(argument);
    if (word == "/retry") return retry();
    if (word == "/context") return print_filling(place_->filling(), invocation_.json());
    if (word == "/cost") return print_cost(place_->journal().events(), invocation_.json());
    if (word == "/save")
      return save_conversation(conversation_text(store_, place_->journal()), place_->id(), argument,
                               invocation_.json());
    help();
  }

  void mode(const std::string& wanted) {
    place_->change_mode(!wanted.empty() ? wanted : place_->mode() == "ask" ? "agent" : "ask");
    if (invocation_.json())
      print(Json::object({{"session", place_->id()}, {"mode", place_->mode()}}));
    else
      std::cout << "mode: " << place_->mode() << "\n";
  }

  void tools(const std::string& wanted) {
    if (!wanted.empty() && wanted != "auto" && wanted != "traditional")
      throw Error(ErrorCode::invalid, "the tools are auto and traditional", wanted);
    place_->change_tools(wanted.empty() ? !place_->is_automatic() : wanted == "auto");
    const std::string now = place_->is_automatic() ? "auto" : "traditional";
    if (invocation_.json())
      print(Json::object({{"session", place_->id()}, {"tools", now}}));
    else
      std::cout << "tools: " << now << "\n";
  }

  void model(const std::string& wanted) {
    if (!wanted.empty()) {
      auto model = open_model(wanted);
      place_->change_model(*model);
      model_ = std::move(model);
    }
    if (invocation_.json())
      print(Json::object({{"session", place_->id()}, {"model", model_->name()}}));
    else
      std::cout << "model: " << printable(model_->name()) << "\n";
  }

  void help() {
    Json rows = Json::array();
    std::string text;
    for (const auto& command : chat_commands()) {
      rows.add(Json::object(
          {{"command", command.word}, {"argument", command.argument}, {"about", command.doc}}));
      std::string left = std::string(command.word) + " " + std::string(command.argument);
      left.resize(std::max<size_t>(left.size(), 25), ' ');
      text += "  " + left + "  " + std::string(command.doc) + "\n";
    }
    if (invocation_.json()) return print(rows);
    text +=
        "@FILE and @SYMBOL in a message show them to the model; Tab completes; Meta-Enter begins a "
        "new line.\n"
        "A line that begins with a path, as /usr/lib, or with a space is a message.\n";
    std::cout << fitted(text, terminal_width());
  }

  const Invocation& invocation_;
  Store store_;  // before whatever else may be the same file
  std::unique_ptr<Model> model_;
  bool person_;
  bool has_failed_ = false;                      // a line of it
  std::optional<mcp::client::Servers> servers_;  // of other programs
  std::optional<ChatPlace> place_;
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
      "whatever the model; it may look the database up, and is shown what you mention as @FILE or\n"
      "@SYMBOL. /mode agent lets the model read and edit files. Every edit is recorded: /diff "
      "shows\n"
      "them, /undo takes them back; /help lists all commands. Where there is no database, the "
      "folder\n"
      "is imported first. With --permit execute=ask the model may run commands, confined to the\n"
      "folder and without a network; what they write is no edit, and is not undone.\n"
      "/tools auto gives the model one tool, whose scripts call the others; what a script writes "
      "or\n"
      "executes is asked about. dossier config has the settings of that.\n"
      "Ctrl-C stops a turn and keeps the session; a second one ends the program.\n"
      "With --json each turn is an object on a line of its own. Where its lines come from a pipe,\n"
      "the exit status is 1 if a turn or a command failed; standard error says which and why.";
  command.example = "dossier chat --mode agent --model 'process:claude -p'";
  command.options = {
      {"--mode", "MODE", "agent or ask (default: ask)", false, false, {"agent", "ask"}},
      {"--root", "FOLDER", "The workspace (default: this folder)"},
      {"--snapshot", "SNAPSHOT",
       "Work on the files of this snapshot instead; edits stay in the record"},
      auto_tools_option(),
      traditional_option(),
      mcp_config_option(),
      {"--no-memory", "", "Without the tool recall, which looks earlier findings and notes up"},
      {"--session", "ID", "Go on with a chat: its mode, its folder, what was said"},
      {"--context-tokens", "N",
       "What fits into the model's context (default: as the table of prices says, else 100000); "
       "older turns give way to a summary"},
      {"--permit", "RULES",
       "In Agent mode: lookup|read|write|execute=allow|ask|deny, … (default: all "
       "but execute=deny), and SERVER__TOOL or SERVER__*=… (default: ask); without a terminal, "
       "ask means deny"}};
  for (auto& option : model_options()) command.options.push_back(std::move(option));
  command.run = [](const Invocation& invocation) {
    check_mcp_config(invocation);
    prompts_folder(invocation);
    return Terminal(invocation).run();
  };
  return command;
}

}  // namespace dossier::cli
