#pragma once
// Which source file each type of a module came from, as sets that snapshots share: a set is known
// by the hash of its listing, since the same module may come with other paths.
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "engine/fact.h"

namespace dossier {

class Store;

class SourceSets {
 public:
  /// `last`: how far the table reached before.
  SourceSets(Store& store, int64_t last) : store_(&store), next_(last + 1) {}

  struct Set {
    int64_t id = 0;
    std::string hash;
  };
  /// Stores the set if it is new. Absent when no type names a source file.
  std::optional<Set> set_of(const Module& module);

 private:
  Store* store_;
  int64_t next_;
  std::unordered_map<std::string, int64_t> known_;
};

}  // namespace dossier
