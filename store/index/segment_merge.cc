#include "store/index/segment_merge.h"

#include <algorithm>

#include "store/index/segment_rows.h"
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

}  // namespace

SegmentMerge::SegmentMerge(SearchIndex& index, IndexPart part) : index_(index), part_(part) {
  index_.refresh();
  choose();
  if (!is_needed()) return;
  for (const auto& row : index_.statements().rows<sql::Placed>()) {
    if (!merges(row.segment)) continue;
    placed_.push_back({row.id,
                       {static_cast<uint32_t>(row.segment), static_cast<uint32_t>(row.first_block),
                        static_cast<uint32_t>(row.blocks), row.id},
                       static_cast<uint32_t>(row.type_blocks)});
  }
}

// Tiers: from the smallest on, a segment joins while it is no larger than what has joined already,
// and as long as more than a few stay apart.
void SegmentMerge::choose() {
  std::vector<Held> segments;
  for (const auto& row : index_.statements().rows<sql::SegmentsHeld>(static_cast<int64_t>(part_)))
    segments.push_back({row.id, row.blocks, row.text_bytes, row.used});
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
  ++additions_;
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

void SegmentMerge::copy(int64_t segment, const std::function<void()>& yield) {
  segment_ = segment;
  if (placed_.empty()) return;
  writer_ = std::make_unique<SegmentWriter>(part_, SegmentOptions{.effort = search::Effort::small});
  const auto id = [this](uint32_t) { return segment_; };  // it makes one
  for (auto& one : placed_) {
    yield();
    one.rows = additions_;
    add(one.range);
    auto types = one.range;
    types.first_block += types.block_count;
    types.block_count = one.type_blocks;
    if (one.type_blocks > 0) add(types);
    insert_units(index_.statements(), id, *writer_);
  }
  places_ = writer_->finish();
  yield();
  insert_units(index_.statements(), id, *writer_);
}

void SegmentMerge::adopt() {
  Statements& statements = index_.statements();
  for (const auto& one : placed_) {
    const auto first = static_cast<int64_t>(places_[one.rows].rows.first_block);
    if (part_ == IndexPart::symbols)
      statements.run<sql::MoveModule>(one.id, segment_, first);
    else
      statements.run<sql::MoveContent>(one.id, segment_, first);
  }
  for (const int64_t old : merged_) delete_segment(statements, old);
  statements.run<sql::DeleteDeadPostings>(static_cast<int64_t>(part_));
  if (!writer_) return;
  insert_segments(
      statements, [this](uint32_t) { return segment_; }, *writer_, [] {});
  writer_.reset();
}

}  // namespace dossier
