#pragma once
// An event of a session. There is a fixed set of kinds, each with a JSON body. Events are appended
// and never changed. An event's hash covers its parent's hash, so the last hash authenticates the
// whole chain. An external effect is two events: `asked` before it and `settled` after it; an asked
// event without a settled one means that the program stopped in between.
//
//   started        {version, mode, model, protocol, project, snapshots, root, prompt, tools[,
//                  permit]}
//   setup          {system, tools: [{name, description, schema}]}  what every request begins with;
//                  sessions that begin alike share the one stored text
//   message        {role, text[, calls][, results]}       the conversation, as the model sees it
//   model_asked    {messages, request}                    how many, and the request's SHA-256
//   model_settled  {message, tokens_in, tokens_out, cut, diagnostics} or {error, code}
//   permission     {capability, decision, by}
//   tool_asked     {tool, input[, id]}
//   edit           {path, added, removed, diff}           within a tool's effect, before the write
//   tool_settled   {tool, input, ok, …, result}
//   summary        {replaces, text}: so many messages behind the first gave way to this
//   rewound        {messages}: so many messages at the end of the conversation are taken back
//   progress       {event: search|warning|summary, …}: of a script (agent/auto/script_event.h)
//   answer         the final object of an automation
//   ended          {status: done|failed|stopped, reason}
//
// Hash = SHA-256(link, u32 version, i64 at, i64 ms or -1, text kind, text tool, body's SHA-256);
// integers little-endian, text = u32 length and bytes. The link is the parent's hash. For a
// session's first own event it is SHA-256(parent's hash or 32 zero bytes, session's uid), so that
// two sessions that do the same at the same time have different chains.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/digest.h"
#include "engine/json_value.h"

namespace dossier {

enum class EventKind : uint8_t {
  started,
  message,
  model_asked,
  model_settled,
  permission,
  tool_asked,
  edit,
  tool_settled,
  answer,
  ended,
  setup,
  summary,
  rewound,
  progress,
};
std::string_view name_of(EventKind kind);
/// The names of all kinds.
std::span<const std::string_view> event_kinds();
/// Absent for a kind that this program does not know.
std::optional<EventKind> event_kind_named(std::string_view name);

struct SessionEvent {
  int64_t id = 0;   // row, 0 = not stored
  int64_t seq = 0;  // from 1 along the chain
  int64_t at = 0;   // ms since 1970, UTC
  int64_t ms = -1;  // duration of a settled effect, -1 = none
  EventKind kind = EventKind::message;
  std::string tool;
  std::string body;  // JSON
};

inline constexpr uint32_t kEventVersion = 1;

/// What the body of an event may take; a row of the database may be 64 MB.
inline constexpr size_t kMaxEventBytes = 48 << 20;

/// The body as a value. Throws Error{corrupt} if it is not JSON.
Json body_of(const SessionEvent& event);

/// The event's hash after `link`.
Digest hash_of(const SessionEvent& event, const Digest& link, const Digest& body);
/// The link of the session's first own event.
Digest first_link(const Digest& parent, std::string_view uid);

}  // namespace dossier
