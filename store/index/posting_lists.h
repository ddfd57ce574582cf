#pragma once
// How the posting lists of a segment are stored. A short list is in the row of its gram. A long one
// is in pages that the lists of the segment share, and the gram's row says where it begins; in a
// row of its own, a long list would leave half of its last page empty.
//
// Rejected: splitting a list into several rows of its gram (a tenth larger, and a row for every
// half kilobyte).
//
// Each list has a checksum: a bit that is lost would hide what its block holds, and say nothing.
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/search/grams.h"
#include "engine/statements.h"
#include "store/index/index_part.h"

namespace dossier {

/// Writes the lists of one segment. Grams come in ascending order, each once. Borrows.
class PostingWriter {
 public:
  PostingWriter(Statements& statements, IndexPart part, int64_t segment)
      : statements_(statements), part_(part), segment_(segment) {}

  void add(search::Gram gram, std::string_view list);
  /// Writes the last page. Call once, after the last list.
  void finish() { write_pages(1); }

 private:
  void write_pages(size_t least);

  Statements& statements_;
  IndexPart part_;
  int64_t segment_;
  int64_t page_ = 0;     // number of the next page
  std::string pending_;  // the lists from that page on
};

/// The posting list of a gram's row: `stored` itself, or read into `room`. Throws Error{corrupt} if
/// pages are missing and if the list is not what was written.
std::string_view posting_list(Statements& statements, int64_t segment, search::Gram gram,
                              std::string_view stored, std::string& room);

}  // namespace dossier
