#pragma once
// import --watch: keeps the newest snapshot of a folder up to date. Changes are reported by inotify
// and imported once the folder has been quiet for a moment; unchanged files are not read again, nor
// are folders listed again of which nothing was reported, but for one look everywhere a minute
// later. Each such snapshot replaces the previous one made by the same watch, so that a day's saves
// do not fill the list of snapshots.
#include <functional>

#include "store/import/import.h"

namespace dossier {
class Store;
}

namespace dossier::cli {

/// Called for each new snapshot.
using Say = std::function<void(const ImportReport&)>;

/// Runs until Ctrl-C (or SIGTERM); an import in progress is finished first. Changes of the store's
/// own files are ignored. Temporary obstacles (another writer, a tree in the middle of a change)
/// are reported and retried. Throws Error{io | limit} if the folder cannot be watched, and
/// Error{not_found} when it is gone.
void watch(Store& store, ImportOptions options, const Say& say);

}  // namespace dossier::cli
