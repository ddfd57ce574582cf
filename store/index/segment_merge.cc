#include "store/index/segment_merge.h"

#include <algorithm>

#include "store/index/posting_lists.h"
#include "store/sql.h"

namespace dossier {
namespace {

// So many segments are as good as one: a gram's postings are read as one range.
constexpr size_t kFew = 4;

struct Held {
  int64_t id = 0;
  int64_t blocks = 0;
  int64_t text_bytes = 0;
  int64_t used = 0;
};

std::vector<Held> held(Statements& statements, IndexPart part) {
  std::vector<Held> segments;
  const auto take = [&](auto rows) {
    for (const auto& row : rows) segments.push_back({row.id, row.blocks, row.text_bytes, row.used});
  };
  if (part == IndexPart::symbols)
    take(statements.rows<sql::SegmentsHeld>());
  else
    take(statements.rows<sql::ContentSegmentsHeld>());
  return segments;
}

}  // namespace

SegmentMerge::SegmentMerge(SearchIndex& index, IndexPart part) : index_(index), part_(part) {
  index_.refresh();
  choose();
  if (!is_needed()) return;
  const auto take = [&](auto rows) {
    for (const auto& row : rows) {
      if (!merges(row.segment)) continue;
      placed_.push_back(
          {row.id,
           {static_cast<uint32_t>(row.segment), static_cast<uint32_t>(row.first_block),
            static_cast<uint32_t>(row.blocks), row.id},
           static_cast<uint32_t>(row.type_blocks)});
    }
  };
  if (part_ == IndexPart::symbols)
    take(index_.statements().rows<sql::Placed>());
  else
    take(index_.statements().rows<sql::ContentPlaced>());
}

// Tiers: from the smallest on, a segment joins while it is no larger than what has joined already,
// and as long as more than a few stay apart.
void SegmentMerge::choose() {
  auto segments = held(index_.statements(), part_);
  before_ = static_cast<int64_t>(segments.size());
  int64_t bytes = 0;
  std::vector<Held> whole;
  for (const auto& segment : segments) {
    if (segment.used == segment.blocks && segment.blocks > 0) {
      whole.push_back(segment);
    } else {
      merged_.push_back(segment.id);
      bytes += segment.blocks > 0 ? segment.text_bytes * segment.used / segment.blocks : 0;
    }
  }
  std::sort(whole.begin(), whole.end(),
            [](const Held& a, const Held& b) { return a.text_bytes < b.text_bytes; });
  size_t joined = 0;
  for (const auto& segment : whole) {
    const bool many = whole.size() - joined > kFew;
    if (!many && (merged_.empty() || segment.text_bytes > bytes)) break;
    merged_.push_back(segment.id);
    bytes += segment.text_bytes;
    ++joined;
  }
  std::sort(merged_.begin(), merged_.end());
}

bool SegmentMerge::merges(int64_t segment) const {
  return std::binary_search(merged_.begin(), merged_.end(), segment);
}

int64_t SegmentMerge::segments_after() const {
  return before_ - static_cast<int64_t>(merged_.size()) + (placed_.empty() ? 0 : 1);
}

// The blocks are read here, where the connection is, and taken apart on the writer's thread.
void SegmentMerge::add(const search::BlockRange& range) {
  auto blocks = std::make_shared<std::vector<std::string>>();
  std::shared_ptr<const CachedUnit> unit;
  std::string room;
  for (uint32_t i = 0; i < range.block_count; ++i) {
    const int64_t at = (static_cast<int64_t>(range.segment) << 32) + range.first_block + i;
    if (!unit || at >= unit->end) unit = index_.unit_of(part_, at);
    blocks->emplace_back(unit->unit.block(static_cast<size_t>(at - unit->id), room));
  }
  writer_->add([blocks](search::BlockWriter& out) {
    search::BlockView view;
    for (const auto& bytes : *blocks) {
      view.read(bytes);
      for (size_t i = 0; i < view.size(); ++i) {
        const search::Row row = view.row(i);
        out.add(row.kind, row.name, row.full, row.detail);
      }
    }
  });
}

void SegmentMerge::take_units() {
  for (const auto& unit : writer_->take_units()) {
    const int64_t id = (segment_ << 32) + unit.first_block;
    if (part_ == IndexPart::symbols)
      index_.statements().run<sql::InsertUnit>(id, std::string_view(unit.data));
    else
      index_.statements().run<sql::InsertContentUnit>(id, std::string_view(unit.data));
  }
}

void SegmentMerge::copy(int64_t segment, const std::function<void()>& breathe) {
  segment_ = segment;
  if (placed_.empty()) return;
  writer_ = part_ == IndexPart::symbols
                ? std::make_unique<SegmentWriter>()
                : std::make_unique<SegmentWriter>(kContentBlock, search::RowShape::lines);
  for (const auto& one : placed_) {
    breathe();
    add(one.range);
    if (part_ == IndexPart::symbols) {
      auto types = one.range;
      types.first_block += types.block_count;
      types.block_count = one.type_blocks;
      add(types);
    }
    take_units();
  }
  spans_ = writer_->finish();
  breathe();
  take_units();
}

void SegmentMerge::adopt() {
  const bool symbols = part_ == IndexPart::symbols;
  for (size_t i = 0; i < placed_.size(); ++i) {
    const int64_t id = placed_[i].id;
    if (symbols)
      index_.statements().run<sql::Move>(id, segment_,
                                         static_cast<int64_t>(spans_[2 * i].first_block));
    else
      index_.statements().run<sql::ContentMove>(id, segment_,
                                                static_cast<int64_t>(spans_[i].first_block));
  }
  for (const int64_t old : merged_) {
    if (symbols) {
      index_.statements().run<sql::DeleteSegment>(old);
      index_.statements().run<sql::DeleteUnits>(old);
    } else {
      index_.statements().run<sql::ContentDeleteSegment>(old);
      index_.statements().run<sql::ContentDeleteUnits>(old);
    }
    delete_posting_pages(index_.statements(), part_, old);
  }
  if (symbols)
    index_.statements().run<sql::DeleteDeadPostings>();
  else
    index_.statements().run<sql::ContentDeleteDeadPostings>();
  if (!writer_) return;
  const auto blocks = static_cast<int64_t>(writer_->blocks());
  const auto bytes = static_cast<int64_t>(writer_->text_bytes());
  if (symbols)
    index_.statements().run<sql::InsertSegment>(segment_, blocks, bytes);
  else
    index_.statements().run<sql::InsertContentSegment>(segment_, blocks, bytes);
  PostingWriter lists(index_.statements(), part_, segment_);
  writer_->postings([&](search::Gram gram, std::string_view list) { lists.add(gram, list); });
  lists.finish();
  writer_.reset();
}

}  // namespace dossier
