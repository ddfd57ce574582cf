// What small parts of the agent promise at their edges, row by row.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "agent/locate.h"
#include "agent/models/http.h"
#include "agent/models/providers.h"
#include "agent/offline/concepts.h"
#include "agent/offline/rank.h"
#include "agent/program.h"
#include "agent/tool.h"
#include "agent/tools/tools.h"
#include "agent/turn.h"
#include "agent/workspace.h"
#include "engine/error.h"
#include "engine/fact.h"
#include "engine/search/matcher.h"
#include "queries/open.h"
#include "tests/unit/loaded.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

Json json(const std::string& text) {
  auto parsed = parse_json(text);
  REQUIRE(std::get_if<Json>(&parsed));
  return std::get<Json>(std::move(parsed));
}

// 20,001 files, the last two of which hold "hit".
class ManyFiles final : public Workspace {
 public:
  std::optional<std::string> read(std::string_view path) override {
    return path < "20000" ? "-" : "hit";
  }
  std::optional<std::vector<Entry>> list(std::string_view) override {
    std::vector<Entry> out;
    for (int i = 1; i <= 20'001; ++i) {
      const std::string digits = std::to_string(i);
      out.push_back({std::string(5 - digits.size(), '0') + digits, false, 3, true});
    }
    return out;
  }
  void write(std::string_view, const std::optional<std::string>&,
             const std::optional<std::string>&) override {}
  void vet(std::span<const std::string>, const Holds&) override {}
};

}  // namespace

TEST_CASE("a word's forms share a stem") {
  const std::vector<std::vector<const char*>> alike = {{"price", "prices", "priced"},
                                                       {"calculated", "calculates", "calculation"},
                                                       {"plug", "plugging"},
                                                       {"class", "classes"},
                                                       {"reply", "replies"}};
  for (const auto& words : alike)
    for (const char* word : words) {
      CAPTURE(word);
      CHECK(offline::stem_of(word) == offline::stem_of(words[0]));
    }
  CHECK(offline::stem_of("sing") == "sing");
  CHECK(offline::stem_of("").empty());
  CHECK(offline::stem_of(std::string(100'000, 's')).size() == 100'000);
}

TEST_CASE("keywords are a message's words, each once, no more than eight") {
  using Words = std::vector<std::string>;
  CHECK(offline::keywords_of("Where's \"Player.Health\" (gold)? gold, GOLD!") ==
        Words{"wheres", "playerhealth", "gold"});
  CHECK(offline::keywords_of("alpha beta gamma delta epsilon zeta eta theta iota kappa") ==
        Words{"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"});
  CHECK(offline::keywords_of("").empty());
}

TEST_CASE("a question's form says what would answer it") {
  using offline::Wanted;
  const std::pair<const char*, Wanted> rows[] = {
      {"how much gold?", Wanted::value},
      {"health VALS", Wanted::value},
      {"evaluate the valstore", Wanted::anything},
      {"which class reads maps", Wanted::type},
      {"how is a map read", Wanted::code},
      {"where are cookies stored", Wanted::value},
      {"where is a map written", Wanted::code},
      {"where are the power and health of the player", Wanted::anything},
  };
  for (const auto& [question, wanted] : rows) {
    CAPTURE(question);
    CHECK(offline::question_of(question).wanted == wanted);
  }
}

TEST_CASE("a question's terms are its words without those that say nothing") {
  const auto question = offline::question_of("Where does the player's maxHealth time out?");
  std::vector<std::string> words;
  for (const auto& term : question.terms) words.push_back(term.word);
  CHECK(words == std::vector<std::string>{"player", "max", "health", "time out"});
  CHECK(offline::question_of("what is the a").terms.empty());
  CHECK(offline::question_of("one two alpha beta gamma", 2).terms.size() == 2);
}

TEST_CASE("words say terms by stems, synonyms in both directions, prefixes and parts") {
  const auto question = offline::question_of("delete configuration");
  offline::Likeness likeness(question);
  const auto how = [&](const char* word, uint32_t term) {
    for (const auto& [of, like] : likeness.of(word))
      if (of == term) return double(like);
    return 0.0;
  };
  CHECK(how("deleted", 0) == 1);
  CHECK(how("remove", 0) > how("deleted", 1));
  CHECK(how("remove", 0) < 1);
  CHECK(offline::Likeness(offline::question_of("remove")).of("delete").size() == 1);
  CHECK(how("config", 1) > 0);
  CHECK(how("c", 1) == 0);
  CHECK(how("player", 0) == 0);
}

TEST_CASE("a candidate is named once, by how well it fits") {
  const auto question = offline::question_of("player health attack");
  std::vector<offline::Candidate> candidates;
  offline::add_candidates(json(R"x([
    {"kind":"member","name":"_health","fullName":"Game.Player._health","moduleName":"Game.dll","signature":"int _health"},
    {"kind":"member","name":"SetHealth","fullName":"Game.Player.SetHealth(int)","moduleName":"Game.dll","signature":"void SetHealth(int)"},
    {"kind":"member","name":"SetHealth","fullName":"Game.Player.SetHealth(long)","moduleName":"Game.dll","signature":"void SetHealth(long)"},
    {"kind":"member","name":"mood","fullName":"Game.Town.mood","moduleName":"Game.dll","signature":"int mood"},
    {"kind":"type","name":"Player","fullName":"Game.Player","moduleName":"Game.dll","signature":""},
    {"kind":"module","name":"health","fullName":"health","moduleName":"health","signature":""}])x"),
                          question, candidates);
  offline::add_candidates(json(R"({"rows":[]})"), question, candidates);
  CHECK(candidates.size() == 5);
  const std::vector<double> alike(question.terms.size(), 1);
  for (auto& one : candidates) one.score = offline::score_of(one, question, alike);
  std::vector<std::string> names;
  for (const auto& one : offline::best_of(candidates, 10)) names.push_back(one.full_name);
  REQUIRE(names.size() == 3);
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"Game.Player", "Game.Player.SetHealth(int)",
                                          "Game.Player._health"});
  CHECK(offline::best_of(candidates, 2).size() == 2);
  CHECK(offline::best_of(candidates, 0).empty());
}

TEST_CASE("what says more terms, or rarer ones, comes first") {
  const auto question = offline::question_of("health attack");
  std::vector<offline::Candidate> candidates;
  offline::add_candidates(json(R"([
    {"kind":"member","name":"health","fullName":"G.A.health","moduleName":"G.dll","signature":""},
    {"kind":"member","name":"attack","fullName":"G.B.attack","moduleName":"G.dll","signature":""},
    {"kind":"member","name":"healthAttack","fullName":"G.C.healthAttack","moduleName":"G.dll","signature":""}])"),
                          question, candidates);
  const auto order = [&](double health, double attack) {
    auto scored = candidates;
    for (auto& one : scored) one.score = offline::score_of(one, question, {health, attack});
    std::vector<std::string> names;
    for (const auto& one : offline::best_of(scored, 10)) names.push_back(one.name);
    return names;
  };
  CHECK(order(1, 2) == std::vector<std::string>{"healthAttack", "attack", "health"});
  CHECK(order(2, 1) == std::vector<std::string>{"healthAttack", "health", "attack"});
}

TEST_CASE("of symbols with one name, the second pays for the first, and accessors for properties") {
  const auto named = [](const char* name, const char* full_name, offline::Shape shape,
                        double score) {
    offline::Candidate out;
    out.name = name;
    out.full_name = full_name;
    out.shape = shape;
    out.score = score;
    out.module = std::string_view(full_name).starts_with("S.") ? "s.py" : "A.dll";
    return out;
  };
  using offline::Shape;
  std::vector<std::string> names;
  for (const auto& one : offline::best_of(
           {named("drop", "A.drop", Shape::code, 1), named("drop", "B.drop", Shape::code, 0.99),
            named("size", "A.size", Shape::value, 0.98),
            named("get_size", "A.get_size()", Shape::code, 0.97),
            named("get_age", "A.get_age()", Shape::code, 0.96),
            named("label", "S.label", Shape::value, 0.95),
            named("remove_label", "S.remove_label", Shape::code, 0.94),
            named("nothing", "A.nothing", Shape::code, 0)},
           10))
    names.push_back(one.full_name);
  CHECK(names == std::vector<std::string>{"A.drop", "A.size", "A.get_age()", "S.label",
                                          "S.remove_label", "B.drop"});
}

TEST_CASE("a result is cut to size, and its cursor leads to the rest") {
  const auto rows = [](int count) {
    Json out = Json::array();
    for (int i = 0; i < count; ++i)
      out.add("row " + std::to_string(i));  // nine bytes as JSON with the comma
    return out;
  };
  ToolResult whole;
  whole.result = rows(3);
  cut(whole, "", 100);
  CHECK(whole.returned == -1);
  CHECK_FALSE(whole.truncated);
  CHECK(whole.cursor.empty());

  std::string cursor;
  size_t seen = 0;
  for (const size_t expected : {2, 2, 1}) {
    ToolResult page;
    page.result = rows(5);
    cut(page, cursor, 18);
    CHECK(page.result.items()->size() == expected);
    CHECK(page.returned == static_cast<int64_t>(expected));
    CHECK(page.truncated == (expected == 2));
    seen += expected;
    CHECK(page.cursor == (expected == 2 ? std::to_string(seen) : ""));
    cursor = page.cursor;
  }
  ToolResult one;
  one.result = rows(2);
  cut(one, "", 1);  // a row at least
  CHECK(one.result.items()->size() == 1);
  CHECK(one.cursor == "1");

  // Of an object, the field that is too long; never half a character.
  const std::string content = std::string(kMaxResultBytes / 2, 'a') + "bé";
  ToolResult text;
  text.result = Json::object({{"path", "p"}, {"content", content}});
  cut(text, "", content.size());
  CHECK(text.result.text("content") == content);
  CHECK_FALSE(text.truncated);
  cut(text, "", content.size() - 1);
  CHECK(text.result.text("content") == content.substr(0, content.size() - 2));
  CHECK(text.truncated);
  CHECK(text.cursor == std::to_string(content.size() - 2));
  ToolResult rest;
  rest.result = Json::object({{"path", "p"}, {"content", content}});
  cut(rest, text.cursor, 5);
  CHECK(rest.result.text("content") == "é");
  CHECK_FALSE(rest.truncated);
  CHECK(rest.cursor.empty());
}

TEST_CASE("a tool's result is bounded whatever its input repeats and its rows hold") {
  const auto result_of = [](Json made) {
    Toolbox tools;
    const SchemaField fields[] = {{"q", "string", "Anything"}};
    tools.add(
        {{"echo", "Repeats", schema_of(fields)},
         Capability::lookup,
         false,
         [&](const Json&, const EditListener&, ToolResult& result) { result.result = made; }});
    return tools.dispatch({{}, "echo", Json::object({{"q", "x"}})}, nullptr);
  };
  const std::string much(1'000'000, 'x');
  const Json several[] = {
      Json::object({{"identifier", much}, {"hits", Json::array()}}),
      Json::object({{"question", much}, {"again", much}, {"rows", Json(Json::Array{Json("a")})}}),
      Json::object({{"notes", Json(Json::Array{Json::object({{"text", much}}), Json("b")})}}),
      Json(Json::Array{Json(much), Json(much)})};
  for (const Json& made : several) {
    const ToolResult result = result_of(made);
    CHECK(result.truncated);
    CHECK(result.result.dump().size() <= kMaxResultBytes + kMaxResultBytes / 8);
    CHECK(result.result.dump().size() > 1000);
  }
  // What is a model's to read is cut where the limit is, and not for its escapes.
  const std::string lines(kMaxResultBytes / 2 + 10, '\n');
  CHECK(result_of(Json::object({{"path", "p"}, {"content", lines}})).result.text("content") ==
        lines);
}

TEST_CASE("a cursor names a row of what was cut, a place of the op's own, or both") {
  const auto parts = [](std::string_view text) {
    const auto [position, of_op] = result_cursor(text);
    return std::to_string(position) + "|" + std::string(of_op);
  };
  CHECK(parts("") == "0|");
  CHECK(parts("120") == "120|");
  CHECK(parts("1,3@50@9262ae31") == "0|1,3@50@9262ae31");
  CHECK(parts("120:1@50@9262ae31") == "120|1@50@9262ae31");
  CHECK(parts("99999999999999999999") == "0|");
  ToolResult page;
  page.result = Json(Json::Array{"a", "b", "c"});
  cut(page, "1:1@50@9262ae31", 4);
  CHECK(page.result == Json(Json::Array{"b"}));
  CHECK(page.cursor == "2:1@50@9262ae31");
}

TEST_CASE("a message is the same after it was written and read") {
  const std::string rows[] = {
      R"({"role":"user","text":"hi"})",
      R"({"role":"assistant","text":"","calls":[{"id":"a","tool":"t","input":{"x":1}},{"tool":"u","input":{}}]})",
      R"({"role":"tool","text":"","results":[{"id":"a","tool":"t","input":{},"ok":true,"total":0,"returned":0,"truncated":false,"result":[]},)"
      R"({"tool":"u","input":{},"ok":false,"truncated":true,"cursor":"7","result":"no"}]})",
  };
  for (const auto& row : rows) CHECK(to_json(message_from(json(row))).dump() == row);
  const Message odd =
      message_from(json(R"({"role":"assistant","text":"x","calls":{"a":1},"results":7})"));
  CHECK(odd.calls.empty());
  CHECK(odd.results.empty());
}

TEST_CASE("a project that came with a request is searched in its order, to a limit") {
  const Json project = json(R"x({"Modules":[{"Name":"a.dll","Types":[
    {"Name":"Player","FullName":"G.Player","Namespace":"G","Fields":[{"Name":"gold","FullName":"G.Player.gold","Signature":"int gold"}],
     "Methods":[{"Name":"AddGold","FullName":"G.Player.AddGold","Signature":"void AddGold()"}]},
    {"Name":"Gold","FullName":"Gold","Namespace":""}]},{"Name":"b.dll","Types":[]}]})x");
  const auto program = program_in(project);
  const auto names = [&](const std::string& path, bool exact, size_t limit) {
    std::vector<std::string> out;
    for (const auto& row : program->search(path, exact, limit)) out.push_back(row.text("fullName"));
    return out;
  };
  using Names = std::vector<std::string>;
  CHECK(names("gold", false, 10) == Names{"G.Player.gold", "G.Player.AddGold", "Gold"});
  CHECK(names("gold", false, 2) == Names{"G.Player.gold", "G.Player.AddGold"});
  CHECK(names("nothing", false, 10).empty());
  CHECK(program->overview() == "a.dll: (none) 1; G 1;\nb.dll:\n");
}

TEST_CASE("a model's address must be HTTP, and an unreachable one is named") {
  const auto failure = [](const std::string& url) {
    try {
      models::HttpPost request;
      request.url = url;
      request.timeout_ms = 5000;
      return models::post(request, [](std::string_view, const std::string&) { return true; }, {})
          .error;
    } catch (const Error& error) {
      return std::string(name_of(error.code())) + ": " + error.message();
    }
  };
  const std::string scheme = "invalid: the model's address must begin with http:// or https://";
  CHECK(failure("ftp://127.0.0.1/x") == scheme);
  CHECK(failure("127.0.0.1:1") == scheme);
  CHECK(failure("https//127.0.0.1") == scheme);
  CHECK(failure("http://127.0.0.1:1/x") == "cannot connect to http://127.0.0.1:1");
  CHECK(failure("https://127.0.0.1:1").starts_with("cannot connect to https://127.0.0.1:1"));
}

TEST_CASE("no more than 20,000 files are searched") {
  ManyFiles many;
  Toolbox tools;
  add_file_tools(tools, many);
  const auto found =
      tools.dispatch({{}, "search_files", json(R"({"pattern":"hit","path":"."})")}, nullptr);
  CHECK(found.result.find("hits")->dump() == R"([{"path":"20000","line":1,"text":"hit"}])");
  CHECK(found.truncated);
}

TEST_CASE("a search in files can end between folders, and between files that are no text") {
  const auto said_in = [](const test::Scratch& scratch) {
    const auto workspace = disk_workspace(scratch.path());
    Toolbox tools;
    add_file_tools(tools, *workspace);
    const std::function<void()> end = [] { throw Error(ErrorCode::limit, "the time is up"); };
    const search::Pauses pauses(end);
    return tools.dispatch({{}, "search_files", Json::object({{"pattern", "hit"}})}, nullptr)
        .result.dump();
  };
  const test::Scratch folders, files;
  std::filesystem::create_directories(folders.path() / "a/b");
  files.write("a.bin", std::string_view("\0", 1));
  CHECK(said_in(folders) == R"("the time is up")");
  CHECK(said_in(files) == R"("the time is up")");
}

TEST_CASE("one file is searched, if it is text and not too long") {
  const test::Scratch scratch;
  scratch.write("src/a.txt", "no\na hit\n");
  scratch.write("b.bin", std::string("hit\0", 4));
  scratch.write("long.txt", std::string((2 << 20) - 4, '\n') + "hit\n");
  const auto workspace = disk_workspace(scratch.path());
  Toolbox tools;
  add_file_tools(tools, *workspace);
  const auto found = [&](const char* path) {
    const auto result = tools.dispatch(
        {{}, "search_files", Json::object({{"pattern", "hit"}, {"path", path}})}, nullptr);
    return result.ok ? result.result.dump() : *result.result.string();
  };
  CHECK(found("src/a.txt") == R"({"hits":[{"path":"src/a.txt","line":2,"text":"a hit"}]})");
  CHECK(found("long.txt").find("\"hit\"") != std::string::npos);
  scratch.write("long.txt", std::string(2 << 20, '\n') + "hit\n");
  CHECK(found("long.txt") == "long.txt: the file is too long to search: it has over 2 MB");
  CHECK(found("b.bin") == "b.bin: the file is binary");
  CHECK(found("none") == "none: no such file or folder");
}

TEST_CASE("files are searched in the order of their names, text alone, to a number of hits") {
  const test::Scratch scratch;
  std::string many;
  for (int i = 0; i < 150; ++i) many += "hit\n";
  scratch.write("a.txt", "no\na hit\nthe last hit");
  scratch.write("b.bin", std::string("hit\0hit\n", 8));
  scratch.write("c/d.txt", many);
  const auto workspace = disk_workspace(scratch.path());
  Toolbox tools;
  add_file_tools(tools, *workspace);
  const auto found = [&] {
    return tools.dispatch({{}, "search_files", Json::object({{"pattern", "hit"}})}, nullptr);
  };
  const ToolResult few = found();
  CHECK(few.total == 152);
  CHECK_FALSE(few.truncated);
  CHECK(few.result.dump().starts_with(
      R"({"hits":[{"path":"a.txt","line":2,"text":"a hit"},{"path":"a.txt","line":3,"text":"the last hit"},{"path":"c/d.txt","line":1,)"));
  scratch.write("e.txt", many);
  const ToolResult more = found();
  CHECK(more.result.find("hits")->items()->size() == 200);
  CHECK(more.result.find("hits")->items()->back().number("line") == 48);
  CHECK(more.truncated);
}

TEST_CASE(
    "a finding is a symbol of the store by its whole name alone, with parameters or without") {
  Store store = open_in_memory();
  Module module;
  module.name = module.path = "G.dll";
  module.full_name = "G, Version=1";
  for (const char* name : {"Player", "Enemy"}) {
    Type& type = module.types.emplace_back();
    type.name = name;
    type.name_space = "G";
    type.full_name = module.text.join({"G.", name});
    Member& method = type.members.emplace_back();
    method.kind = MemberKind::method;
    method.name = "Run";
    method.full_name = module.text.join({type.full_name, ".Run(System.Int32)"});
    method.signature = "System.Void Run(System.Int32)";
  }
  test::load_facts(store, test::project_of("G"), std::move(module));
  Toolbox tools;
  add_locate_tool(tools, store, "");
  const std::pair<const char*, const char*> rows[] = {
      {"G.Player", "type G.Player"},
      {"G.Player.Run", "method G.Player.Run(System.Int32)"},
      {"G.Enemy.Run(System.Int32)", "method G.Enemy.Run(System.Int32)"},
      {"Run", ""},  // a name, but of no symbol the whole one
      {"Player", ""},
      {"G.Player.Walk", ""},
      {"", ""},
  };
  for (const auto& [name, expected] : rows) {
    CAPTURE(name);
    Finding finding;
    finding.full_name = name;
    const auto found = located_from(tools.dispatch(locate_call({finding}), nullptr), 1);
    CHECK(found[0].found == (*expected != '\0'));
    CHECK((found[0].found ? found[0].kind + " " + found[0].key : "") == expected);
  }
}

TEST_CASE("a finding is located in its own module, or in any of several projects") {
  Store store = open_in_memory();
  for (const char* project : {"one", "two"}) {
    Load load(store, test::project_of(project));
    for (const char* name : {"G.dll", "H.dll"}) {
      Module module;
      module.name = name;
      module.path = module.text.keep(std::string("/") + project + "/" + name);
      module.full_name = name;
      Type& type = module.types.emplace_back();
      type.name = "Thing";
      type.name_space = "N";
      type.full_name = "N.Thing";
      Member& member = type.members.emplace_back();
      member.kind = MemberKind::property;
      member.name = "Size";
      member.full_name = "N.Thing.Size";
      member.signature = "System.Int32 Size";
      load.add(std::move(module));
    }
    load.finish();
  }
  Toolbox tools;
  add_locate_tool(tools, store, "");
  const struct {
    const char *name, *module, *kind, *found;
  } rows[] = {
      {"N.Thing.Size", "H.dll", "property", "H.dll"},
      {"N.Thing.Size", "G.dll", "property", "G.dll"},
      {"N.Thing.Size", "other.dll", "property", "G.dll"},
      {"N.Thing.Size", "", "property", "G.dll"},
      {"N.Thing", "H.dll", "type", "H.dll"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name, row.module);
    Finding finding;
    finding.full_name = row.name;
    finding.module_name = row.module;
    const auto found = located_from(tools.dispatch(locate_call({finding}), nullptr), 1);
    CHECK(found[0].kind == row.kind);
    CHECK(found[0].module_name == row.found);
    CHECK(found[0].assembly_path.ends_with(row.found));
    CHECK(found[0].key == row.name);
  }
  // A module is no symbol, whatever it is called.
  const auto program = program_in(store);
  CHECK(program->search("dll", false, 10).empty());
  CHECK(program->search("thing", false, 10).size() == 8);
  CHECK(program->search("thing size", false, 10).size() == 4);
}

TEST_CASE("a lookup that is refused says why, and counts nothing") {
  Store store = open_in_memory();
  Toolbox tools;
  add_op_tools(tools, store, "", "");
  const ToolResult refused =
      tools.dispatch({{}, "clear_lookup", json(R"({"identifier":" "})")}, nullptr);
  CHECK_FALSE(refused.ok);
  CHECK(refused.total == -1);
  CHECK(refused.returned == -1);
  CHECK_FALSE(refused.truncated);
  REQUIRE(refused.result.string() != nullptr);
  CHECK(*refused.result.string() == "empty identifier");
  const ToolResult none = tools.dispatch({{}, "broad_lookup", json(R"({"pattern":"a"})")}, nullptr);
  CHECK(none.ok);
  CHECK(none.total == 0);
}

TEST_CASE("a store is searched by keyword paths, and other text finds nothing") {
  Store store = open_in_memory();
  const auto program = program_in(store);
  CHECK(program->search("", false, 10).empty());
  CHECK(program->search(std::string(5000, 'x'), false, 10).empty());
  CHECK(program->overview().empty());
}

TEST_CASE("what stands beside an \"and\" has its own place in an answer") {
  const auto question = offline::question_of("where are attack power and health of the player?");
  offline::Likeness likeness(question);
  std::vector<offline::Candidate> candidates;
  for (const char* name : {"Power", "AttackPower", "PlayerAttack", "PlayerPower", "AttackState",
                           "PowerOfAttack", "Attack", "Health", "Mana", "_health"}) {
    offline::Candidate one;
    one.name = name;
    one.full_name = "Stats." + one.name;
    one.type = 1;
    offline::say_names(one, likeness);
    one.score = 10 - static_cast<double>(candidates.size());
    candidates.push_back(std::move(one));
  }
  const auto names = [&](size_t limit) {
    std::string out;
    for (const auto& one : offline::best_of(candidates, limit, question)) out += one.name + " ";
    return out;
  };
  CHECK(names(6) == "Power AttackPower PlayerAttack PlayerPower Health _health ");
  CHECK(names(8) ==
        "Power AttackPower PlayerAttack PlayerPower AttackState PowerOfAttack Attack Health ");
}
