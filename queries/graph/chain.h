#pragma once
// How one method reaches another: the shortest chains of calls. Walks forwards from the callers
// until the callees are reached, then backwards from those that were; a symbol lies on a shortest
// chain if its distances from both ends add up to the chain's length.
//
// Rejected: keeping for each symbol the calls that it was reached by. It doubles what a walk over a
// whole program holds, for the few symbols that are on the way.
#include <cstdint>
#include <string_view>
#include <vector>

#include "store/index/index.h"

namespace dossier {

struct ChainStep {
  int64_t symbol = 0;
  int64_t step = 0;  // calls from the chain's beginning
};

/// The symbols on the shortest chains from one of `sources` to one of `targets`, in the order of
/// their steps; where several chains are equally short, several symbols have the same step. Empty
/// if none is reached in 32 calls. `scope` is Scope::text().
std::vector<ChainStep> shortest_chains(SearchIndex& index, std::string_view scope,
                                       const std::vector<int64_t>& sources,
                                       const std::vector<int64_t>& targets);

}  // namespace dossier
