#pragma once
// The source files that the types of a module came from, stored as sets that snapshots share. A set
// is identified by the hash of its listing, because the same module may occur with different paths.
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "engine/fact.h"

namespace dossier {

class Store;

class SourceSets {
 public:
  /// `last` is the table's last id before the import.
  SourceSets(Store& store, int64_t last) : store_(&store), next_(last + 1) {}

  struct Set {
    int64_t id = 0;
    std::string hash;
  };
  /// Stores the set if it is new. Absent if no type names a source file.
  std::optional<Set> set_of(const Module& module);

 private:
  Store* store_;
  int64_t next_;
  std::unordered_map<std::string, int64_t> known_;
};

}  // namespace dossier
