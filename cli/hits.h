#pragma once
// Prints the hits of grep in path order, the first as soon as it is found. If many texts may match,
// a second thread with its own connection searches some of them; output stays in order, so it is
// the same as without.
#include "cli/hit_writer.h"
#include "queries/ops/search_time.h"
#include "store/scope/scope.h"
#include "store/store.h"

namespace dossier::cli {

struct HitsEnd {
  bool stale = false;   // a printed file has changed since its import
  std::string stopped;  // what is to be said where time ran out; "" = all was searched
};

/// Prints the hits in the scope, within the store's read transaction, for so long.
HitsEnd print_hits(Store& store, const Scope& scope, LineQuery query, const HitFormat& format,
                   SearchTime& time);

}  // namespace dossier::cli
