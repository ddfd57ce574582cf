#include "queries/lang/front.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/json.h"
#include "engine/search/identifier_words.h"
#include "engine/statement.h"
#include "engine/unicode.h"
#include "queries/lang/cost.h"

namespace dossier::lang {
namespace {

// Below so many blocks (of 15 symbols or so each) ranking every match is as fast.
constexpr int64_t kManyBlocks = 1024;
// Pages further on rank every match.
constexpr size_t kMostRows = 20'000;
// Of symbols beyond the rows wanted, whose names do not have every word.
constexpr size_t kMostOthers = 20'000;
// So many are tried where names do not tell.
constexpr size_t kTried = 8'000;

// Where emit() selects them.
constexpr int kRankAt = 13, kIdAt = 14;

constexpr std::string_view kMemberKinds[] = {"field", "method", "property", "event"};

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

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

// A word, and what of it is known beforehand.
struct Wanted {
  const RankedWord& word;
  bool begins_word;  // with a letter or digit: otherwise it is found anywhere
  bool is_one_word;  // nothing but letters and digits: only then it begins a word of split_words()
};

// How a word fits a name: as match_tier() says, at most a mention.
struct NameMatch {
  int tier = kMentionTier;
  int64_t begun = 0;  // words of the name that begin with it
};

NameMatch match_usual(std::string_view own, uint64_t starts, const Wanted& wanted) {
  const std::string_view word = wanted.word.text;
  NameMatch match;
  if (own.starts_with(word)) match.tier = own.size() == word.size() ? 0 : 1;
  if (!wanted.begins_word) {
    if (match.tier == kMentionTier && own.find(word) != own.npos) match.tier = 2;
    return match;
  }
  while (starts) {
    const auto at = static_cast<size_t>(std::countr_zero(starts));
    starts &= starts - 1;
    const size_t next = starts ? static_cast<size_t>(std::countr_zero(starts)) : own.size();
    if (own.compare(at, word.size(), word) != 0) continue;
    match.tier = std::min(match.tier, 2);
    if (wanted.is_one_word && at + word.size() <= next) ++match.begun;
  }
  return match;
}

NameMatch match_unusual(std::string_view name, const std::vector<std::string>& own,
                        const Wanted& wanted) {
  RankedRow row;
  row.name = name;
  NameMatch match;
  match.tier = std::min(match_tier(row, wanted.word.text), kMentionTier);
  match.begun = std::count_if(own.begin(), own.end(), [&](const std::string& part) {
    return part.starts_with(wanted.word.text);
  });
  return match;
}

// What names make of ranks, by their numbers.
class NameRanks {
 public:
  NameRanks(const SymbolNames& names, std::span<const Wanted> words) : names_(names) {
    bounds_.reserve(names.size());
    exact_.reserve(names.size());
    for (size_t i = 0; i < names.size(); ++i) add(i, words);
  }
  /// Without modules and kinds: the rank, or what it cannot be better than.
  int64_t bound(uint32_t name) const { return bounds_[name]; }
  /// Whether bound() is the rank.
  bool is_exact(uint32_t name) const { return exact_[name]; }

 private:
  void add(size_t at, std::span<const Wanted> words) {
    const bool usual = names_.is_usual(at);
    const std::string_view name = names_.name(at);
    const uint64_t starts = names_.word_starts(at);
    std::vector<std::string> own;
    if (!usual) own = search::split_words(name);
    const size_t count = usual ? static_cast<size_t>(std::popcount(starts)) : own.size();
    Fit fit;
    // Whether an unusual name matches is for the index to say, which folds more letters into one.
    bool exact = usual;
    for (const auto& wanted : words) {
      const NameMatch match = usual ? match_usual(names_.lowered(at), starts, wanted)
                                    : match_unusual(name, own, wanted);
      fit.tiers += match.tier;
      fit.is_as_written = fit.is_as_written && (match.tier != 0 || name == wanted.word.written);
      exact = exact && match.tier < kMentionTier;
      if (match.tier < kMentionTier)
        fit.score += word_score(match.begun, count, wanted.word.weight);
    }
    bounds_.push_back(rank_of_fit(fit, name.size()));
    exact_.push_back(exact ? 1 : 0);
  }

  const SymbolNames& names_;
  std::vector<int64_t> bounds_;
  std::vector<char> exact_;
};

// The smallest `count` numbers of many.
class Smallest {
 public:
  explicit Smallest(size_t count) : count_(count) {}
  void add(int64_t number) {
    if (number >= limit_) return;
    kept_.push_back(number);
    if (kept_.size() >= 4 * count_) cut();
  }
  bool is_full() const { return kept_.size() >= count_; }
  /// The last of them, if it is full.
  int64_t last() {
    cut();
    return limit_;
  }
  /// How many are as large as the last.
  size_t ties() const {
    return static_cast<size_t>(std::count(kept_.begin(), kept_.end(), limit_));
  }

 private:
  void cut() {
    const auto nth = kept_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
    std::nth_element(kept_.begin(), nth, kept_.end());
    limit_ = *nth;
    kept_.resize(count_);
  }

  size_t count_;
  int64_t limit_ = INT64_MAX;
  std::vector<int64_t> kept_;
};

// The symbols of a scope that a plan asks for, in the order of their rows.
class Symbols {
 public:
  Symbols(const SymbolNames& names, const ScopeModules& scope, const Plan& plan)
      : names_(names), scope_(scope) {
    const auto kinds = names.kinds();
    for (size_t i = 0; i < kinds.size(); ++i) {
      asked_[i] = std::all_of(plan.checks.begin(), plan.checks.end(), [&](const Condition& check) {
        return std::any_of(check.choices.begin(), check.choices.end(),
                           [&](const auto& choice) { return is_of(kinds[i], choice); });
      });
      ranks_[i] = rank_of_kind(word_of(kinds[i]), kinds[i].is_public);
    }
  }

  /// Calls visit(name, what module and kind make of the rank, id).
  template <typename Visit>
  void each(Visit visit) const {
    for (size_t i = 0; i < scope_.modules.size(); ++i) {
      const auto module = names_.module(i);
      const int64_t rank = rank_of_module(scope_.modules[i].name);
      for (size_t at = 0; at < module.names.size(); ++at) {
        const uint8_t kind = module.kinds[at];
        if (asked_[kind])
          visit(module.names[at], rank | ranks_[kind], module.first + static_cast<int64_t>(at));
      }
    }
  }

 private:
  const SymbolNames& names_;
  const ScopeModules& scope_;
  std::array<bool, 256> asked_{};
  std::array<int64_t, 256> ranks_{};
};

}  // namespace

bool is_of_names(const Plan& plan) {
  if (plan.words.empty() || !plan.sort.empty() || !plan.count.empty() ||
      plan.collections.size() != 1 || plan.collections.front() != &symbol_collection() ||
      plan.drives.size() != plan.words.size())
    return false;
  for (size_t i = 0; i < plan.words.size(); ++i) {
    const Condition& c = plan.drives[i];
    if (c.kind != Condition::text || c.subject != Subject::any || !c.plain ||
        c.written != plan.words[i].written || c.written.empty() || !is_ascii(c.written))
      return false;
  }
  return std::all_of(plan.checks.begin(), plan.checks.end(), [](const Condition& c) {
    return c.kind == Condition::kinds &&
           std::all_of(c.choices.begin(), c.choices.end(), is_known_kind);
  });
}

namespace {

using Wantings = std::vector<Wanted>;

Wantings wanted_of(const Plan& plan) {
  Wantings words;
  for (const auto& word : plan.words)
    words.push_back({word, is_letter_or_digit(word.text.front()),
                     std::all_of(word.text.begin(), word.text.end(), is_letter_or_digit)});
  return words;
}

// The symbols that take(name, bound) chooses, at most so many.
template <typename Take>
Front collect(const Symbols& symbols, const NameRanks& ranks, size_t most, const Take& take) {
  Front front;
  JsonWriter json;
  json.begin_array();
  symbols.each([&](uint32_t name, int64_t rest, int64_t id) {
    if (front.count > most || !take(name, ranks.bound(name) | rest)) return;
    json.value(id);
    ++front.count;
  });
  if (front.count > most) return {};
  front.symbols = json.end_array().take();
  return front;
}

// The rows wanted have names with every word.
Front certain(const Symbols& symbols, const NameRanks& ranks, size_t rows, Smallest& best) {
  const int64_t last = best.last();
  size_t ties = best.ties();  // of equals those are first that stand first
  Front front = collect(symbols, ranks, rows + kMostOthers, [&](uint32_t name, int64_t bound) {
    if (bound == last && ranks.is_exact(name)) return ties > 0 && ties-- > 0;
    return bound <= last;
  });
  front.bound = last;
  front.is_certain = true;
  return front;
}

// The symbols with the best bounds.
Front best_bounds(const Symbols& symbols, const NameRanks& ranks, size_t count) {
  Smallest best(count);
  symbols.each([&](uint32_t name, int64_t rest, int64_t) { best.add(ranks.bound(name) | rest); });
  if (!best.is_full()) return {};
  const int64_t last = best.last();
  Front front =
      collect(symbols, ranks, count, [&](uint32_t, int64_t bound) { return bound < last; });
  front.bound = last;
  return front;
}

}  // namespace

Front front_symbols(const SymbolNames& names, const ScopeModules& scope, const Plan& plan,
                    size_t rows, size_t tried) {
  const Wantings words = wanted_of(plan);
  const NameRanks ranks(names, words);
  const Symbols symbols(names, scope, plan);
  Smallest best(rows);
  symbols.each([&](uint32_t name, int64_t rest, int64_t) {
    if (ranks.is_exact(name)) best.add(ranks.bound(name) | rest);
  });
  if (best.is_full()) return certain(symbols, ranks, rows, best);
  // Of several words the best bounds are of names that have the most common one alone.
  return words.size() == 1 ? best_bounds(symbols, ranks, std::max(rows, tried)) : Front();
}

std::string front_of(Store& store, const Plan& plan, const std::string& scope, size_t rows) {
  if (rows > kMostRows || !is_of_names(plan)) return {};
  const auto costs = cost_of(store, plan, scope, {});
  if (costs.empty() || costs.back().read < kManyBlocks) return {};
  const auto names = store.index().symbol_names(scope, true);
  if (!names) return {};
  Front front = front_symbols(*names, *store.index().modules(scope), plan, rows, kTried);
  if (front.symbols.empty() || front.is_certain) return std::move(front.symbols);
  // Are so many of those that were tried better than all others?
  Plan trial = plan;
  trial.among = std::move(front.symbols);
  trial.shown = {"kind"};
  const Sql sql = emit(trial, scope);
  const StatementRun statement = store.written().run(sql.text);
  bind(*statement, sql);
  JsonWriter json;
  json.begin_array();
  for (size_t found = 0; found < rows; ++found) {
    if (!statement->step() || statement->integer(kRankAt) >= front.bound) return {};
    json.value(statement->integer(kIdAt));
  }
  return json.end_array().take();
}

}  // namespace dossier::lang
