#pragma once
// Reads and applies unified diffs, as engine/unified_diff.h writes them and as people and models
// do. apply_hunks(before, unified_diff(before, after)) = after.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/unified_diff.h"

namespace dossier {

struct LineCounts {
  int64_t added = 0;
  int64_t removed = 0;
};

/// The number of lines that `diff` adds and removes.
LineCounts counts_of(std::string_view diff);

/// A line of a hunk without its newline. `ended` is false if the diff says that no newline follows.
struct HunkLine {
  char op = ' ';  // ' ', '-' or '+'
  std::string text;
  bool ended = true;
};

struct Hunk {
  int64_t start = 0;  // 1-based line in the old file; with no old lines, the line to insert after
  std::vector<HunkLine> lines;
  uint32_t at = 0;  // 1-based line of the diff, for messages
};

/// The changes to one file. An absent old path adds it, an absent new path deletes it.
struct FileDiff {
  std::optional<std::string> old_path;
  std::optional<std::string> new_path;
  std::vector<Hunk> hunks;
};

/// Why a diff cannot be read or does not apply, with the lines expected and found.
struct DiffFault {
  uint32_t line = 0;  // 1-based line of the diff
  std::string message;
};

/// The files of a diff. `a/` and `b/` are stripped, and git's own header lines are skipped. Counts
/// in hunk headers that do not match the following lines are ignored.
std::variant<std::vector<FileDiff>, DiffFault> parse_diff(std::string_view text);

struct Applied {
  std::string content;
  std::vector<int64_t> offsets;  // of each hunk, in lines from where the diff said; 0 = exact
};

/// Applies the hunks. Each applies where its context and removed lines match: at its own place, or
/// at the only other place; otherwise nothing is applied. `shown` is the file as the author of the
/// diff saw it, with hidden secrets, as JSON has it, and with the same number of lines. A line that
/// was shown otherwise matches as shown, and is kept unchanged if it is context. If every line of
/// the file ends in CRLF and none of the diff, the diff's lines are taken to end so, too.
std::variant<Applied, DiffFault> apply_hunks(std::string_view before, const FileDiff& diff,
                                             std::string_view shown = {});

}  // namespace dossier
