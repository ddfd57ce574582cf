#include "store/index/segment_rows.h"

#include <malloc.h>

#include "store/index/posting_lists.h"
#include "store/sql.h"

namespace dossier {
namespace {

// Entries of lists whose memory is worth a walk of what is free: megabytes.
constexpr size_t kMany = 4 << 20;
// Lists between two moments at which a chunk may end: a tenth of a large segment's.
constexpr size_t kRun = 1 << 14;

}  // namespace

void insert_units(Statements& statements, const SegmentIds& ids, SegmentWriter& writer) {
  for (const auto& unit : writer.take_units())
    statements.run<sql::InsertUnit>((ids(unit.segment) << 32) + unit.first_block,
                                    std::string_view(unit.data));
}

void insert_segments(Statements& statements, const SegmentIds& ids, SegmentWriter& writer,
                     const std::function<void()>& yield) {
  auto segments = writer.take_segments();
  insert_units(statements, ids, writer);
  size_t postings = 0;
  for (auto& segment : segments) {
    postings += segment.lists.size();
    const int64_t id = ids(segment.number);
    statements.run<sql::InsertSegment>(id, static_cast<int64_t>(writer.part()),
                                       static_cast<int64_t>(segment.blocks),
                                       static_cast<int64_t>(segment.text_bytes));
    PostingWriter lists(statements, writer.part(), id);
    size_t added = 0;
    segment.lists.finish([&](search::Gram gram, std::string_view list) {
      lists.add(gram, list);
      if (++added % kRun == 0) yield();
    });
    lists.finish();
  }
  // What many threads took and let go in the meantime goes with large lists.
  if (postings > kMany) ::malloc_trim(0);
}

void delete_segment(Statements& statements, int64_t segment) {
  statements.run<sql::DeleteSegment>(segment);
  statements.run<sql::DeleteUnits>(segment);
  statements.run<sql::DeletePostingPages>(segment);
}

}  // namespace dossier
