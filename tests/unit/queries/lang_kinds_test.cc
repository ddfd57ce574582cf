// Files, lines, literals and notes, compared with a naive evaluator over the views; and every query
// with the index and without: the tables `symbols` and `lines` as plain copies, in which REGEXP is
// the scalar function.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <regex>
#include <set>

#include "engine/unicode.h"
#include "queries/lang/ast.h"
#include "queries/lang/plan.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"
#include "store/store.h"
#include "tests/unit/places.h"

using namespace dossier;
using namespace dossier::lang;

namespace {

struct Entry {
  std::string kind, name, full, sig, file, lang, content, literal, note;
  int64_t line = -1;
  std::vector<std::string> texts;
};

std::vector<std::vector<std::string>> select(Store& store, const std::string& sql) {
  std::vector<std::vector<std::string>> rows;
  Statement statement(store.database(), sql);
  while (statement.step()) {
    auto& row = rows.emplace_back();
    for (int i = 0; i < statement.columns(); ++i) row.emplace_back(statement.text(i));
  }
  return rows;
}

std::vector<Entry> read_rows(Store& store) {
  std::vector<Entry> rows;
  for (const auto& file : select(store, "SELECT path, language FROM files WHERE is_latest"))
    rows.push_back({"file",
                    file[0].substr(file[0].rfind('/') + 1),
                    file[0],
                    "",
                    file[0],
                    file[1],
                    "",
                    "",
                    "",
                    -1,
                    {file[0]}});
  for (const auto& line : select(store, "SELECT path, line, text, language FROM lines"))
    rows.push_back({"line",
                    "",
                    line[0] + ":" + line[1],
                    line[2],
                    line[0],
                    line[3],
                    line[2],
                    "",
                    "",
                    std::stoll(line[1]),
                    {line[2]}});
  // What no member holds a type or a file does.
  for (const auto& literal :
       select(store,
              "SELECT value, coalesce(nullif(source_member, ''), (SELECT t.full_name FROM types t "
              "WHERE t.symbol = l.symbol), ''), path, coalesce((SELECT f.language FROM files f "
              "WHERE f.path = l.path), ''), coalesce(l.line, -1) FROM literals l WHERE is_latest"))
    rows.push_back({"literal",
                    literal[0],
                    literal[1].substr(0, literal[1].find('(')),
                    literal[0],
                    literal[2],
                    literal[3],
                    "",
                    literal[0],
                    "",
                    std::stoll(literal[4]),
                    {literal[0]}});
  for (const auto& note : select(store, "SELECT short_name(\"key\"), \"key\", text FROM notes"))
    rows.push_back(
        {"note", note[0], note[1], note[2], "", "", "", "", note[2], -1, {note[1], note[2]}});
  return rows;
}

bool has(const std::string& text, const std::string& part) {
  return lower(text).find(lower(part)) != std::string::npos;
}

bool holds(const std::vector<Entry>& rows, const Entry& row, const Node& node) {
  const auto part = [&](const Node& one) { return holds(rows, row, one); };
  switch (node.kind) {
    case Node::all_of:
      return std::all_of(node.parts.begin(), node.parts.end(), part);
    case Node::any_of:
      return std::any_of(node.parts.begin(), node.parts.end(), part);
    case Node::none_of:
      return !holds(rows, row, node.parts[0]);
    case Node::text:
      return std::any_of(row.texts.begin(), row.texts.end(),
                         [&](const std::string& text) { return has(text, node.values[0].text); });
    case Node::field:
      break;
  }
  const std::string& text = node.values[0].text;
  if (node.name == "kind")
    return std::any_of(node.values.begin(), node.values.end(),
                       [&](const lang::Value& value) { return value.text == row.kind; });
  if (node.name == "name") return row.kind != "line" && has(row.name, text);
  if (node.name == "full") return has(row.full, text);
  if (node.name == "sig") return row.kind != "file" && has(row.sig, text);
  if (node.name == "file") return row.kind != "note" && has(row.file, text);
  if (node.name == "lang") return lower(row.lang) == lower(text) && row.kind != "note";
  if (node.name == "literal") return row.kind == "literal" && has(row.literal, text);
  if (node.name == "note") return row.kind == "note" && has(row.note, text);
  if (node.name == "line") return row.line > std::stoll(text);
  if (row.kind == "line") return has(row.content, text);  // content:
  return row.kind == "file" && std::any_of(rows.begin(), rows.end(), [&](const Entry& line) {
           return line.kind == "line" && line.file == row.file && has(line.content, text);
         });
}

class Queries {
 public:
  explicit Queries(uint32_t seed) : random_(seed) {}
  std::string make() {
    static const char* const kKinds[] = {"kind:file",        "kind:line",
                                         "kind:literal",     "kind:note",
                                         "kind:(file,line)", "kind:(literal,note,file)"};
    return kKinds[pick(6)] + (" " + part(2));
  }

 private:
  size_t pick(size_t of) { return random_() % of; }
  std::string part(int depth) {
    const size_t form = depth > 0 ? pick(8) : 7;
    if (form == 0) return "(" + part(depth - 1) + " or " + part(depth - 1) + ")";
    if (form == 1) return part(depth - 1) + " " + part(depth - 1);
    return form == 2 ? "-" + leaf() : leaf();
  }
  // Of letters and digits: between slashes they mean what they say, and rank nothing.
  std::string leaf() {
    static const char* const kTexts[] = {"price", "Money", "e", "py",   "12", "return",
                                         "Shape", "cs",    "x", "Café", "zz", "note"};
    static const char* const kFields[] = {
        "name:", "full:", "sig:", "file:", "note:", "literal:", "content:"};
    const std::string text = std::string("/") + kTexts[pick(12)] + "/";
    switch (pick(6)) {
      case 0:
        return text;
      case 1:
        return pick(2) ? "lang:python" : "lang:go";
      case 2:
        return "line:>" + std::to_string(pick(60));
      default:
        return kFields[pick(7)] + text;
    }
  }
  std::mt19937 random_;
};

using Found = std::multiset<std::string>;

Plan plan_for(const std::string& query) {
  const auto tree = parse(query);
  REQUIRE(std::holds_alternative<Node>(tree));
  const auto meaning = resolve(std::get<Node>(tree));
  REQUIRE(std::holds_alternative<Resolved>(meaning));
  return plan(std::get<Resolved>(meaning));
}

// In the order of the answer.
std::vector<std::string> answer(Store& store, const Sql& sql) {
  std::vector<std::string> rows;
  Statement statement(store.database(), sql.text);
  bind(statement, sql);
  while (statement.step()) {
    std::string row(statement.text(0));
    row += " " + std::string(statement.text(2)) + " " + std::string(statement.text(3));
    rows.push_back(std::move(row));
  }
  return rows;
}

Store filled() {
  Store store = open_in_memory();
  const std::string fixtures = std::string(test::kSource) + "/fixtures/";
  for (const char* path : {"repositories/languages", "assemblies/Shapes.dll"}) {
    ImportOptions options;
    options.path = fixtures + path;
    import(store, options);
  }
  for (const char* note : {"'money.Money.parse(text:)', 'a price'", "'Shapes.Shape', 'note x'"})
    store.database().execute((std::string("INSERT INTO _note(\"key\", text, author, at) VALUES (") +
                              note + ", 'user', 0)")
                                 .c_str());
  return store;
}

}  // namespace

TEST_CASE("files, lines, literals and notes answer as a naive evaluator does") {
  Store store = filled();
  const auto rows = read_rows(store);
  REQUIRE(rows.size() > 1000);
  Queries queries(20261122);
  size_t answered = 0;
  for (int i = 0; i < 250; ++i) {
    const std::string query = queries.make();
    CAPTURE(query);
    const auto tree = parse(query);
    REQUIRE(std::holds_alternative<Node>(tree));
    Found expected;
    for (const auto& row : rows)
      if (holds(rows, row, std::get<Node>(tree)))
        expected.insert(row.kind + " " + row.full + " " + row.sig);
    const Transaction transaction(store.database(), Transaction::reading);
    const auto found = answer(store, emit(plan_for(query), store.scope("", "").text()));
    answered += !expected.empty();
    CHECK(Found(found.begin(), found.end()) == expected);
  }
  CHECK(answered > 60);
}

TEST_CASE("there are no lines past the end of a file") {
  Store store = filled();
  Statement file(store.database(), "SELECT path FROM files WHERE lines > 3 LIMIT 1");
  REQUIRE(file.step());
  const std::string path(file.text(0)), most = std::to_string(INT64_MAX);
  file.reset();
  const JsonAnswer answer = run_to_json(store, kReadSource, {{"path", path}, {"firstLine", most}});
  CHECK(answer.status() == 200);
  CHECK(answer.body.find("\"text\":\"\"") != std::string::npos);
  CHECK(run_to_json(store, kReadSource, {{"path", path}, {"firstLine", "1"}, {"lastLine", most}})
            .status() == 200);
}

TEST_CASE("references equal the rows of their view") {
  Store store = filled();
  const struct {
    const char* query;
    const char* where;
  } rows[] = {
      {"", "1"},
      {"as:call", "kind = 'call'"},
      {"as:(call,new) lang:python", "kind IN ('call', 'new') AND path GLOB '*.py'"},
      {"-as:call shape", "kind <> 'call' AND instr(lower(target), 'shape')"},
      {"in:Program name:=WriteLine",
       "source_type GLOB '*.Program' AND instr(target_key || '(', '.WriteLine(')"},
      {"sig:/^new /", "kind = 'new'"},
      {"line:>20", "line > 20"},
      {"module:Shapes", "module = 'Shapes.dll'"},
      {"as:/^(base|interface)$/", "kind IN ('base', 'interface')"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    std::vector<std::string> expected;
    for (const auto& ref :
         select(store, "SELECT kind || ' ' || target FROM refs WHERE is_latest AND " +
                           std::string(row.where)))
      expected.push_back("reference " + ref[0]);
    CHECK_FALSE(expected.empty());
    std::vector<std::string> found;
    const Transaction transaction(store.database(), Transaction::reading);
    const Sql sql =
        emit(plan_for("kind:reference " + std::string(row.query)), store.scope("", "").text());
    Statement statement(store.database(), sql.text);
    bind(statement, sql);
    while (statement.step())
      found.push_back(std::string(statement.text(0)) + " " + std::string(statement.text(3)));
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    CHECK(found == expected);
  }
}

TEST_CASE("queries answer the same, in the same order, without the index") {
  Store store = filled();
  const std::string scope = store.scope("", "").text();
  static const char* const kQueries[] = {"price",
                                         "money parse",
                                         "(price or shape) -kind:type",
                                         "name:/^p/",
                                         "full:/s.*e$/",
                                         "sig:System.Int32",
                                         "in:Price kind:method",
                                         "kind:class or name:=Price",
                                         "*ar*",
                                         "\"a \"",
                                         "calls:Keep depth:4",
                                         "calledby:(kind:method in:Program)",
                                         "derives:(name:shape)",
                                         "refby:(kind:class -area) public:yes",
                                         "implements:IShape",
                                         "content:return kind:method",
                                         "content:/ret.rn/ lang:python",
                                         "kind:line price",
                                         "kind:line /^\\s+return/ line:>20",
                                         "kind:file content:json -lang:go",
                                         "kind:(file,line) unit",
                                         "note:price",
                                         "literal:/^a/",
                                         "attr:Note or token:0x06000001",
                                         "ns:shop.prices name:/c$/",
                                         "e sort:-name",
                                         "name:/./ sort:full",
                                         "(full:/circle/ or in:Circle`1) kind:member",
                                         "-name:/e/ kind:type"};
  std::vector<std::vector<std::string>> indexed;
  for (const char* query : kQueries) indexed.push_back(answer(store, emit(plan_for(query), scope)));
  Database& db = store.database();
  db.execute(
      ("CREATE TEMP TABLE copied AS SELECT rowid AS place, kind, name, full_name, signature, "
       "module, project, snapshot, path, base_type, symbol, '" +
       scope + "' AS scope FROM symbols WHERE scope = '" + scope + "'")
          .c_str());
  db.execute(("CREATE TEMP TABLE copied_lines AS SELECT path, line, text, project, snapshot, "
              "language, '" +
              scope + "' AS scope FROM lines WHERE scope = '" + scope + "'")
                 .c_str());
  db.execute("ALTER TABLE copied_lines RENAME TO lines");
  db.execute(
      "CREATE TEMP TABLE symbols(kind, name, full_name, signature, module, project, snapshot, "
      "path, base_type, symbol, scope)");
  db.execute(
      "INSERT INTO temp.symbols(rowid, kind, name, full_name, signature, module, project, "
      "snapshot, path, base_type, symbol, scope) SELECT * FROM copied");
  static const std::regex kAny("s\\.\"any\" REGEXP (\\?\\d+)");
  size_t answered = 0;
  for (size_t i = 0; i < std::size(kQueries); ++i) {
    CAPTURE(kQueries[i]);
    Sql sql = emit(plan_for(kQueries[i]), scope);
    sql.text = std::regex_replace(
        sql.text, kAny, "(s.name REGEXP $1 OR s.full_name REGEXP $1 OR s.signature REGEXP $1)");
    CHECK(answer(store, sql) == indexed[i]);
    answered += !indexed[i].empty();
  }
  CHECK(answered > std::size(kQueries) - 4);
}
