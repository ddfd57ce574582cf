#include <lz4.h>
#include <lz4hc.h>

#include <algorithm>
#include <memory>

#include "engine/error.h"
#include "engine/search/block.h"
#include "engine/search/block_format.h"
#include "engine/search/checksum.h"
#include "engine/search/lines.h"
#include "engine/search/varint.h"
#include "engine/unicode.h"

namespace dossier::search {

namespace {

using namespace detail;

constexpr size_t kUnitText = 64 << 10;
// Blocks of lines are unpacked one by one, so a larger unit only fills database pages better.
constexpr size_t kUnitLines = 128 << 10;
// Units of lines that are packed at once, on threads of their own.
constexpr size_t kPacking = 3;

// Above the level that gains most, each costs as much again and saves a hundredth.
constexpr int kSmallLevel = 3;

// Compresses texts one by one. The state serves all of them, reset but not cleared in between.
class Packer {
 public:
  explicit Packer(Effort effort) : effort_(effort) {
    if (effort == Effort::quick)
      LZ4_initStream(&quick_, sizeof quick_);
    else
      small_ = std::make_unique<LZ4_streamHC_t>();
  }

  /// Appends the compressed bytes; returns how many.
  size_t append(const char* text, size_t size, std::string& out) {
    const size_t begin = out.size();
    const int from = static_cast<int>(size), room = LZ4_compressBound(from);
    out.resize(begin + static_cast<size_t>(room));
    char* const to = out.data() + begin;
    int packed = 0;
    if (effort_ == Effort::quick) {
      LZ4_resetStream_fast(&quick_);
      packed = LZ4_compress_fast_continue(&quick_, text, to, from, room, 1);
    } else {
      packed = LZ4_compress_HC_extStateHC(small_.get(), text, to, from, room, kSmallLevel);
    }
    if (packed <= 0) throw Error(ErrorCode::internal, "search index: LZ4 failed");
    out.resize(begin + static_cast<size_t>(packed));
    return static_cast<size_t>(packed);
  }

 private:
  const Effort effort_;
  LZ4_stream_t quick_;
  std::unique_ptr<LZ4_streamHC_t> small_;  // a quarter of a megabyte
};

// A unit of lines out of its blocks, of which the first has this number.
std::string pack_lines(uint32_t first, const std::string& blocks,
                       const std::vector<uint32_t>& sizes, Effort effort) {
  Packer packer(effort);
  std::string directory(1, '\0');
  append_varint(directory, static_cast<uint32_t>(sizes.size()));
  std::string packed;
  const char* block = blocks.data();
  uint32_t number = first;
  for (const uint32_t raw : sizes) {
    const size_t size = packer.append(block, raw, packed);
    append_varint(directory, raw);
    append_varint(directory, static_cast<uint32_t>(size));
    directory += stored_checksum(std::string_view(packed).substr(packed.size() - size), number++);
    block += raw;
  }
  return std::string(kChecked) + stored_checksum(directory, first) + directory + packed;
}

}  // namespace

BlockWriter::BlockWriter(UnitSink on_unit, BlockSink on_block, size_t block_text, RowShape shape,
                         Effort effort)
    : shape_(shape),
      effort_(effort),
      block_text_(block_text),
      on_unit_(std::move(on_unit)),
      on_block_(std::move(on_block)) {}

void BlockWriter::begin_module() {
  close_block();
  ordinal_ = block_ordinal_ = 0;
  module_block_ = next_block_;
}

void BlockWriter::add(uint8_t kind, std::string_view name, std::string_view full,
                      std::string_view detail) {
  if (shape_ == RowShape::lines) {
    if (kind != 0 || !name.empty() || !full.empty() || detail.find('\n') != detail.npos)
      throw Error(ErrorCode::internal, "search index: a row is not a line");
    return add_lines(std::string(detail) + '\n');
  }
  const size_t size = name.size() + full.size() + detail.size() + 3;
  if (size > kRowLimit) throw Error(ErrorCode::limit, "search index: a row above 64 MB");
  if (rows_ > 0 && text_.size() + size > block_text_) close_block();
  kinds_ += static_cast<char>(kind);
  for (const auto field : {name, full, detail}) {
    lengths_.push_back(static_cast<uint32_t>(field.size()));
    newline_ = newline_ || field.find('\n') != std::string_view::npos;
    text_ += field;
    text_ += '\n';
  }
  ++rows_;
  ++ordinal_;
}

void BlockWriter::add_lines(std::string_view text) {
  while (!text.empty()) {
    // As many whole lines as the block still takes, one at least.
    const size_t room = text_.size() < block_text_ ? block_text_ - text_.size() : 0;
    size_t end = text.size() <= room ? text.size() : text.substr(0, room).rfind('\n') + 1;
    if (end == 0 && rows_ > 0) {
      close_block();
      continue;
    }
    if (end == 0) end = std::min(text.size(), text.find('\n')) + 1;
    const auto part = text.substr(0, end);
    if (part.size() > kRowLimit) throw Error(ErrorCode::limit, "search index: a row above 64 MB");
    text_ += part;
    if (!part.ends_with('\n')) text_ += '\n';
    const auto lines = static_cast<uint32_t>(count_lines(part) + (part.ends_with('\n') ? 0 : 1));
    rows_ += lines;
    ordinal_ += lines;
    text.remove_prefix(part.size());
  }
}

BlockSpan BlockWriter::end_module() {
  close_block();
  return {module_block_, next_block_ - module_block_};
}

void BlockWriter::finish() {
  close_block();
  close_unit();
  while (!packing_.empty()) hand_over();
}

void BlockWriter::close_block() {
  if (rows_ == 0) return;
  const bool lines = shape_ == RowShape::lines;
  std::string& out = unit_;
  const size_t begin = out.size();
  const bool ascii = is_ascii(text_);
  out += static_cast<char>((newline_ ? kExplicit : 0) | (ascii || is_utf8(text_) ? 0 : kNotUtf8) |
                           (ascii ? kAscii : 0) | (lines ? kLines : 0));
  append_varint(out, block_ordinal_);
  append_varint(out, rows_);
  out += kinds_;
  if (newline_) {
    for (const uint32_t length : lengths_) append_varint(out, length);
  }
  out += text_;
  const auto block = std::string_view(out).substr(begin);
  sizes_.push_back(static_cast<uint32_t>(block.size()));
  text_bytes_ += text_.size();
  const uint32_t number = next_block_++;
  if (on_block_) {
    view_.read(block);
    on_block_(number, view_);
  }
  text_.clear();
  kinds_.clear();
  lengths_.clear();
  rows_ = 0;
  newline_ = false;
  block_ordinal_ = ordinal_;
  if (unit_.size() >= (lines ? kUnitLines : kUnitText)) close_unit();
}

void BlockWriter::hand_over() {
  auto& unit = packing_.front();
  on_unit_(unit.first, unit.count, unit.bytes.get());
  packing_.pop_front();
}

void BlockWriter::close_unit() {
  if (sizes_.empty()) return;
  const uint32_t count = next_block_ - unit_block_;
  if (shape_ == RowShape::lines) {
    if (packing_.size() == kPacking) hand_over();
    packing_.push_back({unit_block_, count,
                        std::async(std::launch::async, pack_lines, unit_block_, std::move(unit_),
                                   sizes_, effort_)});
  } else {
    packed_.assign(kChecked);
    packed_.resize(kChecked.size() + kChecksumSize);
    append_varint(packed_, static_cast<uint32_t>(sizes_.size()));
    append_varint(packed_, static_cast<uint32_t>(unit_.size()));
    for (const uint32_t size : sizes_) append_varint(packed_, size);
    Packer(effort_).append(unit_.data(), unit_.size(), packed_);
    const auto rest = std::string_view(packed_).substr(kChecked.size() + kChecksumSize);
    packed_.replace(kChecked.size(), kChecksumSize, stored_checksum(rest, unit_block_));
    on_unit_(unit_block_, count, packed_);
  }
  unit_block_ = next_block_;
  unit_.clear();
  sizes_.clear();
}

}  // namespace dossier::search
