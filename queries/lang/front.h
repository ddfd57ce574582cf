#pragma once
// Finds the symbols that the first rows of a ranked answer are among, so that an answer to short or
// common words reads the columns of a few hundred rows and not of every match.
//
// A word closer than a mention is one of the name; a mention ranks below it wherever it stands. So
// the name of a symbol gives its rank where it has every word, and a bound that its rank cannot be
// better than where it lacks some (name_ranks.h). Symbols whose bound is not better than the rank
// of the last row wanted can be left out: the first rows are the same with and without them. Three
// ways, each where the one before does not tell:
//
// 1. So many names have every word that the rows wanted are all of them.
// 2. A single word that names lack: the symbols with the best bounds are tried. They are enough if
//    the rows wanted are better than the bound of every other symbol.
// 3. The index is searched as ever, and a match is ranked where its bound leaves it a chance.
#include <cstdint>
#include <string>

#include "queries/lang/name_ranks.h"
#include "queries/lang/plan.h"
#include "store/store.h"

namespace dossier::lang {

/// Symbols that the first rows of an answer are among.
struct Front {
  std::string symbols;  // a JSON array of ids, for Plan::among
  size_t count = 0;
  int64_t bound = INT64_MAX;  // no symbol that is left out has a better rank
};

/// The first way, for the first `rows` rows; empty where it does not tell.
Front front_by_names(const NameRanks& ranks, size_t rows);
/// The second: about `count` symbols; empty where there are not so many.
Front front_by_bounds(const NameRanks& ranks, size_t count);
/// The third.
Front front_by_matches(SearchIndex& index, const NameRanks& ranks, const Plan& plan,
                       const std::string& scope, size_t rows);

/// What Plan::among has to be for the first `rows` rows; "" where ranking every match is as fast.
std::string front_of(Store& store, const Plan& plan, const std::string& scope, size_t rows);

}  // namespace dossier::lang
