#pragma once
// import --watch: keeps the newest snapshot of a folder in step with it. Changes are heard through
// inotify and imported once the folder has been quiet for a moment; what did not change is not read
// again. Each such snapshot takes the place of the one before that this watch made, so that an
// afternoon's saves do not fill the list of snapshots.
#include <functional>

#include "store/import/import.h"

namespace dossier {
class Store;
}

namespace dossier::cli {

/// Told of each new snapshot.
using Say = std::function<void(const ImportReport&)>;

/// Returns once Ctrl-C (or SIGTERM) comes; an import under way is finished first. Changes of the
/// store's own files do not count. What stands in the way for a while (another writer, a tree in
/// the middle of a change) is said, and tried again. Throws Error{io | limit} where the folder
/// cannot be watched, Error{not_found} once it is gone.
void watch(Store& store, ImportOptions options, const Say& say);

}  // namespace dossier::cli
