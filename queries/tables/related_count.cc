// The function related_count(RELATION, SYMBOL, SCOPE): how many symbols a relation leads to from
// one, in one step. Rejected: count(*) over `related` for each row, which works out anew what the
// names of a program mean.
#include <sqlite3.h>

#include <exception>
#include <optional>
#include <string>

#include "engine/error.h"
#include "queries/graph/related.h"
#include "queries/tables/shared_functions.h"
#include "queries/tables/tables.h"

namespace dossier {
namespace {

// The walk of the last call, which knows what it has looked up.
struct Counting {
  SearchIndex* index = nullptr;
  std::string relation, scope;
  int64_t generation = -1;
  std::optional<RelationWalk> walk;

  RelationWalk& of(std::string_view called, std::string_view in) {
    const int64_t now = index->generation();
    if (walk && relation == called && scope == in && generation == now) return *walk;
    const auto known = relation_called(called);
    if (!known) throw Error(ErrorCode::invalid, "no relation '" + std::string(called) + "'");
    relation = called;
    scope = in;
    generation = now;
    return walk.emplace(*index, scope, *known);
  }
};

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return {text ? text : "", static_cast<size_t>(sqlite3_value_bytes(value))};
}

void related_count_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  auto& counting = *static_cast<Counting*>(sqlite3_user_data(context));
  try {
    auto& walk = counting.of(text_of(arguments[0]), text_of(arguments[2]));
    const auto count =
        static_cast<int64_t>(walk.run({sqlite3_value_int64(arguments[1])}, {}, 1).size());
    walk.start_again();
    sqlite3_result_int64(context, count);
  } catch (const std::exception& failure) {
    counting.walk.reset();
    sqlite3_result_error(context, failure.what(), -1);
    counting.index->database().set_pending(std::current_exception());
  }
}

}  // namespace

void register_related_count(SearchIndex& index) {
  auto counting = std::make_unique<Counting>();
  counting->index = &index;
  SharedFunctions<Counting>(index.database().handle(), std::move(counting))
      .add("related_count", 3, related_count_sql);
}

}  // namespace dossier
