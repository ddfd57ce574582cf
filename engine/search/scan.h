#pragma once
// A search as a stream of hits: candidate blocks from the plan, in the order of the ranges, each
// row decided by the matcher. Pull-based, so that "the first 500" reads no more than it must.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/search/block.h"
#include "engine/search/matcher.h"
#include "engine/search/plan.h"
#include "engine/search/source.h"

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
  // Where the matcher's first match in the detail begins, where that is known without asking again.
  size_t column = std::string_view::npos;
};

class Scan {
 public:
  /// Called before each block is read; may throw (a deadline).
  using Checkpoint = std::function<void()>;

  /// Called for a range with blocks to read, before the first of them; false leaves it out.
  using Admit = std::function<bool(const BlockRange&)>;

  /// The blocks to read by segment; null = every one.
  using Admitted = std::shared_ptr<const std::map<uint32_t, BlockSet>>;

  /// The matcher and the source are borrowed and must outlive the scan.
  Scan(Plan plan, const Matcher& matcher, FieldMasks masks, std::vector<BlockRange> ranges,
       Source& source, Checkpoint checkpoint = {}, Admit admit = {});
  /// Over blocks that a plan has been evaluated to; the ranges lie within these sets' bounds.
  Scan(Admitted admitted, const Matcher& matcher, FieldMasks masks, std::vector<BlockRange> ranges,
       Source& source, Checkpoint checkpoint = {}, Admit admit = {});

  /// The next hit in the order of the ranges, then of rows; absent at the end. The index is read
  /// at the first call.
  std::optional<Hit> next();
  /// Leaves out the rest of the range of the last hit.
  void skip_range();
  /// How many hits are left; consumes them.
  uint64_t count();

  /// Blocks read so far.
  uint64_t blocks_read() const { return blocks_read_; }

 private:
  void prepare();
  bool next_block();
  std::optional<Hit> next_line();

  Plan plan_;
  const Matcher& matcher_;
  FieldMasks masks_;
  std::vector<BlockRange> ranges_;
  Source& source_;
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
  uint64_t blocks_read_ = 0;
};

}  // namespace dossier::search
