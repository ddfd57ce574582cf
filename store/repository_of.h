#pragma once
// The git repository that a snapshot was imported from, where it still is on this disk.
#include <optional>
#include <string>

#include "engine/readers/snapshot/git.h"
#include "engine/statements.h"

namespace dossier {

struct RepositoryOf {
  std::optional<snapshot::Repository> repository;
  std::string source;    // what was imported
  std::string revision;  // the commit that was imported, in hexadecimal
  std::string place;     // of the imported folder in the work tree: "services/shop/", "" = its top
  std::string missing;   // why there is no repository; "" = there is
};

/// Within a read transaction. Throws Error{not_found} for a snapshot that is not there, and
/// Error{denied} (engine/reserved.h).
RepositoryOf repository_of(Statements& statements, int64_t snapshot);

}  // namespace dossier
