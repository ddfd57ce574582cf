#pragma once
// A database that does not exist yet: a first import makes it beside its place and puts it there
// when it is complete, whole or not at all. Nobody else can see the file until then, so it
// needs no log and no chunks; a killed
// import leaves DATABASE-new, which the next one takes away.
//
// Rejected: an empty database in its place meanwhile, to be replaced at the end (who has it open
// would go on with the old file).
#include <optional>
#include <string>

#include "store/lease.h"
#include "store/store.h"

namespace dossier {

class NewDatabase {
 public:
  /// Holds the right to import into `path` until it goes. Throws Error{conflict} as ImportLease
  /// does.
  explicit NewDatabase(const std::string& path, int lease_wait_ms = 60'000);
  NewDatabase(const NewDatabase&) = delete;

  /// Absent: since the call somebody else has made one.
  Store* store() { return store_ ? &*store_ : nullptr; }
  /// Closes the database and puts it in its place, on disk. False where another stands there by
  /// now: then this one is gone.
  bool publish();

 private:
  // What is not put in its place goes, whatever stops it.
  struct Made {
    std::string path;
    ~Made();
  };

  std::string path_;
  ImportLease lease_;
  Made made_;
  std::optional<Store> store_;  // closed before it goes
};

}  // namespace dossier
