// find: the query language (docs/query-language.md).
#include <algorithm>
#include <map>

#include "engine/json.h"
#include "engine/search/words.h"
#include "engine/text.h"
#include "queries/lang/ast.h"
#include "queries/lang/cost.h"
#include "queries/lang/fields.h"
#include "queries/lang/plan.h"
#include "queries/ops/cursor.h"
#include "queries/ops/hints.h"
#include "queries/ops/lacking.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/ops/settle.h"
#include "queries/sql.h"
#include "store/freshness.h"

namespace dossier {
namespace {

using lang::Resolved;

constexpr int64_t kFindRows = 50;
// So many rows are counted, or to the end of the page; then the total is "at least".
constexpr int64_t kCounted = 500;
// Of each source of other kinds no more are counted.
constexpr int64_t kOthersCounted = 1000;

// Where each column stands in what lang::emit selects, and what JSON calls it.
struct Shown {
  std::string_view column;
  std::string_view key;
  int at;
};
constexpr Shown kShown[] = {
    {"kind", "kind", 0},     {"name", "name", 1},      {"full", "full_name", 2},
    {"sig", "signature", 3}, {"module", "module", 4},  {"project", "project", 5},
    {"file", "path", 7},     {"base", "base_type", 8}, {"in", "type", 9},
    {"ns", "namespace", 10}, {"lang", "language", 11}, {"line", "line", 12},
};

// `sql` must outlive the run.
StatementRun prepare(Store& store, const lang::Sql& sql) {
  StatementRun statement = store.written().run(sql.text);
  bind(*statement, sql);
  return statement;
}

std::string row_json(const Statement& row, const std::vector<std::string>& select) {
  JsonWriter json;
  json.begin_object();
  const auto show = [&](std::string_view column) {
    for (const auto& shown : kShown) {
      if (shown.column != column) continue;
      if (shown.column != "line")
        json.field(shown.key, row.text(shown.at));
      else if (!row.is_null(shown.at))
        json.field(shown.key, row.integer(shown.at));
    }
  };
  if (select.empty())
    for (const auto column : lang::usual_columns()) show(column);
  else
    for (const auto& column : select) show(column);
  return json.end_object().take();
}

// The page of an answer, and what is known about the rest.
struct Page {
  std::string rows;  // JSON objects, comma separated
  int64_t returned = 0;
  int64_t total = 0;
  bool exact = true;
  std::map<std::string, int64_t, std::less<>> kinds;
};

Page read_page(Store& store, const lang::Sql& sql, const Resolved& query, int64_t offset,
               int64_t limit) {
  Page page;
  const StatementRun statement = prepare(store, sql);
  int64_t tokens = 0;
  bool full = false;
  while (statement->step()) {
    if (page.total >= kCounted && page.total - offset >= limit) {  // a sum could overflow
      page.exact = false;
      break;
    }
    ++page.total;
    const std::string_view kind = statement->text(0);
    if (const auto known = page.kinds.find(kind); known != page.kinds.end())
      ++known->second;
    else
      page.kinds.emplace(kind, 1);
    if (page.total <= offset || full) continue;
    const std::string row = row_json(*statement, query.select);
    tokens += token_estimate(row);
    full = page.returned == limit || (query.budget && tokens > *query.budget);
    if (full) continue;
    page.rows += (page.rows.empty() ? "" : ",") + row;
    ++page.returned;
  }
  return page;
}

// Whether a source has rows at all: most databases lack some.
template <typename Present>
bool has_rows(const Present& present, const lang::Source& source) {
  return source.kind.empty()                              ? true
         : source.kind == "file" || source.kind == "line" ? present.files != 0
         : source.kind == "literal"                       ? present.literals != 0
         : source.kind == "session"                       ? present.sessions != 0
         : source.kind == "finding"                       ? present.findings != 0
                                                          : present.notes != 0;
}

// What the query finds of other kinds than those it answers with.
void write_other_kinds(Store& store, JsonWriter& json, const Resolved& query,
                       const std::string& scope, const lang::Bounds& bounds) {
  lang::Plan others = lang::plan_of_others(query);
  others.words.clear();
  std::map<std::string, int64_t> kinds;
  bool exact = true;
  auto rows = store.rows<sql::SourcesPresent>();
  const auto present = *rows.next();
  for (const auto* source : others.sources) {
    // Counting lines that are scanned, or references, would cost more than the answer.
    const bool scanned =
        std::find(others.scanned.begin(), others.scanned.end(), source) != others.scanned.end();
    if (source->kind == "reference" || (source->kind == "line" && scanned) ||
        !has_rows(present, *source))
      continue;
    lang::Plan one = others;
    one.sources = {source};
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
  json.key("other_kinds").begin_object();
  for (const auto& [kind, count] : kinds) json.field(kind, count);
  json.end_object().field("other_kinds_exact", exact);
}

void write_texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  json.key(key).begin_array();
  for (const auto& text : texts) json.value(std::string_view(text));
  json.end_array();
}

// The answer is not about what is newest: there are later snapshots.
bool is_superseded(Store& store, const Scope& scope) {
  const auto newest = resolve_scope(store.statements(), {}, {}).snapshots;
  return std::any_of(scope.snapshots.begin(), scope.snapshots.end(), [&](int64_t id) {
    return std::find(newest.begin(), newest.end(), id) == newest.end();
  });
}

Answer counts(Store& store, const Resolved& query, const lang::Sql& sql, const std::string& scope) {
  Answer answer;
  JsonWriter json;
  json.begin_object().field("count", std::string_view(query.count)).key("rows").begin_array();
  const StatementRun statement = prepare(store, sql);
  int64_t groups = 0;
  while (statement->step()) {
    json.begin_object()
        .field("value", statement->text(0))
        .field("count", statement->integer(1))
        .end_object();
    ++groups;
  }
  json.end_array();
  write_texts(json, "notes", query.notes);
  answer.body = json.end_object().take();
  answer.complete = {groups, true, groups, false, scope};
  return answer;
}

Answer wrong(const lang::Diagnostic& diagnostic, std::string_view text) {
  Answer answer;
  answer.status = 400;
  answer.body = JsonWriter()
                    .begin_object()
                    .field("error", diagnostic.print(text))
                    .field("begin", diagnostic.span.begin)
                    .field("end", diagnostic.span.end)
                    .end_object()
                    .take();
  return answer;
}

// How much each of several words counts: rare ones more. One word needs no weight.
std::vector<int64_t> weights_of(Store& store, const std::vector<std::string>& words) {
  std::vector<int64_t> weights;
  if (words.size() < 2) return weights;
  for (const auto& word : words) {
    std::string phrase;
    for (const auto& part : search::split_words(word)) phrase += (phrase.empty() ? "" : " ") + part;
    int64_t names = 0;
    if (!phrase.empty()) {
      phrase = '"' + phrase + "\" *";
      auto rows = store.rows<sql::NamesWithWords>(std::string_view(phrase));
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
  Resolved query;
  lang::Plan plan;
  Cursor from;
};

Answer explanation(Store& store, const Asked& asked, const lang::Node& tree, const lang::Sql& sql) {
  const Resolved& query = asked.query;
  Answer answer;
  JsonWriter json;
  json.begin_object()
      .field("query", std::string_view(asked.text))
      .field("tree", tree.dump())
      .field("means", query.dump());
  json.field("plan", asked.plan.dump()).field("scans", !asked.plan.scanned.empty());
  json.key("cost").begin_array();
  for (const auto& cost : lang::cost_of(store, asked.plan, asked.from.scope, bounds_of(asked.from)))
    json.begin_object()
        .field("of", cost.source->plural)
        .field("set", std::string_view(cost.set))
        .field("read", cost.read)
        .field("all", cost.of)
        .field("unit", cost.unit)
        .end_object();
  json.end_array().field("sqlite3", sql.dump()).field("sql", sql.text);
  json.key("bindings").begin_array();
  for (const auto& binding : sql.bindings) {
    if (const auto* number = std::get_if<int64_t>(&binding))
      json.value(*number);
    else
      json.value(std::string_view(std::get<std::string>(binding)));
  }
  json.end_array();
  write_texts(json, "notes", query.notes);
  answer.body = json.end_object().take();
  return answer;
}

bool asks_of_references(const lang::Condition& condition) {
  static constexpr lang::Subject kSubjects[] = {lang::Subject::calls, lang::Subject::calledby,
                                                lang::Subject::reads, lang::Subject::writes,
                                                lang::Subject::refs,  lang::Subject::refby};
  const bool own = condition.kind == lang::Condition::relation &&
                   std::find(std::begin(kSubjects), std::end(kSubjects), condition.subject) !=
                       std::end(kSubjects);
  return own || std::any_of(condition.parts.begin(), condition.parts.end(), asks_of_references);
}

bool about_removed(const lang::Condition& condition) {
  return condition.subject == lang::Subject::removed ||
         std::any_of(condition.parts.begin(), condition.parts.end(),
                     [](const auto& part) { return about_removed(part); });
}

Answer rows(Store& store, const Arguments& arguments, const Asked& asked, const lang::Node& tree,
            const lang::Sql& sql, int64_t limit) {
  const Page page = read_page(store, sql, asked.query, asked.from.offset, limit);
  const int64_t seen = asked.from.offset + page.returned;
  const bool more = seen < page.total || !page.exact;
  Answer answer;
  JsonWriter json;
  const Scope scope = parse_scope(asked.from.scope);
  json.begin_object().field("total", page.total).field("exact", page.exact);
  json.field("returned", page.returned).field("truncated", more);
  // What was removed is about files as they were.
  const bool changed =
      !about_removed(asked.query.where) && names_stale_file(store, scope, page.rows);
  json.field("stale", changed || is_superseded(store, scope)).key("snapshots").begin_array();
  for (const int64_t id : scope.snapshots) json.value(id);
  json.end_array().key("cursor");
  if (more && page.returned > 0) {
    Cursor next = asked.from;
    next.offset = seen;
    json.value(next.text(asked.text));
  } else {
    json.null();
  }
  json.key("kinds").begin_object();
  for (const auto& [kind, count] : page.kinds) json.field(kind, count);
  json.end_object();
  if (asked.from.offset == 0 && (page.total == 0 || !arguments.rows_only))
    write_other_kinds(store, json, asked.query, asked.from.scope, bounds_of(asked.from));
  auto notes = asked.query.notes;
  if (page.total == 0 && asks_of_references(asked.query.where))
    if (auto why = why_no_references(store, scope); !why.empty()) notes.push_back(std::move(why));
  const auto& sources = asked.plan.sources;
  if (page.total == 0 && !asked.query.words.empty() &&
      std::any_of(sources.begin(), sources.end(),
                  [](const auto* source) { return source->kind == "file"; }))
    if (auto why = why_no_words(store, scope); !why.empty()) notes.push_back(std::move(why));
  write_texts(json, "notes", notes);
  if (page.total == 0 && arguments.text("cursor").empty())
    write_texts(json, "hints",
                hints_for_nothing(store, asked.text, tree, arguments.text("project"),
                                  arguments.text("snapshot")));
  json.key("rows").begin_array();
  if (!page.rows.empty()) json.raw(page.rows);
  answer.body = json.end_array().end_object().take();
  answer.complete = {page.total, page.exact, page.returned, more, asked.from.scope, changed};
  return answer;
}

// Where the answer begins: at a cursor, or in the newest snapshots of what the request names. False
// where the cursor is of another query.
bool begin(Store& store, const Arguments& arguments, Asked& asked) {
  const std::string& given = arguments.text("cursor");
  if (given.empty()) {
    Settled settled =
        settle(store, asked.query, arguments.text("project"), arguments.text("snapshot"));
    asked.from = {std::move(settled.scope),
                  asked.query.offset,
                  weights_of(store, asked.query.words),
                  {},
                  std::move(settled.named)};
  } else if (auto cursor = parse_cursor(given, asked.text)) {
    asked.from = std::move(*cursor);
    settle_again(store, asked.query, {asked.from.scope, asked.from.named});
  } else {
    return false;
  }
  asked.plan = lang::plan(asked.query);
  const auto& sources = asked.plan.sources;
  if (given.empty() &&
      (grows(asked.query.where) || std::any_of(sources.begin(), sources.end(),
                                               [](const auto* source) { return source->grows; })))
    asked.from.ends = ends_of(store);
  for (size_t i = 0; i < asked.plan.words.size() && i < asked.from.weights.size(); ++i)
    asked.plan.words[i].weight = std::min(asked.from.weights[i], lang::word_weight(0));
  return true;
}

Answer find(Store& store, const Arguments& arguments) {
  Asked asked;
  asked.text = arguments.text("q");
  if (asked.text.empty()) return refusal(400, "missing 'q' query parameter");
  const auto cap = parse_cap(arguments.text("limit"), kLookupCap);
  if (!cap) return refusal(400, "limit must be an integer");
  const auto tree = lang::parse(asked.text);
  if (const auto* failure = std::get_if<lang::Diagnostic>(&tree))
    return wrong(*failure, asked.text);
  auto resolved = lang::resolve(std::get<lang::Node>(tree));
  if (const auto* failure = std::get_if<lang::Diagnostic>(&resolved))
    return wrong(*failure, asked.text);
  asked.query = std::move(std::get<Resolved>(resolved));
  if (!begin(store, arguments, asked)) return refusal(400, "the cursor belongs to another query");

  const Resolved& query = asked.query;
  const lang::Sql sql = lang::emit(asked.plan, asked.from.scope, bounds_of(asked.from));
  Answer answer;
  if (arguments.flag("explain")) {
    answer = explanation(store, asked, std::get<lang::Node>(tree), sql);
  } else if (!query.count.empty()) {
    answer = counts(store, query, sql, asked.from.scope);
  } else {
    const int64_t wanted = query.limit ? *query.limit : arguments.has("limit") ? *cap : kFindRows;
    const int64_t limit = arguments.unlimited ? INT32_MAX
                          : query.budget      ? kLookupCap
                                              : std::min(wanted, kLookupCap);
    answer = rows(store, arguments, asked, std::get<lang::Node>(tree), sql, limit);
  }
  answer.log = "find(): q=" + in_quotes(asked.text) + ", total=" + answer.complete.total_text();
  return answer;
}

constexpr OpField kFields[] = {
    {"q", OpField::text, true, "The query, as docs/query-language.md describes it"},
    {"limit", OpField::integer, false, "At most so many rows (default 50, most 500)"},
    {"cursor", OpField::text, false, "The rest of an earlier answer to the same query"},
    {"explain", OpField::flag, false, "How the query is understood and served, instead of rows"},
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {
    {"kind", "kind"}, {"full_name", "full name"}, {"signature", "signature"}, {"module", "module"}};

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
    kLookupCap,
    find,
    false,  // its body says it, too
};

}  // namespace dossier
