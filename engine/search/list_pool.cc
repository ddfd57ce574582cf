#include "engine/search/list_pool.h"

#include <algorithm>
#include <bit>

#include "engine/error.h"

namespace dossier::search::detail {

// How far ahead memory is fetched.
constexpr size_t kAhead = 16;

void ListPool::add(uint32_t block, std::span<const uint32_t> lists) {
  if (touched_count_ == 0 || block - first_ >= kBatch) {
    flush();
    first_ = block;
  }
  const uint64_t bit = uint64_t{1} << (block - first_);
  for (size_t i = 0; i < lists.size(); ++i) {
    if (i + kAhead < lists.size()) __builtin_prefetch(&batch_[lists[i + kAhead]], 1);
    uint64_t& blocks = batch_[lists[i]];
    touched_[touched_count_] = lists[i];
    touched_count_ += blocks == 0;
    blocks |= bit;
  }
}

void ListPool::flush() {
  for (size_t i = 0; i < touched_count_; ++i) {
    if (i + 2 * kAhead < touched_count_) __builtin_prefetch(&lists_[touched_[i + 2 * kAhead]], 1);
    if (i + kAhead < touched_count_)
      __builtin_prefetch(pool_.data() + lists_[touched_[i + kAhead]].at, 1);
    List& list = lists_[touched_[i]];
    uint64_t& blocks = batch_[touched_[i]];
    for (; blocks != 0; blocks &= blocks - 1)
      append(list, first_ + static_cast<uint32_t>(std::countr_zero(blocks)));
  }
  touched_count_ = 0;
}

uint32_t ListPool::chunk(uint32_t level) {
  const size_t at = pool_.size();
  const size_t size = size_t{16} << level;
  if (at + size > UINT32_MAX) throw Error(ErrorCode::limit, "search index: segment too large");
  pool_.grow(size);
  return static_cast<uint32_t>(at);
}

void ListPool::grow(List& list) {
  const bool first = list.head == 0;
  const uint32_t level = first ? 0 : std::min((list.limit & 15) + 1, kTopLevel);
  const uint32_t at = chunk(level);
  if (first) {
    list.head = at;
  } else {
    for (uint32_t i = 0; i < kLink; ++i) pool_[list.at + i] = static_cast<uint8_t>(at >> i * 8);
  }
  list.at = at;
  list.limit = (at + (16u << level) - 16) | level;
}

void ListPool::put(List& list, uint8_t byte) {
  if (list.head == 0 || list.at == payload_end(list.limit)) grow(list);
  pool_[list.at++] = byte;
}

void ListPool::append(List& list, uint32_t block) {
  uint32_t distance = block - list.next;
  list.next = block + 1;
  while (distance >= 0x80) {
    put(list, static_cast<uint8_t>(distance | 0x80));
    distance >>= 7;
  }
  put(list, static_cast<uint8_t>(distance));
}

void ListPool::read(uint32_t list, std::vector<uint32_t>& blocks) const {
  blocks.clear();
  const List& from = lists_[list];
  uint32_t distance = 0, shift = 0, next = 0;
  for (uint32_t at = from.head, level = 0; at != 0; ++level) {
    const uint32_t end = at + (16u << std::min(level, kTopLevel)) - kLink;
    const bool last = from.at >= at && from.at <= end;
    for (const uint32_t stop = last ? from.at : end; at < stop; ++at) {
      const uint8_t byte = pool_[at];
      distance |= uint32_t{byte & 0x7Fu} << shift;
      shift += 7;
      if (byte >= 0x80) continue;
      blocks.push_back(next + distance);
      next = blocks.back() + 1;
      distance = shift = 0;
    }
    at = 0;
    for (uint32_t i = 0; i < kLink && !last; ++i) at |= uint32_t{pool_[end + i]} << i * 8;
  }
}

}  // namespace dossier::search::detail
