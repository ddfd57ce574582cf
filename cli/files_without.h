#pragma once
// The files that grep finds nothing in (-L), in the order of paths.
#include "cli/hits.h"

namespace dossier::cli {

/// Prints the files in the scope whose text is stored and has no match, within the store's read
/// transaction. Where time runs out, those before the file that was searched then.
HitsEnd print_files_without(Store& store, const Scope& scope, LineQuery query,
                            const HitFormat& format, SearchTime& time);

}  // namespace dossier::cli
