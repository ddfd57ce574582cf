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

// Below so many blocks (of 15 symbols or so each) ranking every match is as fast. Of several words
// few of a block's symbols have all.
constexpr int64_t kManyBlocks = 1024, kManyOfSeveral = 8192;
// Pages further on rank every match.
constexpr size_t kMostRows = 20'000;
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
    size_t turn = 0;
    int64_t id = 0;
    bool operator<(const Kept& other) const {
      return std::pair(rank, turn) < std::pair(other.rank, other.turn);
    }
  };

  explicit FirstRanks(size_t count) : count_(count) {}
  /// Whether a rank would be kept.
  bool takes(int64_t rank) const { return rank < limit_; }
  void add(int64_t rank, int64_t id) {
    if (!takes(rank)) return;
    kept_.push_back({rank, kept_.size() + dropped_, id});
    if (kept_.size() >= 4 * count_) cut();
  }
  bool is_full() const { return kept_.size() >= count_; }
  /// In no order; the rank of the last is limit() if they are full.
  const std::vector<Kept>& kept() {
    if (is_full()) cut();
    return kept_;
  }
  int64_t limit() const { return limit_; }

 private:
  void cut() {
    const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
    std::nth_element(kept_.begin(), last, kept_.end());
    limit_ = last->rank;
    dropped_ += kept_.size() - count_;
    kept_.resize(count_);
  }

  size_t count_;
  size_t dropped_ = 0;
  int64_t limit_ = INT64_MAX;
  std::vector<Kept> kept_;
};

Front front_of_kept(FirstRanks& first) {
  JsonWriter json;
  json.begin_array();
  const auto& kept = first.kept();
  for (const auto& one : kept) json.value(one.id);
  return {json.end_array().take(), kept.size(), first.limit()};
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

Front front_by_names(const NameRanks& ranks, size_t rows) {
  FirstRanks first(rows);
  ranks.each([&](int64_t bound, bool is_exact, int64_t id) {
    if (is_exact) first.add(bound, id);
  });
  if (!first.is_full()) return {};
  const auto& kept = first.kept();
  const int64_t last = first.limit();
  // Of equals those are first that stand first.
  auto ties =
      std::count_if(kept.begin(), kept.end(), [&](const auto& one) { return one.rank == last; });
  Front front;
  JsonWriter json;
  json.begin_array();
  ranks.each([&](int64_t bound, bool is_exact, int64_t id) {
    if (bound > last || front.count > rows + kMostOthers) return;
    if (bound == last && is_exact && ties-- <= 0) return;
    json.value(id);
    ++front.count;
  });
  if (front.count > rows + kMostOthers) return {};
  front.symbols = json.end_array().take();
  front.bound = last;
  return front;
}

Front front_by_bounds(const NameRanks& ranks, size_t count) {
  FirstRanks first(count);
  ranks.each([&](int64_t bound, bool, int64_t id) { first.add(bound, id); });
  return first.is_full() ? front_of_kept(first) : Front();
}

Front front_by_matches(SearchIndex& index, const NameRanks& ranks, const Plan& plan,
                       const std::string& scope, size_t rows) {
  symbols::Search search(index);
  search.set_scope(scope);
  for (const auto& drive : plan.drives) search.add_regexp(symbols::kAnyRegexp, drive.pattern);
  if (!plan.symbol_kind.empty()) search.restrict_kind(plan.symbol_kind);
  FirstRanks first(rows);
  while (const auto* hit = search.next()) {
    const auto symbol =
        ranks.symbol(static_cast<size_t>(hit->id), static_cast<size_t>(search.ordinal()));
    if (!symbol.is_asked || !first.takes(symbol.bound)) continue;
    const bool is_module = search.kind() == RowKind::module;
    const RankedRow row{hit->row.name,
                        is_module && hit->row.full.empty() ? hit->row.name : hit->row.full,
                        search.kind() == RowKind::member ? hit->row.detail : std::string_view(),
                        search.module().name,
                        nullptr,
                        symbol.kind,
                        symbol.is_public};
    first.add(symbol.is_exact ? symbol.bound : find_rank(row, plan.words),
              search.module().module + search.ordinal());
  }
  return front_of_kept(first);
}

std::string front_of(Store& store, const Plan& plan, const std::string& scope, size_t rows) {
  if (rows > kMostRows || !is_of_names(plan)) return {};
  const auto costs = cost_of(store, plan, scope, {});
  const int64_t many = plan.words.size() > 1 ? kManyOfSeveral : kManyBlocks;
  if (costs.empty() || costs.back().read < many) return {};
  const auto names = store.index().symbol_names(scope, true);
  if (!names) return {};
  const NameRanks ranks(*names, *store.index().modules(scope), plan);
  if (Front front = front_by_names(ranks, rows); !front.symbols.empty())
    return std::move(front.symbols);
  // Of several words the best bounds are of names that have the most common one alone.
  if (plan.words.size() == 1) {
    std::string symbols =
        verified(store, plan, scope, rows, front_by_bounds(ranks, std::max(rows, kTried)));
    if (!symbols.empty()) return symbols;
  }
  return front_by_matches(store.index(), ranks, plan, scope, rows).symbols;
}

}  // namespace dossier::lang
