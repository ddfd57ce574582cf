#pragma once
// A segment on its way into the tables: units as its writer finishes them, then its row and its
// posting lists, after SegmentWriter::finish().
#include <cstdint>

#include "engine/statements.h"
#include "store/index/segment_writer.h"

namespace dossier {

void insert_units(Statements& statements, int64_t segment, SegmentWriter& writer);
void insert_segment(Statements& statements, int64_t segment, const SegmentWriter& writer);
void insert_postings(Statements& statements, int64_t segment, SegmentWriter& writer);
/// Removes all of a segment but the rows of its grams: DeleteDeadPostings does those of many at
/// once.
void delete_segment(Statements& statements, int64_t segment);

}  // namespace dossier
