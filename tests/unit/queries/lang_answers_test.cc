// Answers of the query language, compared with a naive evaluator over the views, and relations on a
// small graph of calls.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "engine/error.h"
#include "engine/json_value.h"
#include "engine/statement.h"
#include "engine/unicode.h"
#include "queries/lang/ast.h"
#include "queries/lang/plan.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"
#include "tests/unit/places.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;
using namespace dossier::lang;

namespace {

struct Symbol {
  int64_t id = 0;
  std::string kind, name, full, signature, in, ns, base, module;
  bool is_public = false, is_static = false;
};

using Ids = std::set<int64_t>;

struct Facts {
  std::vector<Symbol> symbols;
  std::vector<std::pair<int64_t, std::pair<std::string, std::string>>> refs;  // source, kind, key
};

Facts read_facts(Store& store) {
  Facts facts;
  Statement types(
      store.database(),
      "SELECT symbol, name, full_name, namespace, base_type, module, is_public, is_static, kind "
      "FROM types");
  while (types.step())
    facts.symbols.push_back({types.integer(0), "type", std::string(types.text(1)),
                             std::string(types.text(2)), "", "", std::string(types.text(3)),
                             std::string(types.text(4)), std::string(types.text(5)),
                             types.integer(6) != 0, types.integer(7) != 0});
  Statement members(
      store.database(),
      "SELECT m.symbol, m.name, m.full_name, m.signature, m.type, t.namespace, m.module, "
      "m.is_public, m.is_static, m.kind FROM members m JOIN types t ON t.module = m.module AND "
      "t.full_name = m.type");
  while (members.step())
    facts.symbols.push_back({members.integer(0), std::string(members.text(9)),
                             std::string(members.text(1)), std::string(members.text(2)),
                             std::string(members.text(3)), std::string(members.text(4)),
                             std::string(members.text(5)), "", std::string(members.text(6)),
                             members.integer(7) != 0, members.integer(8) != 0});
  Statement refs(store.database(), "SELECT symbol, kind, target_key FROM refs");
  while (refs.step())
    facts.refs.push_back({refs.integer(0), {std::string(refs.text(1)), std::string(refs.text(2))}});
  return facts;
}

bool contains(const std::string& text, const std::string& part) {
  return lower(text).find(lower(part)) != std::string::npos;
}

bool is_tail(const std::string& text, const std::string& tail) {
  const std::string a = lower(text), b = lower(tail);
  if (!a.ends_with(b)) return false;
  if (a.size() == b.size()) return true;
  return std::string("./+\\").find(a[a.size() - b.size() - 1]) != std::string::npos;
}

// `*` only, ignoring case; written without regular expressions.
bool globs(const std::string& text, const std::string& glob, size_t t = 0, size_t g = 0) {
  if (g == glob.size()) return t == text.size();
  if (glob[g] == '*') {
    for (size_t at = t; at <= text.size(); ++at)
      if (globs(text, glob, at, g + 1)) return true;
    return false;
  }
  return t < text.size() && std::tolower(text[t]) == std::tolower(glob[g]) &&
         globs(text, glob, t + 1, g + 1);
}

bool field_matches(const Symbol& symbol, const Node& node, const std::string& text) {
  const bool glob = node.values[0].form == lang::Value::word && text.find('*') != std::string::npos;
  const auto contained = [&](const std::string& in) {
    if (node.sign == "=") return in == text;
    return glob ? globs(in, text) : contains(in, text);
  };
  const bool type = symbol.kind == "type";
  if (node.name == "name") return contained(symbol.name);
  if (node.name == "full") return contained(symbol.full);
  if (node.name == "sig") return contains(symbol.signature, text);
  if (node.name == "in") return !type && is_tail(symbol.in, text);
  if (node.name == "base") return type && is_tail(symbol.base, text);
  if (node.name == "ns")
    return lower(symbol.ns) == lower(text) || lower(symbol.ns).starts_with(lower(text) + ".");
  if (node.name == "public") return symbol.is_public == (text == "yes");
  if (node.name == "static") return symbol.is_static == (text == "yes");
  if (text == "member") return !type;
  return symbol.kind == text;
}

bool evaluate(const Facts& facts, const Symbol& symbol, const Node& node);

bool relation(const Facts& facts, const Symbol& symbol, const Node& node) {
  const std::string kind = node.name == "derives"      ? "base"
                           : node.name == "implements" ? "interface"
                                                       : "";
  for (const auto& [source, target] : facts.refs) {
    if (source != symbol.id || (!kind.empty() && target.first != kind)) continue;
    if (node.parts.empty()) {
      const std::string key = target.second.substr(0, target.second.find('('));
      if (is_tail(key, node.values[0].text)) return true;
      continue;
    }
    for (const auto& other : facts.symbols)
      if (other.kind == "type" && other.full == target.second &&
          evaluate(facts, other, node.parts[0]))
        return true;
  }
  return false;
}

bool evaluate(const Facts& facts, const Symbol& symbol, const Node& node) {
  const auto holds = [&](const Node& part) { return evaluate(facts, symbol, part); };
  switch (node.kind) {
    case Node::all_of:
      return std::all_of(node.parts.begin(), node.parts.end(), holds);
    case Node::any_of:
      return std::any_of(node.parts.begin(), node.parts.end(), holds);
    case Node::none_of:
      return !holds(node.parts[0]);
    case Node::text: {
      const std::string& text = node.values[0].text;
      const bool glob =
          node.values[0].form == lang::Value::word && text.find('*') != std::string::npos;
      for (const auto* field : {&symbol.name, &symbol.full, &symbol.signature})
        if (glob ? globs(*field, text) : contains(*field, text)) return true;
      return false;
    }
    case Node::field:
      break;
  }
  if (node.name == "derives" || node.name == "implements" || node.name == "refs")
    return relation(facts, symbol, node);
  return std::any_of(node.values.begin(), node.values.end(), [&](const lang::Value& value) {
    return field_matches(symbol, node, value.text);
  });
}

// Whether `word` stands in the text where a word begins; without the splitting of the engine.
bool at_word(const std::string& text, const std::string& word) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto letter = [&](char c) { return capital(c) || (c >= 'a' && c <= 'z'); };
  const std::string low = lower(text);
  for (size_t at = low.find(word); at != std::string::npos; at = low.find(word, at + 1)) {
    if (at == 0 || (!letter(text[at]) && !digit(text[at]))) return true;
    const char c = text[at], before = text[at - 1];
    const bool joined = letter(before) || digit(before);
    const char after = at + 1 < text.size() ? text[at + 1] : ' ';
    if (!joined || digit(c) != digit(before) || (capital(c) && !capital(before)) ||
        (capital(c) && letter(after) && !capital(after)))
      return true;
  }
  return false;
}

void collect_words(const Node& node, std::vector<std::string>& words) {
  if (node.kind == Node::text) {
    const auto& value = node.values[0];
    if (value.form == lang::Value::phrase || value.text.find('*') == std::string::npos)
      words.push_back(lower(value.text));
  }
  if (node.kind == Node::all_of || node.kind == Node::any_of)
    for (const auto& part : node.parts) collect_words(part, words);
}

bool within_a_word(const Symbol& symbol, const std::vector<std::string>& words) {
  const auto fields = {symbol.name, symbol.full, symbol.signature};
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    const auto has = [&](const std::string& field) { return contains(field, word); };
    const auto begins = [&](const std::string& field) { return at_word(field, word); };
    return std::any_of(fields.begin(), fields.end(), has) &&
           std::none_of(fields.begin(), fields.end(), begins);
  });
}

Ids expected_of(const Facts& facts, const Node& tree) {
  std::vector<std::string> words;
  collect_words(tree, words);
  Ids whole, within;
  for (const auto& symbol : facts.symbols)
    if (evaluate(facts, symbol, tree))
      (within_a_word(symbol, words) ? within : whole).insert(symbol.id);
  return whole.empty() ? within : whole;
}

class Queries {
 public:
  explicit Queries(uint32_t seed) : random_(seed) {}
  std::string make(int depth = 2) {
    switch (depth > 0 ? pick(9) : 2 + pick(7)) {
      case 0:
        return "(" + make(depth - 1) + " or " + make(depth - 1) + ")";
      case 1:
        return make(depth - 1) + " " + make(depth - 1);
      case 2:
        return "-" + leaf();
      default:
        return leaf();
    }
  }

 private:
  size_t pick(size_t of) { return random_() % of; }
  template <size_t N>
  std::string one_of(const char* const (&list)[N]) {
    return list[pick(N)];
  }
  std::string leaf() {
    static const char* const kTexts[] = {
        "health", "Player", "a",     "get_", "System.Int32", "Update", "*Bar", "_*",
        "G*.P*",  "\"(\"",  "Game.", "st",   "zzz",          "Enemy",  "x",    "Menu"};
    static const char* const kTypes[] = {"PlayerStats",   "Game.Enemy", "State",
                                         "MonoBehaviour", "Object",     "Nope"};
    static const char* const kKinds[] = {"type", "member", "(field,method)", "property", "event"};
    static const char* const kRelations[] = {"derives:", "implements:", "refs:"};
    switch (pick(10)) {
      case 0:
        return "kind:" + one_of(kKinds);
      case 1:
        return "name:" + one_of(kTexts);
      case 2:
        return "full:" + one_of(kTexts);
      case 3:
        return "in:" + one_of(kTypes);
      case 4:
        return pick(2) ? "public:yes" : "static:no";
      case 5:
        return pick(2) ? "ns:Game" : "ns:Game.UI";
      case 6:
        return one_of(kRelations) + one_of(kTypes);
      case 7:
        return "derives:(kind:type " + one_of(kTexts) + ")";
      case 8:
        return pick(2) ? "base:" + one_of(kTypes) : "name:=Health";
      default:
        return one_of(kTexts);
    }
  }

  std::mt19937 random_;
};

Ids answer(Store& store, const std::string& query) {
  const auto tree = parse(query);
  REQUIRE(std::holds_alternative<Node>(tree));
  const auto meaning = resolve(std::get<Node>(tree));
  REQUIRE(std::holds_alternative<Resolved>(meaning));
  const Transaction transaction(store.database(), Transaction::reading);
  const Sql sql = emit(plan(std::get<Resolved>(meaning)), store.scope("", "").text());
  Ids ids;
  Statement statement(store.database(), sql.text);
  for (size_t i = 0; i < sql.bindings.size(); ++i) {
    const int at = static_cast<int>(i) + 1;
    if (const auto* number = std::get_if<int64_t>(&sql.bindings[i]))
      statement.bind(at, *number);
    else
      statement.bind(at, std::string_view(std::get<std::string>(sql.bindings[i])));
  }
  while (statement.step())
    if (statement.text(0) != "module") REQUIRE(ids.insert(statement.integer(14)).second);
  return ids;
}

}  // namespace

TEST_CASE("relations follow references, and end in cycles") {
  Store store = open_in_memory();
  add_graph(store);
  const struct {
    const char* query;
    const char* names;
  } rows[] = {
      {"calls:Heal", "Run"},
      {"calls:G.Unit.Heal", "Run"},
      {"calls:eal", ""},
      {"calls:Heal depth:2", "Die Run"},
      {"calls:Heal depth:5", "Die Heal Run"},
      {"calls:Write", "Die"},
      {"calls:/Write/", "Die"},
      {"calls:Log.*", "Die"},
      {"calls:(name:=Die)", "Heal"},
      {"calls:(reads:_hp)", "Run"},
      {"calls:(calls:Heal) depth:2", "Die Heal"},
      {"calledby:Heal", "Die"},
      {"calledby:Heal depth:2", "Die Run"},
      {"calledby:Heal depth:9", "Die Heal Run"},
      {"calledby:(kind:type name:=Unit)", "Die Heal Run"},
      {"reads:_hp", "Heal"},
      {"writes:_hp", "Die"},
      {"refs:_hp", "Die Heal"},
      {"refby:Heal", "Die _hp"},
      {"refby:Boss", "Enemy"},
      {"refby:Boss depth:2", "Enemy Unit"},
      {"derives:Unit", "Enemy"},
      {"derives:Unit depth:2", "Boss Enemy"},
      {"derives:Unit -derives:Enemy depth:1", "Enemy"},
      {"kind:method -calls:Heal", "Die Heal"},
      {"kind:class", "Boss Enemy Unit"},
      {"kind:struct", ""},
      {"in:(name:=Unit) kind:method", "Die Heal Run"},
      {"in:(derives:Unit)", ""},
      {"in:(kind:class -derives:Unit) kind:field", "_hp"},
      {"kind:class file:(kind:method name:=Heal)", "Boss Enemy Unit"},
      {"kind:class -file:(kind:method name:=Heal)", ""},
      {"kind:class file:(kind:method name:=Nobody)", ""},
      {"name:heal", "Heal"},
      {"name:heal case:yes", ""},
      {"name:Heal case:yes", "Heal"},
      {"name:HEAL case:no", "Heal"},
      {"calls:heal case:yes", ""},
      {"chain:Run..Heal", "Heal Run"},
      {"chain:Run..Die", "Die Heal Run"},
      {"chain:Unit.Die..G.Unit.Heal", "Die Heal Run"},
      {"chain:Run..Nobody", ""},
      {"chain:Run..Run", "Run"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    CHECK(names(store, row.query) == row.names);
  }
}

TEST_CASE("a limit is one of groups, too, and a chain that is not found says what none follows") {
  Store store = open_in_memory();
  add_graph(store);
  const auto answer_to = [&](const std::string& query) {
    Arguments arguments;
    arguments.set("q", query);
    return read_json(run_to_json(store, kFind, arguments).body);
  };
  const auto groups = [&](const std::string& part) {
    const Json answer = answer_to("kind:(class,method,field) count:kind " + part);
    std::string found;
    for (const Json& row : answer["rows"].each()) found += row.text("value") + " ";
    return found;
  };
  CHECK(groups("") == "class method field ");
  CHECK(groups("limit:1") == "class ");
  CHECK(groups("limit:1 offset:1") == "method ");
  CHECK(groups("offset:2") == "field ");
  CHECK(answer_to("chain:Run..Heal")["notes"].each().empty());
  CHECK(answer_to("chain:Run..Nobody")["notes"].each().size() == 1);
}

TEST_CASE("a relation reaches each symbol once, by the shortest way") {
  Store store = open_in_memory();
  add_graph(store);
  const auto rows_of = [&](const std::string& relation, const std::string& from, int depth) {
    std::string sql =
        "SELECT (SELECT n.text FROM _member m JOIN _name n ON n.id = m.name WHERE m.id = r.symbol) "
        "|| r.depth FROM related r WHERE relation = '";
    sql += relation + "' AND symbols = (SELECT group_concat(symbol) FROM symbols WHERE name = '" +
           from + "') AND max_depth = " + std::to_string(depth);
    Statement rows(store.database(), sql);
    std::string out;
    while (rows.step()) out += (out.empty() ? "" : " ") + std::string(rows.text(0));
    return out;
  };
  CHECK(rows_of("calls", "Heal", 1) == "Run1");
  CHECK(rows_of("calls", "Heal", 30) == "Run1 Die2 Heal3");
  CHECK(rows_of("calledby", "Run", 30) == "Heal1 Die2 Run3");
  CHECK(rows_of("reads", "_hp", 30) == "Heal1");
  CHECK(rows_of("calls", "Nothing", 3).empty());
  CHECK(rows_of("calls", "Heal", 0).empty());
  CHECK_THROWS_WITH(rows_of("likes", "Heal", 1), Catch::Contains("no relation 'likes'"));
}

TEST_CASE("listed symbols come in discovery order with any other condition") {
  Store store = open_in_memory();
  ImportOptions options;
  options.path = std::string(test::kSource) + "/fixtures/exports/unity.project.json";
  import(store, options);
  const auto rows_of = [&](const std::string& where) {
    Statement rows(store.database(), "SELECT symbol FROM symbols WHERE " + where);
    std::vector<int64_t> ids;
    while (rows.step()) ids.push_back(rows.integer(0));
    return ids;
  };
  const auto all = rows_of("1");
  std::mt19937 random(7);
  for (const size_t every : {1, 2, 7, 100, 900}) {
    std::vector<int64_t> wanted;
    std::string list = "-5, 99999999, 'x', NULL";
    for (const int64_t id : all)
      if (random() % every == 0) wanted.push_back(id);
    for (auto id = wanted.rbegin(); id != wanted.rend(); ++id) list += ", " + std::to_string(*id);
    CAPTURE(every);
    CHECK(rows_of("symbol IN (" + list + ")") == wanted);
    CHECK(rows_of("symbol IN (" + list + ") AND kind = 'type' AND name REGEXP 'a'") ==
          rows_of("+symbol IN (" + list + ") AND kind = 'type' AND name REGEXP 'a'"));
    CHECK(rows_of("symbol IN (" + list + ") AND module = 'mscorlib.dll'") ==
          rows_of("+symbol IN (" + list + ") AND module = 'mscorlib.dll'"));
  }
  CHECK(rows_of("symbol IN (SELECT 1 WHERE 0)").empty());
}

TEST_CASE("a page's cursor continues where it ended") {
  Store store = open_in_memory();
  add_graph(store);
  Arguments arguments{{"q", "G. limit:3 select:full"}};
  std::string all;
  for (int page = 0; page < 10; ++page) {
    const JsonAnswer answer = run_to_json(store, kFind, arguments);
    REQUIRE(answer.status() == 200);
    all += answer.body.substr(answer.body.find("\"rows\":"));
    const size_t at = answer.body.find("\"cursor\":\"");
    if (at == std::string::npos) break;
    arguments.set("cursor", answer.body.substr(at + 10, answer.body.find('"', at + 10) - at - 10));
  }
  for (const char* full :
       {"G.Unit", "G.Unit._hp", "G.Unit.Run", "G.Unit.Heal", "G.Unit.Die", "G.Enemy", "G.Boss"}) {
    const std::string wanted = "\"" + std::string(full) + "\"";
    CAPTURE(wanted);
    CHECK(all.find(wanted) != std::string::npos);
    CHECK(all.find(wanted) == all.rfind(wanted));
  }
  CHECK(run_to_json(store, kFind, {{"q", "other"}, {"cursor", "1@3@00000000"}}).status() == 400);
}

TEST_CASE("the largest numbers in a request do not overflow") {
  Store store = open_in_memory();
  add_graph(store);
  const std::string cursor = [&] {
    const JsonAnswer answer = run_to_json(store, kFind, {{"q", "(unit or boss) limit:1"}});
    const size_t at = answer.body.find("\"cursor\":\"") + 10;
    return answer.body.substr(at, answer.body.find('"', at) - at);
  }();
  // scope@offset@query@weights
  const size_t offset = cursor.find('@') + 1, query = cursor.find('@', offset);
  const std::string most = std::to_string(INT64_MAX);
  for (const std::string& given : {cursor.substr(0, offset) + most + cursor.substr(query),
                                   cursor.substr(0, cursor.rfind('@') + 1) + most + "." + most}) {
    Arguments arguments{{"q", "(unit or boss) limit:1"}, {"cursor", given}, {"limit", most}};
    CAPTURE(given);
    CHECK(run_to_json(store, kFind, arguments).status() == 200);
    arguments.unlimited = true;
    CHECK(run_to_json(store, kFind, arguments).status() == 200);
  }
  for (const char* lines : {"offset:9223372036854775807", "limit:9223372036854775807"})
    CHECK(run_to_json(store, kFind, {{"q", "unit " + std::string(lines)}}).status() == 200);
}

TEST_CASE("a flag of a request is true or false") {
  Store store = open_in_memory();
  add_graph(store);
  const struct {
    const char* given;
    bool explains;
  } rows[] = {{"", true}, {"true", true}, {"1", true}, {"false", false}, {"0", false}};
  for (const auto& row : rows) {
    CAPTURE(row.given);
    const JsonAnswer answer = run_to_json(store, kFind, {{"q", "unit"}, {"explain", row.given}});
    CHECK((answer.body.find("\"plan\"") != std::string::npos) == row.explains);
  }
  const JsonAnswer refused = run_to_json(store, kFind, {{"q", "unit"}, {"explain", "yes"}});
  CHECK(refused.status() == 400);
  CHECK(refused.body == R"({"error":"explain must be true or false"})");
}

TEST_CASE("the cost counts what texts and sets leave, and no set for a text") {
  Store store = open_in_memory();
  ImportOptions options;
  options.path = std::string(test::kSource) + "/fixtures/exports/unity.project.json";
  import(store, options);
  store.database().execute(
      "INSERT INTO _note(\"key\", text, author, at) VALUES ('Game.PlayerStats', 'Zyxwv', 'user', "
      "0)");
  // What is read of each set, then of the symbols.
  const auto cost = [&](const char* query) {
    const JsonAnswer answer = run_to_json(store, kFind, {{"q", query}, {"explain", "true"}});
    std::string out;
    for (size_t at = 0; (at = answer.body.find("\"read\":", at)) != std::string::npos;) {
      at += 7;
      out += (out.empty() ? "" : " ") + answer.body.substr(at, answer.body.find(',', at) - at);
    }
    return out;
  };
  CHECK(cost("name:Zyxwv") == "0");
  CHECK(cost("kind:method") != "0");
  for (const char* query : {"attr:Zyxwv", "literal:Zyxwv", "content:Zyxwv"}) {
    CAPTURE(query);
    CHECK(cost(query) == "0 0");
  }
  // The index lacks the note's text, and yet there is a symbol to be read.
  CHECK(cost("note:Zyxwv") == "1 1");
  CHECK(cost("derives:EnemyBase note:Zyxwv") == "4 1 1");
}

TEST_CASE("random queries answer as a naive evaluator does") {
  Store store = open_in_memory();
  ImportOptions options;
  options.path = std::string(test::kSource) + "/fixtures/exports/unity.project.json";
  import(store, options);
  const Facts facts = read_facts(store);
  REQUIRE(facts.symbols.size() > 600);
  Queries queries(20261121);
  size_t answered = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string query = queries.make();
    CAPTURE(query);
    const auto tree = parse(query);
    REQUIRE(std::holds_alternative<Node>(tree));
    const Ids expected = expected_of(facts, std::get<Node>(tree));
    const Ids found = answer(store, query);
    answered += !expected.empty();
    CHECK(found == expected);
  }
  CHECK(answered > 100);
}

TEST_CASE("the largest query that is taken can be answered") {
  Store store = open_in_memory();
  add_graph(store);
  std::string query;
  for (int i = 0; i < 7; ++i) query += "-(";
  for (int i = 0; i < 80; ++i) query += "name:/x/ ";
  for (int i = 0; i < 7; ++i) query += ")";
  CHECK(run_to_json(store, kFind, {{"q", query}}).status() == 200);
}
