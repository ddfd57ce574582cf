#pragma once
// Finds the symbols that may answer a question, over the whole index: by the words of their names,
// by the types that hold them and by the words of the files that they stand in. What it looks at is
// bounded by rarity: of a word that too many names hold, only those names count that another term
// of the question brings in.
//
// Rejected: the first rows of a lookup of each word, in the order of discovery, which left out most
// of what a frequent word means.
#include <map>

#include "agent/offline/rank.h"
#include "store/store.h"

namespace dossier::offline {

/// Multiplies the scores of what stands near what the person looks at, by full name without
/// parameters.
using Nearness = std::map<std::string, double>;

struct Gathered {
  std::vector<Candidate> candidates;  // with their scores, best first; overloads are one
  std::vector<double> rarity;         // per term, in texts or in names
  int64_t looked_at = 0;              // symbols that say something of the question
};

/// The best `limit` candidates.
Gathered gather(Store& store, const Scope& scope, const Question& question, const Nearness& near,
                size_t limit);

}  // namespace dossier::offline
