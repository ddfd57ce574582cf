// find: the query language (docs/query-language.md).
#include <algorithm>
#include <array>
#include <map>

#include "engine/error.h"
#include "engine/search/identifier_words.h"
#include "engine/token_estimate.h"
#include "queries/lang/ast.h"
#include "queries/lang/cost.h"
#include "queries/lang/fields.h"
#include "queries/lang/front.h"
#include "queries/lang/plan.h"
#include "queries/ops/cursor.h"
#include "queries/ops/find_notes.h"
#include "queries/ops/hints.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "queries/ops/query_scope.h"
#include "queries/ops/saved_queries.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

using lang::Resolved;

// So many rows are counted, or to the end of the page; then the total is "at least".
constexpr int64_t kCounted = 500;
// Of each collection of other kinds no more are counted.
constexpr int64_t kOthersCounted = 1000;

// What lang::emit selects at which place, by the name that the language has for it.
struct Shown {
  std::string_view name;
  int at;
  Column column;
};
constexpr Shown kShown[] = {
    {"kind", 0, {"kind"}},
    {"name", 1, {"name"}},
    {"full", 2, {"full_name", 0, {}, Column::symbol}},
    {"sig", 3, {"signature"}},
    {"module", 4, {"module"}},
    {"project", 5, {"project"}},
    {"file", 7, {"path", 0, {}, Column::path}},
    {"base", 8, {"base_type", 0, {}, Column::symbol}},
    {"in", 9, {"type", 0, {}, Column::symbol}},
    {"ns", 10, {"namespace"}},
    {"lang", 11, {"language"}},
    {"line", 12, {"line", 0, {}, Column::nothing, Column::integer}},
};
// Of rows where select: does not say.
constexpr Column kColumns[] = {{"kind", 1, "kind"},
                               {"name"},
                               {"full_name", 2, "full_name", Column::symbol},
                               {"signature", 3, "signature"},
                               {"module", 4, "module"},
                               {"project"},
                               {"path", 0, {}, Column::path},
                               {"line", 0, {}, Column::nothing, Column::integer}};
constexpr Column kCounts[] = {{"value", 1, "value"},
                              {"count", 2, "count", Column::nothing, Column::integer}};
constexpr Column kPairCounts[] = {{"value", 1, "value"},
                                  {"second", 2, "second"},
                                  {"count", 3, "count", Column::nothing, Column::integer}};

// `sql` must outlive the run.
StatementRun prepare(Store& store, const lang::Sql& sql) {
  StatementRun statement = store.written().run(sql.text);
  bind(*statement, sql);
  return statement;
}

// The columns of an answer, and where the statement has them.
struct Shape {
  std::vector<Column> columns;
  std::vector<int> at;
};

Shape shape_of(const std::vector<std::string>& select) {
  Shape shape;
  for (const auto& name : select)
    for (const auto& [called, at, column] : kShown)
      if (called == name) {
        shape.columns.push_back(column);
        shape.columns.back().title = column.key;
        shape.columns.back().place = static_cast<int>(shape.columns.size());
        shape.at.push_back(at);
      }
  if (!select.empty()) return shape;
  for (const Column& column : kColumns)
    for (const auto& shown : kShown)
      if (shown.column.key == column.key) {
        shape.columns.push_back(column);
        shape.at.push_back(shown.at);
      }
  return shape;
}

void read_row(const Statement& row, const Shape& shape, std::vector<Value>& values) {
  values.clear();
  for (size_t i = 0; i < shape.at.size(); ++i)
    values.push_back(shape.columns[i].type == Column::text ? Value(row.text(shape.at[i]))
                     : row.is_null(shape.at[i])            ? Value()
                                                           : Value(row.integer(shape.at[i])));
}

// As the answer is counted against a budget: in JSON.
int64_t tokens_of(const Shape& shape, const std::vector<Value>& values) {
  JsonWriter json;
  write_row(json, shape.columns, values);
  return token_estimate(json.text());
}

using Counts = std::map<std::string, int64_t, std::less<>>;

void write_counts(Answer& answer, std::string_view key, const Counts& counts) {
  std::vector<Cell> cells;
  for (const auto& [name, count] : counts) cells.push_back({name, count});
  answer.field(key, object_of(cells));
}

// The statement of an answer, and what is known of the rows before its first.
struct AskedRows {
  lang::Sql sql;
  int64_t before = 0;
  Counts kinds = {};
};

// Writes the page of an answer. Its outcome says what is known about the rest.
Counts write_page(Store& store, const AskedRows& asked, const Resolved& query, const Shape& shape,
                  int64_t offset, int64_t limit, Answer& answer) {
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

// What the query finds of other kinds than those it answers with.
void write_other_kinds(Store& store, Answer& answer, const Resolved& query,
                       const std::string& scope, const lang::Bounds& bounds,
                       lang::KnownAnswer* known) {
  lang::Plan others = lang::plan_of_others(query);
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
    lang::Sql sql = lang::emit(one, scope, bounds);
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

void write_texts(Answer& answer, std::string_view key, const std::vector<std::string>& texts) {
  if (!texts.empty()) answer.field(key, Value::Texts(texts));
}

// The answer is not about what is newest: there are later snapshots.
bool is_superseded(Store& store, const Scope& scope) {
  const auto newest = resolve_scope(store.statements(), {}, {}).snapshots;
  return std::any_of(scope.snapshots.begin(), scope.snapshots.end(), [&](int64_t id) {
    return std::find(newest.begin(), newest.end(), id) == newest.end();
  });
}

void write_groups(Store& store, const Resolved& query, const lang::Sql& sql, Answer& answer) {
  answer.set_limit(INT64_MAX);
  const bool pairs = query.count.size() > 1;
  answer.field("count", query.count.front() + (pairs ? "," + query.count.back() : ""));
  if (pairs)
    answer.begin_rows(kPairCounts);
  else
    answer.begin_rows(kCounts);
  const StatementRun statement = prepare(store, sql);
  while (statement->step())
    if (pairs)
      answer.row({statement->text(0), statement->text(1), statement->integer(2)});
    else
      answer.row({statement->text(0), statement->integer(1)});
  write_texts(answer, "notes", query.notes);
}

// How much each of several words counts: rare ones more. One word needs no weight.
std::vector<int64_t> weights_of(Store& store, const std::vector<std::string>& words) {
  std::vector<int64_t> weights;
  if (words.size() < 2) return weights;
  for (const auto& word : words) {
    std::string all;
    for (const auto& part : search::split_words(word))
      all += (all.empty() ? "\"" : " AND \"") + part + '"';
    int64_t names = 0;
    if (!all.empty()) {
      all += " *";
      auto rows = store.rows<sql::NamesWithWords>(std::string_view(all));
      names = rows.next()->names;
    }
    weights.push_back(lang::word_weight(names));
  }
  return weights;
}

// What a condition holds for depends on transcripts or notes, which grow.
bool grows(const lang::Condition& condition) {
  return condition.kind == lang::Condition::session || condition.subject == lang::Subject::note ||
         std::any_of(condition.parts.begin(), condition.parts.end(),
                     [](const auto& part) { return grows(part); });
}

std::vector<int64_t> ends_of(Store& store) {
  auto rows = store.rows<sql::TranscriptEnds>();
  const auto row = rows.next();
  return {row->sessions, row->findings, row->notes, row->events};
}

lang::Bounds bounds_of(const Cursor& cursor) {
  lang::Bounds bounds;
  static constexpr const char* kKinds[] = {"session", "finding", "note", "event"};
  for (size_t i = 0; i < cursor.ends.size() && i < std::size(kKinds); ++i)
    bounds.push_back({kKinds[i], cursor.ends[i]});
  return bounds;
}

// A query that is understood, and from where its answer is wanted.
struct Asked {
  std::string text;
  std::string whole;  // with the saved queries that it names: a cursor belongs to both
  Resolved query;
  lang::Plan plan;
  Cursor from;
};

void explain(Store& store, const Asked& asked, const lang::Node& tree, const lang::Sql& sql,
             Answer& answer) {
  answer.field("query", asked.text);
  answer.field("tree", tree.dump());
  answer.field("means", asked.query.dump());
  answer.field("plan", asked.plan.dump());
  answer.field("scans", !asked.plan.scanned.empty() || !asked.plan.wide.empty());
  std::vector<std::array<Cell, 5>> costs;
  std::vector<Value> cost, bindings;
  const auto known = lang::cost_of(store, asked.plan, asked.from.scope, bounds_of(asked.from));
  for (const auto& one : known)
    costs.push_back({{{"of", one.collection->plural},
                      {"set", one.set},
                      {"read", one.read},
                      {"all", one.of},
                      {"unit", one.unit}}});
  for (const auto& cells : costs) cost.push_back(object_of(cells));
  answer.field("cost", list_of(cost));
  answer.field("sqlite3", sql.dump());
  answer.field("sql", sql.text);
  for (const auto& binding : sql.bindings)
    std::visit([&](const auto& value) { bindings.emplace_back(value); }, binding);
  answer.field("bindings", list_of(bindings));
  write_texts(answer, "notes", asked.query.notes);
}

bool about_removed(const lang::Condition& condition) {
  return condition.subject == lang::Subject::removed ||
         std::any_of(condition.parts.begin(), condition.parts.end(),
                     [](const auto& part) { return about_removed(part); });
}

// The statement for the rows that are shown or counted. Far into an answer it is that of a page
// alone.
AskedRows rows_asked(Store& store, const Asked& asked, int64_t limit, lang::KnownAnswer* known) {
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

void write_rows(Store& store, Question& question, const Asked& asked, const lang::Node& tree,
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
    write_other_kinds(store, answer, asked.query, asked.from.scope, bounds_of(asked.from),
                      known.get());
  auto notes = notes_of(store, scope, asked.query, asked.plan, complete.total == 0);
  if (asked.query.budget && complete.returned == 0 && complete.total > asked.from.offset)
    notes.push_back("budget:" + std::to_string(*asked.query.budget) +
                    " leaves no room for the first row");
  write_texts(answer, "notes", notes);
  if (complete.total == 0 && question.text("cursor").empty())
    write_texts(answer, "hints",
                hints_for_nothing(store, asked.text, tree, question.text("project"),
                                  question.text("snapshot")));
}

// Where the answer begins: at a cursor, or in the newest snapshots of what the request names. False
// where the cursor is of another query.
bool begin(Store& store, const Question& question, Asked& asked) {
  const std::string& given = question.text("cursor");
  if (given.empty()) {
    QueryScope bound =
        bind_names(store, asked.query, question.text("project"), question.text("snapshot"));
    asked.from = {std::move(bound.scope),
                  asked.query.offset,
                  weights_of(store, asked.query.words),
                  {},
                  std::move(bound.named),
                  {}};
  } else if (auto cursor = parse_cursor(given, asked.whole)) {
    asked.from = std::move(*cursor);
    rebind_names(store, asked.query, {asked.from.scope, asked.from.named});
  } else {
    return false;
  }
  asked.plan = lang::plan(asked.query);
  const auto& collections = asked.plan.collections;
  if (given.empty() && (grows(asked.query.where) ||
                        std::any_of(collections.begin(), collections.end(),
                                    [](const auto* collection) { return collection->grows; })))
    asked.from.ends = ends_of(store);
  for (size_t i = 0; i < asked.plan.words.size() && i < asked.from.weights.size(); ++i)
    asked.plan.words[i].weight = std::min(asked.from.weights[i], lang::word_weight(0));
  return true;
}

void refuse(Answer& answer, const lang::Diagnostic& diagnostic, std::string_view text) {
  answer.refuse(diagnostic.print(text));
  answer.field("begin", diagnostic.span.begin);
  answer.field("end", diagnostic.span.end);
}

// Time ran out: which part of the query takes it, and what to do.
lang::Diagnostic too_slow(const Asked& asked) {
  lang::Diagnostic told;
  told.message = "stopped at the time limit: ";
  told.span = {0, asked.text.size()};
  if (!asked.plan.wide.empty()) {
    told.message += "this part looks at every symbol; narrow it with name:, in: or file:";
    told.span = asked.plan.wide.front().span;
  } else if (!asked.plan.scanned.empty()) {
    told.message += "nothing narrows what is looked at; three letters of a name would";
  } else {
    told.message += "this finds, sorts or follows too much";
  }
  told.message += ", or give it more time (--timeout SECONDS)";
  return told;
}

// Runs what takes time. The deadline is the caller's (Database::set_checkpoint).
template <typename Work>
void in_time(const Asked& asked, Answer& answer, const Work& work) {
  try {
    work();
  } catch (const Error& late) {
    if (late.code() != ErrorCode::limit || late.message() != "deadline") throw;
    refuse(answer, too_slow(asked), asked.text);
  }
}

void find(Store& store, Question& question, Answer& answer) {
  Asked asked;
  asked.text = question.text("q");
  auto read = lang::parse(asked.text);
  if (const auto* failure = std::get_if<lang::Diagnostic>(&read))
    return refuse(answer, *failure, asked.text);
  lang::Node& tree = std::get<lang::Node>(read);
  asked.whole = asked.text;
  if (const auto failure = expand_saved(store, tree, asked.whole))
    return refuse(answer, *failure, asked.text);
  auto resolved = lang::resolve(tree);
  if (const auto* failure = std::get_if<lang::Diagnostic>(&resolved))
    return refuse(answer, *failure, asked.text);
  asked.query = std::move(std::get<Resolved>(resolved));
  if (!begin(store, question, asked)) return answer.refuse("the cursor belongs to another query");

  const Resolved& query = asked.query;
  const lang::Sql sql = lang::emit(asked.plan, asked.from.scope, bounds_of(asked.from));
  auto& [complete, refusal, log] = answer.outcome;
  if (question.flag("explain")) {
    explain(store, asked, tree, sql, answer);
  } else {
    question.set_scope(parse_scope(asked.from.scope));
    const int64_t wanted = query.limit ? *query.limit : question.number("limit");
    const int64_t limit = question.is_unlimited() ? INT32_MAX
                          : query.budget          ? kLookupCap
                                                  : std::min(wanted, kLookupCap);
    in_time(asked, answer, [&] {
      if (!query.count.empty())
        write_groups(store, query, sql, answer);
      else
        write_rows(store, question, asked, tree, limit, answer);
    });
  }
  log = "find(): q=" + in_quotes(asked.text) + ", total=" + complete.total_text();
}

constexpr OpField kFields[] = {
    {"q", OpField::text, true, "The query, as docs/query-language.md describes it"},
    {"limit", OpField::limit, false, "Maximum number of rows (default 50, limit 500)", 50,
     kLookupCap},
    {"cursor", OpField::text, false, "Continue an earlier answer to the same query"},
    {"explain", OpField::flag, false,
     "Print how the query is understood and answered, instead of rows"},
    kProjectField,
    kSnapshotField,
};

}  // namespace

const Op kFind = {
    "find",
    "find",
    "/api/find",
    "What a query matches: symbols, references, files, lines, literals, sessions, findings, notes",
    "dossier find kind:method in:PlayerStats heal",
    kFields,
    "rows",
    kColumns,
    find,
};

}  // namespace dossier
