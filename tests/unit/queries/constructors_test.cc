// References to constructors, to what imports give by default, and to names of libraries.
#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "queries/open.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;

namespace {

/// The places of the references, each with how sure it is: "a.ts:3 likely".
std::string places_of(const test::Sources& sources, const std::string& identifier) {
  Store store = open_in_memory();
  test::add_sources(store, sources);
  const auto place = [](const Json& hit) {
    return test::place_of(hit) + (hit.text("sure").empty() ? "" : " " + hit.text("sure"));
  };
  return test::hits_in(test::answer_to(store, kRefs, {{"identifier", identifier}}), place, ", ");
}

}  // namespace

TEST_CASE("refs: what makes an object means the constructor of its type") {
  struct Row {
    const char* what;
    test::Sources sources;
    const char* identifier;
    const char* places;
  };
  const Row rows[] = {
      {"TypeScript",
       {{"money.ts", "export class Money {\n  constructor(value: number) {}\n}\nnew Money(1)\n"},
        {"shop.ts", "import { Money } from './money'\nlet m: Money = new Money(1)\n"}},
       "money.Money.constructor",
       "money.ts:4, shop.ts:2 resolved"},
      {"Python",
       {{"money.py", "class Money:\n  def __init__(self): pass\n\nMoney()\n"},
        {"shop.py", "from money import Money\nm: Money = Money()\n"}},
       "money.Money.__init__",
       "money.py:4, shop.py:2 resolved"},
      {"of several each is likely",
       {{"shop/Money.java", "package shop;\nclass Money {\n  Money() {}\n  Money(int a) {}\n}\n"},
        {"shop/Shop.java", "package shop;\nclass Shop {\n  Money some = new Money(1);\n}\n"}},
       "shop.Money.Money",
       "shop/Shop.java:3 likely"},
      {"a type that declares none, beside one that does",
       {{"a.ts", "class Money { constructor() {} }\nclass Other {}\nnew Other()\nnew Money()\n"}},
       "a.Money.constructor",
       "a.ts:4"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    CHECK(places_of(row.sources, row.identifier) == row.places);
  }
}

TEST_CASE("refs: a variable that is called like the module does not hide what the module gives") {
  const test::Sources sources = {
      {"base.ts", "export default class Base {\n  wanted() {}\n}\n"},
      {"registry.ts", "import Base from './base'\nexport default class Registry extends Base {}\n"},
      {"use.ts",
       "import Registry from './registry'\nlet registry: Registry\nregistry = new Registry()\n"
       "registry.wanted()\n"},
      {"other.ts", "export class A { wanted() {} }\nexport class B { wanted() {} }\n"},
  };
  CHECK(places_of(sources, "base.Base.wanted") == "use.ts:4 resolved");
}

TEST_CASE("refs: what a library gives is nothing of the tree that bears its name") {
  const test::Sources python = {
      {"shop/api.py", "def string(a): pass\n\nstring(1)\n"},
      {"shop/items.py", "import string\nstring.digits\n"},
  };
  CHECK(places_of(python, "shop.api.string") == "shop/api.py:3");
  const test::Sources script = {
      {"general.ts", "export function assert(a) {}\n"},
      {"a.ts", "import assert from 'assert'\nassert(1)\n"},
      {"b.ts", "import { assert } from './general'\nassert(1)\n"},
  };
  CHECK(places_of(script, "general.assert") == "b.ts:1 resolved, b.ts:2 resolved");
}

TEST_CASE("refs: what a part of a type has is the type's") {
  const test::Sources sources = {
      {"options.ts", "export class Options {\n  add(one: { name: string }) {}\n}\n"},
      {"use.ts",
       "import { Options } from './options'\n"
       "export function fill(a: Pick<Options, 'add'>, b: Omit<Options, 'x'>) {\n"
       "  a.add({ name: '' })\n  b.add({ name: '' })\n}\n"},
      {"other.ts", "export class A { add() {} }\nexport class B { add() {} }\n"},
  };
  CHECK(places_of(sources, "options.Options.add") == "use.ts:3 resolved, use.ts:4 resolved");
}

TEST_CASE("refs: an object that is given where one of many types is expected is none of them") {
  const auto sources = [](int count) {
    std::string text = "interface Base { name: string }\n", all;
    for (int i = 0; i < count; ++i) {
      const std::string name = "Option" + std::to_string(i);
      text += "export interface " + name + " extends Base { kind: number }\n";
      all += (i == 0 ? "" : " | ") + name;
    }
    text += "export type Any = " + all + "\nexport function add(one: Any) {}\n";
    return test::Sources{
        {"options.ts", text},
        {"use.ts", "import { add } from './options'\nadd({\n  name: '',\n  kind: 1\n})\n"}};
  };
  for (const int count : {2, 4, 5}) {
    CAPTURE(count);
    CHECK(places_of(sources(count), "options.Base.name") == "use.ts:3 resolved");
    CHECK(places_of(sources(count), "options.Option1.kind") ==
          (count == 5 ? "" : "use.ts:4 resolved"));
  }
}

TEST_CASE("relations: what makes an object calls its constructor, not what its methods call") {
  struct Row {
    const char *what, *path, *text, *chain;
  };
  const auto [what, path, text, chain] =
      GENERATE(Row{"a struct of Go", "a.go",
                   "package a\ntype R struct{}\nfunc (r *R) Call() int { return hidden() }\n"
                   "func hidden() int { return log() }\nfunc log() int { return 1 }\n"
                   "func other() int { return log() }\nfunc top() *R { other(); return &R{} }\n",
                   "log other top"},
               Row{"TypeScript", "a.ts",
                   "export function log() {}\nexport function hidden() { log() }\n"
                   "export class R { constructor() { log() } call() { hidden() } }\n"
                   "export function top() { return new R() }\n",
                   "constructor log top"},
               Row{"Python", "a.py",
                   "def log(): pass\ndef hidden(): log()\nclass R:\n  def __init__(self): log()\n"
                   "  def call(self): hidden()\ndef top(): return R()\n",
                   "__init__ log top"},
               Row{"C#", "a.cs",
                   "class M { static void log() {} static void hidden() { log(); }\n"
                   "class R { R() { M.log(); } void call() { M.hidden(); } }\n"
                   "static R top() { return new R(); } }\n",
                   ".ctor log top"});
  CAPTURE(what);
  Store store = open_in_memory();
  test::add_sources(store, {{path, text}});
  CHECK(names(store, "chain:top..log") == chain);
  CHECK(names(store, "chain:top..hidden").empty());
  // Both ways, each method reaches what it is reached by.
  const std::string methods = "kind:(method,constructor) ";
  const std::string all = names(store, methods);
  std::istringstream words(all);
  for (std::string one; words >> one;) {
    const std::string called = " " + names(store, methods + "calledby:(name:=" + one + ") depth:5");
    std::istringstream others(all);
    for (std::string other; others >> other;) {
      CAPTURE(one, other);
      const std::string calls =
          " " + names(store, methods + "calls:(name:=" + other + ") depth:5") + " ";
      CHECK(((called + " ").find(" " + other + " ") != std::string::npos) ==
            (calls.find(" " + one + " ") != std::string::npos));
    }
  }
}
