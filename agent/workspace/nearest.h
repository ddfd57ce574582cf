#pragma once
// The paths of a tree that are most like one that is not in it, for whoever asked for that one.
// Rejected: searching only the folder named, since the folder is what is most often wrong.
#include <string>
#include <string_view>
#include <vector>

#include "agent/workspace.h"

namespace dossier {

/// At most `most` files, or folders, the likest first; none that has nothing in common. Looks at
/// the first 20,000 entries of the tree.
std::vector<std::string> nearest_paths(Workspace& workspace, std::string_view path, bool folders,
                                       size_t most = 5);

}  // namespace dossier
