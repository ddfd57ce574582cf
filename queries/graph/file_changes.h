#pragma once
// The files in which two snapshots differ, and which hidden files count for nothing because one of
// the snapshots was read without any.
#include <cstdint>
#include <optional>
#include <string_view>

#include "queries/graph/changes.h"

namespace dossier {

// What hidden files do not count for: a snapshot of a folder that has none was read without them.
class Hidden {
 public:
  Hidden(SearchIndex& index, int64_t before, int64_t after)
      : index_(index), before_(before), after_(after) {}

  /// Whether the file, which the other snapshot lacks, is left out because of that.
  bool leaves_out(std::string_view path, int64_t other);
  /// The snapshot without any; 0: neither.
  int64_t without() { return is_without(before_) ? before_ : is_without(after_) ? after_ : 0; }

 private:
  bool is_without(int64_t snapshot);

  SearchIndex& index_;
  int64_t before_, after_;
  std::optional<bool> is_without_[2];
};

/// In the order of paths, removed ones last.
Differences file_changes(SearchIndex& index, int64_t before, int64_t after, Hidden& hidden);

}  // namespace dossier
