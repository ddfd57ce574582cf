#pragma once
// One SQLite connection. It is opened for one purpose (reading, writing, creating) with the
// settings that the decisions give figures for, and every failure on it is an Error with the SQL's
// own words. Borrowed by statements, which must not outlive it. One thread at a time.
//
// Rejected: one connection guarded by a lock. Readers in WAL mode never wait for each other.
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3;

namespace dossier {

enum class OpenMode {
  read,    // read-only, never migrates, refuses what it cannot read
  write,   // the file must exist
  create,  // made when missing, mode 0600
  fresh,   // a new file beside its place, PATH-new, which nobody else opens: nothing is made safe
  memory,  // path ignored
};

class Database {
 public:
  /// Throws Error{io | corrupt | not_found}, naming the file.
  static Database open(const std::string& path, OpenMode mode);
  /// A connection that belongs to someone else, as it is: what a loadable extension works on.
  static Database borrow(sqlite3* handle);

  /// Runs statements that return no rows. For DDL and pragmas; everything else goes through
  /// Statement.
  void execute(const char* sql);
  /// The first column of the first row, or 0 when there is none.
  int64_t number(const char* sql);

  int64_t last_insert_rowid() const;
  bool in_transaction() const;
  /// The database's place; of a fresh one, where it will be.
  const std::string& path() const { return path_; }
  /// The file that is open.
  std::string file() const { return is_fresh_ ? path_ + "-new" : path_; }
  /// Opened as fresh.
  bool is_fresh() const { return is_fresh_; }

  /// Called every millisecond or so of a statement and between the blocks of an index scan; it
  /// throws to stop the work (a deadline, a client gone) and may wait (a fair share of the
  /// processor). Empty: nothing is called.
  void set_checkpoint(std::function<void()> checkpoint);
  void checkpoint() const {
    if (state_->checkpoint) state_->checkpoint();
  }

  /// Keeps the exception that a callback inside SQLite cannot throw through it; the statement that
  /// fails because of it throws it again.
  void set_pending(std::exception_ptr failure) { state_->pending = std::move(failure); }
  std::exception_ptr take_pending() { return std::exchange(state_->pending, nullptr); }

  /// Copies the database as it stands into `file`, safely beside readers and writers. Fails with
  /// Error{conflict} where the file exists already.
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
  Owner owner_;  // what closes the connection; the state outlives it
};

/// Throws the Error that a result code of SQLite stands for; `sql` names the place.
[[noreturn]] void throw_sqlite(sqlite3* db, int code, std::string_view sql);
/// The same, but a pending exception goes first.
[[noreturn]] void throw_failure(Database& db, int code, std::string_view sql);

/// BEGIN … COMMIT, or ROLLBACK when left without commit(). Read transactions pin one state of the
/// database; write transactions take the lock at once.
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
