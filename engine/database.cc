#include "engine/database.h"

#include <sqlite3.h>

#include "engine/error.h"

namespace dossier {

void throw_sqlite(sqlite3* db, int code, std::string_view sql) {
  const std::string text = db ? sqlite3_errmsg(db) : sqlite3_errstr(code);
  std::string place(sql.substr(0, 200));
  switch (code & 0xff) {
    case SQLITE_INTERRUPT:
      throw Error(ErrorCode::limit, "deadline");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(ErrorCode::conflict, "the database is busy: " + text);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      throw Error(ErrorCode::corrupt, text, std::move(place));
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      throw Error(ErrorCode::io, text, std::move(place));
    case SQLITE_READONLY:
    case SQLITE_AUTH:
    case SQLITE_PERM:
      throw Error(ErrorCode::denied, text, std::move(place));
    case SQLITE_TOOBIG:
    case SQLITE_NOMEM:
      throw Error(ErrorCode::limit, text, std::move(place));
    default:
      throw Error(ErrorCode::internal, text, std::move(place));
  }
}

bool belongs_to(std::string_view path, std::string_view database) {
  if (database.empty() || !path.starts_with(database)) return false;
  const std::string_view behind = path.substr(database.size());
  for (const std::string_view end : {"", "-wal", "-shm", "-journal", "-import", "-new"})
    if (behind == end) return true;
  return false;
}

Database::Database(std::string path, sqlite3* handle, Owner owner)
    : path_(std::move(path)),
      state_(std::make_unique<State>()),
      handle_(handle),
      owner_(std::move(owner)) {}

Database Database::borrow(sqlite3* handle) {
  const char* path = sqlite3_db_filename(handle, "main");
  return Database(path ? path : "", handle, Owner(nullptr, [](void*) {}));
}

void Database::execute(const char* sql) {
  if (const int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr); code != SQLITE_OK)
    throw_failure(*this, code, sql);
}

int64_t Database::number(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  if (const int code = sqlite3_prepare_v2(handle(), sql, -1, &statement, nullptr);
      code != SQLITE_OK)
    throw_failure(*this, code, sql);
  const int code = sqlite3_step(statement);
  const int64_t value = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
  sqlite3_finalize(statement);
  if (code != SQLITE_ROW && code != SQLITE_DONE) throw_failure(*this, code, sql);
  return value;
}

int64_t Database::last_insert_rowid() const { return sqlite3_last_insert_rowid(handle()); }

bool Database::in_transaction() const { return sqlite3_get_autocommit(handle()) == 0; }

void Database::set_checkpoint(std::function<void()> checkpoint) {
  state_->checkpoint = std::move(checkpoint);
  if (!state_->checkpoint) {
    sqlite3_progress_handler(handle(), 0, nullptr, nullptr);
    return;
  }
  sqlite3_progress_handler(
      handle(), 1000,
      [](void* at) -> int {
        auto* state = static_cast<State*>(at);
        try {
          state->checkpoint();
          return 0;
        } catch (...) {
          state->pending = std::current_exception();
          return 1;
        }
      },
      state_.get());
}

void throw_failure(Database& db, int code, std::string_view sql) {
  if (auto pending = db.take_pending()) std::rethrow_exception(pending);
  throw_sqlite(db.handle(), code, sql);
}

Transaction::Transaction(Database& db, Kind kind) : db_(db) {
  db_.execute(kind == reading ? "BEGIN" : "BEGIN IMMEDIATE");
}

void Transaction::commit() {
  db_.execute("COMMIT");
  open_ = false;
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(db_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace dossier
