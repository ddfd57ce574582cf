#pragma once
// What another program cuts short while this process has it mapped. SQLite maps the index of the
// log (-shm), and where it only reads the database, too; a look at what is no longer there is
// SIGBUS, of which it hears nothing (sqlite.org/mmap.html).
//
// The handler counts, and gives an index its size again, with an empty head, from which SQLite sees
// that it has to be built again out of the log. Under every other mapping it puts a page of zeros.
// Whoever reads a database looks at the count after each step and throws away what it has read.
// systemd's journal and Wayland's shared memory do the same.
//
// Rejected: a jump out of SQLite, which leaves its locks behind. A page of zeros under the index,
// too, which other processes do not see: two of them would write to one place of the log. A process
// that starts again: it loses what every client was doing, and ends for good where the database
// itself was cut.
//
// What remains: zeros that somebody writes over an index are no fault. One process that gives it
// its size again does that to another that is within a statement, and to a commit of its own, after
// which the head is emptied once more.
#include <atomic>
#include <cstdint>

struct sqlite3;

namespace dossier {

class Database;

/// Starts watching. Call it before the first database is opened, after watch_open_files(); further
/// calls have no effect.
void watch_mapped_files();

/// While it lives, the connection is told of what was missing.
class WatchedConnection {
 public:
  /// `maps_database`: it has to be opened again then, since it has zeros in its place.
  WatchedConnection(sqlite3* connection, bool maps_database);
  ~WatchedConnection();
  WatchedConnection(const WatchedConnection&) = delete;
  WatchedConnection& operator=(const WatchedConnection&) = delete;

 private:
  sqlite3* const connection_;
};

/// Whether the connection may hold what the file does not, and has to be opened again: it maps the
/// database and something was missing, or it found damage, which may be mended since.
bool is_spoilt(const Database& database);
/// The connection found damage.
void spoil(sqlite3* connection);

namespace detail {
extern std::atomic<uint64_t> cuts;
void check_connection(sqlite3* connection);
}  // namespace detail

/// How often something was missing.
inline uint64_t cuts() { return detail::cuts.load(std::memory_order_relaxed); }

/// Throws Error{conflict} if something was missing since the last call for this connection, so that
/// what it has read in between may be wrong. Other connections than watched ones have nothing to
/// fear.
inline void check_files(sqlite3* connection) {
  if (cuts() != 0) detail::check_connection(connection);
}

}  // namespace dossier
