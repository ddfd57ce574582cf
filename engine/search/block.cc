#include "engine/search/block.h"

#include <lz4.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/error.h"
#include "engine/search/varint.h"
#include "engine/unicode.h"

namespace dossier::search {

namespace {

using detail::append_varint;
using detail::take_varint;

constexpr size_t kUnitText = 64 << 10;
constexpr size_t kRowLimit = 64 << 20;
constexpr uint32_t kUnitLimit = 512 << 20;
enum BlockFlag : uint8_t { kExplicit = 1, kNotUtf8 = 2, kAscii = 4 };

[[noreturn]] void damaged(const char* what) {
  throw Error(ErrorCode::corrupt, std::string("search index: damaged ") + what);
}

}  // namespace

void BlockView::read(std::string_view bytes) {
  if (bytes.empty()) damaged("block");
  const auto flags = static_cast<uint8_t>(bytes[0]);
  if (flags > (kExplicit | kNotUtf8 | kAscii)) damaged("block flags");
  plain_ = (flags & kExplicit) == 0;
  utf8_ = (flags & kNotUtf8) == 0;
  ascii_ = (flags & kAscii) != 0;
  bytes.remove_prefix(1);
  first_ordinal_ = take_varint(bytes, "block ordinal");
  const uint32_t rows = take_varint(bytes, "block row count");
  // A row takes a kind byte and three newlines at least, which also bounds the allocation below.
  if (rows > bytes.size() / 4 || rows > UINT32_MAX - first_ordinal_) damaged("block row count");
  kinds_ = bytes.substr(0, rows);
  bytes.remove_prefix(rows);
  starts_.clear();
  starts_.reserve(rows * 3 + 1);
  if (plain_) {
    text_ = bytes;
    find_plain_fields();
  } else {
    read_lengths(bytes);
  }
  if (starts_.size() != size_t{rows} * 3 + 1 || starts_.back() != text_.size())
    damaged("block text");
}

void BlockView::find_plain_fields() {
  if (text_.size() > UINT32_MAX) damaged("block text");
  starts_.push_back(0);
  const size_t limit = kinds_.size() * 3;
  for (size_t at = 0; at < text_.size();) {
    const void* newline = std::memchr(text_.data() + at, '\n', text_.size() - at);
    if (newline == nullptr || starts_.size() > limit) damaged("block text");
    at = static_cast<size_t>(static_cast<const char*>(newline) - text_.data()) + 1;
    starts_.push_back(static_cast<uint32_t>(at));
  }
}

void BlockView::read_lengths(std::string_view& bytes) {
  uint64_t at = 0;
  starts_.push_back(0);
  for (size_t i = 0; i < kinds_.size() * 3; ++i) {
    at += uint64_t{take_varint(bytes, "block field length")} + 1;
    if (at > UINT32_MAX) damaged("block field length");
    starts_.push_back(static_cast<uint32_t>(at));
  }
  text_ = bytes;
}

Row BlockView::row(size_t index) const {
  return {first_ordinal_ + static_cast<uint32_t>(index), static_cast<uint8_t>(kinds_[index]),
          field(index * 3), field(index * 3 + 1), field(index * 3 + 2)};
}

size_t BlockView::row_at(size_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<size_t>(after - starts_.begin() - 1) / 3;
}

void Unit::read(std::string_view bytes) {
  ends_.clear();
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
  raw_.resize(raw_size);
  const int got = LZ4_decompress_safe(bytes.data(), raw_.data(), static_cast<int>(bytes.size()),
                                      static_cast<int>(raw_size));
  if (got < 0 || static_cast<uint32_t>(got) != raw_size) damaged("unit data");
}

std::string_view Unit::block(size_t index) const {
  if (index >= ends_.size()) damaged("block number");
  const uint32_t begin = index == 0 ? 0 : ends_[index - 1];
  return std::string_view(raw_).substr(begin, ends_[index] - begin);
}

BlockWriter::BlockWriter(UnitSink on_unit, BlockSink on_block, size_t block_text)
    : block_text_(block_text), on_unit_(std::move(on_unit)), on_block_(std::move(on_block)) {}

void BlockWriter::begin_module() {
  close_block();
  ordinal_ = block_ordinal_ = 0;
  module_block_ = next_block_;
}

void BlockWriter::add(uint8_t kind, std::string_view name, std::string_view full,
                      std::string_view detail) {
  const size_t size = name.size() + full.size() + detail.size() + 3;
  if (size > kRowLimit) throw Error(ErrorCode::limit, "search index: a row above 64 MB");
  if (!kinds_.empty() && text_.size() + size > block_text_) close_block();
  kinds_ += static_cast<char>(kind);
  for (const auto field : {name, full, detail}) {
    lengths_.push_back(static_cast<uint32_t>(field.size()));
    newline_ = newline_ || field.find('\n') != std::string_view::npos;
    text_ += field;
    text_ += '\n';
  }
  ++ordinal_;
}

BlockSpan BlockWriter::end_module() {
  close_block();
  return {module_block_, next_block_ - module_block_};
}

void BlockWriter::finish() {
  close_block();
  close_unit();
}

void BlockWriter::close_block() {
  if (kinds_.empty()) return;
  const size_t begin = unit_.size();
  const bool ascii = is_ascii(text_);
  unit_ += static_cast<char>((newline_ ? kExplicit : 0) | (ascii || is_utf8(text_) ? 0 : kNotUtf8) |
                             (ascii ? kAscii : 0));
  append_varint(unit_, block_ordinal_);
  append_varint(unit_, static_cast<uint32_t>(kinds_.size()));
  unit_ += kinds_;
  if (newline_) {
    for (const uint32_t length : lengths_) append_varint(unit_, length);
  }
  unit_ += text_;
  sizes_.push_back(static_cast<uint32_t>(unit_.size() - begin));
  text_bytes_ += text_.size();
  const uint32_t block = next_block_++;
  if (on_block_) {
    view_.read(std::string_view(unit_).substr(begin));
    on_block_(block, view_);
  }
  text_.clear();
  kinds_.clear();
  lengths_.clear();
  newline_ = false;
  block_ordinal_ = ordinal_;
  if (unit_.size() >= kUnitText) close_unit();
}

void BlockWriter::close_unit() {
  if (sizes_.empty()) return;
  packed_.clear();
  append_varint(packed_, static_cast<uint32_t>(sizes_.size()));
  append_varint(packed_, static_cast<uint32_t>(unit_.size()));
  for (const uint32_t size : sizes_) append_varint(packed_, size);
  const size_t header = packed_.size();
  const int bound = LZ4_compressBound(static_cast<int>(unit_.size()));
  packed_.resize(header + static_cast<size_t>(bound));
  const int size = LZ4_compress_default(unit_.data(), packed_.data() + header,
                                        static_cast<int>(unit_.size()), bound);
  if (size <= 0) throw Error(ErrorCode::internal, "search index: LZ4 failed");
  packed_.resize(header + static_cast<size_t>(size));
  on_unit_(unit_block_, next_block_ - unit_block_, packed_);
  unit_block_ = next_block_;
  unit_.clear();
  sizes_.clear();
}

}  // namespace dossier::search
