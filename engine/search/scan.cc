#include "engine/search/scan.h"

#include <algorithm>

namespace dossier::search {

Scan::Scan(Plan plan, const Matcher& matcher, FieldMasks masks, std::vector<BlockRange> ranges,
           Source& source, Checkpoint checkpoint, Admit admit)
    : plan_(std::move(plan)),
      matcher_(matcher),
      masks_(masks),
      ranges_(std::move(ranges)),
      source_(source),
      checkpoint_(std::move(checkpoint)),
      admit_(std::move(admit)) {}

void Scan::prepare() {
  prepared_ = true;
  if (!ranges_.empty()) next_ = ranges_[0].first_block;
  if (plan_.scans()) {
    for (const BlockRange& range : ranges_) candidates_ += range.block_count;
    return;
  }
  std::map<uint32_t, uint32_t> bounds;
  for (const BlockRange& range : ranges_) {
    uint32_t& bound = bounds[range.segment];
    bound = std::max(bound, range.first_block + range.block_count);
  }
  admitted_ = evaluate(plan_, bounds, source_);
  for (const BlockRange& range : ranges_) {
    const BlockSet& set = admitted_.at(range.segment);
    const uint32_t end = range.first_block + range.block_count;
    for (uint32_t at = set.next(range.first_block); at < end; at = set.next(at + 1)) ++candidates_;
  }
}

bool Scan::next_block() {
  while (range_ < ranges_.size()) {
    const BlockRange& range = ranges_[range_];
    const uint32_t end = range.first_block + range.block_count;
    if (!plan_.scans() && next_ < end) next_ = admitted_.at(range.segment).next(next_);
    if (next_ < end && admit_ && !range_admitted_) range_admitted_ = admit_(range);
    if (next_ < end && (!admit_ || range_admitted_)) {
      if (checkpoint_) checkpoint_();
      block_ = &source_.block(range.segment, next_++);
      row_ = 0;
      ++blocks_read_;
      return true;
    }
    range_admitted_ = false;
    if (++range_ < ranges_.size()) next_ = ranges_[range_].first_block;
  }
  return false;
}

void Scan::skip_range() {
  block_ = nullptr;
  if (range_ < ranges_.size()) next_ = ranges_[range_].first_block + ranges_[range_].block_count;
}

std::optional<Hit> Scan::next() {
  if (!prepared_) prepare();
  for (;;) {
    while (block_ != nullptr && row_ < block_->size()) {
      row_ = matcher_.skip(*block_, row_);
      if (row_ >= block_->size()) break;
      const Row row = block_->row(row_++);
      if (matcher_.matches(row, masks_.of(row.kind))) return Hit{range_, ranges_[range_].id, row};
    }
    block_ = nullptr;
    if (!next_block()) return std::nullopt;
  }
}

uint64_t Scan::count() {
  uint64_t hits = 0;
  while (next()) ++hits;
  return hits;
}

}  // namespace dossier::search
