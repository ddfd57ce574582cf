#pragma once
// What a search reads: postings by gram, and blocks. The search engine depends only on these two
// methods; the store implements them with SQL. Interfaces hold no data.
#include <cstdint>
#include <functional>
#include <string_view>

#include "engine/search/grams.h"

namespace dossier::search {

class BlockView;

class Index {
 public:
  virtual ~Index() = default;

  /// Called with a segment and the gram's posting bytes in it, which are borrowed for the call.
  using PostingVisitor = std::function<void(uint32_t segment, std::string_view bytes)>;
  /// Visits every segment that contains the gram; may visit segments that the caller does not
  /// search.
  virtual void postings(Gram gram, const PostingVisitor& visit) = 0;

  /// Reads one block. The view and everything in it are valid until the next call. Throws
  /// Error{corrupt} if the block is missing or damaged.
  virtual const BlockView& block(uint32_t segment, uint32_t block) = 0;
};

}  // namespace dossier::search
