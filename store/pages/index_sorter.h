#pragma once
// The entries of one index of a new table, collected as its rows come and sorted when all are
// there: numbers below 2^32, or one text and a row's id. Entries come in the order of their rows'
// keys, so only the columns in front of the key need sorting, by a sort that keeps the order.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/pending.h"
#include "store/pages/tree.h"

namespace dossier {

class IndexSorter {
 public:
  /// `columns`: of the table, as the index holds them, -1 for the row's id. `sorted`: how many of
  /// them stand before the table's own key.
  IndexSorter(std::vector<int> columns, size_t sorted, bool is_text, bool skips_null)
      : columns_(std::move(columns)), sorted_(sorted), is_text_(is_text), skips_null_(skips_null) {}

  /// Throws Error{limit} for a number that is negative or too large.
  void add(const PendingRows& rows, size_t row, int64_t rowid);
  /// The memory taken until it is sorted.
  size_t bytes() const {
    return numbers_.capacity() * sizeof numbers_[0] + (texts_.empty() ? 0 : texts_.capacity()) +
           text_ends_.capacity() * sizeof(Text);
  }
  void forget();
  /// Sorts, and adds all entries to an index's tree.
  void write(pages::Tree& tree);

 private:
  struct Text {
    uint32_t end;  // in texts_, where the next begins
    uint32_t rowid;
  };
  void sort_numbers();
  void write_texts(pages::Tree& tree);

  std::vector<int> columns_;
  size_t sorted_;
  bool is_text_;
  bool skips_null_;
  std::vector<uint32_t> numbers_;  // columns_.size() to an entry
  std::string texts_;
  std::vector<Text> text_ends_;
};

}  // namespace dossier
