#pragma once
// A SQLite connection, opened for one purpose (reading, writing, creating) with the settings that
// the decisions justify. Every failure is an Error with SQLite's message. Statements borrow it and
// must not outlive it. Used by one thread at a time.
//
// Rejected: one connection guarded by a lock. Readers in WAL mode never wait for each other.
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/reserved.h"

struct sqlite3;

namespace dossier {

enum class OpenMode {
  read,    // read-only; never migrates
  write,   // the file must exist
  create,  // created if missing, mode 0600
  fresh,   // a new file beside its path (kFirstEnd) that nobody else opens, without durability
  memory,  // path ignored
};

class Database {
 public:
  /// Throws Error{io | corrupt | not_found}, naming the file.
  static Database open(const std::string& path, OpenMode mode);
  /// A connection owned by someone else, such as the host of the loadable extension.
  static Database borrow(sqlite3* handle);

  /// Runs statements that return no rows. For DDL and pragmas; everything else goes through
  /// Statement.
  void execute(const char* sql);
  /// The first column of the first row, or 0 if there is none.
  int64_t number(const char* sql);

  int64_t last_insert_rowid() const;
  bool in_transaction() const;
  /// The path of the database; for a fresh one, its path after publication.
  const std::string& path() const { return path_; }
  /// The path of the open file.
  std::string file() const { return is_fresh_ ? path_ + kFirstEnd : path_; }
  /// Whether the mode is OpenMode::fresh.
  bool is_fresh() const { return is_fresh_; }

  /// Sets a function that is called about every millisecond of a statement and between the blocks
  /// of an index scan. It may throw to stop the work (a deadline, a disconnected client) and may
  /// wait (a fair share of the processor). Empty = none.
  void set_checkpoint(std::function<void()> checkpoint);
  void checkpoint() const {
    if (state_->checkpoint) state_->checkpoint();
  }

  /// Stores the exception of a callback, which cannot propagate through SQLite; the statement that
  /// fails because of it rethrows it.
  void set_pending(std::exception_ptr failure) { state_->pending = std::move(failure); }
  std::exception_ptr take_pending() { return std::exchange(state_->pending, nullptr); }

  /// Copies the current state of the database to `file`; safe while others read and write. Throws
  /// Error{conflict} if the file exists.
  void backup_to(const std::string& file);

  /// The raw connection, owned by this object unless it was borrowed.
  sqlite3* handle() const { return handle_; }

 private:
  using Owner = std::unique_ptr<void, void (*)(void*)>;
  Database(std::string path, sqlite3* handle, Owner owner);
  struct State {
    std::function<void()> checkpoint;
    std::exception_ptr pending;
  };

  std::string path_;
  bool is_fresh_ = false;
  std::unique_ptr<State> state_;
  sqlite3* handle_;
  Owner owner_;  // closes the connection; the state outlives it
};

/// Throws the Error for an SQLite result code; `sql` is its place.
[[noreturn]] void throw_sqlite(sqlite3* db, int code, std::string_view sql);
/// The same, but throws the pending exception if there is one.
[[noreturn]] void throw_failure(Database& db, int code, std::string_view sql);

/// BEGIN … COMMIT, or ROLLBACK if commit() is not called. A read transaction sees one state of the
/// database; a write transaction takes the lock at once.
class Transaction {
 public:
  enum Kind { reading, writing };
  Transaction(Database& db, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  void commit();

 private:
  Database& db_;
  bool open_ = true;
};

}  // namespace dossier
