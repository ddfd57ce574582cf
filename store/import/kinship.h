#pragma once
// Whether an import is a version of the project that it goes into: it shares the name of a module
// or a file with the project's last snapshot.
//
// Rejected: comparing contents. A version in which every file was changed has none of them.
#include <cstdint>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace dossier {

class Kinship {
 public:
  /// Notes the name of a module or a file of the import.
  void add(std::string_view name);
  /// Whether a module or a file of the snapshot is called like one of these.
  bool is_with(Store& store, int64_t snapshot);
  void clear() { names_.clear(); }

 private:
  std::vector<uint64_t> names_;  // as their hashes
};

}  // namespace dossier
