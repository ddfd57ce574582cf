#pragma once
// A new database of a first import. It is created beside its path and moved there when it is
// complete, so it appears as a whole or not at all. Nobody else can see the file until then, so it
// needs no log and no chunks. A killed import leaves DATABASE-dossier-first, which the next import
// removes.
//
// Rejected: an empty database at the path meanwhile, replaced at the end. A process that has it
// open would keep using the old file.
#include <optional>
#include <string>

#include "store/lease.h"
#include "store/store.h"

namespace dossier {

class NewDatabase {
 public:
  /// Holds the import lease for `path` during its lifetime. Throws Error{conflict} as ImportLease
  /// does.
  explicit NewDatabase(const std::string& path, const LeaseWait& wait = {});
  NewDatabase(const NewDatabase&) = delete;

  /// Null if another process has created the database since the call.
  Store* store() { return store_ ? &*store_ : nullptr; }
  /// Closes the database and moves it to its path, durably. Returns false if another database
  /// exists there by now; this one is then removed.
  bool publish();
  /// After publish(): why the database is not remembered as the person's; "" = it is.
  const std::string& why_not_remembered() const { return why_not_remembered_; }

 private:
  // Removes the file unless it was published.
  struct Made {
    std::string path;
    ~Made();
  };

  std::string path_, why_not_remembered_;
  ImportLease lease_;
  Made made_;
  std::optional<Store> store_;  // closed before the file is removed
};

}  // namespace dossier
