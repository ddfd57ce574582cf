#pragma once
// What a change of a schema does to code that was made for the earlier version. Pure.
//
// Rejected: whatever `breaking` reports. It judges what travels and what is generated; a field that
// was renamed breaks no message, but all code that names it.
#include "queries/proto/schema_diff.h"

namespace dossier::proto {

/// What code cannot go on using as before: it is gone, or its type, its label or what it takes and
/// gives is another; null: nothing.
const Declaration* broken_by(const SchemaChange& change);

/// How much a change of what a file says of itself concerns whoever uses anything of it: 0 = not.
int weight_of(const SchemaChange& change);

}  // namespace dossier::proto
