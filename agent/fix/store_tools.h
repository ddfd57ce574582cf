#pragma once
// Questions of the tag dialogue to the store: about the earlier version of the tree and nothing
// else, neither other snapshots nor what sessions said of them.
#include <string>

#include "agent/tool.h"
#include "store/store.h"

namespace dossier {

/// find, refs, callers and grep over `snapshot`, whose files are `files`. Both are borrowed.
void add_store_tools(Toolbox& tools, Store& store, const std::string& snapshot, Workspace& files);

}  // namespace dossier
