#pragma once
// Stores a segment in the tables: units as its writer finishes them; then, after
// SegmentWriter::finish(), its row and its posting lists.
#include <cstdint>

#include "engine/statements.h"
#include "store/index/segment_writer.h"

namespace dossier {

void insert_units(Statements& statements, int64_t segment, SegmentWriter& writer);
void insert_segment(Statements& statements, int64_t segment, const SegmentWriter& writer);
void insert_postings(Statements& statements, int64_t segment, SegmentWriter& writer);
/// Removes a segment except for the rows of its grams: DeleteDeadPostings removes those of many
/// segments at once.
void delete_segment(Statements& statements, int64_t segment);

}  // namespace dossier
