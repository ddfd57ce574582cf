#include "store/index/segment_bounds.h"

#include "engine/first_row.h"
#include "engine/stored.h"
#include "store/sql.h"

namespace dossier {
namespace {

// A unit ends where its blocks have 64 KB of bytes, of which each takes several.
constexpr int64_t kMostOfUnit = 1 << 17;

// The end of the last unit that begins in the segment, at the latest.
int64_t end_of(Statements& statements, int64_t segment) {
  const auto row = first_row<sql::UnitIdAt>(statements, (segment << 32) + UINT32_MAX);
  if (!row || row->id >> 32 != segment) return 0;
  return (row->id & UINT32_MAX) + kMostOfUnit;
}

std::string named(int64_t segment) {
  return "segment " + std::to_string(segment) + " of the search index";
}

}  // namespace

SegmentBounds::SegmentBounds(Statements& statements, IndexPart part) {
  for (const auto& row : statements.rows<sql::Segments>(static_cast<int64_t>(part))) {
    const uint32_t segment = stored_blocks(row.id, "_segment.id");
    const uint32_t blocks = stored_blocks(row.blocks, "_segment.blocks");
    if (blocks > end_of(statements, row.id))
      throw_damaged(named(row.id) + " says that it has " + std::to_string(blocks) +
                    " blocks, and has fewer");
    blocks_.emplace(segment, blocks);
  }
}

void SegmentBounds::check(uint32_t segment, uint64_t first, uint64_t count) const {
  if (count == 0) return;
  const auto at = blocks_.find(segment);
  if (at == blocks_.end() || first + count > at->second)
    throw_damaged(named(segment) + " lacks blocks " + std::to_string(first) + " to " +
                  std::to_string(first + count - 1));
}

}  // namespace dossier
