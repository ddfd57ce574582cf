#include "engine/search/block.h"

#include <lz4.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/search/block_format.h"
#include "engine/search/checksum.h"
#include "engine/search/varint.h"
#include "engine/stored.h"

namespace dossier::search {

namespace {

using namespace detail;

[[noreturn]] void damaged(const char* what) {
  throw_damaged(std::string("the search index has a wrong ") + what);
}

std::string place_of(int64_t block) {
  return "block " + std::to_string(block & UINT32_MAX) + " of segment " +
         std::to_string(block >> 32) + " of the search index";
}

// Takes the mark and the checksum off a unit's front; absent in a unit of an earlier version.
std::optional<uint32_t> take_unit_checksum(std::string_view& bytes) {
  if (!bytes.starts_with(kChecked)) return std::nullopt;
  bytes.remove_prefix(kChecked.size());
  return take_checksum(bytes);
}

// A unit is written before its segment has a number.
uint64_t seed_of(int64_t block) { return static_cast<uint32_t>(block); }

void check(std::optional<uint32_t> sum, std::string_view bytes, uint64_t seed, int64_t block,
           const char* what) {
  if (sum && *sum != checksum(bytes, seed))
    throw_damaged(what + place_of(block) + " is not what was written");
}

// `out` is at least as large as the text afterwards: it never shrinks, since growing again would
// clear it.
void unpack(std::string_view bytes, uint32_t raw_size, std::string& out) {
  if (out.size() < raw_size) out.resize(raw_size);
  const int got = LZ4_decompress_safe(bytes.data(), out.data(), static_cast<int>(bytes.size()),
                                      static_cast<int>(raw_size));
  if (got < 0 || static_cast<uint32_t>(got) != raw_size) damaged("unit data");
}

}  // namespace

void BlockView::read(std::string_view bytes) {
  if (bytes.empty()) damaged("block");
  const auto flags = static_cast<uint8_t>(bytes[0]);
  if (flags > (kExplicit | kNotUtf8 | kAscii | kLines)) damaged("block flags");
  plain_ = (flags & kExplicit) == 0;
  utf8_ = (flags & kNotUtf8) == 0;
  ascii_ = (flags & kAscii) != 0;
  per_row_ = (flags & kLines) != 0 ? 1 : 3;
  if (lines() && !plain_) damaged("block flags");
  bytes.remove_prefix(1);
  first_ordinal_ = take_varint(bytes, "block ordinal");
  rows_ = take_varint(bytes, "block row count");
  // A row takes a newline at least, or a kind byte and three: which also bounds the allocation
  // below.
  const size_t least = lines() ? 1 : 4;
  if (rows_ > bytes.size() / least || rows_ > UINT32_MAX - first_ordinal_)
    damaged("block row count");
  kinds_ = bytes.substr(0, lines() ? 0 : rows_);
  bytes.remove_prefix(kinds_.size());
  starts_.clear();
  if (lines()) {
    text_ = bytes;
    if (text_.size() > UINT32_MAX || text_.empty() || text_.back() != '\n') damaged("block text");
    return;
  }
  if (plain_) {
    text_ = bytes;
    find_plain_fields();
  } else {
    read_lengths(bytes);
  }
  if (starts_.back() != text_.size()) damaged("block text");
}

void BlockView::find_plain_fields() const {
  if (text_.size() > UINT32_MAX) damaged("block text");
  const size_t limit = size_t{rows_} * per_row_;
  starts_.reserve(limit + 1);
  starts_.push_back(0);
  for (size_t at = 0; at < text_.size();) {
    const void* newline = std::memchr(text_.data() + at, '\n', text_.size() - at);
    if (newline == nullptr || starts_.size() > limit) damaged("block text");
    at = static_cast<size_t>(static_cast<const char*>(newline) - text_.data()) + 1;
    starts_.push_back(static_cast<uint32_t>(at));
  }
  if (starts_.size() != limit + 1) damaged("block text");
}

void BlockView::read_lengths(std::string_view& bytes) {
  uint64_t at = 0;
  starts_.push_back(0);
  starts_.reserve(size_t{rows_} * 3 + 1);
  for (size_t i = 0; i < size_t{rows_} * 3; ++i) {
    at += uint64_t{take_varint(bytes, "block field length")} + 1;
    if (at > UINT32_MAX) damaged("block field length");
    starts_.push_back(static_cast<uint32_t>(at));
  }
  text_ = bytes;
}

Row BlockView::row(size_t index) const {
  if (lines()) return {first_ordinal_ + static_cast<uint32_t>(index), 0, {}, {}, field(index)};
  return {first_ordinal_ + static_cast<uint32_t>(index), static_cast<uint8_t>(kinds_[index]),
          field(index * 3), field(index * 3 + 1), field(index * 3 + 2)};
}

size_t BlockView::row_at(size_t offset) const {
  const auto after = std::upper_bound(starts().begin(), starts().end(), offset);
  return static_cast<size_t>(after - starts_.begin() - 1) / per_row_;
}

bool UnitDirectory::read(int64_t first, std::string_view head, size_t size) {
  places_.clear();
  const std::string_view whole = head;
  const auto sum = take_unit_checksum(head);
  const std::string_view directory = head;
  if (take_varint(head, "unit block count") != 0) return false;
  const uint32_t count = take_varint(head, "unit block count");
  if (count == 0 || count > size) damaged("unit header");
  // Each varint takes five bytes at most.
  if (whole.size() < size && head.size() / (10 + kChecksumSize) < count) return false;
  uint64_t end = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t raw = take_varint(head, "unit directory");
    const uint32_t packed = take_varint(head, "unit directory");
    // LZ4 cannot expand more than 255 times; a larger claim is a lie, not a reason to allocate.
    if (end + packed > kUnitLimit || raw > kUnitLimit || raw / 255 > packed)
      damaged("unit directory");
    places_.push_back({first + i, end, packed, raw});
    if (sum) places_.back().checksum = take_checksum(head);
    end += packed;
  }
  check(sum, directory.substr(0, directory.size() - head.size()), seed_of(first), first,
        "the directory from ");
  const size_t begin = whole.size() - head.size();
  if (begin + end != size) damaged("unit directory");
  for (auto& place : places_) place.offset += begin;
  return true;
}

const UnitDirectory::Place& UnitDirectory::place(size_t index) const {
  if (index >= places_.size()) damaged("block number");
  return places_[index];
}

std::string_view unpack_block(std::string_view packed, const UnitDirectory::Place& place,
                              std::string& room) {
  check(place.checksum, packed, seed_of(place.block), place.block, "");
  unpack(packed, place.raw, room);
  return std::string_view(room).substr(0, place.raw);
}

void Unit::read(int64_t first, std::string_view bytes) {
  ends_.clear();
  if (packed_.read(first, bytes, bytes.size())) {
    data_.assign(bytes);
    return;
  }
  const auto sum = take_unit_checksum(bytes);
  check(sum, bytes, seed_of(first), first, "the unit from ");
  const uint32_t count = take_varint(bytes, "unit block count");
  const uint32_t raw_size = take_varint(bytes, "unit size");
  // LZ4 cannot expand more than 255 times; a larger claim is a lie, not a reason to allocate.
  if (count > bytes.size() || raw_size > kUnitLimit || raw_size / 255 > bytes.size()) {
    damaged("unit header");
  }
  uint64_t end = 0;
  for (uint32_t i = 0; i < count; ++i) {
    end += take_varint(bytes, "unit directory");
    if (end > raw_size) damaged("unit directory");
    ends_.push_back(static_cast<uint32_t>(end));
  }
  if (end != raw_size || bytes.size() > std::numeric_limits<int>::max()) damaged("unit directory");
  unpack(bytes, raw_size, data_);
}

void Unit::read_block(std::string_view packed, const UnitDirectory::Place& place) {
  packed_ = {};
  ends_.assign(1, place.raw);
  unpack_block(packed, place, data_);
}

std::string_view Unit::block(size_t index, std::string& room) const {
  if (packed_.size() > 0) {
    const auto& place = packed_.place(index);
    return unpack_block(std::string_view(data_).substr(place.offset, place.packed), place, room);
  }
  if (index >= ends_.size()) damaged("block number");
  const uint32_t begin = index == 0 ? 0 : ends_[index - 1];
  return std::string_view(data_).substr(begin, ends_[index] - begin);
}

}  // namespace dossier::search
