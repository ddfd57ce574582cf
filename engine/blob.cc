#include "engine/blob.h"

#include <sqlite3.h>

#include <utility>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/mapped_files.h"

namespace dossier {

Blob::Blob(Blob&& other) noexcept
    : db_(other.db_),
      table_(other.table_),
      column_(other.column_),
      blob_(std::exchange(other.blob_, nullptr)) {}

Blob::~Blob() { sqlite3_blob_close(blob_); }

void Blob::seek(int64_t row) {
  const int code = blob_
                       ? sqlite3_blob_reopen(blob_, row)
                       : sqlite3_blob_open(db_->handle(), "main", table_, column_, row, 0, &blob_);
  // What SQLite says where no row has this id.
  if (code == SQLITE_ERROR) throw Error(ErrorCode::corrupt, "a row is missing", table_);
  if (code != SQLITE_OK) throw_failure(*db_, code, table_);
}

size_t Blob::size() const { return static_cast<size_t>(sqlite3_blob_bytes(blob_)); }

void Blob::read(size_t offset, size_t count, char* to) const {
  if (offset > size() || count > size() - offset)
    throw Error(ErrorCode::corrupt, "a value is too short", table_);
  const int code = sqlite3_blob_read(blob_, to, static_cast<int>(count), static_cast<int>(offset));
  check_files(db_->handle());
  if (code != SQLITE_OK) throw_failure(*db_, code, table_);
}

}  // namespace dossier
