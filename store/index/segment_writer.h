#pragma once
// Builds the segments of a part of the index on a thread of its own, in parallel with the import.
// Rows of modules (or of contents) go in; units of blocks and whole segments come out, and the
// importer stores them. Only the importer accesses the database.
//
// A segment ends with the addition that brings its posting lists, which wait in memory until then,
// to a bound. What the rows are decides where, never how quick a thread is: the same input makes
// the same segments.
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/search/block.h"
#include "engine/search/grams.h"
#include "store/index/index_part.h"
#include "store/index/row_kind.h"

namespace dossier {

using RowSink = std::function<void(RowKind kind, std::string_view name, std::string_view full,
                                   std::string_view detail)>;
/// The rows of a module in the index, in their order.
void add_rows(const Module& module, const RowSink& add);
/// Its types alone, for lookups of types: the base type's text carries the ordinal that the place
/// in these rows no longer tells.
void add_type_rows(const Module& module, const RowSink& add);

struct SegmentOptions {
  /// Where a segment ends, in blocks of all its lists together (GramIndexBuilder::size).
  size_t most_postings = std::numeric_limits<size_t>::max();
  search::Effort effort = search::Effort::quick;
};

class SegmentWriter {
 public:
  struct Unit {
    uint32_t segment = 0;  // numbered from 0, as all of this writer's are
    uint32_t first_block = 0;
    std::string data;
  };
  /// A segment that is whole, once its units are taken.
  struct Segment {
    uint32_t number = 0;
    uint32_t blocks = 0;
    uint64_t text_bytes = 0;
    search::GramIndexBuilder lists;
  };
  /// Where an addition stands.
  struct Place {
    uint32_t segment = 0;
    search::BlockSpan rows;
    uint32_t type_blocks = 0;  // of a module: those behind them, with its types alone
  };
  explicit SegmentWriter(IndexPart part, SegmentOptions options = {});
  /// Stops the thread and drops what it has not finished.
  ~SegmentWriter();
  SegmentWriter(const SegmentWriter&) = delete;

  /// The bytes that may be queued for the writer's thread. Two additions may always be queued,
  /// however large.
  static constexpr size_t kQueuedBytes = size_t{1} << 20;

  /// Adds a module: all its rows, and its types alone. Blocks while two additions are queued.
  void add(std::shared_ptr<const Module> module);
  /// Adds other rows, on the writer's thread; what adds them holds `bytes` bytes until then. Blocks
  /// while the queue is full. `types`, if any, adds the rows of types alone.
  using Rows = std::function<void(search::BlockWriter&)>;
  void add(Rows rows, size_t bytes = kQueuedBytes, Rows types = nullptr);
  /// The units finished since the last call, in order.
  std::vector<Unit> take_units();
  /// The segments finished since the last call, in order. Their units can be taken before them.
  std::vector<Segment> take_segments();
  /// Waits for every addition; take_units() and take_segments() then have the rest. One place per
  /// addition, in order.
  std::vector<Place> finish();

  IndexPart part() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dossier
