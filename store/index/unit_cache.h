#pragma once
// Decompressed units of one database, shared by the connections that read it: decompressing costs
// more than searching what comes out. Fixed slots, a unit's number says which; a newcomer takes the
// slot over, and who still reads the old one keeps it alive. Entries belong to a generation of the
// database, so that a number used anew after a compaction is never mistaken. Safe from several
// threads; a slot is locked once per unit of 64 KB, not per block.
//
// Rejected: a cache per connection (eight workers would decompress and hold everything eight
// times).
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

/// The blocks numbered id..end-1 (segment * 2^32 + block), as they stood in a generation.
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
  /// Holds at most about so many bytes of text.
  explicit UnitCache(size_t bytes) : sets_(std::max<size_t>(bytes / kUnitBytes / kWays, 1)) {}

  /// Null when the unit is not held.
  std::shared_ptr<const CachedUnit> find(int64_t generation, int64_t id) {
    const size_t at = set_of(id);
    const std::lock_guard lock(locks_[at % locks_.size()]);
    for (const auto& held : sets_[at].units)
      if (held && held->id == id && held->generation == generation) return held;
    return nullptr;
  }
  /// Takes the place of the one that came first into its set.
  void put(std::shared_ptr<const CachedUnit> unit) {
    const size_t at = set_of(unit->id);
    const std::lock_guard lock(locks_[at % locks_.size()]);
    auto& set = sets_[at];
    set.units[set.next++ % kWays].swap(unit);
  }

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
};

}  // namespace dossier
