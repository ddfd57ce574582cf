#pragma once
// What grep prints, in the order of paths, the first hit as soon as it is found. Where many texts
// may match, a second thread with a connection of its own searches parts of them; each part's
// output is printed in its turn, so that it is the same as without.
#include "cli/hit_writer.h"
#include "store/scope/scope.h"
#include "store/store.h"

namespace dossier::cli {

/// Prints what the scope holds, within the store's read transaction. True when a file that was
/// printed has changed since.
bool print_hits(Store& store, const Scope& scope, const LineQuery& query, const HitFormat& format);

}  // namespace dossier::cli
