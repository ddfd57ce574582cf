#pragma once
// A search as a stream of hits: the plan selects blocks, in the order of the ranges, and the
// matcher decides each row. Hits are pulled, so "the first 500" reads no more than necessary.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/search/block.h"
#include "engine/search/index.h"
#include "engine/search/matcher.h"
#include "engine/search/plan.h"

namespace dossier::search {

/// One module's blocks; `id` is the caller's.
struct BlockRange {
  uint32_t segment = 0;
  uint32_t first_block = 0;
  uint32_t block_count = 0;
  int64_t id = 0;
};

struct Hit {
  size_t range = 0;  // index into the ranges
  int64_t id = 0;    // of that range
  Row row;           // borrowed until the next call of next()
  // The position of the first match in the detail, if it is known without matching again.
  size_t column = std::string_view::npos;
};

class Scan {
 public:
  /// Called before each block is read; may throw (a deadline).
  using Checkpoint = std::function<void()>;

  /// Called for a range before the first of its selected blocks is read; false skips the range.
  using Admit = std::function<bool(const BlockRange&)>;

  /// The selected blocks per segment; null = all.
  using Admitted = std::shared_ptr<const std::map<uint32_t, BlockSet>>;

  /// The matcher and the index are borrowed and must outlive the scan.
  Scan(Plan plan, const Matcher& matcher, FieldMasks masks, std::vector<BlockRange> ranges,
       Index& index, Checkpoint checkpoint = {}, Admit admit = {});
  /// Scans blocks that a plan has been evaluated to; the ranges lie within the bounds of these
  /// sets.
  Scan(Admitted admitted, const Matcher& matcher, FieldMasks masks, std::vector<BlockRange> ranges,
       Index& index, Checkpoint checkpoint = {}, Admit admit = {});

  /// The next hit in the order of the ranges, then of rows; absent at the end. The index is read
  /// at the first call.
  std::optional<Hit> next();
  /// The id of the range that is being searched; absent before the first and after the last.
  std::optional<int64_t> current() const {
    return prepared_ && range_ < ranges_.size() ? std::optional(ranges_[range_].id) : std::nullopt;
  }
  /// Skips the rest of the last hit's range.
  void skip_range();
  /// The number of remaining hits; consumes them.
  uint64_t count();

 private:
  void prepare();
  bool next_block();
  std::optional<Hit> next_line();

  Plan plan_;
  const Matcher& matcher_;
  FieldMasks masks_;
  std::vector<BlockRange> ranges_;
  Index& index_;
  Checkpoint checkpoint_;
  Admit admit_;
  Admitted admitted_;
  const BlockSet* set_ = nullptr;  // of the segment last looked at
  uint32_t set_segment_ = 0;
  bool prepared_ = false;
  const BlockView* block_ = nullptr;
  size_t range_ = 0;
  bool range_admitted_ = false;
  uint32_t next_ = 0;  // block to try next within the range
  size_t row_ = 0;
  size_t offset_ = 0;  // in a block of lines: where the next one begins
};

}  // namespace dossier::search
