#pragma once
// Writes the ranked index of contents: the words of each text that an import adds, read back from
// the content index once that is written, so no text waits in memory. A text without words
// (_content.words is null) gets them with the next import of a snapshot that holds it.
//
// Contentless FTS5 tables can delete a row only if they are told what it contained. Whoever removes
// a text therefore removes its words first, while its lines still exist.
#include <cstdint>

#include "engine/search/scan.h"
#include "engine/search/text_words.h"
#include "store/index/index.h"

namespace dossier {

class Chunks;

class ContentWords {
 public:
  explicit ContentWords(SearchIndex& index);

  /// Indexes the words of the text with this id and these lines; returns their number.
  int64_t add(int64_t content, const search::BlockRange& lines);
  /// Removes them from the index.
  void remove(int64_t content, const search::BlockRange& lines);

 private:
  void split(const search::BlockRange& lines);

  SearchIndex& index_;
  IndexReader reader_;
  search::TextWords words_;
};

/// Indexes the words of a snapshot's texts that have none yet, in chunks.
void rank_contents(SearchIndex& index, int64_t snapshot, Chunks& chunks);
/// Removes the words of all texts with ids above `content`.
void remove_content_words_after(SearchIndex& index, int64_t content);
/// Removes the words of texts that no snapshot holds, leaving no trace of them.
void remove_dead_content_words(SearchIndex& index);

}  // namespace dossier
