#pragma once
// How well a row answers words: what is called so first, then what lies near it. Smaller is better.
//
// Among names that hold a word, BM25 decides: of several words the rarer counts more, and a name of
// few words more than one of many. How rare a word is comes from the full-text index as a weight
// that a cursor carries, and the average length of a name is a constant, so that the order of an
// answer is the same after another import. Among files whose contents or folders mention a word,
// BM25 decides as well, and takes rarity and average from the scope, which no import changes.
// Rejected: FTS5's bm25(), whose numbers change with every name that is added.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace dossier::lang {

/// A bare word or phrase of a query, lower-cased, and how much it counts beside the others.
struct RankedWord {
  std::string text;
  int64_t weight = 1;
  std::string written = {};  // before it was lower-cased
};

/// What the contents of a file add to its row.
struct Mentions {
  std::span<const bool> held;      // word by word: whether they hold it
  std::span<const double> rarity;  // likewise, in the scope
  double length = 1;               // in words, as part of the average in the scope
};

/// What is seen of a row.
struct RankedRow {
  std::string_view name;
  std::string_view full_name;
  std::string_view signature;
  std::string_view module;
  const Mentions* mentions = nullptr;  // of files
};

/// 0: the word is the name; 1: the name begins with it; 2: a word of the name does; 3: one of the
/// full name or signature; 4: it occurs within a word of the name; 5: elsewhere; 6: not at all.
/// Case is ignored; `lowered` is lower-case. What contents mention is not looked at.
int match_tier(const RankedRow& row, std::string_view lowered);
inline constexpr int kMentionTier = 3;
inline constexpr int kSubstringTier = 4;
inline constexpr int kAbsentTier = 6;

/// Ranks from here on are rows that hold a word only within another: they are shown where nothing
/// else is.
inline constexpr int64_t kSubstringRank = int64_t{1} << 48;

/// The module is a runtime, an engine, a vendored library or, by its path, a generated source
/// rather than what the project's people write.
bool is_framework(std::string_view module);

/// The order of an answer: the sum of the words' tiers, project code before framework code, BM25
/// over the words of the name or, where that has none, of the contents, short names before long
/// ones.
int64_t find_rank(const RankedRow& row, std::span<const RankedWord> words);

/// From how many names hold a word: 12 for none, 1 for thousands.
int64_t word_weight(int64_t names);

/// `[["heal",3]]`: the last argument of the SQL function.
std::string words_json(std::span<const RankedWord> words);
/// `["Heal"]`: they as they were written.
std::string written_json(std::span<const RankedWord> words);

}  // namespace dossier::lang
