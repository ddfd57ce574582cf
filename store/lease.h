#pragma once
// The right to import into a database, held by one process at a time. It is a file lock on
// DATABASE-dossier-import, so it ends with the process, and a dead import can be told from a live
// one. The lease removes the file, and on acquisition it removes what a killed first import left
// beside the database (store/import/new_database.h).
//
// Rejected: locking the database file itself. Closing any descriptor of it would drop SQLite's own
// locks.
#include <string>

namespace dossier {

class ImportLease {
 public:
  /// Waits up to `wait_ms` for another import to end, then throws Error{conflict}. An empty path (a
  /// database in memory) needs no lease.
  ImportLease(const std::string& database_path, int wait_ms);
  ~ImportLease();
  ImportLease(const ImportLease&) = delete;

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace dossier
