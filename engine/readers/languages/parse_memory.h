#pragma once
// Limits the memory that the parser, its tree and the matcher may use for one file. Three megabytes
// of "(" take 740 MB: the parser keeps all their possible interpretations.
//
// Measured peaks: generated tables take 25 to 30 bytes per byte (381 MB for 15 MB), SQLite's
// amalgamation 16 (145 MB for 9 MB), a file of nothing but one-line functions 70 (144 MB for 2 MB).
// The budget is above all of these. Files of millions of one-letter tokens, which take 150 to 400,
// exceed it.
//
// Invariant: at most one thread at a time exceeds its share, so a folder of such files costs no
// more than one of them on one thread. Rejected: a budget for the process, with which the facts of
// a file would depend on what else is read at the time.
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace dossier::languages {

/// Counts tree-sitter's allocations on this thread during its lifetime.
class ParseMemory {
 public:
  explicit ParseMemory(size_t budget);

  static constexpr size_t budget_of(size_t file_size) {
    return (size_t{128} << 20) + 24 * file_size;
  }

  /// Whether the budget is exceeded; this is final. Waits for its turn if the thread's share is
  /// used up.
  bool is_over();
  /// Whether three quarters of it are used: too much for what could be left out.
  bool is_strained();
  /// Whether so much was used that the memory kept for the thread's next file should be freed.
  bool was_large() const { return turn_.owns_lock(); }
  size_t budget() const { return budget_; }

 private:
  size_t budget_;
  int64_t before_;
  bool over_ = false;
  std::unique_lock<std::mutex> turn_;
};

}  // namespace dossier::languages
