#pragma once
// Blocks: the storage format of searchable rows. A row is a kind (opaque to this layer) and three
// texts: name, full name and detail. Rows keep their order of addition.
//
// A block holds about 2 KB of rows of one module; postings name blocks, so a block is the grain of
// the index (per-row postings were four times larger and slower). Its text is
// `name\nfull\ndetail\n` per row, which a matcher may search as one subject. Fields are arbitrary
// bytes: if one contains a newline, the block says so and has explicit lengths.
//
// A unit is consecutive blocks of at least 64 KB of text, LZ4-compressed; 16 KB units wasted 40 %
// of their database pages. Blocks are numbered from 0 within a segment (one import's index).
//
// Lines of texts are rows without kind, name and full name. Their blocks contain the text as it is,
// so nothing is parsed before a match is found, and each is compressed separately: an isolated
// match costs one block, not a unit.
//
// Unit bytes:  0, 0, checksum of the rest, varint block_count, varint raw_size, varint size of each
//              block, then LZ4 block data;
//              of lines: 0, 0, checksum of the directory, the directory (0, varint block_count, of
//              each block varint raw and packed size and the checksum of its LZ4 data), then the
//              LZ4 data of each. Checksums (checksum.h) are of packed bytes, which are fewer. Units
//              of versions before them begin with what follows the first here, and have none.
// Block bytes: flags (1 = explicit lengths, 2 = not all UTF-8, 4 = all ASCII, 8 = lines), varint
//              ordinal of the first row, varint row count, [one kind byte a row], [3 varint lengths
//              a row], text.
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::search {

/// One row; the views borrow from the block.
struct Row {
  uint32_t ordinal = 0;  // within its module, from 0 in the order of addition
  uint8_t kind = 0;
  std::string_view name;
  std::string_view full;
  std::string_view detail;
};

/// A decoded block. Borrows the bytes it was read from; reading again into one reuses its memory.
class BlockView {
 public:
  /// Throws Error{corrupt} if the bytes are not a block.
  void read(std::string_view bytes);

  size_t size() const { return rows_; }
  Row row(size_t index) const;
  uint32_t first_ordinal() const { return first_ordinal_; }

  /// Whether the rows are lines: text() is then `detail\n` for each.
  bool lines() const { return per_row_ == 1; }
  /// All rows as `name\nfull\ndetail\n`.
  std::string_view text() const { return text_; }
  /// Whether no field contains a newline, so that every newline of text() ends a field.
  bool plain() const { return plain_; }
  bool utf8() const { return utf8_; }
  bool ascii() const { return ascii_; }
  /// The offset of the row in text(); row_start(size()) is the text's size.
  size_t row_start(size_t index) const { return starts()[index * per_row_]; }
  /// The row that holds the byte at `offset`, which must be below text().size().
  size_t row_at(size_t offset) const;

 private:
  std::string_view field(size_t index) const {
    const auto& at = starts();
    return text_.substr(at[index], at[index + 1] - at[index] - 1);
  }
  const std::vector<uint32_t>& starts() const {
    if (starts_.empty()) find_plain_fields();
    return starts_;
  }
  void find_plain_fields() const;
  void read_lengths(std::string_view& bytes);

  std::string_view kinds_;
  std::string_view text_;
  // The offset of each field, then the text's size. For lines, computed on first use.
  mutable std::vector<uint32_t> starts_;
  uint32_t rows_ = 0;
  uint32_t per_row_ = 3;  // fields
  uint32_t first_ordinal_ = 0;
  bool plain_ = true;
  bool utf8_ = true;
  bool ascii_ = true;
};

/// The places of the blocks in a unit of lines.
class UnitDirectory {
 public:
  struct Place {
    int64_t block = 0;
    size_t offset = 0;  // in the unit
    uint32_t packed = 0;
    uint32_t raw = 0;
    std::optional<uint32_t> checksum = {};
  };
  /// Reads the directory from the first bytes of the unit whose first block is `first`; `size` is
  /// the size of the whole unit. Returns false if `head` ends before the directory does, or if the
  /// unit is not of lines. Throws Error{corrupt}.
  bool read(int64_t first, std::string_view head, size_t size);
  size_t size() const { return places_.size(); }
  /// Throws Error{corrupt} for an index out of range.
  const Place& place(size_t index) const;

 private:
  std::vector<Place> places_;
};

/// Unpacks one block of a unit of lines, which has this place, into `room`, for BlockView::read.
/// Throws Error{corrupt}.
std::string_view unpack_block(std::string_view packed, const UnitDirectory::Place& place,
                              std::string& room);

/// A unit: owns its bytes and gives access to its blocks.
class Unit {
 public:
  /// Replaces the contents. Throws Error{corrupt} if the bytes are not a unit whose first block is
  /// `first` (segment * 2^32 + block; its writer knows no segment).
  void read(int64_t first, std::string_view bytes);
  /// Likewise, with one block of a unit of lines, which it unpacks.
  void read_block(std::string_view packed, const UnitDirectory::Place& place);
  size_t block_count() const { return packed_.size() > 0 ? packed_.size() : ends_.size(); }
  /// The bytes of one block, for BlockView::read: in `room` if they are compressed, otherwise in
  /// the unit; borrowed until either changes. Throws Error{corrupt} for an index out of range and
  /// for a damaged block.
  std::string_view block(size_t index, std::string& room) const;

 private:
  std::string data_;            // all blocks; of a unit of lines all of it
  std::vector<uint32_t> ends_;  // in data_
  UnitDirectory packed_;        // of a unit of lines, else empty
};

/// The place of a module in its segment.
struct BlockSpan {
  uint32_t first_block = 0;
  uint32_t block_count = 0;
};

/// The shape of a writer's rows: three fields, or lines (kind 0, a detail without a newline).
enum class RowShape : uint8_t { fields, lines };

/// How blocks are compressed: at LZ4's quickest, or a seventh smaller in four times the time.
/// Either is unpacked as fast.
enum class Effort : uint8_t { quick, small };

/// Packs rows into blocks and blocks into units, in order.
class BlockWriter {
 public:
  /// Called once per block, in order, before its unit is complete.
  using BlockSink = std::function<void(uint32_t block, const BlockView& view)>;
  /// Called once per unit, in order, on the writer's thread: the first block's number, the number
  /// of blocks, and the unit's bytes (borrowed for the call). Units of lines arrive later, when
  /// they are compressed.
  using UnitSink = std::function<void(uint32_t first_block, uint32_t count, std::string_view)>;

  /// `block_text` is the size of a block's text: the granularity of the index.
  BlockWriter(UnitSink on_unit, BlockSink on_block, size_t block_text = 2048,
              RowShape shape = RowShape::fields, Effort effort = Effort::quick);

  /// Begins a new module: a new block, and ordinals from 0.
  void begin_module();
  /// Throws Error{limit} for a row above 64 MB.
  void add(uint8_t kind, std::string_view name, std::string_view full, std::string_view detail);
  /// Adds every line of a text as a row; for RowShape::lines only.
  void add_lines(std::string_view text);
  /// Closes the module's last block. A module without rows spans no block.
  BlockSpan end_module();
  /// Writes the last unit. Nothing may be added afterwards.
  void finish();

  uint32_t block_count() const { return next_block_; }
  uint64_t text_bytes() const { return text_bytes_; }

 private:
  void close_block();
  void close_unit();
  void hand_over();

  // A unit of lines that is being compressed.
  struct Packing {
    uint32_t first = 0;
    uint32_t count = 0;
    std::future<std::string> bytes;
  };

  RowShape shape_;
  Effort effort_;
  size_t block_text_;
  UnitSink on_unit_;
  BlockSink on_block_;
  std::string text_;   // of the open block
  uint32_t rows_ = 0;  // in it
  std::string kinds_;
  std::vector<uint32_t> lengths_;
  bool newline_ = false;
  uint32_t ordinal_ = 0;        // of the next row
  uint32_t block_ordinal_ = 0;  // of the open block's first row
  uint32_t module_block_ = 0;
  uint32_t next_block_ = 0;
  uint32_t unit_block_ = 0;
  std::string unit_;
  std::vector<uint32_t> sizes_;
  std::deque<Packing> packing_;
  BlockView view_;
  std::string packed_;
  uint64_t text_bytes_ = 0;
};

}  // namespace dossier::search
