#include "engine/database.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/error.h"
#include "engine/functions.h"

namespace dossier {
namespace {

// Bytes that one value may have, and how much else a statement may ask for (MEASUREMENTS, SQL
// limits).
void set_limits(sqlite3* db) {
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 64 << 20);
  sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 200);
  sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10000);
}

void configure(sqlite3* db, OpenMode mode) {
  const auto run = [&](const char* sql) {
    if (const int code = sqlite3_exec(db, sql, nullptr, nullptr, nullptr); code != SQLITE_OK)
      throw_sqlite(db, code, sql);
  };
  sqlite3_busy_timeout(db, 30'000);
  run("PRAGMA secure_delete = OFF");
  run("PRAGMA recursive_triggers = ON");
  run("PRAGMA trusted_schema = ON");
  if (mode == OpenMode::read) {
    run("PRAGMA query_only = ON");
    run("PRAGMA mmap_size = 4294967296");
    run("PRAGMA cache_size = -16384");
    return;
  }
  run("PRAGMA page_size = 4096");
  if (mode != OpenMode::memory) run("PRAGMA journal_mode = WAL");
  run("PRAGMA synchronous = NORMAL");
  run("PRAGMA journal_size_limit = 67108864");
  run("PRAGMA cache_size = -32768");
}

// One thread at a time uses a connection, so SQLite need not lock it on every call (5 % of an
// import).
int flags_of(OpenMode mode) {
  const int access = mode == OpenMode::read    ? SQLITE_OPEN_READONLY
                     : mode == OpenMode::write ? SQLITE_OPEN_READWRITE
                                               : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  return access | SQLITE_OPEN_NOMUTEX;
}

// Creates the file with mode 0600 before SQLite sees it: it may come to hold transcripts and
// sources.
void create_private(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) throw Error(ErrorCode::io, std::strerror(errno), path);
  ::close(fd);
}

}  // namespace

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

Database::Database(std::string path, std::unique_ptr<SQLite::Database> connection)
    : path_(std::move(path)),
      state_(std::make_unique<State>()),
      connection_(std::move(connection)) {}

Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Database Database::open(const std::string& path, OpenMode mode) {
  const bool exists = mode == OpenMode::memory || ::access(path.c_str(), F_OK) == 0;
  if (!exists) {
    if (mode != OpenMode::create)
      throw Error(ErrorCode::not_found, "no such database; `dossier import` makes one", path);
    create_private(path);
  }
  try {
    auto connection = std::make_unique<SQLite::Database>(
        mode == OpenMode::memory ? ":memory:" : path, flags_of(mode));
    configure(connection->getHandle(), mode);
    register_functions(connection->getHandle());
    set_limits(connection->getHandle());
    return Database(path, std::move(connection));
  } catch (const SQLite::Exception& failure) {
    throw Error(failure.getErrorCode() == SQLITE_NOTADB ? ErrorCode::corrupt : ErrorCode::io,
                failure.getErrorStr(), path);
  } catch (const Error& failure) {
    throw Error(failure.code(), failure.message(), path);
  }
}

sqlite3* Database::handle() const { return connection_->getHandle(); }

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

void Database::backup_to(const std::string& file) {
  if (::access(file.c_str(), F_OK) == 0)
    throw Error(ErrorCode::conflict, "the file exists already", file);
  create_private(file);
  try {
    SQLite::Database copy(file, SQLite::OPEN_READWRITE);
    SQLite::Backup backup(copy, *connection_);
    // All pages in one step: a copy in pieces starts over whenever another process writes.
    backup.executeStep(-1);
  } catch (const SQLite::Exception& failure) {
    ::unlink(file.c_str());
    throw Error(ErrorCode::io, failure.getErrorStr(), file);
  }
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
