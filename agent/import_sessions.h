#pragma once
// Imports sessions of other programs into the store. An import is repeatable: a session is
// identified by its source, new events are appended, and existing ones are left alone. If a file
// contradicts what was imported before, the new content becomes a fork of the old session after the
// last event they share, because recorded events never change.
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
  int64_t events = 0, edits = 0;                               // appended
  std::map<std::string, int64_t> lost;                         // items left out, by kind
  std::vector<std::string> sessions;  // ids of those that were added, extended or forked
  std::vector<std::pair<std::string, std::string>> skipped;  // files without transcripts, and why
};

/// Stores the sessions of one file.
void import_foreign(Store& store, Foreign foreign, Entropy& entropy, SessionImport& out);

/// Imports the transcripts of a file, or of the files in a folder (sorted; links are not followed).
/// Calls `progress` after each file. A file without a transcript is skipped, and what is over the
/// limits is counted as lost while it is read. Throws Error{not_found} if nothing exists at `path`.
void import_sessions(Store& store, const std::string& path, Entropy& entropy,
                     const std::function<void(const SessionImport&)>& progress, SessionImport& out,
                     const ForeignLimits& limits = {});

/// The existing folders in which Claude Code and Codex keep their transcripts: $CLAUDE_CONFIG_DIR
/// or ~/.claude, $CODEX_HOME or ~/.codex.
std::vector<std::string> session_folders();

}  // namespace dossier
