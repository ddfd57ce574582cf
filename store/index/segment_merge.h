#pragma once
// Writes what is in use of several segments of one part anew as a single segment. Two steps, so
// that the long one is not in the transaction that makes it count: copy() commits as it goes,
// adopt() is part of the caller's last transaction.
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
  /// Decides which segments are worth it: those with dead blocks, and the small among the rest.
  SegmentMerge(SearchIndex& index, IndexPart part);

  bool is_needed() const { return !merged_.empty(); }
  int64_t segments_before() const { return before_; }
  int64_t segments_after() const;

  /// Builds the new segment with this id; `breathe` is called between modules, where a chunk may be
  /// committed.
  void copy(int64_t segment, const std::function<void()>& breathe);
  /// Moves modules (or texts) to the new segment and removes the old ones.
  void adopt();

 private:
  struct Placed {
    int64_t id = 0;
    search::BlockRange range;
    uint32_t type_blocks = 0;
    size_t span = 0;  // of spans_: where it stands now
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
  std::vector<search::BlockSpan> spans_;
};

}  // namespace dossier
