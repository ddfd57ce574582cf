#include "engine/search/scan.h"

#include <algorithm>
#include <cstring>

#include "engine/search/lines.h"

namespace dossier::search {

Scan::Scan(Plan plan, const Matcher& matcher, FieldMasks masks, std::vector<BlockRange> ranges,
           Index& index, Checkpoint checkpoint, Admit admit)
    : plan_(std::move(plan)),
      matcher_(matcher),
      masks_(masks),
      ranges_(std::move(ranges)),
      index_(index),
      checkpoint_(std::move(checkpoint)),
      admit_(std::move(admit)) {}

Scan::Scan(Admitted admitted, const Matcher& matcher, FieldMasks masks,
           std::vector<BlockRange> ranges, Index& index, Checkpoint checkpoint, Admit admit)
    : Scan(Plan::all(), matcher, masks, std::move(ranges), index, std::move(checkpoint),
           std::move(admit)) {
  admitted_ = std::move(admitted);
}

void Scan::prepare() {
  prepared_ = true;
  if (!ranges_.empty()) next_ = ranges_[0].first_block;
  if (admitted_ || plan_.scans()) return;
  std::map<uint32_t, uint32_t> bounds;
  for (const BlockRange& range : ranges_) {
    uint32_t& bound = bounds[range.segment];
    bound = std::max(bound, range.first_block + range.block_count);
  }
  admitted_ = std::make_shared<const std::map<uint32_t, BlockSet>>(evaluate(plan_, bounds, index_));
}

bool Scan::next_block() {
  while (range_ < ranges_.size()) {
    const BlockRange& range = ranges_[range_];
    const uint32_t end = range.first_block + range.block_count;
    if (admitted_ && next_ < end) {
      if (!set_ || range.segment != set_segment_) set_ = &admitted_->at(range.segment);
      set_segment_ = range.segment;
      next_ = set_->next(next_, end);
    }
    if (next_ < end && admit_ && !range_admitted_) range_admitted_ = admit_(range);
    if (next_ < end && (!admit_ || range_admitted_)) {
      if (checkpoint_) checkpoint_();
      block_ = &index_.block(range.segment, next_++);
      row_ = 0;
      offset_ = 0;
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

// A line is taken out of the block's text only once the matcher has found a place in it.
std::optional<Hit> Scan::next_line() {
  const std::string_view text = block_->text();
  while (offset_ < text.size()) {
    const Place place = matcher_.seek(*block_, offset_);
    if (place.begin >= text.size()) break;
    const void* const before =
        ::memrchr(text.data() + offset_, '\n', std::max(place.begin, offset_) - offset_);
    const size_t begin =
        before ? static_cast<size_t>(static_cast<const char*>(before) - text.data()) + 1 : offset_;
    const size_t end = std::min(text.find('\n', place.begin), text.size());
    row_ += count_lines(text.substr(offset_, begin - offset_));
    const Row row = {block_->first_ordinal() + static_cast<uint32_t>(row_),
                     0,
                     {},
                     {},
                     text.substr(begin, end - begin)};
    offset_ = end + 1;
    ++row_;
    Hit hit{range_, ranges_[range_].id, row};
    if (place.sure && place.end <= end) {
      hit.column = place.begin - begin;
      return hit;
    }
    if (matcher_.matches(row, masks_.of(0))) return hit;
  }
  offset_ = text.size();
  return std::nullopt;
}

std::optional<Hit> Scan::next() {
  if (!prepared_) prepare();
  const Pauses pauses(checkpoint_);
  for (;;) {
    if (block_ != nullptr && block_->lines()) {
      if (const auto hit = next_line()) return hit;
    }
    while (block_ != nullptr && !block_->lines() && row_ < block_->size()) {
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
