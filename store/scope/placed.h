#pragma once
// Where a path on disk stands in the snapshots of folders. Only the names are compared: nothing is
// read from disk, and a path that holds a symbolic link is in the folders that its text names.
// Rejected: snapshots of revisions, whose trees begin at the top of a repository, which need not be
// the folder that was named.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/statements.h"
#include "store/scope/scope.h"

namespace dossier {

struct PlacedPath {
  Scope scope;
  std::string path;  // in their trees; "" = all of them
};

/// The snapshots of the innermost folder that holds the absolute path or, where none does, of all
/// folders below it; absent if there are none.
std::optional<PlacedPath> placed(Statements& statements, const Scope& scope, std::string_view path);

}  // namespace dossier
