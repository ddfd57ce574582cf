#include <string>

#include "engine/readers/assembly/tables.h"

namespace dossier::assembly {
namespace {

// A column is a two or four byte number, a heap index, a row id of one table (its number), or a
// coded index (kCoded + its kind).
constexpr uint8_t kU16 = 200, kU32 = 201, kStrings = 202, kGuids = 203, kBlobs = 204;
constexpr uint8_t kCoded = 64, kNone = 255;

enum Coded : uint8_t {
  kTypeDefOrRef = kCoded,
  kHasConstant,
  kHasCustomAttribute,
  kHasFieldMarshal,
  kHasDeclSecurity,
  kMemberRefParent,
  kHasSemantics,
  kMethodDefOrRef,
  kMemberForwarded,
  kImplementation,
  kCustomAttributeType,
  kResolutionScope,
  kTypeOrMethodDef,
};

struct CodedIndex {
  uint8_t bits;
  std::array<uint8_t, 22> tables;
  uint8_t count;
};

// ECMA-335 II.24.2.6: the tables of the tags.
constexpr CodedIndex kCodedIndexes[] = {
    {2, {2, 1, 27}, 3},
    {2, {4, 8, 23}, 3},
    {5, {6, 4, 1, 2, 8, 9, 10, 0, 14, 23, 20, 17, 26, 27, 32, 35, 38, 39, 40, 42, 44, 43}, 22},
    {1, {4, 8}, 2},
    {2, {2, 6, 32}, 3},
    {3, {2, 1, 26, 6, 27}, 5},
    {1, {20, 23}, 2},
    {1, {6, 10}, 2},
    {1, {4, 6}, 2},
    {2, {38, 35, 39}, 3},
    {3, {kNone, kNone, 6, 10}, 4},
    {2, {0, 26, 35, 1}, 4},
    {1, {2, 6}, 2},
};

struct Schema {
  uint8_t count;
  std::array<uint8_t, 9> columns;
};

// ECMA-335 II.22, in the order of the table numbers.
constexpr Schema kSchemas[kTableCount] = {
    {5, {kU16, kStrings, kGuids, kGuids, kGuids}},
    {3, {kResolutionScope, kStrings, kStrings}},
    {6, {kU32, kStrings, kStrings, kTypeDefOrRef, 4, 6}},
    {1, {4}},
    {3, {kU16, kStrings, kBlobs}},
    {1, {6}},
    {6, {kU32, kU16, kU16, kStrings, kBlobs, 8}},
    {1, {8}},
    {3, {kU16, kU16, kStrings}},
    {2, {2, kTypeDefOrRef}},
    {3, {kMemberRefParent, kStrings, kBlobs}},
    {3, {kU16, kHasConstant, kBlobs}},
    {3, {kHasCustomAttribute, kCustomAttributeType, kBlobs}},
    {2, {kHasFieldMarshal, kBlobs}},
    {3, {kU16, kHasDeclSecurity, kBlobs}},
    {3, {kU16, kU32, 2}},
    {2, {kU32, 4}},
    {1, {kBlobs}},
    {2, {2, 20}},
    {1, {20}},
    {3, {kU16, kStrings, kTypeDefOrRef}},
    {2, {2, 23}},
    {1, {23}},
    {3, {kU16, kStrings, kBlobs}},
    {3, {kU16, 6, kHasSemantics}},
    {3, {2, kMethodDefOrRef, kMethodDefOrRef}},
    {1, {kStrings}},
    {1, {kBlobs}},
    {4, {kU16, kMemberForwarded, kStrings, 26}},
    {2, {kU32, 4}},
    {2, {kU32, kU32}},
    {1, {kU32}},
    {9, {kU32, kU16, kU16, kU16, kU16, kU32, kBlobs, kStrings, kStrings}},
    {1, {kU32}},
    {3, {kU32, kU32, kU32}},
    {9, {kU16, kU16, kU16, kU16, kU32, kBlobs, kStrings, kStrings, kBlobs}},
    {2, {kU32, 35}},
    {4, {kU32, kU32, kU32, 35}},
    {3, {kU32, kStrings, kBlobs}},
    {5, {kU32, kU32, kStrings, kStrings, kImplementation}},
    {4, {kU32, kU32, kStrings, kImplementation}},
    {2, {2, 2}},
    {4, {kU16, kU16, kTypeOrMethodDef, kStrings}},
    {2, {kMethodDefOrRef, kBlobs}},
    {2, {42, kTypeDefOrRef}},
};

constexpr uint8_t kWideStrings = 1, kWideGuids = 2, kWideBlobs = 4, kExtraData = 0x40;
constexpr uint32_t kMaxRows = 0xFFFFFF;  // what a token can name

struct Widths {
  const std::array<uint32_t, kTableCount>& rows;
  uint8_t heaps;
  bool wide;

  uint8_t of(uint8_t column) const {
    if (column == kU16) return 2;
    if (column == kU32 || wide) return 4;
    if (column == kStrings) return heaps & kWideStrings ? 4 : 2;
    if (column == kGuids) return heaps & kWideGuids ? 4 : 2;
    if (column == kBlobs) return heaps & kWideBlobs ? 4 : 2;
    if (column < kCoded) return rows[column] > 0xFFFF ? 4 : 2;
    const CodedIndex& coded = kCodedIndexes[column - kCoded];
    uint32_t most = 0;
    for (size_t i = 0; i < coded.count; ++i) {
      if (coded.tables[i] != kNone) most = std::max(most, rows[coded.tables[i]]);
    }
    return most > (0xFFFFu >> coded.bits) ? 4 : 2;
  }
};

Token decode_coded(const CodedIndex& coded, uint32_t value) {
  const uint32_t tag = value & ((1u << coded.bits) - 1);
  const uint32_t rid = value >> coded.bits;
  if (tag >= coded.count || coded.tables[tag] == kNone || rid > kMaxRows) return Token(0xFF000001);
  return Token(static_cast<Table>(coded.tables[tag]), rid);
}

}  // namespace

std::optional<Tables> Tables::open(Bytes stream, bool wide, std::string& problem) {
  Cursor in(stream);
  in.skip(6);
  const uint8_t heaps = in.u8();
  in.skip(1);
  const uint64_t present = in.u64();
  in.skip(8);
  if (present >> kTableCount != 0) {
    problem = "the metadata has tables that no assembly has";
    return std::nullopt;
  }
  std::array<uint32_t, kTableCount> rows{};
  for (size_t i = 0; i < kTableCount; ++i) {
    if (present >> i & 1) rows[i] = in.u32();
    if (rows[i] > kMaxRows) {
      problem = "a metadata table claims more rows than tokens can name";
      return std::nullopt;
    }
  }
  if (heaps & kExtraData) in.skip(4);
  const Widths widths{rows, heaps, wide};
  Tables tables;
  for (size_t i = 0; i < kTableCount; ++i) {
    Layout& layout = tables.layout_[i];
    const Schema& schema = kSchemas[i];
    for (size_t c = 0; c < schema.count; ++c) {
      layout.starts[c] = static_cast<uint8_t>(layout.row_size);
      layout.row_size += widths.of(schema.columns[c]);
    }
    layout.starts[schema.count] = static_cast<uint8_t>(layout.row_size);
    layout.rows = rows[i];
    layout.bytes = in.take(uint64_t{rows[i]} * layout.row_size);
  }
  if (in.ok()) return tables;
  problem = "the metadata tables reach past the end of their stream";
  return std::nullopt;
}

uint32_t Tables::raw(Table table, uint32_t rid, size_t column) const {
  const Layout& layout = layout_[static_cast<size_t>(table)];
  if (rid - 1 >= layout.rows) return 0;
  const std::byte* at =
      layout.bytes.data() + size_t{rid - 1} * layout.row_size + layout.starts[column];
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(at[i]); };
  if (layout.starts[column + 1] - layout.starts[column] == 2) return byte(0) | byte(1) << 8;
  return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

Token Tables::decode(Table table, size_t column, uint32_t value) {
  const uint8_t kind = kSchemas[static_cast<size_t>(table)].columns[column];
  if (kind >= kCoded) return decode_coded(kCodedIndexes[kind - kCoded], value);
  return value > kMaxRows ? Token(0xFF000001) : Token(static_cast<Table>(kind), value);
}

Token Tables::type_def_or_ref(uint32_t coded) { return decode_coded(kCodedIndexes[0], coded); }

}  // namespace dossier::assembly
