#include "queries/lang/front.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/json.h"
#include "engine/statement.h"
#include "queries/lang/cost.h"
#include "queries/tables/symbols_search.h"

namespace dossier::lang {
namespace {

// Of several words few of a block's symbols have all, and without texts names rarely tell.
constexpr int64_t kManyOfSeveral = 8192;
// Looking at the names of so many symbols takes as long as searching a block.
constexpr int64_t kSymbolsOfBlock = 150;
// Pages further on rank every match, and beyond the second number also those that stand alone.
constexpr size_t kMostRows = 20'000, kMostWindowed = 250'000;
// Of symbols beyond the rows wanted, whose names do not have every word.
constexpr size_t kMostOthers = 20'000;
// So many are tried where names do not tell.
constexpr size_t kTried = 8'000;
// Where emit() selects them.
constexpr int kRankAt = 13, kIdAt = 14;

// The best `count` ranks of many, those that come first among equals, and what has them.
class FirstRanks {
 public:
  struct Kept {
    int64_t rank = 0;
    size_t place = 0;  // in the order of rows
    int64_t id = 0;
    bool operator<(const Kept& other) const {
      return std::pair(rank, place) < std::pair(other.rank, other.place);
    }
  };

  explicit FirstRanks(size_t count) : count_(count) {}
  /// Whether it would be kept.
  bool takes(const Kept& one) const { return one < last_; }
  void add(const Kept& one) {
    if (!takes(one)) return;
    kept_.push_back(one);
    if (kept_.size() >= 4 * count_) cut();
  }
  bool is_full() const { return kept_.size() >= count_; }
  /// In no order; last() is the last of them if they are full.
  const std::vector<Kept>& kept() {
    if (is_full()) cut();
    return kept_;
  }
  const Kept& last() const { return last_; }

 private:
  void cut() {
    const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
    std::nth_element(kept_.begin(), last, kept_.end());
    last_ = *last;
    kept_.resize(count_);
  }

  size_t count_;
  Kept last_{INT64_MAX, 0, 0};
  std::vector<Kept> kept_;
};

FirstRanks::Kept kept_of(const NamedSymbol& symbol) {
  return {symbol.bound, symbol.place, symbol.id};
}

Front front_of_kept(FirstRanks& first) {
  JsonWriter json;
  json.begin_array();
  const auto& kept = first.kept();
  for (const auto& one : kept) json.value(one.id);
  return {json.end_array().take(), kept.size(), first.last().rank};
}

// Whether the rows wanted are better than all that is left out; then their ids.
std::string verified(Store& store, const Plan& plan, const std::string& scope, size_t rows,
                     Front front) {
  if (front.symbols.empty()) return {};
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

}  // namespace

namespace {

// The first rows, and symbols of which only their row tells whether they are among them.
struct FirstRows {
  std::vector<FirstRanks::Kept> known, unknown;
  int64_t bound = INT64_MAX;
};

FirstRows first_rows(const NameRanks& ranks, MissingWords& missing, size_t rows) {
  FirstRanks first(rows);
  ranks.each([&](const NamedSymbol& symbol) {
    if (symbol.is_exact()) first.add(kept_of(symbol));
  });
  first.kept();  // from here on it takes none that is beyond them
  FirstRows out;
  ranks.each([&](const NamedSymbol& symbol) {
    if (symbol.is_exact() || !first.takes(kept_of(symbol))) return;
    const auto answer = missing.begun(symbol);
    if (answer == MissingWords::yes) first.add(kept_of(symbol));
    if (answer == MissingWords::unknown) out.unknown.push_back(kept_of(symbol));
  });
  out.known = first.kept();
  std::erase_if(out.unknown, [&](const auto& one) { return !first.takes(one); });
  out.bound = first.last().rank;
  return out;
}

}  // namespace

// Without any row that mentions every word, those are shown that have them within others.
Front front_by_texts(const NameRanks& ranks, MissingWords& missing, size_t rows) {
  const FirstRows first = first_rows(ranks, missing, rows);
  if (first.known.empty() || first.unknown.size() > kMostOthers) return {};
  JsonWriter json;
  json.begin_array();
  for (const auto& one : first.known) json.value(one.id);
  for (const auto& one : first.unknown) json.value(one.id);
  return {json.end_array().take(), first.known.size() + first.unknown.size(), first.bound};
}

Front window_by_texts(const NameRanks& ranks, MissingWords& missing, size_t from, size_t end) {
  if (ranks.has_rows_of_one_symbol()) return {};
  FirstRows first = first_rows(ranks, missing, end);
  if (first.known.size() <= from || !first.unknown.empty()) return {};
  const auto begin = first.known.begin() + static_cast<std::ptrdiff_t>(from);
  std::nth_element(first.known.begin(), begin, first.known.end());
  JsonWriter json;
  json.begin_array();
  for (auto one = begin; one != first.known.end(); ++one) json.value(one->id);
  return {json.end_array().take(), first.known.size() - from, first.bound};
}

Front front_by_names(const NameRanks& ranks, size_t rows) {
  FirstRanks first(rows);
  ranks.each([&](const NamedSymbol& symbol) {
    if (symbol.is_exact()) first.add(kept_of(symbol));
  });
  if (!first.is_full()) return {};
  first.kept();
  const auto last = first.last();
  Front front;
  JsonWriter json;
  json.begin_array();
  ranks.each([&](const NamedSymbol& symbol) {
    if (symbol.bound > last.rank || front.count > rows + kMostOthers) return;
    // Of equals those are first that stand first.
    if (symbol.bound == last.rank && symbol.is_exact() && symbol.place > last.place) return;
    json.value(symbol.id);
    ++front.count;
  });
  if (front.count > rows + kMostOthers) return {};
  front.symbols = json.end_array().take();
  front.bound = last.rank;
  return front;
}

Front front_by_bounds(const NameRanks& ranks, size_t count) {
  FirstRanks first(count);
  ranks.each([&](const NamedSymbol& symbol) { first.add(kept_of(symbol)); });
  return first.is_full() ? front_of_kept(first) : Front();
}

Front front_by_matches(SearchIndex& index, const NameRanks& ranks, const Plan& plan,
                       const std::string& scope, size_t rows) {
  symbols::Search search(index);
  search.set_scope(scope);
  for (const auto& drive : plan.drives) search.add_regexp(symbols::kAnyRegexp, drive.pattern);
  if (!plan.symbol_kind.empty()) search.restrict_kind(plan.symbol_kind);
  FirstRanks first(rows);
  for (size_t place = 0; const auto* hit = search.next(); ++place) {
    const auto symbol =
        ranks.symbol(static_cast<size_t>(hit->id), static_cast<size_t>(search.ordinal()));
    const int64_t id = search.module().module + search.ordinal();
    if (!symbol.is_asked || !first.takes({symbol.bound, place, id})) continue;
    const RankedRow row{hit->row.name, hit->row.full, hit->row.detail, search.module().name,
                        nullptr,       symbol.kind,   symbol.is_public};
    first.add({symbol.is_exact ? symbol.bound : find_rank(row, plan.words), place, id});
  }
  return front_of_kept(first);
}

KnownAnswer::KnownAnswer(KnownSymbols known, std::shared_ptr<const ScopeModules> modules,
                         const Plan& plan)
    : known_(std::move(known)),
      modules_(std::move(modules)),
      ranks_(*known_.names, *modules_, plan) {
  if (known_.texts) missing_.emplace(*known_.names, *known_.texts, plan);
}

std::unique_ptr<KnownAnswer> KnownAnswer::of(Store& store, const Plan& plan,
                                             const std::string& scope) {
  if (!is_of_names(plan)) return nullptr;
  SearchIndex& index = store.index();
  KnownSymbols known = index.known_symbols(scope, ReadSymbols::no);
  const auto costs = cost_of(store, plan, scope, {});
  int64_t many = plan.words.size() > 1 ? kManyOfSeveral : kManyBlocks;
  if (known.texts && plan.words.size() > 1)
    many = std::max(kManyBlocks, static_cast<int64_t>(known.names->symbols()) / kSymbolsOfBlock);
  if (costs.empty() || costs.back().read < many) return nullptr;
  if (!known.names) known = index.known_symbols(scope, ReadSymbols::names);
  if (!known.names) return nullptr;
  return std::unique_ptr<KnownAnswer>(
      new KnownAnswer(std::move(known), index.modules(scope), plan));
}

std::string KnownAnswer::front(Store& store, const Plan& plan, const std::string& scope,
                               size_t rows) {
  if (rows > kMostRows) return {};
  if (missing_)
    if (Front front = front_by_texts(ranks_, *missing_, rows); !front.symbols.empty())
      return std::move(front.symbols);
  if (Front front = front_by_names(ranks_, rows); !front.symbols.empty())
    return std::move(front.symbols);
  // Of several words the best bounds are of names that have the most common one alone.
  if (plan.words.size() == 1) {
    std::string symbols =
        verified(store, plan, scope, rows, front_by_bounds(ranks_, std::max(rows, kTried)));
    if (!symbols.empty()) return symbols;
  }
  return front_by_matches(store.index(), ranks_, plan, scope, rows).symbols;
}

std::string KnownAnswer::window(size_t from, size_t end) {
  if (!missing_ || end > kMostWindowed) return {};
  return window_by_texts(ranks_, *missing_, from, end).symbols;
}

std::string KnownAnswer::others(size_t most) {
  if (!missing_) return {};
  size_t found = 0, unknown = 0;
  JsonWriter json;
  json.begin_array();
  ranks_.each_other([&](const NamedSymbol& symbol) {
    if (found >= most) return;
    const auto answer = missing_->found(symbol);
    if (answer == MissingWords::no) return;
    ++(answer == MissingWords::yes ? found : unknown);
    json.value(symbol.id);
  });
  return unknown > kMostOthers ? std::string() : json.end_array().take();
}

}  // namespace dossier::lang
