#pragma once
// What happens while a script runs, in order: a program shows each on a line, a server sends each
// as an event. Searches, warnings and the summary are recorded as `progress` events of the session;
// calls and permissions have events of their own there, and the rest is in the call of the script.
//
//   begun       {event, code}
//   search      {event, query, found: [name, …]}
//   permission  {event, tool, capability, decision, by}
//   call        {event, tool, ok, ms}
//   log         {event, text}                          once it has ended
//   warning     {event, text}                          what the model does not get whole, and why
//   summary     {event, calls, failed, searches, stopped, entropy, in_sandbox, returned, ms}: what
//               its random numbers follow from, the bytes of the calls' results, and of its own
#include <functional>
#include <string_view>

#include "agent/turn.h"
#include "engine/json_value.h"

namespace dossier {

struct ScriptEvent {
  enum Kind : uint8_t { begun, search, permission, call, log, warning, summary } kind;
  Json body;
  const ToolResult* result = nullptr;  // of a call; gone when the listener returns
};
std::string_view name_of(ScriptEvent::Kind kind);

/// Called on the thread that runs the script.
using ScriptListener = std::function<void(const ScriptEvent&)>;

}  // namespace dossier
