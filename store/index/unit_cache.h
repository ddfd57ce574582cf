#pragma once
// A cache of decompressed units of one database, shared by the connections that read it, because
// decompressing costs more than searching the result. Slots are fixed; a unit's id determines its
// set, and a new unit replaces the oldest of the set. A reader keeps a replaced unit alive. Entries
// belong to a generation of the database, so an id that a compaction reuses is never confused. Safe
// for several threads; a set is locked once per unit of 64 KB, not per block.
//
// Blocks of lines, which are compressed one by one, are units of one block here, and have sets of
// their own: a search of contents reads more of them than the cache holds, and would evict every
// unit of symbols.
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
#include "store/index/index_part.h"

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
    unit.read(first, bytes);
    generation = when;
    id = first;
    end = first + static_cast<int64_t>(unit.block_count());
  }
  /// Likewise of one block of lines.
  void read_block(int64_t when, std::string_view packed,
                  const search::UnitDirectory::Place& place) {
    unit.read_block(packed, place);
    generation = when;
    id = place.block;
    end = id + 1;
  }
};

class UnitCache {
 public:
  /// Holds about `bytes` bytes of text of symbols at most, and `line_bytes` of lines.
  explicit UnitCache(size_t bytes, size_t line_bytes = 0);
  ~UnitCache();
  UnitCache(const UnitCache&) = delete;
  UnitCache& operator=(const UnitCache&) = delete;

  /// Null if the unit is not cached.
  std::shared_ptr<const CachedUnit> find(IndexPart part, int64_t generation, int64_t id) {
    auto& sets = sets_of(part);
    if (sets.empty()) return nullptr;
    const size_t at = place_of(id, sets.size());
    const std::lock_guard lock(locks_[at % locks_.size()]);
    for (const auto& held : sets[at].units)
      if (held && held->id == id && held->generation == generation) return held;
    return nullptr;
  }
  /// Replaces the oldest unit of the set. Of lines only what keeps_lines() says.
  void put(IndexPart part, std::shared_ptr<const CachedUnit> unit) {
    auto& sets = sets_of(part);
    const size_t at = place_of(unit->id, sets.size());
    const std::lock_guard lock(locks_[at % locks_.size()]);
    auto& set = sets[at];
    set.units[set.next++ % kWays].swap(unit);
  }
  /// Whether a block of lines of this size, in bytes, has a place here. A line may have 64 MB.
  bool keeps_lines(size_t size) const { return !lines_.empty() && size <= kBlockBytes; }
  /// What else the connections share.
  NamesCache& names() { return *names_; }

 private:
  static constexpr size_t kUnitBytes = 64 * 1024, kBlockBytes = 32 * 1024;
  static constexpr size_t kWays = 8;
  struct Set {
    std::array<std::shared_ptr<const CachedUnit>, kWays> units;
    size_t next = 0;
  };

  std::vector<Set>& sets_of(IndexPart part) { return part == IndexPart::symbols ? sets_ : lines_; }
  // A unit's number is its segment's and its first block's: the product's upper half mixes both,
  // and scaling it keeps all of that.
  static size_t place_of(int64_t id, size_t sets) {
    const uint64_t mixed = (static_cast<uint64_t>(id) * 0x9E3779B97F4A7C15ull) >> 32;
    return static_cast<size_t>((mixed * sets) >> 32);
  }

  std::array<std::mutex, 64> locks_;
  std::vector<Set> sets_, lines_;
  std::unique_ptr<NamesCache> names_;
};

}  // namespace dossier
