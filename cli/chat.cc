// dossier chat: seed 002 on a terminal. Results of actions are for the model; a person sees one
// line for each, and the diff on request. A failure (an unreachable model, an undo of a file that
// has changed) is reported, and the conversation continues.
#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>

#include "agent/chat_place.h"
#include "agent/sessions.h"
#include "agent/settings.h"
#include "cli/agent.h"
#include "cli/chat_output.h"
#include "cli/failure.h"
#include "cli/mcp_servers.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

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

// The settings of dossier config, as scripts use them.
AutoSettings settings_in(Store& store) {
  const auto number = [&](std::string_view name) { return *setting(store, name).integer(); };
  AutoSettings out;
  out.max_results = number("maxResults");
  out.timeout_ms = number("defaultTimeout");
  out.parallel_limit = number("parallelLimit");
  out.auto_approve_read = setting(store, "autoApproveRead") == Json(true);
  out.debug = setting(store, "debugMode") == Json(true);
  const Json categories = setting(store, "allowedCategories");
  for (const auto& name : categories.each()) out.categories.push_back(*name.string());
  return out;
}

class Terminal {
 public:
  explicit Terminal(const Invocation& invocation)
      : invocation_(invocation),
        store_(open_existing(invocation)),
        model_(open_model(model_name(invocation))),
        person_(::isatty(STDIN_FILENO) != 0) {
    if (invocation.has("--session"))
      place_.emplace(store_, *model_, options(),
                     find_session(store_, invocation.text("--session")));
    else
      place_.emplace(store_, *model_, options());
  }

  int run() {
    if (!invocation_.json())
      std::cout << "model: " << printable(model_->name()) << ", mode: " << place_->mode()
                << " (/mode, /diff, /undo, /quit)\n";
    for (std::string line;
         (person_ ? std::cout << "> " << std::flush : std::cout), std::getline(std::cin, line);) {
      if (line.empty()) continue;
      if (line == "/quit") break;
      attempt(line);
    }
    if (person_ && !invocation_.json())
      std::cout << "\nto go on: dossier chat --session " << place_->journal().info().uid << "\n";
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

  // Ask mode has no use for the tools of others, so their servers wait for the first Agent mode.
  void open_servers(const std::string& folder, Toolbox& tools) {
    const Interrupt interrupt;
    servers_.emplace(store_, mcp_host(person_));
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
    out.prompts = invocation_.text("--prompts");
    out.add_tools = [this](const std::string& folder, Toolbox& tools) {
      open_servers(folder, tools);
    };
    if (invocation_.has("--timeout"))
      out.timeout_ms = invocation_.number("--timeout", 1, 1'000'000) * 1000;
    out.recalls = !invocation_.has("--no-memory");
    out.settings = settings_in(store_);
    out.automatic =
        (invocation_.has("--auto-tools") || setting(store_, "enableAutoTools") == Json(true)) &&
        setting(store_, "forceTraditionalMode") != Json(true);
    // Stopped while it asked: whatever was typed, the answer is no.
    if (person_)
      out.asker = [this](std::string_view tool, Capability capability, std::string_view input) {
        const Consent consent = ask_person(tool, capability, input);
        return stop_.stop_requested() ? Consent{} : consent;
      };
    out.on_made = [](const ToolResult& made) {
      std::cerr << (on_terminal() ? "\r\x1b[K" : "")
                << styled("  " + printable(shown_activity(made)), Style::dim) << "\n";
    };
    return out;
  }

  void say(const std::string& line) {
    const Interrupt interrupt;
    stop_ = interrupt.token();
    if (servers_) servers_->use(stop_);
    tell_hidden(line);
    ChatOutput output(!invocation_.json());
    const auto turn = place_->turn(line, output.listener(), interrupt.token());
    if (invocation_.json()) {
      Json edited = Json::array();
      for (const auto& path : turn.edited) edited.add(path);
      std::cout << Json::object({{"session", place_->journal().info().uid},
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
      print_diffs(store_, place_->journal(), invocation_.json());
    } else if (line == "/undo") {
      print_undone(place_->undo(), invocation_.json());
    } else if (line == "/mode" || line.starts_with("/mode ")) {
      place_->change_mode(line.size() > 6           ? line.substr(6)
                          : place_->mode() == "ask" ? "agent"
                                                    : "ask");
      if (invocation_.json())
        std::cout << Json::object(
                         {{"session", place_->journal().info().uid}, {"mode", place_->mode()}})
                         .dump()
                  << "\n"
                  << std::flush;
      else
        std::cout << "mode: " << place_->mode() << "\n";
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
  std::optional<mcp::client::Servers> servers_;  // of other programs
  std::stop_token stop_;                         // of the turn
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
      mcp_config_option(),
      {"--no-memory", "", "Without the tool recall, which looks earlier findings and notes up"},
      {"--session", "ID", "Go on with a chat: its mode, its folder, what was said"},
      {"--permit", "RULES",
       "In Agent mode: lookup|read|write|execute=allow|ask|deny, … (default: all "
       "but execute=deny), and SERVER__TOOL or SERVER__*=… (default: ask); without a terminal, "
       "ask means deny"}};
  for (auto& option : model_options()) command.options.push_back(std::move(option));
  command.run = [](const Invocation& invocation) { return Terminal(invocation).run(); };
  return command;
}

}  // namespace dossier::cli
