// The first rows of a ranked answer, found from names alone, compared with those of an answer that
// ranks every match.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <sstream>

#include "engine/error.h"
#include "engine/json_value.h"
#include "engine/search/identifier_words.h"
#include "engine/statement.h"
#include "engine/unicode.h"
#include "queries/know_newest.h"
#include "queries/lang/ast.h"
#include "queries/lang/front.h"
#include "queries/lang/resolved.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"
#include "store/index/symbol_texts.h"
#include "tests/unit/loaded.h"

using namespace dossier;
using namespace dossier::lang;

namespace {

Plan plan_of(const std::string& query) {
  const auto read = parse(query);
  const auto resolved = resolve(std::get<Node>(read));
  REQUIRE(std::holds_alternative<Resolved>(resolved));
  return plan(std::get<Resolved>(resolved));
}

struct Ranked {
  std::string row;
  int64_t rank = 0;
  bool operator==(const Ranked&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Ranked& one) {
  return out << one.row << one.rank;
}

// The rows of a plan, in order.
std::vector<Ranked> rows_of(Store& store, const Plan& plan, const std::string& scope) {
  const Sql sql = emit(plan, scope);
  const StatementRun statement = store.written().run(sql.text);
  bind(*statement, sql);
  std::vector<Ranked> rows;
  while (statement->step()) {
    Ranked one{"", statement->integer(13)};
    for (const int at : {0, 2, 3, 4, 5, 7, 14}) one.row += std::string(statement->text(at)) + '|';
    rows.push_back(std::move(one));
  }
  return rows;
}

// Names that differ in all that orders them: case, words, length, what begins where.
std::string some_name(std::mt19937& draw) {
  static constexpr const char* kParts[] = {
      "get", "Get", "GET", "g",  "_",    "HTTP", "Health", "he", "al",    "A", "aB",     "2",
      "x9",  "Str", "ing", "__", "Ünit", "ß",    "İ",      "Kg", ".ctor", "<", "player", "Player"};
  std::string name;
  for (size_t i = 1 + draw() % 4; i; --i) name += kParts[draw() % std::size(kParts)];
  if (draw() % 40 == 0) name += std::string(70, 'g');
  return name;
}

std::string plain_name(std::mt19937& draw) {
  for (;;)
    if (std::string name = some_name(draw); is_ascii(name) && name.size() < 64) return name;
}

Module some_module(std::mt19937& draw, const std::string& name, size_t types,
                   const std::function<std::string(std::mt19937&)>& name_of = some_name) {
  static constexpr const char* kKinds[] = {"class", "interface", "", "alias"};
  static constexpr const char* kSignatures[] = {"System.Int32", "System.String", "Game.Get", "G"};
  Module module;
  module.kind = ModuleKind::assembly;
  module.name = module.full_name = module.path = module.text.keep(name);
  for (size_t i = 0; i < types; ++i) {
    Type type;
    const std::string own = name_of(draw);
    const auto keep = [&](const std::string& text) { return module.text.keep(text); };
    type.name = keep(own);
    type.name_space = "Game";
    type.full_name = keep("Game." + own + std::to_string(i));
    type.base_type = draw() % 2 ? "System.Object" : "";
    type.kind = kKinds[draw() % 4];
    type.flags = kPublic * (draw() % 2);
    for (size_t at = draw() % 12; at; --at) {
      Member member;
      const std::string called = name_of(draw);
      member.kind = static_cast<MemberKind>(draw() % 4);
      member.name = keep(called);
      member.full_name = keep(std::string(type.full_name) + "." + called);
      member.signature = keep(std::string(kSignatures[draw() % 4]) + " " + called);
      member.flags = kPublic * (draw() % 2);
      if (member.kind == MemberKind::method && draw() % 4 == 0) member.flags |= kConstructor;
      type.members.push_back(member);
    }
    module.types.push_back(type);
  }
  return module;
}

void import_modules(Store& store, const std::string& project, std::vector<Module> modules) {
  Load load(store, test::project_of(project, "assemblies"));
  for (auto& module : modules) load.add(std::move(module));
  load.finish();
}

}  // namespace

TEST_CASE("names tell the same first rows as ranking every match does") {
  std::mt19937 draw(7);
  Store store = open_in_memory();
  std::vector<Module> first;
  for (const char* name : {"Game.dll", "System.Core.dll", "tests/Game.dll", "src/deep/er/Game.dll"})
    first.push_back(some_module(draw, name, 60));
  import_modules(store, "one", std::move(first));
  draw.seed(7);
  std::vector<Module> again;
  again.push_back(some_module(draw, "Game.dll", 60));  // the same module in another snapshot
  again.push_back(some_module(draw, "UnityEngine.dll", 30));
  import_modules(store, "two", std::move(again));

  const std::string scope = store.scope({}, {}).text();
  const Transaction reading(store.database(), Transaction::reading);
  const auto modules = store.index().modules(scope);
  const auto known = store.index().known_symbols(scope, ReadSymbols::texts);
  REQUIRE(known.names);
  REQUIRE(known.texts);
  size_t by_texts = 0, by_names = 0, by_bounds = 0;
  std::istringstream queries(
      "g\nG\nge\nget\nGET\nhe\nheal\na\nab\nx9\n9\n_\n_g\n."
      "ctor\nh\nplayer\nPlayer\nstr\nstring\n2\ngggg\n"
      "k\nint\nsystem\nzzz\nget he\nplayer g\ng a\nget get\na b\nhealth \"al\"\nkind:method get\n"
      "kind:type g\nkind:(field,property) ge\nkind:constructor g\nkind:member kind:method a\n"
      "kind:module game\nsystem get he\nint player\nkind:method system he\none two\ng e t h e a l "
      "p a");
  for (std::string words; std::getline(queries, words);) {
    Plan whole = plan_of(words);
    REQUIRE(is_of_names(whole));
    const auto wanted = rows_of(store, whole, scope);
    const NameRanks ranks(*known.names, *modules, whole);
    MissingWords missing(*known.names, *known.texts, whole);
    const auto check = [&](const Front& front, size_t rows) {
      Plan narrowed = whole;
      narrowed.among = front.symbols;
      auto got = rows_of(store, narrowed, scope);
      got.resize(std::min(rows, got.size()));
      CHECK(got == std::vector<Ranked>(wanted.begin(),
                                       wanted.begin() + static_cast<std::ptrdiff_t>(
                                                            std::min(rows, wanted.size()))));
    };
    for (const size_t rows : {size_t{1}, size_t{2}, size_t{7}, size_t{40}, size_t{300}}) {
      CAPTURE(words, rows);
      if (const Front front = front_by_texts(ranks, missing, rows); !front.symbols.empty()) {
        ++by_texts;
        check(front, rows);
      }
      CHECK(window_by_texts(ranks, missing, rows / 2, rows)
                .symbols.empty());  // Game.dll stands twice
      if (const Front front = front_by_names(ranks, rows); !front.symbols.empty()) {
        ++by_names;
        check(front, rows);
      }
      check(front_by_matches(store.index(), ranks, whole, scope, rows), rows);
      const Front tried = front_by_bounds(ranks, 700);
      Plan narrowed = whole;
      narrowed.among = tried.symbols;
      const auto got = rows_of(store, narrowed, scope);
      if (got.size() < rows || got[rows - 1].rank >= tried.bound) continue;
      ++by_bounds;
      check(tried, rows);
    }
  }
  CHECK(by_texts > 100);
  CHECK(by_names > 100);
  CHECK(by_bounds > 20);
}

TEST_CASE("names beyond the bounds are not kept") {
  std::mt19937 draw(3);
  Store store = open_in_memory();
  std::vector<Module> modules;
  modules.push_back(some_module(draw, "Game.dll", 10));
  import_modules(store, "one", std::move(modules));
  const Transaction reading(store.database(), Transaction::reading);
  auto& index = store.index();
  const auto scope = index.modules(store.scope({}, {}).text());
  const auto all = SymbolNames::read(index, *scope);
  REQUIRE(all);
  size_t bytes = 0;
  for (size_t i = 0; i < all->size(); ++i) bytes += all->name(i).size();
  const size_t symbols = all->symbols();
  CHECK(SymbolNames::read(index, *scope, {symbols, bytes}));
  CHECK_FALSE(SymbolNames::read(index, *scope, {symbols - 1, bytes}));
  CHECK_FALSE(SymbolNames::read(index, *scope, {symbols, bytes - 1}));
  const auto texts = SymbolTexts::read(index, *all);
  REQUIRE(texts);
  CHECK(SymbolTexts::read(index, *all, texts->bytes()));
  CHECK_FALSE(SymbolTexts::read(index, *all, texts->bytes() - 1));
}

TEST_CASE("a deadline ends the reading of names, and the next question reads them again") {
  std::mt19937 draw(3);
  Store store = open_in_memory();
  std::vector<Module> modules;
  modules.push_back(some_module(draw, "Game.dll", 10));
  import_modules(store, "one", std::move(modules));
  const std::string scope = store.scope({}, {}).text();
  const Transaction reading(store.database(), Transaction::reading);
  auto& index = store.index();
  index.modules(scope);
  store.database().set_checkpoint([] { throw Error(ErrorCode::limit, "deadline"); });
  CHECK_THROWS_AS(index.known_symbols(scope, ReadSymbols::texts), Error);
  store.database().set_checkpoint({});
  CHECK_FALSE(index.known_symbols(scope, ReadSymbols::no).names);
  CHECK(index.known_symbols(scope, ReadSymbols::names).names);
  CHECK(index.known_symbols(scope, ReadSymbols::no).names);
  CHECK_FALSE(index.known_symbols(scope, ReadSymbols::no).texts);
  CHECK(index.known_symbols(scope, ReadSymbols::texts).texts);
  CHECK(index.known_symbols(scope, ReadSymbols::no).texts);
}

TEST_CASE("pages of an answer to a common word are those of ranking every match") {
  std::mt19937 draw(11);
  Store store = open_in_memory();
  std::vector<Module> modules;
  for (const char* name : {"Game.dll", "System.dll"})
    modules.push_back(some_module(draw, name, 4000));
  import_modules(store, "one", std::move(modules));
  const std::string scope = store.scope({}, {}).text();
  // "game" stands in full names alone.
  for (const char* word : {"get", "game", "player he"}) {
    CAPTURE(word);
    const auto wanted = rows_of(store, plan_of(word), scope);
    REQUIRE(wanted.size() > 700);
    size_t at = 0;
    Arguments arguments = {{"q", word}, {"limit", "100"}};
    for (int page = 0; page < 3; ++page) {
      const JsonAnswer answer = run_to_json(store, kFind, arguments);
      REQUIRE(answer.status() == 200);
      const Json body = read_json(answer.body);
      REQUIRE(body["total"].integer());
      CHECK(*body["total"].integer() == std::max<int64_t>(500, static_cast<int64_t>(at) + 100));
      REQUIRE(body["exact"].boolean());
      CHECK_FALSE(*body["exact"].boolean());
      for (const auto& row : body["rows"].each()) {
        const std::string one = std::string(row.text("kind")) + '|' +
                                std::string(row.text("full_name")) + '|' +
                                std::string(row.text("signature")) + '|';
        REQUIRE(wanted[at++].row.starts_with(one));
      }
      arguments.set("cursor", std::string(body.text("cursor")));
    }
    CHECK(at == 300);
    CHECK(store.index().known_symbols(scope, ReadSymbols::no).names);
  }
}

TEST_CASE("what is known of all projects answers for each, until the facts change") {
  std::mt19937 draw(5);
  Store store = open_in_memory();
  for (const char* project : {"one", "two"}) {
    std::vector<Module> modules;
    modules.push_back(some_module(draw, std::string(project) + ".dll", 10));
    import_modules(store, project, std::move(modules));
  }
  const auto known = [&](const char* project) {
    const Transaction reading(store.database(), Transaction::reading);
    return store.index().known_symbols(store.scope(project, {}).text(), ReadSymbols::no).texts;
  };
  CHECK_FALSE(known("two"));
  know_newest(store, 0);
  CHECK(known(""));
  CHECK(known("one"));
  CHECK(known("two") == known(""));
  std::vector<Module> modules;
  modules.push_back(some_module(draw, "three.dll", 10));
  import_modules(store, "three", std::move(modules));
  CHECK_FALSE(known("two"));
  know_newest(store, INT64_MAX);  // too few to be worth it
  CHECK_FALSE(known("two"));
}

TEST_CASE("pages far into an answer, and counts of other kinds, are those of ranking every match") {
  std::mt19937 draw(13);
  Store store = open_in_memory();
  std::vector<Module> modules;
  for (const char* name : {"Game.dll", "System.dll"})
    modules.push_back(some_module(draw, name, 4000, plain_name));
  import_modules(store, "one", std::move(modules));
  const std::string scope = store.scope({}, {}).text();
  for (const char* query : {"kind:method get", "kind:(field,event) g", "he game", "string"}) {
    CAPTURE(query);
    // Each page without and with what is known.
    std::vector<std::string> pages;
    for (int round = 0; round < 2; ++round) {
      Arguments arguments = {{"q", query}, {"limit", "400"}};
      for (size_t page = 0; page < 5; ++page) {
        const JsonAnswer answer = run_to_json(store, kFind, arguments);
        REQUIRE(answer.status() == 200);
        if (round == 0)
          pages.push_back(answer.body);
        else
          CHECK(answer.body == pages[page]);
        arguments.set("cursor", std::string(read_json(answer.body).text("cursor")));
      }
      if (round == 0) know_newest(store);
    }
    const Transaction reading(store.database(), Transaction::reading);
    const Plan asked = plan_of(query);
    const auto known = KnownAnswer::of(store, asked, scope);
    REQUIRE(known);
    CHECK_FALSE(known->window(400, 801).empty());
    CHECK_FALSE(known->others(1000).empty());
  }
}
