// dossier ask: one question and one answer, which is checked against the store.
#include <unistd.h>

#include <iostream>

#include "agent/automation.h"
#include "agent/recall.h"
#include "agent/selection.h"
#include "cli/agent.h"
#include "cli/chat_output.h"
#include "cli/mcp_servers.h"
#include "cli/terminal.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

// Own tools look things up; those of other servers are called where --permit names them.
constexpr Policy::Table kAllowed = {Permission::allow, Permission::ask, Permission::ask,
                                    Permission::deny};

std::string next_command(const StoredFinding& stored) {
  const std::string& kind = stored.finding.kind;
  return (kind == "type" ? "dossier type-refs '" : "dossier clear '") +
         stored.finding.full_name.substr(0, stored.finding.full_name.find('(')) + "'";
}

// What it is, then where and what to type next, which must be there whole to be copied.
void print_finding(const StoredFinding& stored) {
  const Finding& finding = stored.finding;
  std::cout << "\n"
            << styled(finding.importance, finding.importance == "high" ? Style::bold : Style::dim)
            << "  " << printable(finding.kind + " " + finding.full_name)
            << (stored.verified ? "" : styled(" (unverified)", Style::yellow)) << "\n";
  if (!finding.notes.empty()) std::cout << "  " << printable(finding.notes) << "\n";
  std::cout << styled("  " + printable(finding.module_name) +
                          (finding.module_name.empty() ? "" : ": ") +
                          printable(next_command(stored)),
                      Style::dim)
            << "\n";
}

void print_readable(const AskResult& result, const std::string& session) {
  std::cout << printable(result.report.summary) << "\n";
  if (on_terminal()) {
    for (const auto& stored : result.findings) print_finding(stored);
  } else {
    Table table;
    for (const auto& stored : result.findings)
      table.rows.push_back({stored.finding.importance, stored.finding.kind,
                            stored.finding.full_name + (stored.verified ? "" : " (unverified)"),
                            stored.finding.module_name, next_command(stored)});
    if (!table.rows.empty()) std::cout << "\n" << print(table);
  }
  std::cerr << styled("session " + session + ": dossier sessions show " + session, Style::dim)
            << "\n";
}

LoopListener listener_of(bool log) {
  LoopListener listener;
  listener.on_call = [](const ToolCall& call) {
    std::cerr << styled(printable(shown_call(call)), Style::dim) << "\n";
  };
  listener.on_result = [log](const ToolResult& result) {
    std::cerr << styled("  " + printable(shown_result(result)), Style::dim) << "\n";
    if (log) std::cerr << printable(result.result.dump()) << "\n";
  };
  listener.model = [log](const ModelProgress& progress) {
    if (progress.kind == ModelProgress::retry)
      std::cerr << "dossier: " << printable(progress.text) << "; asking again\n";
    else if (log)
      std::cerr << printable(progress.text) << "\n";
  };
  if (!log && !on_terminal()) {
    listener.on_call = nullptr;
    listener.on_result = nullptr;
  }
  return listener;
}

ScriptListener script_listener(const Invocation& invocation, const AutoTools* scripts) {
  if (scripts == nullptr) return nullptr;
  const bool debug = scripts->settings().debug || invocation.has("--log");
  return debug || on_terminal() ? script_output(debug) : nullptr;
}

int answer(const Invocation& invocation) {
  const auto model = open_model(model_name(invocation));
  if (!invocation.json()) std::cout << "model: " << printable(model->name()) << "\n";
  Store store = open_existing(invocation);
  const std::string project = invocation.text("--project");
  Automation automation(store, *model, project);
  Toolbox& tools = automation.tools();
  const Interrupt interrupt;
  // Only a configuration that is named: a question is about the database, wherever it is asked.
  mcp::client::Servers servers(mcp_host(::isatty(STDIN_FILENO) != 0));
  servers.use(interrupt.token());
  if (invocation.has("--mcp-config")) servers.open(configured_servers(invocation, {}));
  servers.add_tools(tools);
  const std::string permit = invocation.text("--permit");
  permissions_in(permit, kAllowed);  // a mistake is told now
  if (!invocation.has("--no-memory")) add_recall_tool(tools, store, project);

  LoopLimits limits;
  if (invocation.has("--timeout")) limits.ms = invocation.number("--timeout", 1, 1'000'000) * 1000;
  if (invocation.has("--calls"))
    limits.calls = static_cast<int>(invocation.number("--calls", 1, 10'000));
  std::string question = invocation.text("QUESTION");
  const std::string title = question;
  if (invocation.has("--context")) {
    const Selection selection = selection_of(tools, invocation.text("--context"));
    if (!selection.is_known())
      std::cerr << "dossier: --context: there is no symbol " << printable(selection.symbol) << "\n";
    question = with_selection(question, selection);
  }

  tell_hidden(question);
  automation.begin(title, wanted_tools(invocation), prompts_folder(invocation), limits);
  if (automation.scripts() == nullptr && invocation.has("--auto-tools"))
    std::cerr << "dossier: no auto-tools: forceTraditionalMode is set (dossier config)\n";
  const AskResult result =
      automation.run(question, {interrupt.token(), listener_of(invocation.has("--log")),
                                script_listener(invocation, automation.scripts()),
                                Policy(kAllowed, nullptr, {}, tool_rules_of("agent", permit))});
  if (result.failure) throw Error(*result.failure);
  if (!result.answered)
    throw Error(ErrorCode::invalid, "no answer: " + result.problem,
                "session " + automation.session());
  if (invocation.json())
    std::cout << to_json(result.report).dump() << "\n";
  else
    print_readable(result, automation.session());
  return 0;
}

}  // namespace

Command ask_command() {
  Command command;
  command.word = "ask";
  command.group = Group::agents;
  command.summary = "Answer a question about the program with the symbols that matter";
  command.details =
      "Asks the model, which looks things up as it needs to, and prints one answer: a summary and\n"
      "the symbols, checked against the database. Without a model it works offline, from the words "
      "of\n"
      "the question. Every session is kept: see dossier sessions, dossier replay.";
  command.example = "dossier ask 'where are the attack power and health of the player?'";
  command.options = {
      {"QUESTION", "", "In your own words", true},
      {"--context", "SYMBOL",
       "What you are looking at: what it belongs to, what stands beside it and what calls it come "
       "first"},
      {"--log", "", "Show every call and every raw reply on standard error"},
      {"--calls", "N", "Maximum number of tool calls (default: 20)"},
      auto_tools_option(),
      traditional_option(),
      mcp_config_option(),
      {"--permit", "RULES",
       "Tools of other servers that may be called: SERVER__TOOL or SERVER__*=allow, …"},
      {"--no-memory", "", "Without the tool recall, which looks earlier findings and notes up"}};
  for (auto& option : model_options()) command.options.push_back(std::move(option));
  command.run = answer;
  return command;
}

}  // namespace dossier::cli
