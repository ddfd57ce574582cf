#pragma once
// Hints for a query that finds nothing: which of its parts, left out alone, would let it find
// something.
#include <string>
#include <vector>

#include "queries/lang/ast.h"
#include "queries/lang/plan.h"
#include "store/store.h"

namespace dossier {

/// "without 'in:Playr' 12 are found" for each such part, in the order of the query `text` with the
/// syntax tree `tree`; or that nothing is imported. `project` and `snapshot` are those of the
/// request.
std::vector<std::string> hints_for_nothing(Store& store, const std::string& text,
                                           const lang::Node& tree, const std::string& project,
                                           const std::string& snapshot);

}  // namespace dossier
