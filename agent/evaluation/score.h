#pragma once
// How near a fix is to what people did. The truth is what the trees before and after a change
// differ in, without what follows by itself or says nothing: .proto files, generated code and noise
// (queries/proto/changed_paths.h). The fix is a diff over the earlier tree, seen through the same
// rules.
//
// A hunk is a run of removed and added lines without a line between them. It matches if the other
// side has the same run at the same place of the earlier file. Of lines, a removed one counts by
// its place in the earlier file, an added one by its text in its file.
//
// Rejected: comparing texts without white space, in which Python means something by it; judging
// whether other lines do the same, which no reading of text can tell.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/evaluation/dataset.h"
#include "engine/json_value.h"

namespace dossier::evaluation {

/// What a file held before and after; absent = there was no such file.
struct FileChange {
  std::optional<std::string> before, after;
};
using Changes = std::map<std::string, FileChange>;  // by path

/// Of things that the truth has, that the fix has, and that both have.
struct Overlap {
  int64_t truth = 0, fix = 0, both = 0;

  /// Absent where there is nothing to divide by.
  std::optional<double> precision() const;
  std::optional<double> recall() const;
};

struct Score {
  Overlap files, hunks, lines;
  int64_t exact_files = 0;  // of the truth's, that the fix leaves byte for byte alike
  // Of the files of both, those of a language with a grammar: how many do not parse as a whole.
  int64_t parsed = 0, broken_before = 0, broken_after = 0;
};
Score score(const Changes& truth, const Changes& fix);

struct Truth {
  Changes changes;
  std::vector<std::string> unread;  // "premerge_1/a.go: Permission denied": not compared
};
/// The handwritten files in which the case's trees differ. Regular files are compared that may be
/// read and have at most 16 MB.
Truth truth_of(const DatasetCase& one);

struct AppliedFix {
  Changes changes;    // of handwritten files
  std::string fault;  // of the diff, or of the first file to which it does not apply; "" = none
};
/// What a unified diff makes of the case's earlier tree.
AppliedFix apply_fix(const DatasetCase& one, std::string_view diff);

/// {"files": {"truth", "fix", "both", "precision", "recall"}, "hunks", "lines", …}
Json json_of(const Score& score);

/// A run of changed lines of a file, as a diff shows it.
struct ChangedRun {
  int64_t line =
      0;  // 1-based in the earlier file: of the first removed line, or behind it the next
  std::vector<std::string> removed, added;

  bool operator==(const ChangedRun&) const = default;
};
std::vector<ChangedRun> changed_runs(const FileChange& change);

}  // namespace dossier::evaluation
