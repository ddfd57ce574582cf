// Functions inside of others: who calls them is found in each language, and a call on a value never
// means one.
#include <catch2/catch.hpp>
#include <string>

#include "queries/graph/definitions.h"
#include "queries/open.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;
using test::add_sources;

namespace {

/// The callers, or of references what makes them, and how sure they are where that is not resolved.
std::string told(Store& store, const Op& op, const char* column, const std::string& identifier,
                 bool by_name = false) {
  Arguments arguments;
  arguments.set("identifier", identifier);
  if (by_name) arguments.set("byName", "true");
  return test::hits_in(test::answer_to(store, op, arguments), [&](const Json& hit) {
    const auto sure = hit.text("sure");
    return hit.text(column) + (sure.empty() || sure == "resolved" ? "" : "?");
  });
}

std::string callers_of(Store& store, const std::string& identifier, bool by_name = false) {
  return told(store, kCallers, "caller", identifier, by_name);
}

}  // namespace

TEST_CASE("local functions have callers, and relations follow them") {
  struct Row {
    const char *path, *text, *local, *outer;
  };
  const auto [path, text, local, outer] = GENERATE(
      Row{"a.py", "def outer(c):\n  def helper(x): return x\n  return helper(c)\n",
          "a.outer.helper", "a.outer(c)"},
      Row{"a.ts",
          "export function outer(c: number) {\n  const helper = (x: number) => x;\n"
          "  return helper(c);\n}\n",
          "a.outer.helper", "a.outer(number)"},
      Row{"a.tsx",
          "export function outer(c: number) {\n  const helper = () => 1;\n"
          "  return <b onClick={() => helper()}/>;\n}\n",
          "a.outer.helper", "a.outer(number)"},
      Row{"a.js",
          "class Box { outer(c) {\n  function helper(x) { return x; }\n"
          "  return helper(c);\n} }\n",
          "a.Box.outer.helper", "a.Box.outer(c)"},
      Row{"src/a.rs", "fn outer(c: i32) -> i32 { fn helper(x: i32) -> i32 { x }\n helper(c) }\n",
          "crate.a.outer.helper", "crate.a.outer(i32)"},
      Row{"a.php",
          "<?php\nfunction outer($c) { function helper($x) { return $x; }\n"
          "  return helper($c); }\n",
          "helper", "a.php.outer(mixed)"},  // it is local to no function
      Row{"a.cs", "class C { int outer(int c) { int helper(int x) => x;\n return helper(c); } }\n",
          "C.outer.helper", "C.outer(int)"},
      Row{"a.kt",
          "fun outer(c: Int): Int { fun helper(x: Int): Int { return x }\n"
          "  return helper(c) }\n",
          "outer.helper", "a.kt.outer(Int)"},
      Row{"a.swift",
          "func outer(_ c: Int) -> Int { func helper(_ x: Int) -> Int { return x }\n"
          "  return helper(c) }\n",
          "outer.helper", "a.swift.outer(Int)"},
      Row{"a.scala",
          "object O { def outer(c: Int): Int = { def helper(x: Int): Int = x\n"
          "  helper(c) } }\n",
          "O.outer.helper", "O.outer(Int)"},
      Row{"a.rb",
          "class R\n  def outer(c)\n    def helper(x)\n      x\n    end\n"
          "    helper(c)\n  end\nend\n",
          "R.outer.helper", "R.outer(c)"});
  INFO(path);
  Store store = open_in_memory();
  add_sources(store, {{path, text}});
  CHECK(callers_of(store, local) == outer);
  CHECK(callers_of(store, "helper") == outer);
  CHECK(told(store, kRefs, "source", local).find(outer) != std::string::npos);
  CHECK(names(store, "calls:" + std::string(local)) == "outer");
  CHECK(names(store, "calls:(name:=helper)") == "outer");
  CHECK(names(store, "calledby:(name:=outer)") == "helper");
  CHECK(names(store, "chain:outer..helper") == "helper outer");
}

TEST_CASE("a call on a value means no local function") {
  Store store = open_in_memory();
  add_sources(store, {{"a.ts", "export function outer() { const ask = () => 1; return ask(); }\n"},
                      {"b.ts", "export function other(o) { return o.ask(); }\n"},
                      {"c.py",
                       "class C:\n  def run(self):\n    def step(): pass\n    self.step()\n"
                       "    step()\n"},
                      {"d.py", "def free(o): o.step()\ndef step_off(): step()\n"}});
  CHECK(callers_of(store, "a.outer.ask") == "a.outer()");
  CHECK(callers_of(store, "a.outer.ask", true) == "a.outer()");
  CHECK(callers_of(store, "ask") == "a.outer()");
  CHECK(names(store, "calls:(name:=ask)") == "outer");
  CHECK(callers_of(store, "c.C.run.step") == "c.C.run(self)");
  CHECK(names(store, "calledby:(name:=free)").empty());
  CHECK(names(store, "calledby:(name:=step_off)").empty());
}

TEST_CASE("a method is not taken for one of several where the others are local functions") {
  Store store = open_in_memory();
  std::string others;
  for (int i = 0; i < 6; ++i)
    others += "def f" + std::to_string(i) + "():\n  def ask(): pass\n  ask()\n";
  add_sources(store, {{"a.py", "class A:\n  def ask(self): pass\n"},
                      {"b.py", "def use(x): x.ask()\n"},
                      {"c.py", others}});
  CHECK(callers_of(store, "a.A.ask") == "b.use(x)?");
  CHECK(callers_of(store, "c.f3.ask") == "c.f3()");
}

TEST_CASE("functions of one name have local functions of their own") {
  Store store = open_in_memory();
  add_sources(store, {{"a.cs",
                       "class C {\n  void M(int a) { int L() => a; L(); }\n"
                       "  void M(string s) { int L() => 1; L(); L(); }\n"
                       "  int P { get { int H() => 1; return H(); } }\n}\n"},
                      {"b.php", "<?php\nfunction outer() { function own() {} own(); }\n"},
                      {"c.php", "<?php\nfunction outer() { function own() {} }\n"}});
  CHECK(names(store, "calls:(name:=L line:2)") == "M");
  CHECK(names(store, "calledby:(name:=M line:3)") == "L");
  CHECK(callers_of(store, "C.P.H") == "C.P");
  CHECK(names(store, "calls:(name:=own file:b.php)") == "outer");
  CHECK(names(store, "calls:(name:=own file:c.php)").empty());
}

TEST_CASE("methods of an object are called on it, in its file and in others") {
  Store store = open_in_memory();
  add_sources(
      store, {{"a.ts",
               "export const cart = { add(n: number) { return n; } };\n"
               "export function here() { cart.add(1); }\n"},
              {"b.ts", "import { cart } from './a';\nexport function there() { cart.add(2); }\n"}});
  CHECK(callers_of(store, "a.cart.add") == "a.here() b.there()");
}

TEST_CASE("a method of an object without a name is no local function") {
  Store store = open_in_memory();
  add_sources(store, {{"a.js", "export function Foo() { this.bar = function () { return 1; }; }\n"},
                      {"b.js", "export function use(x) { return x.bar(); }\n"},
                      {"c.kt",
                       "package p\nfun make(): Any {\n  fun local() {}\n"
                       "  return object { fun zed() {} }\n}\n"},
                      {"d.scala",
                       "object M { def make(): L = new L { def on(x: Int): Unit = () } }\n"
                       "class Use { def use(x: L) = x.on(1) }\ntrait L\n"}});
  CHECK(callers_of(store, "a.Foo.bar") == "b.use(x)?");
  const Scope scope = resolve_scope(store.statements(), {}, {});
  for (const char* name : {"bar", "zed", "on", "local"}) {
    INFO(name);
    const auto found = find_definitions(store, scope, name);
    REQUIRE(found.size() == 1);
    CHECK(found.front().is_local == (std::string(name) == "local"));
  }
}

TEST_CASE("callers: who calls a function and takes its address calls it") {
  Store store = open_in_memory();
  add_sources(store, {{"a.py",
                       "def g(): pass\ndef both():\n  h = g\n  g()\n  return h\n"
                       "def holds():\n  return g\n"}});
  CHECK(callers_of(store, "a.g") == "a.both() a.holds()");
  CHECK(told(store, kCallers, "kind", "a.g") == "call ftn");
}
