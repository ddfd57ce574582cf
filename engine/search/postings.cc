#include "engine/search/postings.h"

#include <algorithm>
#include <bit>

#include "engine/search/packed_list.h"
#include "engine/search/varint.h"

namespace dossier::search {

namespace {

enum Form : uint8_t { kVarints = 0, kBitmap = 1, kPacked = 2 };

size_t varints_size(std::span<const uint32_t> blocks, size_t limit) {
  size_t size = 0;
  uint32_t next = 0;
  for (const uint32_t block : blocks) {
    size += (std::bit_width((block - next) | 1u) + 6u) / 7u;
    if (size >= limit) return size;
    next = block + 1;
  }
  return size;
}

}  // namespace

std::string encode_postings(std::span<const uint32_t> blocks) {
  const size_t bitmap = blocks.empty() ? 1 : blocks.back() / 8 + 1;
  const size_t packed = detail::packed_size(blocks);
  std::string out;
  // A bitmap is taken over eight times as fast as a packed list is unpacked: it may be an eighth
  // larger.
  if (bitmap * 7 <= packed * 8 && varints_size(blocks, bitmap) >= bitmap) {
    out.resize(1 + bitmap);
    out[0] = kBitmap;
    for (const uint32_t block : blocks) {
      char& byte = out[1 + (block >> 3)];
      byte = static_cast<char>(byte | 1 << (block & 7));
    }
  } else if (varints_size(blocks, packed + 1) <= packed) {
    out.assign(1, kVarints);
    uint32_t next = 0;
    for (const uint32_t block : blocks) {
      detail::append_varint(out, block - next);
      next = block + 1;
    }
  } else {
    out.reserve(1 + packed);
    out.assign(1, kPacked);
    detail::pack(blocks, out);
  }
  return out;
}

BlockSet::BlockSet(uint32_t bound, bool full)
    : bound_(bound), words_((size_t{bound} + 63) / 64, full ? ~uint64_t{0} : 0) {
  if (full && bound % 64 != 0) words_.back() = (uint64_t{1} << bound % 64) - 1;
}

void BlockSet::insert(uint32_t block) {
  if (block < bound_) words_[block >> 6] |= uint64_t{1} << (block & 63);
}

void BlockSet::insert_postings(std::string_view bytes) {
  if (bytes.empty() || static_cast<uint8_t>(bytes[0]) > kPacked) {
    throw_damaged("the search index has a wrong posting list");
  }
  const auto form = static_cast<Form>(bytes[0]);
  bytes.remove_prefix(1);
  if (form == kPacked) return detail::insert_packed(bytes, bound_, words_);
  if (form == kBitmap) {
    const size_t whole = std::min<size_t>(bytes.size(), (size_t{bound_} + 7) / 8);
    for (size_t i = 0; i < whole; ++i) {
      words_[i >> 3] |= uint64_t{static_cast<uint8_t>(bytes[i])} << (i & 7) * 8;
    }
    // Bits of the last word that lie beyond the bound must stay clear: count() and next() rely on
    // it.
    if (bound_ % 64 != 0) words_.back() &= (uint64_t{1} << bound_ % 64) - 1;
    return;
  }
  uint64_t block = 0;
  while (!bytes.empty()) {
    block += detail::take_varint(bytes, "posting list");
    if (block >= bound_) return;
    insert(static_cast<uint32_t>(block++));
  }
}

void BlockSet::intersect(const BlockSet& other) {
  for (size_t i = 0; i < words_.size(); ++i) {
    words_[i] &= i < other.words_.size() ? other.words_[i] : 0;
  }
}

void BlockSet::unite(const BlockSet& other) {
  const size_t common = std::min(words_.size(), other.words_.size());
  for (size_t i = 0; i < common; ++i) words_[i] |= other.words_[i];
  if (bound_ % 64 != 0) words_.back() &= (uint64_t{1} << bound_ % 64) - 1;
}

bool BlockSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](uint64_t word) { return word == 0; });
}

size_t BlockSet::count() const {
  size_t count = 0;
  for (const uint64_t word : words_) count += static_cast<size_t>(std::popcount(word));
  return count;
}

uint32_t BlockSet::next(uint32_t block, uint32_t end) const {
  if (block >= end) return end;
  const size_t last = (size_t{end} + 63) / 64;
  size_t at = block >> 6;
  uint64_t word = words_[at] & ~uint64_t{0} << (block & 63);
  while (word == 0) {
    if (++at == last) return end;
    word = words_[at];
  }
  return std::min(end,
                  static_cast<uint32_t>(at * 64) + static_cast<uint32_t>(std::countr_zero(word)));
}

}  // namespace dossier::search
