#pragma once
// How much memory the parser, its tree and the matcher may take for one file. Three megabytes of
// "(" take 740 MB: the parser keeps all the ways in which they could still be meant.
//
// Measured, at the peak: generated tables take 25 to 30 bytes for a byte (15 MB of them 381 MB),
// SQLite's amalgamation 16 (145 MB of 9 MB), a file of nothing but one-line functions 70 (144 MB of
// 2 MB). The budget is above all of these. Left out are files of millions of one-letter tokens,
// which take 150 to 400.
//
// Invariant: of all threads together one at a time takes more than its share, so that a folder of
// such files costs no more than one of them does on one thread. Rejected: a budget of the process
// (what is read of a file would hang on what else is read meanwhile).
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace dossier::languages {

/// Counts what tree-sitter allocates on this thread from construction on.
class ParseMemory {
 public:
  explicit ParseMemory(size_t budget);

  static constexpr size_t budget_of(size_t file_size) {
    return (size_t{128} << 20) + 24 * file_size;
  }

  /// Stays so. Waits for its turn where the thread's share is used up.
  bool is_over();
  /// Whether so much was taken that what the thread would keep for its next file is better freed.
  bool was_large() const { return turn_.owns_lock(); }
  size_t budget() const { return budget_; }

 private:
  size_t budget_;
  int64_t before_;
  bool over_ = false;
  std::unique_lock<std::mutex> turn_;
};

}  // namespace dossier::languages
