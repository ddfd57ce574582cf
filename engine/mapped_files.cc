#include "engine/mapped_files.h"

#include <sqlite3.h>

#include <map>
#include <mutex>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/log_indexes.h"

namespace dossier {
namespace detail {
std::atomic<uint64_t> cuts{0};
}
namespace {

struct Watched {
  uint64_t cuts = detail::cuts;  // as last seen
  bool maps_database = false;
  bool is_damaged = false;
};

struct Connections {
  std::mutex mutex;
  std::map<sqlite3*, Watched> all;
};

Connections& connections() {
  static auto* const kept = new Connections;  // outlives every static that holds a database
  return *kept;
}

}  // namespace

WatchedConnection::WatchedConnection(sqlite3* connection, bool maps_database)
    : connection_(connection) {
  const std::lock_guard lock(connections().mutex);
  connections().all[connection] = {.maps_database = maps_database};
}

WatchedConnection::~WatchedConnection() {
  const std::lock_guard lock(connections().mutex);
  connections().all.erase(connection_);
}

bool is_spoilt(const Database& database) {
  const std::lock_guard lock(connections().mutex);
  const auto at = connections().all.find(database.handle());
  if (at == connections().all.end()) return false;
  const Watched& one = at->second;
  return one.is_damaged || (one.maps_database && one.cuts != detail::cuts);
}

void spoil(sqlite3* connection) {
  const std::lock_guard lock(connections().mutex);
  const auto at = connections().all.find(connection);
  if (at != connections().all.end()) at->second.is_damaged = true;
}

void detail::check_connection(sqlite3* connection) {
  {
    const std::lock_guard lock(connections().mutex);
    const auto at = connections().all.find(connection);
    if (at == connections().all.end() || at->second.cuts == cuts) return;
    if (!at->second.maps_database) at->second.cuts = cuts;
  }
  for (const LogIndex& one : log_indexes)
    if (one.file >= 0) empty_head(one.file);
  throw Error(ErrorCode::conflict,
              "another program has shortened a file of the database while it was read; try again",
              sqlite3_db_filename(connection, "main"));
}

}  // namespace dossier
