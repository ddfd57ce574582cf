#pragma once
// Merges the live parts of several segments of one part into a new segment. The long step is
// separate from the transaction that makes it effective: copy() commits as it proceeds, adopt()
// belongs to the caller's last transaction.
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/search/scan.h"
#include "store/index/index.h"
#include "store/index/segment_writer.h"

namespace dossier {

class SegmentMerge {
 public:
  /// Chooses the segments to merge: those with dead blocks, and the small ones among the rest.
  SegmentMerge(SearchIndex& index, IndexPart part);

  bool is_needed() const { return !merged_.empty(); }
  int64_t segments_before() const { return before_; }
  int64_t segments_after() const;

  /// Builds the new segment with this id. Calls `yield` between modules, where a chunk may be
  /// committed.
  void copy(int64_t segment, const std::function<void()>& yield);
  /// Moves modules (or texts) to the new segment and removes the old ones.
  void adopt();

 private:
  struct Placed {
    int64_t id = 0;
    search::BlockRange range;
    uint32_t type_blocks = 0;
    size_t rows = 0;  // index into places_: where they stand anew
  };
  void choose();
  bool merges(int64_t segment) const;
  void add(const search::BlockRange& range);

  SearchIndex& index_;
  IndexPart part_;
  int64_t before_ = 0;
  std::vector<int64_t> merged_;
  std::vector<Placed> placed_;  // in the merged segments
  int64_t segment_ = 0;
  std::unique_ptr<SegmentWriter> writer_;
  size_t additions_ = 0;
  std::vector<SegmentWriter::Place> places_;
};

}  // namespace dossier
