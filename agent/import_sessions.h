#pragma once
// Puts foreign conversations into the store. Repeatable: a session is known by its source, what it
// has grown by is appended, and what is there already is left alone. Where a file tells another
// story than it did before, the new one is a fork of the old one at the last event they share,
// because what was recorded is never changed.
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "agent/foreign/foreign.h"
#include "store/store.h"

namespace dossier {

struct SessionImport {
  int64_t files = 0;
  int64_t added = 0, extended = 0, unchanged = 0, forked = 0;  // sessions
  int64_t events = 0;                                          // appended
  std::map<std::string, int64_t> lost;                         // what was left out, by kind
  std::vector<std::string> sessions;  // ids of those that were added, extended or forked
  std::vector<std::pair<std::string, std::string>> skipped;  // files that are no transcripts, why
};

/// Stores the sessions of one file.
void import_foreign(Store& store, Foreign foreign, Entropy& entropy, SessionImport& out);

/// Reads and stores the transcripts of a file, or of a folder's files (sorted, links not followed).
/// Calls `progress` after each file. Throws Error{not_found} where there is nothing, and
/// Error{invalid} when `path` is a file that is no transcript.
void import_sessions(Store& store, const std::string& path, Entropy& entropy,
                     const std::function<void(const SessionImport&)>& progress, SessionImport& out);

/// Where Claude Code and Codex keep theirs: $CLAUDE_CONFIG_DIR or ~/.claude, $CODEX_HOME or
/// ~/.codex; only folders that exist.
std::vector<std::string> session_folders();

}  // namespace dossier
