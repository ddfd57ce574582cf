#pragma once
// Binds the names of snapshots and sessions in a query to ids, when the query is asked, and
// determines the snapshots that the answer is about.
#include <string>
#include <string_view>

#include "queries/lang/resolved.h"
#include "store/store.h"

namespace dossier {

struct QueryScope {
  std::string scope;           // Scope::text() of the snapshots that the answer is about
  std::vector<int64_t> named;  // the ids of snapshots and sessions that the query names, in order
};

/// Replaces the names in the query by ids. Of what a relation starts from, a name that is there as
/// it is written means no other, and `overrides:` starts from the definitions of the project that
/// the query names, where it has any. The scope is the newer snapshot of changed:, added: and
/// moved:, the older snapshot of removed:, otherwise the snapshot that `at:` or the request names.
/// Throws Error{not_found} for an unknown name and Error{invalid} if two ranges disagree.
QueryScope bind_names(Store& store, lang::Resolved& query, std::string_view project,
                      std::string_view snapshot);

/// Replaces the names by the ids of `before`. Throws Error{not_found} if one of these has been
/// dropped, and Error{invalid} if the query has more names than `before`.
void rebind_names(Store& store, lang::Resolved& query, const QueryScope& before);

}  // namespace dossier
