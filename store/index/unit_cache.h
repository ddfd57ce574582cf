#pragma once
// A cache of decompressed units of one database, shared by the connections that read it, because
// decompressing costs more than searching the result. Slots are fixed; a unit's id determines its
// set, and a new unit replaces the oldest of the set. A reader keeps a replaced unit alive. Entries
// belong to a generation of the database, so an id that a compaction reuses is never confused. Safe
// for several threads; a set is locked once per unit of 64 KB, not per block.
//
// Rejected: a cache per connection. Eight workers would decompress and hold everything eight times.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "engine/search/block.h"

namespace dossier {

class NamesCache;

/// The blocks id..end-1 (segment * 2^32 + block), as of a generation.
struct CachedUnit {
  int64_t generation = 0;
  int64_t id = 0;
  int64_t end = 0;
  search::Unit unit;

  /// Throws Error{corrupt}.
  void read(int64_t when, int64_t first, std::string_view bytes) {
    unit.read(bytes);
    generation = when;
    id = first;
    end = first + static_cast<int64_t>(unit.block_count());
  }
};

class UnitCache {
 public:
  /// Holds about `bytes` bytes of text at most.
  explicit UnitCache(size_t bytes);
  ~UnitCache();
  UnitCache(const UnitCache&) = delete;
  UnitCache& operator=(const UnitCache&) = delete;

  /// Null if the unit is not cached.
  std::shared_ptr<const CachedUnit> find(int64_t generation, int64_t id) {
    const size_t at = set_of(id);
    const std::lock_guard lock(locks_[at % locks_.size()]);
    for (const auto& held : sets_[at].units)
      if (held && held->id == id && held->generation == generation) return held;
    return nullptr;
  }
  /// Replaces the oldest unit of the set.
  void put(std::shared_ptr<const CachedUnit> unit) {
    const size_t at = set_of(unit->id);
    const std::lock_guard lock(locks_[at % locks_.size()]);
    auto& set = sets_[at];
    set.units[set.next++ % kWays].swap(unit);
  }
  /// What else the connections share.
  NamesCache& names() { return *names_; }

 private:
  static constexpr size_t kUnitBytes = 64 * 1024;
  static constexpr size_t kWays = 8;
  struct Set {
    std::array<std::shared_ptr<const CachedUnit>, kWays> units;
    size_t next = 0;
  };

  // A unit's number is its segment's and its first block's: the product's upper half mixes both,
  // and scaling it keeps all of that.
  size_t set_of(int64_t id) const {
    const uint64_t mixed = (static_cast<uint64_t>(id) * 0x9E3779B97F4A7C15ull) >> 32;
    return static_cast<size_t>((mixed * sets_.size()) >> 32);
  }

  std::array<std::mutex, 64> locks_;
  std::vector<Set> sets_;
  std::unique_ptr<NamesCache> names_;
};

}  // namespace dossier
