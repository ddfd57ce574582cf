#pragma once
// Imports a tree of sources: a folder, or a revision of a git repository. Files unchanged since the
// project's last tree are not read again. In a folder, size and modification time decide; in a
// revision, git's object ids.
#include "store/import/import.h"

namespace dossier {

class LastTree;

/// Whether the options name a folder or a revision.
bool is_tree(const ImportOptions& options);

/// import() for a tree; does not set the duration. What `kept` holds of the tree before is not read
/// again, and it then holds this one.
ImportReport import_tree(Store& store, const ImportOptions& options, LastTree* kept = nullptr);

}  // namespace dossier
