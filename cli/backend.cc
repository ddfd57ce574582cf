// dossier backend: the chat backend of the seeds, JSON on standard input to JSON on standard
// output.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>

#include "agent/backend.h"
#include "agent/redact.h"
#include "cli/agent.h"
#include "cli/database_path.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/unicode.h"
#include "queries/open.h"

namespace dossier::cli {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// The model of chat and file mode: --model, else as POE_ENABLED says, else $DOSSIER_MODEL.
std::string chosen_model(const Invocation& invocation,
                         const std::function<void(const std::string&)>& tell) {
  const char* enabled = std::getenv("POE_ENABLED");
  if (invocation.has("--model") || enabled == nullptr) return model_name(invocation);
  const std::string word = lower(enabled);
  const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_one_of({"", "0", "false", "no", "off"})) return "offline";
  if (!is_one_of({"1", "true", "yes", "on"}))
    throw Error(ErrorCode::invalid, "POE_ENABLED is 1 or 0", enabled);
  if (!variable("DOSSIER_MODEL").empty()) return variable("DOSSIER_MODEL");
  const std::string name = variable("POE_MODEL"), url = variable("POE_BASE_URL");
  if (url.empty() && variable("POE_API_KEY").empty()) {
    tell("POE_ENABLED is on, and POE_API_KEY is not set; falling back to the words of the message");
    return "offline";
  }
  return "openai:" + (name.empty() ? "Claude-Sonnet-4.5" : name) + "@" +
         (url.empty() ? "https://api.poe.com/v1" : url);
}

// What is asked without a project in the request.
std::unique_ptr<Program> running_server(const Invocation& invocation) {
  if (invocation.has("--server")) return program_at(invocation.text("--server"));
  const std::string usual = usual_server();
  return usual.empty() ? nullptr : program_answering(usual);
}

int run_backend(const Invocation& invocation) {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const BackendRequest request = parse_backend_request(text);
  const auto tell = [](const std::string& remark) {
    std::cerr << "dossier: " << printable(remark) << "\n";
  };
  // Sessions are kept where there is a database of the person's; without one this leaves nothing
  // behind.
  const std::string path = database_path(invocation.optional("--db"));
  const bool exists = ::access(path.c_str(), F_OK) == 0;
  const bool keeps = ::access(path.c_str(), W_OK) == 0 && !finds_foreign(invocation);
  Store store = keeps ? open_to_write(path) : open_in_memory();
  std::optional<Store> read;
  std::unique_ptr<Program> program;
  if (!request.debug) {
    if (request.has_modules()) {
      program = program_in(request.project, request.mode == "file");
    } else if ((program = running_server(invocation))) {
      // It answers, and it has what the request's program was made from.
    } else if (exists) {
      read.emplace(open_reading(invocation));
      program = program_in(*read);
    } else {
      tell("no project in the request and no database at " + path);
    }
  }
  std::unique_ptr<Model> model;
  // Automation mode never needs a network, whatever model is set.
  if (request.mode != "automation" && !request.debug)
    if (const std::string name = chosen_model(invocation, tell); name != "offline")
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
      "and Hits. A project in the request is searched in memory; without one the server of\n"
      "--server or, if one answers there, at $DOSSIER_SERVER (http://127.0.0.1:5015), else the\n"
      "database. POE_ENABLED=1 asks POE_MODEL at Poe with POE_API_KEY, POE_ENABLED=0 no model;\n"
      "without it, $DOSSIER_MODEL; --model goes before both. Automation asks no model.";
  command.example =
      "echo '{\"Messages\":[{\"Role\":\"user\",\"Content\":\"Player "
      "health\"}],\"Mode\":\"automation\"}' "
      "| dossier backend";
  command.options = {{"--server", "URL", "Search a running server instead of the database"}};
  for (auto& option : model_options())
    if (option.name == "--model" || option.name == "--json")
      command.options.push_back(std::move(option));
  command.run = run_backend;
  return command;
}

}  // namespace dossier::cli
