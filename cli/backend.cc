// dossier backend: the chat backend of the seeds, JSON on standard input to JSON on standard
// output.
#include <unistd.h>

#include <iostream>
#include <iterator>

#include "agent/backend.h"
#include "agent/redact.h"
#include "cli/agent.h"
#include "cli/terminal.h"
#include "engine/unicode.h"
#include "queries/open.h"

namespace dossier::cli {
namespace {

int run_command(const Invocation& invocation) {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const BackendRequest request = parse_backend_request(text);
  const auto tell = [](const std::string& remark) {
    std::cerr << "dossier: " << printable(remark) << "\n";
  };
  // Sessions are kept where there is a database; without one this leaves nothing behind.
  const std::string path = invocation.database();
  const bool exists = ::access(path.c_str(), F_OK) == 0;
  Store store = ::access(path.c_str(), W_OK) == 0 ? open_to_write(path) : open_in_memory();
  std::optional<Store> read;
  std::unique_ptr<Program> program;
  if (!request.debug) {
    if (request.has_modules()) {
      program = program_in(request.project, request.mode == "file");
    } else if (invocation.has("--server")) {
      program = program_at(invocation.text("--server"));
    } else if (exists) {
      read.emplace(open_to_read(path));
      program = program_in(*read);
    } else {
      tell("no project in the request and no database at " + path);
    }
  }
  std::unique_ptr<Model> model;
  // Automation mode never needs a network, whatever model is set.
  if (const std::string name = model_name(invocation);
      name != "offline" && request.mode != "automation" && !request.debug)
    model = open_model(name);
  Toolbox tools;
  add_program_tools(tools, program.get());
  SessionInfo info;
  info.title = utf8_prefix(redact(request.last_user()), 200);
  info.mode = "backend";
  info.model = model ? model->name() : "offline";
  Journal journal = Journal::begin(store, info, system_entropy());
  Policy policy(Policy::kLookups);
  Transcript transcript(journal, {model.get(), &tools, &policy, &system_clock(), {}});
  std::cout << backend_reply(transcript, request, model != nullptr, tell).dump() << "\n";
  return 0;
}

}  // namespace

Command backend_command() {
  Command command;
  command.word = "backend";
  command.group = Group::seed;
  command.summary = "The chat backend: a JSON request on standard input, a JSON reply out";
  command.details =
      "Reads {Messages, Project?, Mode: chat|automation|file, DebugMode?} and answers\n"
      "{AssistantMessage, SearchKeywords, ExcludedModules}; automation mode adds AutomationResult\n"
      "and Hits. A project in the request is searched in memory, otherwise the database or, with\n"
      "--server, a running server.";
  command.example =
      "echo '{\"Messages\":[{\"Role\":\"user\",\"Content\":\"Player "
      "health\"}],\"Mode\":\"automation\"}' "
      "| dossier backend";
  command.options = {{"--server", "URL", "Search a running server instead of the database"}};
  for (auto& option : model_options())
    if (option.name == "--model" || option.name == "--json")
      command.options.push_back(std::move(option));
  command.run = run_command;
  return command;
}

}  // namespace dossier::cli
