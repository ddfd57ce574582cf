// find: the query language (docs/query-language.md) over modules, types and members.
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "engine/json.h"
#include "engine/text.h"
#include "queries/lang/ast.h"
#include "queries/lang/plan.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"

namespace dossier {
namespace {

using lang::Resolved;

constexpr int64_t kFindRows = 50;
// Beyond the page so many more rows are counted; then the total is "at least".
constexpr int64_t kCounted = 1000;

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
constexpr std::string_view kUsual[] = {"kind",   "name",    "full", "sig",
                                       "module", "project", "file", "line"};

// A place in an answer: the snapshots it is about, how many rows came before, and which query it
// belongs to. Snapshots never change, so the order of the rest is the same whenever it is asked
// for.
struct Cursor {
  std::string scope;
  int64_t offset = 0;
  std::string query;

  std::string text() const { return scope + "@" + std::to_string(offset) + "@" + query; }
};

std::string fingerprint(std::string_view query) {
  static constexpr char kHex[] = "0123456789abcdef";
  auto bits = static_cast<uint32_t>(XXH3_64bits(query.data(), query.size()));
  std::string out;
  for (int i = 0; i < 8; ++i, bits >>= 4) out += kHex[bits & 15];
  return out;
}

std::optional<Cursor> parse_cursor(std::string_view text, std::string_view query) {
  const size_t first = text.find('@'), last = text.rfind('@');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  Cursor cursor{std::string(text.substr(0, first)), 0, std::string(text.substr(last + 1))};
  const std::string_view digits = text.substr(first + 1, last - first - 1);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), cursor.offset);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || cursor.offset < 0 ||
      cursor.query != fingerprint(query))
    return std::nullopt;
  return cursor;
}

// Binds without copying: `sql` must outlive the statement.
Statement prepare(Store& store, const lang::Sql& sql) {
  Statement statement(store.database(), sql.text);
  for (size_t i = 0; i < sql.bindings.size(); ++i) {
    const int at = static_cast<int>(i) + 1;
    if (const auto* number = std::get_if<int64_t>(&sql.bindings[i]))
      statement.bind(at, *number);
    else
      statement.bind(at, std::string_view(std::get<std::string>(sql.bindings[i])));
  }
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
    for (const auto column : kUsual) show(column);
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
  std::map<std::string, int64_t> kinds;
};

Page read_page(Store& store, const lang::Sql& sql, const Resolved& query, int64_t offset,
               int64_t limit) {
  Page page;
  Statement statement = prepare(store, sql);
  int64_t tokens = 0;
  bool full = false;
  while (statement.step()) {
    if (page.total == offset + limit + kCounted) {
      page.exact = false;
      break;
    }
    ++page.total;
    ++page.kinds[std::string(statement.text(0))];
    if (page.total <= offset || full) continue;
    const std::string row = row_json(statement, query.select);
    tokens += token_estimate(row);
    full = page.returned == limit || (query.budget && tokens > *query.budget);
    if (full) continue;
    page.rows += (page.rows.empty() ? "" : ",") + row;
    ++page.returned;
  }
  statement.reset();
  return page;
}

void drop_kinds(lang::Condition& where) {
  std::erase_if(where.parts, [](const auto& part) { return part.kind == lang::Condition::kinds; });
  if (where.kind == lang::Condition::kinds) where = {};
}

// What the query finds of other kinds, where it finds nothing of those it names.
void write_other_kinds(Store& store, JsonWriter& json, Resolved query, const std::string& scope) {
  const std::string asked = query.where.dump();
  drop_kinds(query.where);
  if (query.where.dump() == asked) return;
  query.count = "kind";
  const lang::Sql sql = lang::emit(lang::plan(query), scope);
  Statement statement = prepare(store, sql);
  json.key("other_kinds").begin_object();
  while (statement.step()) json.field(statement.text(0), statement.integer(1));
  json.end_object();
}

void write_notes(JsonWriter& json, const std::vector<std::string>& notes) {
  if (notes.empty()) return;
  json.key("notes").begin_array();
  for (const auto& note : notes) json.value(std::string_view(note));
  json.end_array();
}

bool is_stale(Store& store, const Scope& scope) {
  const auto newest = resolve_scope(store.statements(), {}, {}).snapshots;
  return std::any_of(scope.snapshots.begin(), scope.snapshots.end(), [&](int64_t id) {
    return std::find(newest.begin(), newest.end(), id) == newest.end();
  });
}

Answer counts(Store& store, const Resolved& query, const lang::Sql& sql, const Scope& scope) {
  Answer answer;
  JsonWriter json;
  json.begin_object().field("count", std::string_view(query.count)).key("rows").begin_array();
  Statement statement = prepare(store, sql);
  int64_t groups = 0;
  while (statement.step()) {
    json.begin_object()
        .field("value", statement.text(0))
        .field("count", statement.integer(1))
        .end_object();
    ++groups;
  }
  json.end_array();
  write_notes(json, query.notes);
  answer.body = json.end_object().take();
  answer.complete = {groups, true, groups, false, scope.text()};
  return answer;
}

Answer explanation(std::string_view text, const lang::Node& tree, const Resolved& query,
                   const lang::Plan& plan, const lang::Sql& sql) {
  Answer answer;
  JsonWriter json;
  json.begin_object().field("query", text).field("tree", tree.dump()).field("means", query.dump());
  json.field("plan", plan.dump()).field("scans", plan.scans).field("sql", sql.text);
  json.key("bindings").begin_array();
  for (const auto& binding : sql.bindings) {
    if (const auto* number = std::get_if<int64_t>(&binding))
      json.value(*number);
    else
      json.value(std::string_view(std::get<std::string>(binding)));
  }
  json.end_array();
  write_notes(json, query.notes);
  answer.body = json.end_object().take();
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

Answer rows(Store& store, const std::string& text, const Resolved& query, const lang::Sql& sql,
            const Scope& scope, int64_t offset, int64_t limit) {
  const Page page = read_page(store, sql, query, offset, limit);
  const bool more = offset + page.returned < page.total || !page.exact;
  Answer answer;
  JsonWriter json;
  json.begin_object().field("total", page.total).field("exact", page.exact);
  json.field("returned", page.returned).field("truncated", more);
  json.field("stale", is_stale(store, scope)).key("snapshots").begin_array();
  for (const int64_t id : scope.snapshots) json.value(id);
  json.end_array().key("cursor");
  if (more && page.returned > 0)
    json.value(Cursor{scope.text(), offset + page.returned, fingerprint(text)}.text());
  else
    json.null();
  json.key("kinds").begin_object();
  for (const auto& [kind, count] : page.kinds) json.field(kind, count);
  json.end_object();
  if (page.total == 0) write_other_kinds(store, json, query, scope.text());
  write_notes(json, query.notes);
  json.key("rows").begin_array();
  if (!page.rows.empty()) json.raw(page.rows);
  answer.body = json.end_array().end_object().take();
  answer.complete = {page.total, page.exact, page.returned, more, scope.text()};
  return answer;
}

Answer find(Store& store, const Arguments& arguments) {
  const std::string& text = arguments.text("q");
  const auto cap = parse_cap(arguments.text("limit"), kLookupCap);
  if (!cap) return refusal(400, "limit must be an integer");
  const auto tree = lang::parse(text);
  if (const auto* failure = std::get_if<lang::Diagnostic>(&tree)) return wrong(*failure, text);
  const auto resolved = lang::resolve(std::get<lang::Node>(tree));
  if (const auto* failure = std::get_if<lang::Diagnostic>(&resolved)) return wrong(*failure, text);
  const auto& query = std::get<Resolved>(resolved);

  int64_t offset = query.offset;
  Scope scope;
  if (const std::string& given = arguments.text("cursor"); !given.empty()) {
    const auto cursor = parse_cursor(given, text);
    if (!cursor) return refusal(400, "the cursor belongs to another query");
    scope = parse_scope(cursor->scope);
    offset = cursor->offset;
  } else {
    scope = store.scope(arguments.text("project"),
                        query.at.empty() ? arguments.text("snapshot") : query.at);
  }
  const lang::Plan plan = lang::plan(query);
  const lang::Sql sql = lang::emit(plan, scope.text());
  Answer answer;
  if (arguments.has("explain")) {
    answer = explanation(text, std::get<lang::Node>(tree), query, plan, sql);
  } else if (!query.count.empty()) {
    answer = counts(store, query, sql, scope);
  } else {
    const int64_t asked = query.limit ? *query.limit : arguments.has("limit") ? *cap : kFindRows;
    const int64_t limit = arguments.unlimited ? INT32_MAX
                          : query.budget      ? kLookupCap
                                              : std::min(asked, kLookupCap);
    answer = rows(store, text, query, sql, scope, offset, limit);
  }
  answer.log = "find(): q=" + quoted(text) + ", total=" + answer.complete.total_text();
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
    "Symbols that a query matches: words, fields and relations",
    "dossier find kind:method in:PlayerStats heal",
    kFields,
    "rows",
    kColumns,
    kLookupCap,
    find,
};

}  // namespace dossier
