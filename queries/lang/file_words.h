#pragma once
// Finds the files whose contents contain the words of a query, and how much that counts. Computed
// once per query, word and scope from the ranked index of contents; testing a row is then a lookup
// in a bitmap.
//
// A file matches if its contents contain all words of the text. A text of more than a single word
// (`PlaceOrder`, `order_id`, "two words") must also occur in a line as written, which the gram
// index decides.
//
// Rejected: a set of rows in SQL, computed twice per word, with as many rows as files contain a
// common word.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "store/index/index.h"

namespace dossier {

/// The text of a file, as `_file` refers to it.
struct HeldText {
  int64_t content = 0;  // 0: none
  int64_t snapshot = 0;
  int64_t position = 0;
};

/// The texts of a scope that contain the requested words.
class Holding {
 public:
  bool holds(const HeldText& text) const {
    if (text.content <= 0 || static_cast<size_t>(text.content) >= contents_.size()) return false;
    if (!contents_[static_cast<size_t>(text.content)]) return false;
    return !by_place_ || places_.contains((text.snapshot << 32) + text.position);
  }

 private:
  friend class FileWords;
  std::string scope_, asked_;
  std::vector<bool> contents_;
  bool by_place_ = false;  // not every text with these words contains them as written
  std::unordered_set<int64_t> places_;
};

/// How many words the texts of a scope have.
class TextSizes {
 public:
  /// The length relative to the average; 0 if unknown.
  double relative(int64_t content) const {
    const auto at = static_cast<size_t>(content);
    return content <= 0 || at >= words_.size() ? 0 : words_[at] / average_;
  }
  /// How rare such texts are in the scope: 0 if most texts match, 10 for one of 20,000 (the inverse
  /// document frequency of BM25).
  double rarity(const Holding& holding) const;

 private:
  friend class FileWords;
  std::string scope_;
  std::vector<int32_t> words_;   // by content
  std::vector<HeldText> texts_;  // of the scope's files that have words
  double average_ = 1;
};

class FileWords {
 public:
  explicit FileWords(SearchIndex& index) : index_(index) {}

  std::shared_ptr<const Holding> holding(std::string_view scope, std::string_view asked);
  std::shared_ptr<const TextSizes> sizes(std::string_view scope);

 private:
  void refresh();
  std::shared_ptr<Holding> find(std::string_view scope, std::string_view asked);
  void find_places(Holding& holding);

  SearchIndex& index_;
  int64_t generation_ = -1;
  std::vector<std::shared_ptr<const Holding>> held_;  // the latest few
  std::shared_ptr<const TextSizes> sizes_;
};

/// Whether a text can find files at all: it needs a word that is indexed.
bool is_found_in_files(std::string_view asked);

}  // namespace dossier
