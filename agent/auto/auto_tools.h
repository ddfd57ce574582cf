#pragma once
// Auto-tools (seed 003): instead of the schemas of all tools, a model gets one tool, run_auto_tool,
// and a line on each of the others. It writes a script that searches tools, calls them and returns
// what matters; what the calls returned stays in the sandbox. Each call of a script goes the way of
// any other: schema, permission, record, truncation. A replay takes a script's outcome, and the
// calls within it, from the record.
//
// Rejected: telling the script apart from its calls in the record (a call within another one stands
// between its asked and its settled event, which says the same).
#include <functional>
#include <string>
#include <vector>

#include "agent/auto/tool_index.h"
#include "agent/tool.h"
#include "sandbox/sandbox.h"

namespace dossier {

class Transcript;

/// FORMATS of seed 003; each number is capped at its second value.
struct AutoSettings {
  int64_t max_results = 10;               // of a search; 50
  int64_t timeout_ms = 30'000;            // of a script; 60'000
  int64_t parallel_limit = 5;             // calls of a batch in progress; 10
  bool auto_approve_read = true;          // without it, reading the workspace is asked about
  bool debug = false;                     // shows code and logs
  std::vector<std::string> categories{};  // {} = all
};

class AutoTools {
 public:
  /// Borrows the tools, which get run_auto_tool themselves.
  AutoTools(Toolbox& tools, AutoSettings settings);
  AutoTools(const AutoTools&) = delete;
  AutoTools& operator=(const AutoTools&) = delete;

  /// The transcript that the calls of scripts go through; borrowed. `on_call` is told of each.
  void use(Transcript& transcript, std::string workspace, std::string conversation,
           std::function<void(const ToolResult&)> on_call = nullptr);
  /// In Ask mode scripts reach only what looks things up in the store.
  void only_lookups(bool only) { lookups_only_ = only; }
  /// The specification of run_auto_tool: what a request offers.
  ToolSpec spec() const;
  /// For the system prompt: how to write a script, and a line on each tool.
  std::string prompt(const std::string& prompts) const;
  /// Starts a worker ahead of the first script.
  void warm() { sandbox_.warm(); }

 private:
  ToolIndex index() const { return {tools_, {settings_.categories, lookups_only_}}; }
  void run(const std::string& code, ToolResult& result);

  Toolbox& tools_;
  const AutoSettings settings_;
  sandbox::Sandbox sandbox_;
  bool lookups_only_ = false;
  Transcript* transcript_ = nullptr;
  std::string workspace_, conversation_;
  std::function<void(const ToolResult&)> on_call_;
};

}  // namespace dossier
