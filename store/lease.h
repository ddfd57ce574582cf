#pragma once
// The right to import into a database: one process at a time holds it, and losing the process loses
// it, so a dead import is told from a live one. A file lock on DATABASE-import; the file goes with
// the lease. Whoever gets it takes away what a killed first import left beside the database
// (store/import/new_database.h). Rejected: locking the database file itself (closing any descriptor
// of it would drop SQLite's own locks).
#include <string>

namespace dossier {

class ImportLease {
 public:
  /// Waits up to `wait_ms` for another import to end; then Error{conflict}. An empty path (a
  /// database in memory) needs no lease.
  ImportLease(const std::string& database_path, int wait_ms);
  ~ImportLease();
  ImportLease(const ImportLease&) = delete;

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace dossier
