#pragma once
// Finds the symbols that the first rows of a ranked answer are among, so that an answer to short or
// common words reads the columns of a few hundred rows and not of every match.
//
// A word closer than a mention is one of the name; a mention ranks below it wherever it stands. So
// the name of a symbol gives its rank where it has every word, and a bound that its rank cannot be
// better than where it lacks some (name_ranks.h). Symbols whose bound is not better than the rank
// of the last row wanted can be left out: the first rows are the same with and without them. Four
// ways, each where the one before does not tell:
//
// 1. The texts of symbols are in memory, too, as a server keeps them: they say which of the words
//    that a name lacks are mentioned (missing_words.h), so that nearly every rank is known.
// 2. So many names have every word that the rows wanted are all of them.
// 3. A single word that names lack: the symbols with the best bounds are tried. They are enough if
//    the rows wanted are better than the bound of every other symbol.
// 4. The index is searched as ever, and a match is ranked where its bound leaves it a chance.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "queries/lang/missing_words.h"
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
Front front_by_texts(const NameRanks& ranks, MissingWords& missing, size_t rows);
/// The rows from `from` to `end` and no other, by the first way; empty where it does not know the
/// rank of every symbol that may be among them, and where one symbol is several rows.
Front window_by_texts(const NameRanks& ranks, MissingWords& missing, size_t from, size_t end);
/// The second, likewise.
Front front_by_names(const NameRanks& ranks, size_t rows);
/// The third: about `count` symbols; empty where there are not so many.
Front front_by_bounds(const NameRanks& ranks, size_t count);
/// The fourth.
Front front_by_matches(SearchIndex& index, const NameRanks& ranks, const Plan& plan,
                       const std::string& scope, size_t rows);

/// What is known of a plan's symbols before the index is searched.
class KnownAnswer {
 public:
  /// Null where ranking every match is as fast, or names do not tell.
  static std::unique_ptr<KnownAnswer> of(Store& store, const Plan& plan, const std::string& scope);

  /// What Plan::among has to be for the first `rows` rows; "" where ranking every match is as fast.
  std::string front(Store& store, const Plan& plan, const std::string& scope, size_t rows);
  /// What it has to be for the rows from `from` to `end` alone, however far on; "" where that is
  /// not known.
  std::string window(size_t from, size_t end);
  /// What it has to be for the first `most` matches of none of the kinds that the plan names, in
  /// the order of their rows; "" where that is not known.
  std::string others(size_t most);

 private:
  KnownAnswer(KnownSymbols known, std::shared_ptr<const ScopeModules> modules, const Plan& plan);

  const KnownSymbols known_;
  const std::shared_ptr<const ScopeModules> modules_;
  const NameRanks ranks_;
  std::optional<MissingWords> missing_;
};

// Below so many blocks (of 15 symbols or so each) ranking every match is as fast.
inline constexpr int64_t kManyBlocks = 1024;

}  // namespace dossier::lang
