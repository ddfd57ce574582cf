#pragma once
// How much the best candidates have to do with one another: what carries out an answer calls, or is
// called by, what else says the question. Names that say little of it (reset, run, doSend) are
// found so.
//
// Rejected: steps beyond the neighbours, the words of neighbours, and how much of the whole program
// refers to a symbol, which found nothing more.
#include <utility>
#include <vector>

#include "agent/offline/rank.h"
#include "store/store.h"

namespace dossier::offline {

/// The pairs of places in `best_first` where one refers to the other: calls it, creates it, reads
/// or writes it, or names its type in its code. Each pair once, smaller place first; of the first
/// `kMostRelated` only.
std::vector<std::pair<size_t, size_t>> related_pairs(Store& store,
                                                     const std::vector<Candidate>& best_first);

/// Sets `related` of each: the better its neighbours are, the more.
void relate(Store& store, std::vector<Candidate>& best_first);

inline constexpr size_t kMostRelated = 150;
inline constexpr int kMostReferences = 1000;  // of one of them

}  // namespace dossier::offline
