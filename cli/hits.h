#pragma once
// Prints the hits of grep in path order, the first as soon as it is found. If many texts may match,
// a second thread with its own connection searches some of them; output stays in order, so it is
// the same as without.
#include "cli/hit_writer.h"
#include "store/scope/scope.h"
#include "store/store.h"

namespace dossier::cli {

/// Prints the hits in the scope, within the store's read transaction. Returns whether a printed
/// file has changed since its import.
bool print_hits(Store& store, const Scope& scope, const LineQuery& query, const HitFormat& format);

}  // namespace dossier::cli
