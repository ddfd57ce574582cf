#pragma once
// The right to import into a database, held by one process at a time. It is a file lock on
// DATABASE-dossier-import, so it ends with the process, and a dead import can be told from a live
// one. The lease removes the file, and on acquisition it removes what a killed first import left
// beside the database (store/import/new_database.h).
//
// Rejected: locking the database file itself. Closing any descriptor of it would drop SQLite's own
// locks.
#include <functional>
#include <string>

namespace dossier {

/// How long to wait for the holder of a lease, and what is done meanwhile.
struct LeaseWait {
  int ms = 60'000;
  /// Called before each pause of 50 ms. What it throws ends the wait.
  std::function<void()> meanwhile = {};
};

class ImportLease {
 public:
  /// Waits for another holder to end, then throws Error{conflict}. An empty path (a database in
  /// memory) needs no lease.
  ImportLease(const std::string& database_path, const LeaseWait& wait);
  ~ImportLease();
  ImportLease(const ImportLease&) = delete;

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace dossier
