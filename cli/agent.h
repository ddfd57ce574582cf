#pragma once
// What the commands of agents share: choosing a model and prompts, and displaying calls.
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "agent/ask.h"
#include "agent/model.h"
#include "cli/command.h"
#include "store/store.h"

namespace dossier::cli {

/// --model, else $DOSSIER_MODEL, else offline.
std::string model_name(const Invocation& invocation);

/// The folder of --prompts; "" without it. Throws Error{not_found} if there is none of that name.
std::string prompts_folder(const Invocation& invocation);

/// Opens the database, which must exist, for writing.
Store open_existing(const Invocation& invocation);

// The rows of the agents' commands, one function per file.
Command ask_command();
Command backend_command();
Command chat_command();
Command config_command();
Command mcp_command();
Command note_command();
Command replay_command();
Command sessions_command();

/// The options of every command with a model.
std::vector<Option> model_options();

/// A call on one line of a terminal: "broad_lookup Player.*Health".
std::string shown_call(const ToolCall& call);
/// A result: "→ 42 hits", "→ failed: why".
std::string shown_result(const ToolResult& result);
/// Call and result on one line; for an edit "edited PATH (+3 −1)".
std::string shown_activity(const ToolResult& result);

/// --auto-tools and --traditional, and what they say; absent: as the settings do.
Option auto_tools_option();
Option traditional_option();
std::optional<bool> wanted_tools(const Invocation& invocation);

/// What a script did, on one line: "search 'health' → 3 tools"; "" for what is shown elsewhere.
std::string shown_progress(const Json& body);

/// A unified diff, coloured on a terminal.
std::string coloured_diff(std::string_view diff);

/// Reports on standard error, in one line, which secrets in a person's text are hidden, if any.
void tell_hidden(std::string_view typed);

/// Turns Ctrl-C into a stop during its lifetime; a second Ctrl-C ends the program.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::function<void()> end_;
};

}  // namespace dossier::cli
