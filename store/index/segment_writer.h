#pragma once
// Builds one segment of an index beside the import: rows of modules (or of contents) go in, on a
// thread of its own; units of blocks and, at the end, postings come out for the importer to store.
// The importer stays the only one that touches the database.
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
  /// Stops the thread; what it had not finished is dropped.
  ~SegmentWriter();
  SegmentWriter(const SegmentWriter&) = delete;

  /// What may wait to be taken up by the writer's thread; two additions, however large, always may.
  static constexpr size_t kQueuedBytes = size_t{1} << 20;

  /// Hands a module over, as two additions: all its rows, and its types alone. Waits while two are
  /// queued.
  void add(std::shared_ptr<const Module> module);
  /// The same for any rows: `rows` adds those of one module, on the writer's thread, and holds so
  /// many bytes until then. Waits while there is no room for them.
  using Rows = std::function<void(search::BlockWriter&)>;
  void add(Rows rows, size_t bytes = kQueuedBytes);
  /// The units finished so far, in order, each handed out once.
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
