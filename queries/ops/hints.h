#pragma once
// What can be said where a query finds nothing: which of its parts, left out alone, would let
// something be found.
#include <string>
#include <vector>

#include "queries/lang/ast.h"
#include "queries/lang/plan.h"
#include "store/store.h"

namespace dossier {

/// "without 'in:Playr' 12 are found", for each such part of the tree of `text`, in its order; or
/// that nothing is imported. `project` and `snapshot` as the request has them.
std::vector<std::string> hints_for_nothing(Store& store, const std::string& text,
                                           const lang::Node& tree, const std::string& project,
                                           const std::string& snapshot);

}  // namespace dossier
