#include "store/index/segment_rows.h"

#include "store/index/posting_lists.h"
#include "store/sql.h"

namespace dossier {

void insert_units(Statements& statements, int64_t segment, SegmentWriter& writer) {
  for (const auto& unit : writer.take_units())
    statements.run<sql::InsertUnit>((segment << 32) + unit.first_block,
                                    std::string_view(unit.data));
}

void insert_segment(Statements& statements, int64_t segment, const SegmentWriter& writer) {
  statements.run<sql::InsertSegment>(segment, static_cast<int64_t>(writer.part()),
                                     static_cast<int64_t>(writer.blocks()),
                                     static_cast<int64_t>(writer.text_bytes()));
}

void insert_postings(Statements& statements, int64_t segment, SegmentWriter& writer) {
  PostingWriter lists(statements, writer.part(), segment);
  writer.postings([&](search::Gram gram, std::string_view list) { lists.add(gram, list); });
  lists.finish();
}

void delete_segment(Statements& statements, int64_t segment) {
  statements.run<sql::DeleteSegment>(segment);
  statements.run<sql::DeleteUnits>(segment);
  statements.run<sql::DeletePostingPages>(segment);
}

}  // namespace dossier
