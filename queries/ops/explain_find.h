#pragma once
// Explains find's answer: what of it may not be as the query meant it and, where nothing is found,
// which names of the query nothing has, and which of its parts, left out alone, would let it find
// something.
#include <string>
#include <vector>

#include "queries/lang/ast.h"
#include "queries/ops/find_asked.h"

namespace dossier {

/// The query's own notes, what files have no history of those that it asks about, and, where
/// nothing was found, why that may be. Within a read transaction.
std::vector<std::string> notes_of(Store& store, const Scope& scope, const AskedQuery& asked,
                                  bool is_empty);
/// "without 'in:Playr' 12 are found" for each such part, in the order of the query with the syntax
/// tree `tree`; or that nothing is imported. `project` and `snapshot` are those of the request.
std::vector<std::string> hints_for_nothing(Store& store, const std::string& text,
                                           const lang::Node& tree, const std::string& project,
                                           const std::string& snapshot);

}  // namespace dossier
