#pragma once
// Where the posting lists of a segment stand: a short one in the row of its gram, a long one in
// pages of its segment, so that it shares its last page with the next list; in its own row it left
// half of that page empty. The gram's row then says where it begins.
//
// Rejected: lists cut into rows of their gram (a tenth larger, and a row for every half kilobyte).
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/search/grams.h"
#include "engine/statements.h"
#include "store/index/index_part.h"

namespace dossier {

/// Writes the lists of one segment; grams come in ascending order, each once. Borrows.
class PostingWriter {
 public:
  PostingWriter(Statements& statements, IndexPart part, int64_t segment)
      : statements_(statements), part_(part), segment_(segment) {}

  void add(search::Gram gram, std::string_view list);
  /// The last page. To be called once, after the last list.
  void finish() { write_pages(1); }

 private:
  void write_pages(size_t least);

  Statements& statements_;
  IndexPart part_;
  int64_t segment_;
  int64_t page_ = 0;     // the number of the next one
  std::string pending_;  // the lists from that page on
};

/// The posting bytes that a gram's row stands for: `stored` itself, or read into `room`. Throws
/// Error{corrupt} for pages that are missing.
std::string_view posting_list(Statements& statements, int64_t segment, std::string_view stored,
                              std::string& room);

}  // namespace dossier
