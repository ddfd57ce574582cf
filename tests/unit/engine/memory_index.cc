#include "memory_index.h"

#include "engine/error.h"

namespace dossier::search {

MemoryIndex::MemoryIndex(RowShape shape) : shape_(shape) { begin_segment(); }

void MemoryIndex::begin_segment() {
  if (!segments_.empty()) close_segment();
  const auto number = static_cast<uint32_t>(segments_.size());
  Segment& segment = segments_.emplace_back();
  segment.grams = std::make_unique<GramIndexBuilder>();
  segment.writer = std::make_unique<BlockWriter>(
      [this, number](uint32_t first, uint32_t, std::string_view bytes) {
        segments_[number].units.emplace(first, bytes);
      },
      [grams = segment.grams.get()](uint32_t block, const BlockView& view) {
        grams->add_block(block, view);
      },
      2048, shape_);
}

void MemoryIndex::finish() { close_segment(); }

void MemoryIndex::close_segment() {
  Segment& segment = segments_.back();
  if (segment.writer == nullptr) return;
  segment.writer->finish();
  text_bytes_ += segment.writer->text_bytes();
  const auto number = static_cast<uint32_t>(segments_.size() - 1);
  segment.grams->finish(
      [&](Gram gram, std::string_view bytes) { postings_[gram].emplace(number, bytes); });
  segment.writer.reset();
  segment.grams.reset();
}

void MemoryIndex::postings(Gram gram, const PostingVisitor& visit) {
  const auto found = postings_.find(gram);
  if (found == postings_.end()) return;
  for (const auto& [segment, bytes] : found->second) visit(segment, bytes);
}

const BlockView& MemoryIndex::block(uint32_t segment, uint32_t block) {
  if (segment >= segments_.size()) throw Error(ErrorCode::corrupt, "search index: no such segment");
  const auto& units = segments_[segment].units;
  auto unit = units.upper_bound(block);
  if (unit == units.begin()) throw Error(ErrorCode::corrupt, "search index: no such block");
  --unit;
  if (unit_segment_ != segment || unit_first_ != unit->first) {
    unit_segment_ = UINT32_MAX;  // a unit that fails to decode must not be taken for the cached one
    unit_.read(unit->first, unit->second);
    unit_segment_ = segment;
    unit_first_ = unit->first;
  }
  view_.read(unit_.block(block - unit->first, room_));
  return view_;
}

}  // namespace dossier::search
