#pragma once
// Names of snapshots and sessions in a query, looked up: what a query means by them when it is
// asked.
#include <string>
#include <string_view>

#include "queries/lang/resolved.h"
#include "store/store.h"

namespace dossier {

struct Settled {
  std::string scope;           // Scope::text(): what the answer is about
  std::vector<int64_t> named;  // the ids of snapshots and sessions that the query names, in order
};

/// Replaces the names by ids. The answer is about the newer snapshot of changed:, added: and
/// moved:, the older one of removed:, else about what `at:` or the request names. Throws
/// Error{not_found} for a name that there is not, Error{invalid} where two ranges disagree.
Settled settle(Store& store, lang::Resolved& query, std::string_view project,
               std::string_view snapshot);

/// Replaces the names by what they stood for before. Throws Error{not_found} for what is gone
/// since, Error{invalid} where the query names more than it did.
void settle_again(Store& store, lang::Resolved& query, const Settled& before);

}  // namespace dossier
