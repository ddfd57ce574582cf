#pragma once
// Names of snapshots and sessions in a query, looked up: what a query means by them when it is
// asked.
#include <string>
#include <string_view>

#include "queries/lang/resolved.h"
#include "queries/store.h"

namespace dossier {

/// Replaces the names by ids, and gives the scope of the answer (Scope::text()): the newer snapshot
/// of changed: and added:, the older one of removed:, else what `at:` or the request names. Throws
/// Error{not_found} for a name that there is not, Error{invalid} where two ranges disagree.
std::string settle(Store& store, lang::Resolved& query, std::string_view project,
                   std::string_view snapshot);

}  // namespace dossier
