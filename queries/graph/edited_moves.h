#pragma once
// Which files of the earlier of two snapshots are those of the later one that have another path and
// other lines: of the lines of the longer text half are the other's. Files of one name are compared
// first, then those with one ending. What is the same as it was needs no comparison, and is not
// asked here.
//
// Rejected: the share of bytes, as git has it. Blocks of lines would have to be stored.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/line_hashes.h"

namespace dossier {

class SearchIndex;

class EditedMoves {
 public:
  struct Limits {
    size_t pairs = 50'000;              // of files that are compared
    int64_t file_bytes = 1 << 20;       // of a file; larger ones are not compared
    int64_t bytes = int64_t{64} << 20;  // of all files
  };

  /// `index` is borrowed.
  EditedMoves(SearchIndex& index, int64_t before, int64_t after, Limits limits)
      : index_(index), before_(before), after_(after), limits_(limits) {}

  /// Places in `gone` and in `added`, which are paths; each once.
  std::vector<std::pair<size_t, size_t>> find(const std::vector<std::string>& gone,
                                              const std::vector<std::string>& added);
  /// Whether a limit was met, so that more may have moved.
  bool is_cut() const { return is_cut_; }

 private:
  struct Side {
    std::vector<LineHashes> lines;  // by file
    std::vector<bool> is_paired;
  };
  Side read(const std::vector<std::string>& paths, int64_t snapshot);
  /// Pairs those files whose keys are equal, the most alike first.
  template <typename KeyOf>
  void pair(const std::vector<std::string>& gone, const std::vector<std::string>& added,
            KeyOf key_of);

  SearchIndex& index_;
  int64_t before_, after_;
  Limits limits_;
  int64_t bytes_ = 0;
  size_t compared_ = 0;
  bool is_cut_ = false;
  Side gone_{}, added_{};
  std::vector<std::pair<size_t, size_t>> found_{};
};

}  // namespace dossier
