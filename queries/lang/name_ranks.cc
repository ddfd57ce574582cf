#include "queries/lang/name_ranks.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "engine/ascii.h"
#include "engine/search/identifier_words.h"
#include "engine/unicode.h"

namespace dossier::lang {
namespace {

constexpr std::string_view kMemberKinds[] = {"field", "method", "property", "event"};

std::string_view word_of(const SymbolNames::Kind& kind) {
  if (kind.row == RowKind::module) return "module";
  if (kind.row == RowKind::type) return kind.text;
  return kind.is_constructor ? "constructor" : kMemberKinds[static_cast<size_t>(kind.member)];
}

bool is_known_kind(std::string_view choice) {
  return choice == "module" || choice == "type" || choice == "member" || choice == "constructor" ||
         std::find(std::begin(kMemberKinds), std::end(kMemberKinds), choice) !=
             std::end(kMemberKinds);
}

bool is_of(const SymbolNames::Kind& kind, std::string_view choice) {
  switch (kind.row) {
    case RowKind::module:
      return choice == "module";
    case RowKind::member:
      return choice == "member" || choice == kMemberKinds[static_cast<size_t>(kind.member)] ||
             (choice == "constructor" && kind.is_constructor);
    default:
      return choice == "type";
  }
}

}  // namespace

bool is_of_names(const Plan& plan) {
  if (plan.words.empty() || !plan.sort.empty() || !plan.count.empty() ||
      plan.collections.size() != 1 || plan.collections.front() != &symbol_collection() ||
      plan.drives.size() != plan.words.size())
    return false;
  for (size_t i = 0; i < plan.words.size(); ++i) {
    const Condition& c = plan.drives[i];
    if (c.kind != Condition::text || c.subject != Subject::any || !c.plain ||
        c.written != plan.words[i].written || c.written.empty() || !is_ascii(c.written) ||
        is_qualified(c.written))
      return false;
  }
  return std::all_of(plan.checks.begin(), plan.checks.end(), [](const Condition& c) {
    return c.kind == Condition::kinds &&
           std::all_of(c.choices.begin(), c.choices.end(), is_known_kind);
  });
}

// A word, and what of it is known beforehand.
struct NameRanks::Wanted {
  const RankedWord& word;
  bool begins_word;  // with a letter or digit: otherwise it is found anywhere
  bool is_one_word;  // nothing but letters and digits: only then it begins a word of split_words()
};

// How a word fits a name: as match_tier() says, at most a mention.
struct NameRanks::Match {
  int tier = kMentionTier;
  int64_t begun = 0;  // words of the name that begin with it
};

NameRanks::Match NameRanks::match_usual(std::string_view own, uint64_t starts,
                                        const Wanted& wanted) {
  const std::string_view word = wanted.word.text;
  Match match;
  // Most names differ in the first letter, which is looked at without a call.
  const char first = word.front();
  if (!own.empty() && own.front() == first && own.starts_with(word))
    match.tier = own.size() == word.size() ? 0 : 1;
  if (!wanted.begins_word) {
    if (match.tier == kMentionTier && own.find(word) != own.npos) match.tier = 2;
    return match;
  }
  while (starts) {
    const auto at = static_cast<size_t>(std::countr_zero(starts));
    starts &= starts - 1;
    const size_t next = starts ? static_cast<size_t>(std::countr_zero(starts)) : own.size();
    if (own[at] != first || own.compare(at, word.size(), word) != 0) continue;
    match.tier = std::min(match.tier, 2);
    if (wanted.is_one_word && at + word.size() <= next) ++match.begun;
  }
  return match;
}

NameRanks::Match NameRanks::match_unusual(std::string_view name, std::span<const std::string> own,
                                          const Wanted& wanted) {
  RankedRow row;
  row.name = name;
  Match match;
  match.tier = std::min(match_tier(row, wanted.word.text), kMentionTier);
  match.begun = std::count_if(own.begin(), own.end(), [&](const std::string& part) {
    return part.starts_with(wanted.word.text);
  });
  return match;
}

void NameRanks::add(size_t at, std::span<const Wanted> words) {
  const bool usual = names_.is_usual(at);
  const std::string_view name = names_.name(at);
  const uint64_t starts = names_.word_starts(at);
  std::vector<std::string> own;
  if (!usual) own = search::split_words(name);
  const size_t count = usual ? static_cast<size_t>(std::popcount(starts)) : own.size();
  Fit fit;
  // Whether an unusual name matches is for the index to say, which folds more letters into one.
  uint8_t missing = usual ? 0 : NamedSymbol::kDoubt;
  for (size_t i = 0; i < words.size(); ++i) {
    const Wanted& wanted = words[i];
    const Match match =
        usual ? match_usual(names_.lowered(at), starts, wanted) : match_unusual(name, own, wanted);
    fit.tiers += match.tier;
    fit.is_as_written = fit.is_as_written && (match.tier != 0 || name == wanted.word.written);
    if (match.tier < kMentionTier)
      fit.score += word_score(match.begun, count, wanted.word.weight);
    else
      missing |= i < NamedSymbol::kWords ? static_cast<uint8_t>(1U << i) : NamedSymbol::kDoubt;
  }
  bounds_.push_back(rank_of_fit(fit, name.size()));
  missing_.push_back(missing);
}

void NameRanks::add_kind(const SymbolNames::Kind& kind, const Plan& plan) {
  Kind& out = kinds_[known_kinds_++];
  out = {true, true, rank_of_kind(word_of(kind), kind.is_public), word_of(kind), kind.is_public};
  for (const Condition& check : plan.checks) {
    const bool is_named = std::any_of(check.choices.begin(), check.choices.end(),
                                      [&](const auto& choice) { return is_of(kind, choice); });
    out.is_asked = out.is_asked && is_named;
    out.is_other = out.is_other && !is_named;
  }
}

NameRanks::NameRanks(const SymbolNames& names, const ScopeModules& scope, const Plan& plan)
    : names_(names) {
  std::vector<Wanted> words;
  for (const auto& word : plan.words)
    words.push_back({word, is_letter_or_digit(word.text.front()),
                     std::all_of(word.text.begin(), word.text.end(), is_letter_or_digit)});
  bounds_.reserve(names.size());
  missing_.reserve(names.size());
  for (size_t i = 0; i < names.size(); ++i) add(i, words);
  modules_.reserve(scope.modules.size());
  for (const auto& module : scope.modules)
    modules_.push_back({names.module(module.module), rank_of_module(module.name)});
  std::unordered_set<int64_t> seen;
  for (const auto& module : scope.modules) repeats_ |= !seen.insert(module.module).second;
  for (const auto& kind : names.kinds()) add_kind(kind, plan);
}

NameRanks::Symbol NameRanks::symbol(size_t module, size_t at) const {
  const auto& [symbols, rank] = modules_[module];
  const Kind& kind = kinds_[symbols.kinds[at]];
  const uint32_t name = symbols.names[at];
  return {kind.is_asked, missing_[name] == 0, bounds_[name] | rank | kind.rank, kind.word,
          kind.is_public};
}

}  // namespace dossier::lang
