#pragma once
// A search index in memory: the writer and the builder of the stored one, without a database.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/search/block.h"
#include "engine/search/grams.h"
#include "engine/search/index.h"

namespace dossier::search {

class MemoryIndex final : public Index {
 public:
  explicit MemoryIndex(RowShape shape = RowShape::fields);

  /// Begins a new segment. Segment 0 exists from the start.
  void begin_segment();
  void begin_module() { segments_.back().writer->begin_module(); }
  void add(uint8_t kind, std::string_view name, std::string_view full, std::string_view detail) {
    segments_.back().writer->add(kind, name, full, detail);
  }
  BlockSpan end_module() { return segments_.back().writer->end_module(); }
  uint32_t segment() const { return static_cast<uint32_t>(segments_.size() - 1); }
  /// Completes the open segment; call once before searching.
  void finish();

  uint64_t text_bytes() const { return text_bytes_; }

  void postings(Gram gram, const PostingVisitor& visit) override;
  const BlockView& block(uint32_t segment, uint32_t block) override;

 private:
  struct Segment {
    std::unique_ptr<BlockWriter> writer;
    std::unique_ptr<GramIndexBuilder> grams;
    std::map<uint32_t, std::string> units;  // by first block
  };
  void close_segment();

  RowShape shape_;
  std::vector<Segment> segments_;
  std::map<Gram, std::map<uint32_t, std::string>> postings_;
  Unit unit_;
  std::string room_;
  BlockView view_;
  uint32_t unit_segment_ = UINT32_MAX;
  uint32_t unit_first_ = 0;
  uint64_t text_bytes_ = 0;
};

}  // namespace dossier::search
