#include "queries/lang/cost.h"

#include <algorithm>
#include <map>

#include "engine/first_row.h"
#include "engine/search/plan.h"
#include "queries/lang/emitter.h"
#include "queries/sql.h"

namespace dossier::lang {
namespace {

struct Range {
  uint32_t segment, first, count;
};

Cost of_blocks(SearchIndex& index, IndexPart part, const search::Plan& plan,
               const std::vector<Range>& ranges) {
  Cost cost;
  cost.unit = "blocks";
  std::map<uint32_t, uint32_t> bounds;
  for (const auto& range : ranges) {
    cost.of += range.count;
    uint32_t& bound = bounds[range.segment];
    bound = std::max(bound, range.first + range.count);
  }
  IndexReader reader(index, part);
  const auto admitted = search::evaluate(plan, bounds, reader);
  for (const auto& range : ranges) {
    const auto& set = admitted.at(range.segment);
    const uint32_t end = range.first + range.count;
    for (uint32_t at = set.next(range.first); at < end; at = set.next(at + 1)) ++cost.read;
  }
  return cost;
}

// What the texts that must all be found leave of a collection's blocks.
search::Plan texts_of(const Plan& plan, const Collection& collection) {
  std::vector<search::Plan> plans;
  for (const auto& condition : plan.drives)
    if (condition.kind == Condition::text && narrows(condition, collection) &&
        !is_set(condition, collection))
      plans.push_back(condition.exact ? search::plan_literal(condition.pattern)
                                      : search::plan_regex(condition.pattern));
  return search::Plan::both(std::move(plans));
}

// A plan that reads every module has ranges of all kinds; one of types only reads those.
std::vector<Range> symbol_ranges(SearchIndex& index, const Plan& plan, const std::string& scope) {
  std::vector<Range> ranges;
  const auto scoped = index.modules(scope);  // a loop would let go of it at once
  const bool types = plan.symbol_kind == "type";
  for (const auto& module : scoped->modules) {
    ranges.push_back({module.segment, module.first_block + (types ? module.blocks : 0),
                      types ? module.type_blocks : module.blocks});
  }
  return ranges;
}

int64_t rows_of(Store& store, const Collection& collection, const std::string& scope) {
  const auto row = first_row<sql::CollectionRows>(store, scope);
  return collection.kind == "file"      ? row->files
         : collection.kind == "literal" ? row->literals
         : collection.kind == "session" ? row->sessions
         : collection.kind == "finding" ? row->findings
         : collection.kind == "note"    ? row->notes
                                        : row->targets;
}

}  // namespace

namespace {

int64_t count(Store& store, const Sql& sql) {
  const StatementRun statement = store.written().run(sql.text);
  bind(*statement, sql);
  return statement->step() ? statement->integer(0) : 0;
}

Cost cost_of(Store& store, const Plan& plan, const Collection& collection,
             const std::string& scope) {
  Cost cost;
  if (scope.empty() && (collection.kind.empty() || collection.kind == "line")) {
    cost.unit = "blocks";
  } else if (&collection == &symbol_collection()) {
    cost = of_blocks(store.index(), IndexPart::symbols, texts_of(plan, collection),
                     symbol_ranges(store.index(), plan, scope));
  } else if (collection.kind == "line") {
    std::vector<Range> ranges;
    const auto scoped = store.index().texts(scope);
    for (const auto& text : scoped->texts)
      ranges.push_back({text.segment, text.first_block, text.blocks});
    cost = of_blocks(store.index(), IndexPart::contents, texts_of(plan, collection), ranges);
  } else {
    cost.unit = "rows";
    cost.read = cost.of = rows_of(store, collection, scope);
  }
  cost.collection = &collection;
  return cost;
}

}  // namespace

std::vector<Cost> cost_of(Store& store, const Plan& plan, const std::string& scope,
                          const Bounds& bounds) {
  std::vector<Cost> costs;
  for (const Collection* collection : plan.collections) {
    Cost whole = cost_of(store, plan, *collection, scope);
    for (const auto& condition : plan.drives) {
      if (!is_set(condition, *collection)) continue;
      Cost set;
      set.collection = collection;
      set.set = condition.dump();
      set.unit = "rows";
      set.read = set.of = count(store, count_of_set(condition, *collection, scope, bounds));
      // Each of its symbols lies in one block.
      if (collection == &symbol_collection()) whole.read = std::min(whole.read, set.read);
      costs.push_back(std::move(set));
    }
    costs.push_back(std::move(whole));
  }
  return costs;
}

}  // namespace dossier::lang
