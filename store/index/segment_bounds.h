#pragma once
// How many blocks the segments of a part of the index have, held against what is stored of them: a
// row of _segment, _module or _content that says more than there are would make a lookup take
// memory for blocks that nobody has.
#include <cstdint>
#include <map>

#include "engine/statements.h"
#include "store/index/index_part.h"

namespace dossier {

class SegmentBounds {
 public:
  /// Reads them. Throws Error{corrupt} for a segment with more blocks than its units can hold.
  SegmentBounds(Statements& statements, IndexPart part);

  /// Throws Error{corrupt} unless the segment has these blocks; no blocks are anywhere.
  void check(uint32_t segment, uint64_t first, uint64_t count) const;
  /// By segment.
  const std::map<uint32_t, uint32_t>& blocks() const { return blocks_; }

 private:
  std::map<uint32_t, uint32_t> blocks_;
};

}  // namespace dossier
