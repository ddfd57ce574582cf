#pragma once
// Reads conversations recorded by other programs (docs/formats.md) into our events. Readers are
// pure and total: any bytes give sessions and a count of what was left out by kind, or the reason
// why the file is not a transcript. A longer version of a file gives the events of the shorter one
// first, so a session that has grown is extended, never stored twice. Text is redacted here, before
// anything else sees it. Foreign sessions contain only completed effects: replies are
// `model_settled` events without `model_asked`, and a call appears when its result does.
//
// Rejected: storing the original lines beside the events, with their secrets.
#include <cstdint>
#include <functional>
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
  std::string parent;  // the source of the session that this one branches from, or ""
  int64_t started_at = 0;
  std::vector<SessionEvent> events;                       // without id and seq
  std::map<size_t, std::vector<StoredFinding>> findings;  // by index of their answer event
  std::map<size_t, ImportedEdit> edits;                   // by index of their edit event
  std::string fork_of;     // of our own exports: the id of the session that it forks from, or ""
  int64_t fork_after = 0;  // and the number of the last event that both share
};

struct Foreign {
  std::string format;
  std::vector<ForeignSession> sessions;
  std::map<std::string, int64_t> lost;  // what was left out, by kind
};

/// What is read in one piece: as a value in memory, redacted and as events it takes up to nine
/// times its text.
struct ForeignLimits {
  size_t document = 64 << 20;    // a file that is one JSON value, an entry of a packed file
  size_t line = kMaxEventBytes;  // of JSON lines
};

/// The sessions in a file's bytes, or why there are none. `name` is the file's name without
/// folders; `at` (ms since 1970) replaces times that the file does not contain. JSON lines may have
/// more bytes than a document; what is too long of them is counted as lost.
std::variant<Foreign, std::string> read_foreign(std::string_view bytes, std::string_view name,
                                                int64_t at, const ForeignLimits& limits = {});

/// The same for a file of `size` bytes, more than a document may have, whose next ones `read` puts
/// into the buffer: it returns how many, 0 at the end.
std::variant<Foreign, std::string> read_long_foreign(
    uint64_t size, const std::function<size_t(char* buffer, size_t size)>& read,
    std::string_view name, int64_t at, const ForeignLimits& limits);

/// The sessions of `llm`'s logs.db, in both versions of its schema.
std::variant<Foreign, std::string> read_llm_logs(const std::string& path, int64_t at);

/// Milliseconds since 1970 of an ISO 8601 time (UTC if it has no zone); absent for other text.
std::optional<int64_t> time_in(std::string_view text);

}  // namespace dossier
