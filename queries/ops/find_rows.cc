#include "queries/ops/find_rows.h"

#include <algorithm>

#include "queries/ops/explain_find.h"
#include "queries/ops/find_columns.h"
#include "queries/ops/find_other_kinds.h"

namespace dossier {
namespace {

// So many rows are counted, or to the end of the page; then the total is "at least".
constexpr int64_t kCounted = 500;

constexpr Column kCounts[] = {{"value", 1, "value"},
                              {"count", 2, "count", Column::nothing, Column::integer}};
constexpr Column kPairCounts[] = {{"value", 1, "value"},
                                  {"second", 2, "second"},
                                  {"count", 3, "count", Column::nothing, Column::integer}};

// The statement of an answer, and what is known of the rows before its first.
struct AskedRows {
  lang::Sql sql;
  int64_t before = 0;
  Counts kinds;
};

// Writes the page of an answer. Its outcome says what is known about the rest.
Counts write_page(Store& store, const AskedRows& asked, const lang::Resolved& query,
                  const Shape& shape, int64_t offset, int64_t limit, Answer& answer) {
  Counts kinds = asked.kinds;
  std::vector<Value> values;
  const StatementRun statement = prepare(store, asked.sql);
  int64_t tokens = 0, total = asked.before;
  bool full = false, exact = true;
  auto& complete = answer.outcome.complete;
  answer.set_limit(limit);
  while (statement->step()) {
    if (total >= kCounted && total - offset >= limit) {  // a sum could overflow
      exact = false;
      break;
    }
    ++total;
    const std::string_view kind = statement->text(0);
    if (const auto known = kinds.find(kind); known != kinds.end())
      ++known->second;
    else
      kinds.emplace(kind, 1);
    if (total <= offset || full) continue;
    read_row(*statement, shape, values);
    if (query.budget) tokens += tokens_of(shape, values);
    full = (query.budget && tokens > *query.budget) || !answer.row(values);
  }
  complete.total = total;
  complete.exact = exact;
  complete.truncated = offset + complete.returned < total || !exact;
  return kinds;
}

// The answer is not about what is newest: there are later snapshots.
bool is_superseded(Store& store, const Scope& scope) {
  const auto newest = resolve_scope(store.statements(), {}, {}).snapshots;
  return std::any_of(scope.snapshots.begin(), scope.snapshots.end(), [&](int64_t id) {
    return std::find(newest.begin(), newest.end(), id) == newest.end();
  });
}

bool about_removed(const lang::Condition& condition) {
  return lang::any_part(condition,
                        [](const auto& one) { return one.subject == lang::Subject::removed; });
}

// The statement for the rows that are shown or counted. Far into an answer it is that of a page
// alone.
AskedRows rows_asked(Store& store, const AskedQuery& asked, int64_t limit,
                     lang::KnownAnswer* known) {
  lang::Plan plan = asked.plan;
  AskedRows out;
  const int64_t offset = asked.from.offset;
  if (known && offset <= INT32_MAX && limit <= INT32_MAX) {  // a sum could overflow
    if (!asked.from.kinds.empty())
      plan.among =
          known->window(static_cast<size_t>(offset), static_cast<size_t>(offset + limit + 1));
    if (!plan.among.empty()) {
      out.before = offset;
      out.kinds = asked.from.kinds;
    } else {
      plan.among = known->front(store, plan, asked.from.scope,
                                static_cast<size_t>(std::max(offset + limit, kCounted) + 1));
    }
  }
  out.sql = lang::emit(plan, asked.from.scope, bounds_of(asked.from));
  return out;
}

}  // namespace

void write_rows(Store& store, Question& question, const AskedQuery& asked, const lang::Node& tree,
                int64_t limit, Answer& answer) {
  const Scope& scope = question.scope();
  const Shape shape = shape_of(asked.query.select);
  const auto known = lang::KnownAnswer::of(store, asked.plan, asked.from.scope);
  const AskedRows rows = rows_asked(store, asked, limit, known.get());
  // What was removed is about files as they were.
  if (about_removed(asked.query.where)) answer.ignore_stale_files();
  answer.begin_rows(shape.columns);
  const auto kinds = write_page(store, rows, asked.query, shape, asked.from.offset, limit, answer);
  auto& complete = answer.outcome.complete;
  complete.stale = answer.names_stale_file();
  answer.field("total", complete.total);
  answer.field("exact", complete.exact);
  answer.field("returned", complete.returned);
  answer.field("truncated", complete.truncated);
  answer.field("stale", complete.stale || is_superseded(store, scope));
  const std::vector<Value> snapshots(scope.snapshots.begin(), scope.snapshots.end());
  answer.field("snapshots", list_of(snapshots));
  Cursor next = asked.from;
  next.offset += complete.returned;
  // Where the counts are those of the rows so far, the next page need not count these again.
  next.kinds.clear();
  if (known && complete.total == next.offset && next.offset >= kCounted) next.kinds = kinds;
  const bool goes_on = complete.truncated && complete.returned > 0;
  answer.field("cursor", goes_on ? Value(next.text(asked.whole)) : nullptr);
  write_counts(answer, "kinds", kinds);
  if (asked.from.offset == 0 && (complete.total == 0 || !question.is_rows_only()))
    write_other_kinds(store, answer, asked, known.get());
  auto notes = notes_of(store, scope, asked, complete.total == 0);
  if (asked.query.budget && complete.returned == 0 && complete.total > asked.from.offset)
    notes.push_back("budget:" + std::to_string(*asked.query.budget) +
                    " leaves no room for the first row");
  answer.texts("notes", notes);
  if (complete.total == 0 && question.text("cursor").empty())
    answer.texts("hints", hints_for_nothing(store, asked.text, tree, question.text("project"),
                                            question.text("snapshot")));
}

void write_groups(Store& store, const AskedQuery& asked, Answer& answer) {
  const lang::Resolved& query = asked.query;
  answer.set_limit(query.limit.value_or(INT64_MAX));
  const bool pairs = query.count.size() > 1;
  answer.field("count", query.count.front() + (pairs ? "," + query.count.back() : ""));
  if (pairs)
    answer.begin_rows(kPairCounts);
  else
    answer.begin_rows(kCounts);
  const lang::Sql sql = lang::emit(asked.plan, asked.from.scope, bounds_of(asked.from));
  const StatementRun statement = prepare(store, sql);
  int64_t total = 0;
  while (statement->step()) {
    if (total++ < query.offset) continue;
    if (pairs)
      answer.row({statement->text(0), statement->text(1), statement->integer(2)});
    else
      answer.row({statement->text(0), statement->integer(1)});
  }
  answer.count(total);
  auto& complete = answer.outcome.complete;
  complete.truncated = query.offset + complete.returned < total;
  answer.texts("notes", query.notes);
}

}  // namespace dossier
