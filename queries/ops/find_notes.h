#pragma once
// The notes of find's answer: what of it may not be as the query meant it.
#include <string>
#include <vector>

#include "queries/lang/plan.h"
#include "queries/lang/resolved.h"
#include "store/store.h"

namespace dossier {

/// The query's own, what files have no history of those that it asks about, and, where nothing was
/// found, why that may be. Within a read transaction.
std::vector<std::string> notes_of(Store& store, const Scope& scope, const lang::Resolved& query,
                                  const lang::Plan& plan, bool is_empty);

}  // namespace dossier
