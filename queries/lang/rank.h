#pragma once
// Ranks rows by how well they match words: exact names first, then closer matches. A smaller rank
// is better.
//
// BM25 orders names that contain a word: of several words the rarer one counts more, and a name of
// few words ranks before one of many. The rarity of a word comes from the full-text index as a
// weight that a cursor carries, and the average length of a name is a constant, so an import does
// not change the order of an answer. BM25 also orders files whose contents or folders mention a
// word, with the rarity and average of the scope, which never changes.
//
// Rejected: FTS5's bm25(), whose numbers change with every name added.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace dossier::lang {

/// A bare word or phrase of a query and its weight.
struct RankedWord {
  std::string text;  // lower-cased
  int64_t weight = 1;
  std::string written = {};  // before it was lower-cased
};

/// What a file's contents contribute to its rank.
struct Mentions {
  std::span<const bool> held;      // per word: whether the contents contain it
  std::span<const double> rarity;  // per word, in the scope
  double length = 1;               // in words, relative to the average of the scope
};

/// The parts of a row that rank it.
struct RankedRow {
  std::string_view name;
  std::string_view full_name;
  std::string_view signature;
  std::string_view module;
  const Mentions* mentions = nullptr;  // of files
  std::string_view kind = {};          // class, method, …; "" = not a symbol
  bool is_public = false;
};

/// Whether a word names a symbol and what it is in: "Mockito.mock", "Edge::ready".
bool is_qualified(std::string_view word);

/// 0: the word is the name or, where it is_qualified(), the end of the full name; 1: the name
/// begins with it; 2: a word of the name does; 3: a word of the full name or signature does; 4: it
/// occurs within a word of the name; 5: it occurs elsewhere; 6: it does not occur. Case is ignored;
/// `lowered` is lower-case. Mentions in contents are not considered.
int match_tier(const RankedRow& row, std::string_view lowered);
inline constexpr int kMentionTier = 3;
inline constexpr int kSubstringTier = 4;
inline constexpr int kAbsentTier = 6;

/// Rows ranked from here on contain a word only inside another word. They are shown only if there
/// are no others.
inline constexpr int64_t kSubstringRank = int64_t{1} << 60;

/// Whether the module is a runtime, an engine, a vendored library or (by its path) generated,
/// rather than code of the project itself.
bool is_framework(std::string_view module);

/// The order of an answer, each where the ones before it are equal: the sum of the words' tiers;
/// the program before its tests, benchmarks, examples and documents, and these before framework
/// code; names written as the word is; BM25 over the words of the name or, where that has none, of
/// the contents; what stubs do not merely declare; types, functions, other members, constructors;
/// what is public; files near the root; short names.
int64_t find_rank(const RankedRow& row, std::span<const RankedWord> words);

// Its parts, for who ranks without the whole row (front.h): find_rank() is rank_of_fit(),
// rank_of_module() and rank_of_kind() in one number.

/// How well words fit a row.
struct Fit {
  int64_t tiers = 0;  // the sum of match_tier()
  int64_t score = 0;  // of word_score(), where a word is closer than a mention
  bool substring = false;
  bool is_as_written = true;  // no word is the name in another case
};
int64_t rank_of_fit(const Fit& fit, size_t name_size);
/// Of a word that begins `matches` of the `words` words of a name.
int64_t word_score(int64_t matches, size_t words, int64_t weight);
int64_t rank_of_module(std::string_view module);
int64_t rank_of_kind(std::string_view kind, bool is_public);

/// The weight of a word that `names` names contain: 12 for none, 1 for thousands.
int64_t word_weight(int64_t names);

/// `[["Heal",3]]`, as they were written: the last argument of the SQL functions.
std::string words_json(std::span<const RankedWord> words);
/// `["Heal"]`: they as they were written.
std::string written_json(std::span<const RankedWord> words);

}  // namespace dossier::lang
