#pragma once
// Auto-tools (seed 003): instead of the schemas of all tools, a model gets one tool, run_auto_tool,
// and a line on each of the others. It writes a script that searches tools, calls them and returns
// what matters; what the calls returned stays in the sandbox. Each call of a script goes the way of
// any other: schema, permission, record, truncation. A replay takes a script's outcome, and the
// calls within it, from the record.
//
// Rejected: telling the script apart from its calls in the record (a call within another one stands
// between its asked and its settled event, which says the same).
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "agent/auto/auto_settings.h"
#include "agent/auto/script_event.h"
#include "agent/auto/tool_index.h"
#include "agent/tool.h"
#include "sandbox/sandbox.h"
#include "store/store.h"

namespace dossier {

class Transcript;

/// What asks, in a question to a person.
inline constexpr std::string_view kWithinScript = "auto-tools";

class AutoTools {
 public:
  /// Borrows the tools, which get run_auto_tool themselves: hidden, since a request offers spec().
  AutoTools(Toolbox& tools, AutoSettings settings);
  AutoTools(const AutoTools&) = delete;
  AutoTools& operator=(const AutoTools&) = delete;

  /// The transcript that the calls of scripts go through; borrowed.
  void use(Transcript& transcript, std::string workspace, std::string conversation,
           ScriptListener listener = nullptr);
  /// In Ask mode scripts reach only what looks things up in the store.
  void only_lookups(bool only) { lookups_only_ = only; }
  /// Ends the scripts of a turn.
  void stop_with(std::stop_token stop) { stop_ = std::move(stop); }
  /// Whether the session has auto-tools now. Without, run_auto_tool refuses.
  void turn(bool on);
  bool is_on() const { return on_; }

  /// The specification of run_auto_tool: what a request offers.
  ToolSpec spec() const;
  /// For the system prompt: how to write a script, and a line on each tool.
  std::string prompt(const std::string& prompts) const;
  const AutoSettings& settings() const { return settings_; }

 private:
  ToolIndex index() const { return {tools_, {settings_.categories, lookups_only_}}; }
  void run(const std::string& code, ToolResult& result);

  Toolbox& tools_;
  const AutoSettings settings_;
  sandbox::Sandbox sandbox_;
  bool lookups_only_ = false, on_ = true;
  Transcript* transcript_ = nullptr;
  std::string workspace_, conversation_;
  ScriptListener listener_;
  std::stop_token stop_;
};

/// Of an automation, which nobody can be asked in; null where it has its tools one by one.
std::unique_ptr<AutoTools> scripts_of(Toolbox& tools, Store& store,
                                      std::optional<bool> wanted = std::nullopt);

}  // namespace dossier
