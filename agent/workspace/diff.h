#pragma once
// Unified diffs: three lines of context, `--- a/…`, `+++ b/…`, `\ No newline at end of file`.
// Lines are compared with their ends, so a change of line ends is a change. Differing files of more
// than 10,000 lines between their common head and tail are shown as one replacement, which bounds
// the time. apply_diff(before, unified_diff(before, after)) = after.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dossier {

struct LineCounts {
  int64_t added = 0;
  int64_t removed = 0;
};

/// The diff of one file; absent = the file does not exist on that side. "" when nothing differs.
std::string unified_diff(std::string_view path, std::optional<std::string_view> before,
                         std::optional<std::string_view> after);

/// How many lines `diff` adds and removes.
LineCounts counts_of(std::string_view diff);

/// A line of a hunk without its end. `ended` is false where the diff says that no newline follows.
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

/// The files of a diff; `a/` and `b/` are stripped, git's own header lines are skipped. Counts in
/// hunk headers that do not fit the lines below them are not believed.
std::variant<std::vector<FileDiff>, DiffFault> parse_diff(std::string_view text);

struct Applied {
  std::string content;
  std::vector<int64_t> offsets;  // of each hunk, in lines from where the diff said; 0 = exact
};

/// The file after the hunks. Each applies where its context and removed lines match: at its own
/// place, else at the only other place; otherwise nothing applies. `shown` is the file as whoever
/// wrote the diff saw it, secrets hidden, with as many lines: a line that holds a mark there
/// matches as it is shown, and stays as it is where it is context.
std::variant<Applied, DiffFault> apply_hunks(std::string_view before, const FileDiff& diff,
                                             std::string_view shown = {});

}  // namespace dossier
