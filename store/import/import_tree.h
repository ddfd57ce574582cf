#pragma once
// Importing a tree of sources: a folder, or a revision of a git repository. What the project's last
// tree held unchanged is not read again: size and time of change decide in a folder, git's object
// ids in a revision.
#include "store/import/import.h"

namespace dossier {

/// The options name a folder or a revision.
bool is_tree(const ImportOptions& options);

/// The tree's part of import(), without the time it took.
ImportReport import_tree(Store& store, const ImportOptions& options);

}  // namespace dossier
