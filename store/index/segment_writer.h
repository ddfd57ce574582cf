#pragma once
// Builds one segment of an index on a thread of its own, in parallel with the import. Rows of
// modules (or of contents) go in; units of blocks and, at the end, postings come out, and the
// importer stores them. Only the importer accesses the database.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/search/block.h"
#include "engine/search/grams.h"
#include "store/index/index_part.h"

namespace dossier {

class SegmentWriter {
 public:
  struct Unit {
    uint32_t first_block = 0;
    std::string data;
  };

  explicit SegmentWriter(IndexPart part);
  /// Stops the thread and drops what it has not finished.
  ~SegmentWriter();
  SegmentWriter(const SegmentWriter&) = delete;

  /// The bytes that may be queued for the writer's thread. Two additions may always be queued,
  /// however large.
  static constexpr size_t kQueuedBytes = size_t{1} << 20;

  /// Adds a module, as two additions: all its rows, and its types alone. Blocks while two additions
  /// are queued.
  void add(std::shared_ptr<const Module> module);
  /// Adds other rows: `rows` adds those of one module, on the writer's thread; it holds `bytes`
  /// bytes until then. Blocks while the queue is full.
  using Rows = std::function<void(search::BlockWriter&)>;
  void add(Rows rows, size_t bytes = kQueuedBytes);
  /// The units finished since the last call, in order.
  std::vector<Unit> take_units();
  /// Waits for every module; take_units() then has the rest. One span per addition, in order.
  std::vector<search::BlockSpan> finish();

  IndexPart part() const;
  // After finish().
  uint32_t blocks() const;
  uint64_t text_bytes() const;
  void postings(const std::function<void(search::Gram, std::string_view)>& sink);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dossier
