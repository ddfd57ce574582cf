#pragma once
// What the virtual tables over the index share: the table object, which has the connection rethrow
// the exception of a callback where the statement is stepped, and how arguments are read.
#include <exception>
#include <optional>
#include <string_view>

#include "engine/virtual_table.h"
#include "store/index/index.h"

namespace dossier {

struct IndexTable : TableObject {
  explicit IndexTable(void* client)
      : TableObject(client), index(static_cast<SearchIndex*>(client)) {}
  void failed() override { index->database().set_pending(std::current_exception()); }
  SearchIndex* const index;
};

/// The text of an argument; borrowed until the argument is used again.
inline std::string_view text_of(sqlite3_value* value) {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return {bytes ? bytes : "", static_cast<size_t>(sqlite3_value_bytes(value))};
}

/// Whether an equality with the argument may be asked of the index. Which texts a number equals
/// depends on where it comes from ('05' equals a column of integers, and no 5): SQLite tells.
inline bool is_text(sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_TEXT; }

/// Whether a letter of a plan is one of these.
inline bool is_one_of(std::string_view letters, char argument) {
  return letters.find(argument) != letters.npos;
}

/// The integer that equals an argument by the rules of a column of integers; absent if none does.
inline std::optional<int64_t> integer_of(sqlite3_value* value) {
  const int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_INTEGER) return sqlite3_value_int64(value);
  if (type != SQLITE_FLOAT) return std::nullopt;
  const double real = sqlite3_value_double(value);
  const int64_t integer = sqlite3_value_int64(value);
  return static_cast<double>(integer) == real ? std::optional(integer) : std::nullopt;
}

/// The number of a row that is the same whichever scope it is found in: SQLite may look for
/// alternatives (`snapshot = 1 AND … OR snapshot = 2 AND …`) one by one, each in its own scope, and
/// tells by it which rows it has. It rises with the place in a scope, then with the row's number
/// there. `rank` is the snapshot's (RankedSnapshot), `place` the module's or file's in it.
inline int64_t row_number(int64_t rank, int64_t place, int64_t row) {
  constexpr int kRowBits = 26, kPlaceBits = 22;
  return (rank << (kPlaceBits + kRowBits)) + (place << kRowBits) + row;
}

}  // namespace dossier
