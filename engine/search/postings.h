#pragma once
// Posting lists: the blocks of a segment that contain a gram, as bytes and as sets.
//
// Posting bytes are the smallest of: 0, then varints: the first block, then each distance to the
// next block minus one; 1, then a bitmap from block 0 (bit b & 7 of byte b >> 3); 2, then the
// distances as a packed list (packed_list.h).
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::search {

/// Ascending block numbers → posting bytes.
std::string encode_postings(std::span<const uint32_t> blocks);

/// A set of blocks below a bound that is fixed at construction.
class BlockSet {
 public:
  explicit BlockSet(uint32_t bound = 0, bool full = false);

  uint32_t bound() const { return bound_; }
  bool contains(uint32_t block) const {
    return block < bound_ && (words_[block >> 6] >> (block & 63) & 1) != 0;
  }
  void insert(uint32_t block);
  /// Adds the blocks of a posting list; blocks at or above the bound are ignored. Throws
  /// Error{corrupt}.
  void insert_postings(std::string_view bytes);
  void intersect(const BlockSet& other);
  void unite(const BlockSet& other);
  bool empty() const;
  size_t count() const;
  /// The first member at or after `block` and before `end`, or `end` if there is none. `end` is at
  /// most bound().
  uint32_t next(uint32_t block, uint32_t end) const;
  uint32_t next(uint32_t block) const { return next(block, bound_); }

 private:
  uint32_t bound_;
  std::vector<uint64_t> words_;
};

}  // namespace dossier::search
