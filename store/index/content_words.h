#pragma once
// Writes the ranked index of contents: the words of each text that an import brings, read back from
// the content index when that is written, so that no text waits in memory for it. What has no words
// yet (_content.words is null) gets them with the next import of a snapshot that holds it.
//
// Contentless FTS5 tables forget a row only when told what it held: who removes a text removes its
// words first, while its lines are there.
#include <cstdint>

#include "engine/search/scan.h"
#include "engine/search/text_words.h"
#include "store/index/index.h"

namespace dossier {

class Chunks;

class ContentWords {
 public:
  explicit ContentWords(SearchIndex& index);

  /// Stores the words of the text with this id and these lines, and says how many they are.
  int64_t add(int64_t content, const search::BlockRange& lines);
  /// Takes them out again.
  void remove(int64_t content, const search::BlockRange& lines);

 private:
  void split(const search::BlockRange& lines);

  SearchIndex& index_;
  IndexReader reader_;
  search::TextWords words_;
};

/// Gives words to the texts of a snapshot that have none yet, a chunk at a time.
void rank_contents(SearchIndex& index, int64_t snapshot, Chunks& chunks);
/// Takes out the words of all texts beyond an id.
void remove_content_words_after(SearchIndex& index, int64_t content);
/// Takes out the words of texts that no snapshot holds, and leaves nothing of them behind.
void remove_dead_content_words(SearchIndex& index);

}  // namespace dossier
