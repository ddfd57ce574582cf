#pragma once
// The large tables of a first import into a new file: their rows arrive in the order of their keys,
// so that the pages of table and indexes can be written as they are (store/pages/tree.h) instead
// of row by row through SQLite, which is what most of an import's time went to. SQLite says itself
// what a table and its indexes look like; what it could not have made so is refused.
//
// Until a tree is adopted its table is empty to SQLite, and nothing may be inserted into it. The
// order is: rows, adopt_tables(), then adopt_indexes(), each with no transaction open.
#include <memory>
#include <string_view>
#include <vector>

#include "engine/pending.h"
#include "engine/statements.h"

namespace dossier {

class PageTables {
 public:
  /// Of a new file that no other connection uses. When more than so many bytes of indexes' entries
  /// wait to be sorted, the index with the most is left to SQLite.
  explicit PageTables(Statements& statements, size_t most_index_bytes = size_t{192} << 20);
  ~PageTables();
  PageTables(const PageTables&) = delete;

  /// Rows with as many fields as the table has columns, in its order; keys rise from call to call.
  void add(std::string_view table, const PendingRows& rows);
  /// Makes the rows part of the database, without their indexes, which are then sorted on threads.
  void adopt_tables();
  /// Makes the indexes part of it.
  void adopt_indexes();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dossier
