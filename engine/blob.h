#pragma once
// The value of one column, row after row, read by pieces: a search wants one block out of a unit of
// many, and a short name costs a third of what a statement's row does. Holds a read of the database
// open from the first row on. Rejected: the value of a row, which SQLite puts together whole.
#include <cstddef>
#include <cstdint>

struct sqlite3_blob;

namespace dossier {

class Database;

class Blob {
 public:
  /// Opens nothing yet. The names are borrowed and must live as long as this does.
  Blob(Database& db, const char* table, const char* column)
      : db_(&db), table_(table), column_(column) {}
  Blob(Blob&& other) noexcept;
  Blob& operator=(Blob&&) = delete;
  ~Blob();

  /// Goes to the row of this id. Throws Error{corrupt} where there is none.
  void seek(int64_t row);
  /// Bytes of the value.
  size_t size() const;
  /// Copies `count` bytes from `offset` on. Throws Error{corrupt} beyond the value's end.
  void read(size_t offset, size_t count, char* to) const;

 private:
  Database* db_;
  const char* table_;
  const char* column_;
  sqlite3_blob* blob_ = nullptr;
};

}  // namespace dossier
