#pragma once
// Many lists of ascending block numbers that grow in parallel, as the gram index collects them. New
// entries are first noted as one bit per list and block, for 64 blocks, and then appended to the
// lists as varints of their distances. The end of a list, somewhere in tens of megabytes, is thus
// touched once per batch rather than once per block. (Sorting the pairs took longer.)
//
// The bytes grow in chained chunks of one pool, doubling from 16 bytes to 1 KB; a std::string per
// list took twice the memory and time.
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/search/byte_pool.h"

namespace dossier::search::detail {

class ListPool {
 public:
  explicit ListPool(uint32_t lists) : lists_(lists), batch_(lists), touched_(lists + 1) {}

  /// Adds the block to these lists, which must be distinct. Blocks must come in ascending order.
  void add(uint32_t block, std::span<const uint32_t> lists);
  /// Appends the pending batch. Call it before reading the lists.
  void flush();

  size_t bytes() const { return pool_.size(); }
  /// The list's blocks; none if nothing was added.
  void read(uint32_t list, std::vector<uint32_t>& blocks) const;

 private:
  // A chunk is a multiple of 16 bytes, ends in the index of the next one, and begins at a multiple
  // of 16, so that a list's level fits below its limit.
  struct List {
    uint32_t next = 0;   // the block after the last one
    uint32_t head = 0;   // byte offset of the first chunk; 0 = none
    uint32_t at = 0;     // where the next byte goes
    uint32_t limit = 0;  // end of the chunk's payload (| level in the low four bits)
  };
  static constexpr uint32_t kLink = 4;
  static constexpr uint32_t kTopLevel = 6;
  static constexpr uint32_t kBatch = 64;

  static uint32_t payload_end(uint32_t limit) { return (limit & ~15u) + 16 - kLink; }
  uint32_t chunk(uint32_t level);
  void put(List& list, uint8_t byte);
  void grow(List& list);
  void append(List& list, uint32_t block);

  std::vector<List> lists_;
  BytePool pool_{16};
  std::vector<uint64_t> batch_;    // by list: bit b = block first_ + b
  std::vector<uint32_t> touched_;  // the lists of the batch
  size_t touched_count_ = 0;
  uint32_t first_ = 0;
};

}  // namespace dossier::search::detail
