#pragma once
// A path on the command line, as the trees of the snapshots have it.
#include <string>
#include <string_view>

#include "store/scope/placed.h"
#include "store/store.h"

namespace dossier::cli {

/// Where a path is: an absolute one, and one that begins with . or .., on disk; any other in the
/// trees or, where none holds it, in the current folder if that was imported. Within a read
/// transaction. Throws Error{not_found} for one that lies in no imported folder.
PlacedPath typed_path(Store& store, const Scope& scope, std::string_view typed);

/// Whether the place is this file, a folder that holds it, or a glob that matches it.
bool is_meant(std::string_view place, std::string_view file);

}  // namespace dossier::cli
