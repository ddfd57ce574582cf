#pragma once
// Which files hold the words of a question in their contents, and how much that says of them: what
// a query of files asks for each of its rows. Found out once per question, word and scope, by the
// ranked index of contents; a row then costs a look into a bitmap.
//
// A text that is asked for is found where all its words stand in the contents; one that is more
// than a single word (`PlaceOrder`, `order_id`, "two words") must also stand in a line as it is
// written, which the gram index says. Rejected: a set of rows in SQL (twice for each word, and as
// many rows as files hold a common one).
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "store/index/index.h"

namespace dossier {

/// A file's text, as a row of `_file` has it.
struct HeldText {
  int64_t content = 0;  // 0: none
  int64_t snapshot = 0;
  int64_t position = 0;
};

/// The texts of a scope that hold what was asked for.
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
  bool by_place_ = false;  // not every text that has the words has them as asked
  std::unordered_set<int64_t> places_;
};

/// How many words the texts of a scope have.
class TextSizes {
 public:
  /// As part of the average; 0 for none.
  double relative(int64_t content) const {
    const auto at = static_cast<size_t>(content);
    return content <= 0 || at >= words_.size() ? 0 : words_[at] / average_;
  }
  /// How rare it is in the scope to hold that: 0 where most texts do, 10 for one of 20,000 (the
  /// inverse document frequency of BM25).
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

/// Whether files can be found by that at all: by no text without a word that is indexed.
bool is_found_in_files(std::string_view asked);

}  // namespace dossier
