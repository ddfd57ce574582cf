#pragma once
// Finds the symbols that the first rows of a ranked answer are among, from names alone
// (store/index/symbol_names.h), so that an answer to a short or common word reads the texts of a
// few hundred rows and not of every match.
//
// A word closer than a mention is one of the name; a mention ranks below it wherever it stands. So
// the name of a symbol gives its rank where it has every word, and a bound that its rank cannot be
// better than where it lacks some. Symbols whose bound is not better than the rank of the last row
// wanted can be left out: the first rows are the same with and without them. Where too few names
// have the only word, the symbols with the best bounds are tried: they are enough if the rows
// wanted are better than the bound of every other symbol. Else every match is ranked.
#include <cstdint>
#include <string>

#include "queries/lang/plan.h"
#include "store/index/symbol_names.h"
#include "store/store.h"

namespace dossier::lang {

/// Whether the answer of a plan is made of ranked symbols, and nothing but words and kinds of
/// symbols is asked for: what front_symbols() knows how to test.
bool is_of_names(const Plan& plan);

/// Symbols that the first rows of an answer are among.
struct Front {
  std::string symbols;  // a JSON array of ids, for Plan::among
  size_t count = 0;
  int64_t bound = INT64_MAX;  // no symbol that is left out has a better rank, …
  bool is_certain = false;    // … and it is known that the rows wanted have one
};

/// Of the first `rows` rows; empty where there are not even so many symbols, or too many to tell.
/// `tried` symbols, or as many as rows, are tried where names do not tell. The plan must be
/// is_of_names().
Front front_symbols(const SymbolNames& names, const ScopeModules& scope, const Plan& plan,
                    size_t rows, size_t tried);

/// What Plan::among has to be for the first `rows` rows; "" where ranking every match is as fast.
std::string front_of(Store& store, const Plan& plan, const std::string& scope, size_t rows);

}  // namespace dossier::lang
