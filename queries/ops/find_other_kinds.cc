#include "queries/ops/find_other_kinds.h"

#include <algorithm>

namespace dossier {
namespace {

// At most so many rows of each collection are counted.
constexpr int64_t kOthersCounted = 1000;

// Whether a collection has rows at all: most databases lack some.
template <typename Present>
bool has_rows(const Present& present, const lang::Collection& collection) {
  return collection.kind.empty()                                  ? true
         : collection.kind == "file" || collection.kind == "line" ? present.files != 0
         : collection.kind == "literal"                           ? present.literals != 0
         : collection.kind == "session"                           ? present.sessions != 0
         : collection.kind == "finding"                           ? present.findings != 0
                                                                  : present.notes != 0;
}

}  // namespace

void write_counts(Answer& answer, std::string_view key, const Counts& counts) {
  std::vector<Cell> cells;
  for (const auto& [name, count] : counts) cells.push_back({name, count});
  answer.field(key, object_of(cells));
}

void write_other_kinds(Store& store, Answer& answer, const AskedQuery& asked,
                       lang::KnownAnswer* known) {
  lang::Plan others = lang::plan_of_others(asked.query);
  others.words.clear();
  Counts kinds;
  bool exact = true;
  auto rows = store.rows<sql::CollectionsPresent>();
  const auto present = *rows.next();
  for (const auto* collection : others.collections) {
    // Counting lines that are scanned, or references, would cost more than the answer.
    const bool scanned =
        std::find(others.scanned.begin(), others.scanned.end(), collection) != others.scanned.end();
    if (collection->kind == "reference" || (collection->kind == "line" && scanned) ||
        !has_rows(present, *collection))
      continue;
    lang::Plan one = others;
    one.collections = {collection};
    if (known && collection->kind.empty()) one.among = known->others(kOthersCounted);
    lang::Sql sql = lang::emit(one, asked.from.scope, bounds_of(asked.from));
    sql.text = "SELECT kind, count(*) FROM (" + sql.text + " LIMIT " +
               std::to_string(kOthersCounted) + ") GROUP BY kind";
    const StatementRun statement = prepare(store, sql);
    int64_t counted = 0;
    while (statement->step()) {
      kinds[std::string(statement->text(0))] += statement->integer(1);
      counted += statement->integer(1);
    }
    exact = exact && counted < kOthersCounted;
  }
  write_counts(answer, "other_kinds", kinds);
  answer.field("other_kinds_exact", exact);
}

}  // namespace dossier
