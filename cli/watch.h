#pragma once
// import --watch: keeps the newest snapshot of a folder in step with it. Changes are heard through
// inotify and imported once the folder has been quiet for a moment; what did not change is not read
// again. Each such snapshot takes the place of the one before that this watch made, so that an
// afternoon's saves do not fill the list of snapshots.
#include "queries/import.h"

namespace dossier {
class Store;
}

namespace dossier::cli {

/// Returns once Ctrl-C (or SIGTERM) comes; an import under way is finished first. `database` is the
/// path of the store, whose own changes do not count. Throws Error{io | limit} where the folder
/// cannot be watched.
void watch(Store& store, ImportOptions options, const std::string& database);

}  // namespace dossier::cli
