#include "queries/lang/rank.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "engine/json.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/snapshot/classify.h"
#include "engine/search/identifier_words.h"
#include "engine/unicode.h"

namespace dossier::lang {
namespace {

// Names have three words on average.
constexpr double kAverageName = 3;

// BM25 with k1 = 1.2 and b = 0.75, in thousandths: what was asked for stands there `count` times,
// and `length` is part of the average.
int64_t bm25(double count, double length, double weight) {
  const double norm = 1.2 * (0.25 + 0.75 * length);
  return static_cast<int64_t>(1000 * weight * count * 2.2 / (count + norm));
}

bool is_separator(char c) { return c == '.' || c == ':' || c == '\\' || c == '#' || c == '/'; }

// Whether the full name ends in what names a symbol and where it is, "mockito.mock", whatever each
// has between its names.
bool ends_in_path(std::string_view full_name, std::string_view path) {
  while (is_separator(path.front())) path.remove_prefix(1);
  size_t left = full_name.size(), at = path.size();
  while (at > 0) {
    if (left == 0) return false;
    if (is_separator(path[at - 1])) {
      if (!is_separator(full_name[left - 1])) return false;
      while (at > 0 && is_separator(path[at - 1])) --at;
      while (left > 0 && is_separator(full_name[left - 1])) --left;
    } else if (full_name[--left] != path[--at]) {
      return false;
    }
  }
  return left == 0 || is_separator(full_name[left - 1]);
}

}  // namespace

bool is_qualified(std::string_view word) {
  return word.size() > 2 && std::any_of(word.begin() + 1, word.end() - 1, is_separator);
}

int match_tier(const RankedRow& row, std::string_view lowered) {
  if (is_qualified(lowered) && ends_in_path(lower(row.full_name), lowered)) return 0;
  // A file's name is part of its path, and most files that hold a word are not called after it.
  if (row.mentions && !contains_ignoring_case(row.full_name, lowered)) return kAbsentTier;
  const std::string own = lower(row.name);
  if (own == lowered) return 0;
  if (own.starts_with(lowered)) return 1;
  const bool in_name = own.find(lowered) != std::string::npos;
  if (in_name && search::begins_word(row.name, lowered)) return 2;
  if (search::begins_word(row.full_name, lowered) || search::begins_word(row.signature, lowered))
    return 3;
  if (in_name) return kSubstringTier;
  return contains_ignoring_case(row.full_name, lowered) ||
                 contains_ignoring_case(row.signature, lowered)
             ? kSubstringTier + 1
             : kAbsentTier;
}

bool is_framework(std::string_view module) {
  static constexpr std::string_view kPrefixes[] = {
      "mscorlib",    "netstandard", "System", "Microsoft.",  "Mono.",
      "UnityEngine", "UnityEditor", "Unity.", "Newtonsoft.", "nunit."};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](auto prefix) { return module.starts_with(prefix); }) ||
         snapshot::is_vendored(module) || snapshot::is_generated(module, "");
}

namespace {

// 0: the program itself; 1: its tests, examples, …; 2: what it is built on.
int64_t distance_of(std::string_view module) {
  return is_framework(module) ? 2 : snapshot::is_beside_program(module) ? 1 : 0;
}

// Who looks a name up wants the type of that name, not its constructors or what is called after it.
int64_t order_of(std::string_view kind) {
  if (kind.empty()) return 0;
  if (kind == "method" || kind == "function" || kind == "macro") return 1;
  if (kind == "property" || kind == "event") return 2;
  if (kind == "field" || kind == "variable" || kind == "constant" || kind == "enumerator") return 3;
  if (kind == "alias" || kind == "package" || kind == "module" || kind == "partial") return 4;
  return kind == "constructor" ? 5 : 0;
}

}  // namespace

int64_t rank_of_fit(const Fit& fit, size_t name_size) {
  return (fit.substring ? kSubstringRank : 0) | fit.tiers << 48 |
         int64_t{!fit.is_as_written} << 45 | (0xFFFF - std::min<int64_t>(fit.score, 0xFFFF)) << 29 |
         std::min<int64_t>(static_cast<int64_t>(name_size), 0xFFFF);
}

int64_t word_score(int64_t matches, size_t words, int64_t weight) {
  return bm25(static_cast<double>(std::max<int64_t>(matches, 1)),
              static_cast<double>(words) / kAverageName, static_cast<double>(weight));
}

int64_t rank_of_module(std::string_view module) {
  const auto folders = std::count(module.begin(), module.end(), '/');
  return distance_of(module) << 46 | int64_t{languages::is_stub(module)} << 28 |
         std::min<int64_t>(folders, 0xFF) << 16;
}

int64_t rank_of_kind(std::string_view kind, bool is_public) {
  return order_of(kind) << 25 | int64_t{!is_public} << 24;
}

int64_t find_rank(const RankedRow& row, std::span<const RankedWord> words) {
  Fit fit;
  std::vector<std::string> own;
  for (size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    int tier = match_tier(row, word.text);
    const Mentions* mentions = tier < kMentionTier ? nullptr : row.mentions;
    const bool in_path = tier == kMentionTier;
    const bool held = mentions && mentions->held[i];
    if (held) tier = kMentionTier;
    fit.tiers += tier;
    fit.substring = fit.substring || (tier >= kSubstringTier && tier < kAbsentTier);
    fit.is_as_written = fit.is_as_written &&
                        (tier != 0 || row.name == word.written ||
                         (is_qualified(word.written) && ends_in_path(row.full_name, word.written)));
    if (mentions && tier == kMentionTier)
      fit.score += bm25(in_path && held ? 2 : 1, mentions->length, mentions->rarity[i]);
    if (tier >= kMentionTier) continue;
    if (own.empty()) own = search::split_words(row.name);
    const auto matches = std::count_if(own.begin(), own.end(), [&](const std::string& part) {
      return part.starts_with(word.text);
    });
    fit.score += word_score(matches, own.size(), word.weight);
  }
  return rank_of_fit(fit, row.name.size()) | rank_of_module(row.module) |
         rank_of_kind(row.kind, row.is_public);
}

int64_t word_weight(int64_t names) {
  return std::max<int64_t>(1, 13 - std::bit_width(static_cast<uint64_t>(names)));
}

std::string words_json(std::span<const RankedWord> words) {
  JsonWriter json;
  json.begin_array();
  for (const auto& word : words)
    json.begin_array().value(std::string_view(word.written)).value(word.weight).end_array();
  return json.end_array().take();
}

std::string written_json(std::span<const RankedWord> words) {
  JsonWriter json;
  json.begin_array();
  for (const auto& word : words) json.value(std::string_view(word.written));
  return json.end_array().take();
}

}  // namespace dossier::lang
