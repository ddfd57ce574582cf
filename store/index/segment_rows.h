#pragma once
// Stores segments in the tables as their writer finishes them: units of blocks, and the row and the
// posting lists of a segment that is whole.
#include <cstdint>
#include <functional>

#include "engine/statements.h"
#include "store/index/segment_writer.h"

namespace dossier {

/// The id of the writer's segment with this number.
using SegmentIds = std::function<int64_t(uint32_t number)>;

void insert_units(Statements& statements, const SegmentIds& ids, SegmentWriter& writer);
/// Inserts whole segments with their units, and lets go of their lists' memory. Calls `yield`
/// between lists, where a chunk may be committed. The row of a segment comes before its lists,
/// which remove_import() counts on.
void insert_segments(Statements& statements, const SegmentIds& ids, SegmentWriter& writer,
                     const std::function<void()>& yield);
/// Removes a segment except for the rows of its grams: DeleteDeadPostings removes those of many
/// segments at once.
void delete_segment(Statements& statements, int64_t segment);

}  // namespace dossier
