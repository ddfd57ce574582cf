#include "engine/database.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "engine/error.h"
#include "engine/mapped_files.h"

namespace dossier {
namespace {

// With what the system said where that is the reason: "disk I/O error" alone does not tell a file's
// limit from a broken disk.
std::string with_reason(int code, std::string text, int reason) {
  const bool is_system = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
  constexpr std::array kReasons = {EFBIG, EDQUOT, ENOSPC, EROFS, EMFILE, ENFILE};
  if (is_system && std::find(kReasons.begin(), kReasons.end(), reason) != kReasons.end())
    text += std::string(": ") + std::strerror(reason);
  return text;
}

// On a full disk: what would free room, if the log of changes holds any.
std::string log_hint(sqlite3* db) {
  const char* path = db ? sqlite3_db_filename(db, "main") : nullptr;
  struct stat log {};
  if (path == nullptr || ::stat((std::string(path) + "-wal").c_str(), &log) != 0) return {};
  const int64_t megabytes = log.st_size >> 20;
  if (megabytes == 0) return {};
  return "; the log " + std::string(path) + "-wal holds " + std::to_string(megabytes) +
         " MB: make as much room again, and the next command that writes moves it into the "
         "database and gives its room back";
}

}  // namespace

void throw_sqlite(sqlite3* db, int code, std::string_view sql) {
  const int reason = errno;
  const std::string text =
      with_reason(code, db ? sqlite3_errmsg(db) : sqlite3_errstr(code), reason);
  std::string place(sql.substr(0, 200));
  switch (code & 0xff) {
    case SQLITE_INTERRUPT:
      throw Error(ErrorCode::limit, "deadline");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(ErrorCode::conflict, "the database is busy: " + text);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      spoil(db);
      throw Error(ErrorCode::corrupt, text, std::move(place));
    case SQLITE_FULL:
      throw Error(ErrorCode::io, text + log_hint(db), std::move(place));
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
  const int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
  check_files(handle());
  if (code != SQLITE_OK) throw_failure(*this, code, sql);
}

int64_t Database::number(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  if (const int code = sqlite3_prepare_v2(handle(), sql, -1, &statement, nullptr);
      code != SQLITE_OK)
    throw_failure(*this, code, sql);
  const int code = sqlite3_step(statement);
  const int64_t value = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
  sqlite3_finalize(statement);
  check_files(handle());
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
  static thread_local std::chrono::steady_clock::time_point checked;  // when it was last called
  checked = {};
  // Every few rows, since one may call a regular expression that takes ten milliseconds; but the
  // checkpoint itself once a millisecond, since it may cost more than the rows.
  sqlite3_progress_handler(
      handle(), 100,
      [](void* at) -> int {
        auto* state = static_cast<State*>(at);
        const auto now = std::chrono::steady_clock::now();
        if (now - checked < std::chrono::milliseconds(1)) return 0;
        checked = now;
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
  check_files(db_.handle());
  db_.execute("COMMIT");
  open_ = false;
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(db_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace dossier
