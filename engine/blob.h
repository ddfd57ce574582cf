#pragma once
// Reads the values of one column, row by row, in pieces: a search needs one block of a unit with
// many, and reading a short name this way costs a third of running a statement. Keeps a read
// transaction open from the first row on. Rejected: the value as a result column, which SQLite
// assembles as a whole.
#include <cstddef>
#include <cstdint>

struct sqlite3_blob;

namespace dossier {

class Database;

class Blob {
 public:
  /// Opens nothing yet. The names are borrowed and must outlive this object.
  Blob(Database& db, const char* table, const char* column)
      : db_(&db), table_(table), column_(column) {}
  Blob(Blob&& other) noexcept;
  Blob& operator=(Blob&&) = delete;
  ~Blob();

  /// Moves to the row with this id. Throws Error{corrupt} if there is none.
  void seek(int64_t row);
  /// The size of the value in bytes.
  size_t size() const;
  /// Copies `count` bytes from `offset` on. Throws Error{corrupt} past the end of the value.
  void read(size_t offset, size_t count, char* to) const;

 private:
  Database* db_;
  const char* table_;
  const char* column_;
  sqlite3_blob* blob_ = nullptr;
};

}  // namespace dossier
