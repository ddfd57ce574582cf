#pragma once
// Where a search reads from: postings by gram, units by block. The search engine is pure over these
// two methods; the SQL behind them belongs to the store. Interfaces hold no data.
#include <cstdint>
#include <functional>
#include <string_view>

#include "engine/search/grams.h"

namespace dossier::search {

class BlockView;

class Source {
 public:
  virtual ~Source() = default;

  /// Called with a segment and the posting bytes of the gram in it; the bytes are borrowed for the
  /// call.
  using PostingVisitor = std::function<void(uint32_t segment, std::string_view bytes)>;
  /// Visits every segment in which the gram occurs (segments of no interest may be included).
  virtual void postings(Gram gram, const PostingVisitor& visit) = 0;

  /// Reads one block; the view and all it hands out stay valid until the next call.
  /// Throws Error{corrupt} when the block is missing or damaged.
  virtual const BlockView& block(uint32_t segment, uint32_t block) = 0;
};

}  // namespace dossier::search
