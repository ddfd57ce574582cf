#pragma once
// Conversations that other programs recorded (docs/formats.md), read into events of ours. Readers
// are pure and total: any bytes give sessions, a count of what was left out by kind, or the reason
// why the file is no transcript. What a longer version of a file yields begins with what the
// shorter one did, so a session that has grown is extended, never stored twice. Text is redacted
// here, before anything else sees it. Only what was settled is known of a foreign session: its
// replies are `model_settled` events without `model_asked`, and a call appears once its result
// does.
//
// Rejected: keeping the foreign lines as they are beside the events (their secrets with them).
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "agent/event.h"
#include "agent/journal.h"

namespace dossier {

struct ForeignSession {
  std::string source;  // "claude_code:ID": the same whenever the session is read again
  std::string uid;     // of our own exports, else ""
  std::string title;
  std::string mode = "import";
  std::string model;
  std::string project;
  std::string parent;  // the source of the session that this one is a side of, or ""
  int64_t started_at = 0;
  std::vector<SessionEvent> events;                       // without id and seq
  std::map<size_t, std::vector<StoredFinding>> findings;  // by index of their answer event
};

struct Foreign {
  std::string format;
  std::vector<ForeignSession> sessions;
  std::map<std::string, int64_t> lost;  // what was left out, by kind
};

/// The sessions in a file's bytes, or why there are none. `name` is the file's own (without
/// folders), `at` stands for times that the file does not tell (ms since 1970).
std::variant<Foreign, std::string> read_foreign(std::string_view bytes, std::string_view name,
                                                int64_t at);

/// The sessions of `llm`'s logs.db, both of its generations of tables.
std::variant<Foreign, std::string> read_llm_logs(const std::string& path, int64_t at);

/// Milliseconds since 1970 of an ISO 8601 time (UTC where it names no zone); nothing for others.
std::optional<int64_t> time_in(std::string_view text);

}  // namespace dossier
