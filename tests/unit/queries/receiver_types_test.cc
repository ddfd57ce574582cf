// What calls on values mean, over files: each row is a few sources and a member that is asked
// about.
#include "queries/graph/receiver_types.h"
#include "queries/graph/headers.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;

namespace {

using test::add_sources;
using test::Sources;

// So many classes have a method of the name that the name alone says nothing.
Sources with_namesakes(Sources sources, const std::string& language) {
  for (int i = 0; i < 6; ++i) {
    const std::string name = "Other" + std::to_string(i);
    if (language == "py")
      sources.emplace_back("others/o" + std::to_string(i) + ".py",
                           "class " + name + ":\n  def wanted(self): pass\n");
    else if (language == "java")
      sources.emplace_back("others/" + name + ".java",
                           "package others; public class " + name + " { void wanted() {} }");
    else if (language == "kt")
      sources.emplace_back("others/" + name + ".kt",
                           "package others\nclass " + name + " { fun wanted() {} }");
    else if (language == "ts")
      sources.emplace_back("others/o" + std::to_string(i) + ".ts",
                           "export class " + name + " { wanted() {} }");
    else
      sources.emplace_back(
          "others/o" + std::to_string(i) + ".go",
          "package others\ntype " + name + " struct {}\nfunc (o *" + name + ") wanted() {}\n");
  }
  return sources;
}

std::string lines_of(Store& store, const std::string& identifier, const char* kind = "call") {
  return test::hits_in(test::answer_to(store, kRefs, {{"identifier", identifier}, {"kind", kind}}),
                       test::place_of);
}

}  // namespace

TEST_CASE("receiver types: what a module passes on is its own, and not a class's methods") {
  Store store = open_in_memory();
  add_sources(store, {{"pk/__init__.py",
                       "from .core import Group as Group\n"
                       "from .deco import command as command\n"},
                      {"pk/core.py", "class Group:\n  def command(self): pass\n"},
                      {"pk/deco.py", "def command(): pass\n"},
                      {"u.py", "import pk\npk.command()\n"}});
  CHECK(lines_of(store, "pk.deco.command") == "u.py:2");
  CHECK(lines_of(store, "pk.core.Group.command").empty());
}

TEST_CASE("receiver types: a nested type is meant by its bare name in its own file alone") {
  Store store = open_in_memory();
  add_sources(
      store,
      {{"it.hpp", "namespace db {\nclass Iterator { public: bool Valid() const; };\n}\n"},
       {"list.hpp",
        "namespace db {\nclass List { public:\n  class Iterator { public: bool Valid() const; };\n"
        "  bool own(Iterator* own) { return own->Valid(); }\n};\n}\n"},
       {"use.cc",
        "#include \"it.hpp\"\n#include \"list.hpp\"\nnamespace db {\n"
        "void f(Iterator* it) { it->Valid(); }\n}\n"}});
  CHECK(lines_of(store, "db.List.Iterator.Valid").find("use.cc") == std::string::npos);
  CHECK(lines_of(store, "db.Iterator.Valid").find("use.cc:4") != std::string::npos);
}

TEST_CASE("receiver types: calls on values are found over files") {
  struct Row {
    const char* about;
    const char* language;
    Sources sources;
    const char* wanted;
    const char* lines;
  };
  const Row rows[] = {
      {"a parameter's type in the same package",
       "java",
       {{"a/Money.java", "package a; class Money { void wanted() {} }"},
        {"a/Use.java",
         "package a; class Use { void f(Money m, Coin c) {\n m.wanted();\n c.wanted(); } }"}},
       "a.Money.wanted",
       "a/Use.java:2"},
      {"what a method of another file gives",
       "java",
       {{"a/Money.java", "package a; class Money { void wanted() {} }"},
        {"b/Shop.java", "package b; import a.Money; class Shop { Money price() { return null; } }"},
        {"c/Use.java",
         "package c; import b.Shop; class Use { Shop s; void f() {\n s.price().wanted();\n"
         " s.name().wanted(); } }"}},
       "a.Money.wanted",
       "c/Use.java:2"},
      {"inherited, and not overridden",
       "java",
       {{"a/Money.java", "package a; class Money { void wanted() {} }"},
        {"a/Coin.java", "package a; class Coin extends Money {}"},
        {"a/Own.java", "package a; class Own extends Money { void wanted() {} }"},
        {"a/Use.java",
         "package a; class Use { void f(Coin c, Own o) {\n c.wanted();\n o.wanted(); } }"}},
       "a.Money.wanted",
       "a/Use.java:2"},
      {"of the interface that is named",
       "java",
       {{"a/Money.java", "package a; interface Money { void wanted(); }"},
        {"a/Coin.java", "package a; class Coin implements Money { public void wanted() {} }"},
        {"a/Use.java",
         "package a; class Use { void f(Coin c, Money m) {\n c.wanted();\n m.wanted(); } }"}},
       "a.Money.wanted",
       "a/Use.java:3"},
      {"a nested type's builder",
       "java",
       {{"a/Money.java",
         "package a; class Money { void wanted() {} static class Builder {\n"
         " Builder of(int x) { return this; } Money build() { return null; } } }"},
        {"b/Use.java",
         "package b; import a.Money; class Use { void f() {\n"
         " new Money.Builder().of(1).build().wanted(); } }"}},
       "a.Money.wanted",
       "b/Use.java:2"},
      {"through a package that passes it on",
       "py",
       {{"a/__init__.py", "from .money import Money\n"},
        {"a/money.py", "class Money:\n  def wanted(self): pass\n"},
        {"use.py", "from a import Money\ndef f(m: Money):\n  m.wanted()\n"}},
       "a.money.Money.wanted",
       "use.py:3"},
      {"a module's variable",
       "py",
       {{"money.py", "class Money:\n  def wanted(self): pass\nown = Money()\n"},
        {"use.py", "import money\ndef f():\n  money.own.x\n  m = money.own\n  m.wanted()\n"}},
       "money.Money.wanted",
       "use.py:5"},
      {"inferred from what is returned",
       "py",
       {{"money.py", "class Money:\n  def wanted(self): pass\ndef make():\n  return Money()\n"},
        {"use.py", "from money import make\ndef f():\n  make().wanted()\n"}},
       "money.Money.wanted",
       "use.py:3"},
      {"a circle of results ends",
       "py",
       {{"money.py",
         "class Money:\n  def wanted(self): pass\n  def a(self): return self.b()\n"
         "  def b(self): return self.a()\n"},
        {"use.py", "from money import Money\ndef f(m: Money):\n  m.a().wanted()\n  m.wanted()\n"}},
       "money.Money.wanted",
       "use.py:4"},
      {"bases in a circle end",
       "py",
       {{"money.py",
         "class One(Two):\n  pass\nclass Two(One):\n  pass\nclass Money:\n  def wanted(self): "
         "pass\n"},
        {"use.py",
         "from money import One, Money\ndef f(m: Money, o: One):\n  o.wanted()\n  m.wanted()\n"}},
       "money.Money.wanted",
       "use.py:4"},
      {"a barrel",
       "ts",
       {{"src/money.ts", "export class Money { wanted() {} }"},
        {"src/index.ts", "export * from './money'"},
        {"use.ts", "import { Money } from './src'\nfunction f(m: Money) {\n m.wanted() }"}},
       "src/money.Money.wanted",
       "use.ts:3"},
      {"what a module gives by default, passed on under a name",
       "ts",
       {{"src/money.ts", "export default class Money { wanted() {} }"},
        {"src/index.ts", "export {default as Cash} from './money'"},
        {"src/one.ts", "import Gold from './money'\nfunction f(m: Gold) {\n m.wanted() }"},
        {"use.ts", "import { Cash } from './src'\nfunction f(m: Cash) {\n m.wanted() }"}},
       "src/money.Money.wanted",
       "src/one.ts:3 use.ts:3"},
      {"a value that is imported under another name",
       "ts",
       {{"src/money.ts", "export class Money { wanted() {} }\nexport const own = new Money()"},
        {"src/use.ts", "import {own as coin} from './money'\ncoin.wanted()"}},
       "src/money.Money.wanted",
       "src/use.ts:2"},
      {"a function of a module beside the file",
       "py",
       {{"a/__init__.py", ""},
        {"a/money.py", "def wanted(): pass\n"},
        {"a/use.py", "from . import money\ndef f():\n  money.wanted()\n"}},
       "a.money.wanted",
       "a/use.py:3"},
      {"an extension",
       "kt",
       {{"a/Money.kt", "package a\nclass Money { fun wanted() {} }\nclass Shop"},
        {"a/More.kt", "package a\nfun Shop.price(): Money = Money()"},
        {"a/Use.kt", "package a\nfun f(s: Shop) {\n s.price().wanted() }"}},
       "a.Money.wanted",
       "a/Use.kt:3"},
      {"an alias of a type",
       "ts",
       {{"src/money.ts", "export class Money { wanted() {} }\nexport type Cash = Money"},
        {"use.ts", "import { Cash } from './src/money'\nfunction f(m: Cash) {\n m.wanted() }"}},
       "src/money.Money.wanted",
       "use.ts:3"},
      {"a pointer, and an embedded one",
       "go",
       {{"a/money.go", "package a\ntype Money struct {}\nfunc (m *Money) wanted() {}\n"},
        {"a/coin.go", "package a\ntype Coin struct {\n*Money\n}\n"},
        {"a/use.go", "package a\nfunc f(m *Money, c Coin) {\n m.wanted()\n c.wanted()\n}\n"}},
       "a.Money.wanted",
       "a/use.go:3 a/use.go:4"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    Store store = open_in_memory();
    add_sources(store, with_namesakes(row.sources, row.language));
    CHECK(lines_of(store, row.wanted) == row.lines);
  }
}

TEST_CASE("receiver types: fields are found over files") {
  struct Row {
    const char* about;
    Sources sources;
    const char* wanted;
    const char* lines;
  };
  const Row rows[] = {
      {"of a parameter's type, and of a type that bears the same name of a field",
       {{"a/Money.java", "package a; class Money { int wanted; }"},
        {"a/Coin.java", "package a; class Coin { int wanted; }"},
        {"a/Use.java",
         "package a; class Use { void f(Money m, Coin c) {\n m.wanted = 1;\n c.wanted = 2; } }"}},
       "a.Money.wanted",
       "a/Use.java:2"},
      {"inherited",
       {{"money.py", "class Money:\n  wanted = 1\n"},
        {"coin.py",
         "from money import Money\nclass Coin(Money):\n  def f(self):\n    return self.wanted\n"}},
       "money.Money.wanted",
       "coin.py:4"},
      {"a field of a field, through what an import gives",
       {{"src/money.ts",
         "export interface Money { rate: Rate }\nexport interface Rate { wanted: number }"},
        {"src/index.ts", "export * from './money'"},
        {"use.ts",
         "import { Money } from './src'\nfunction f(m: Money) {\n return m.rate.wanted }"}},
       "src/money.Rate.wanted",
       "use.ts:3"},
      {"of an argument, by what its function declares",
       {{"src/money.ts",
         "import { Rate } from './rate'\nexport function open(name: string, rate: Partial<Rate> | "
         "Other<string>) {}\n"
         "export class Till { constructor(rate: Rate) {} }"},
        {"src/rate.ts",
         "export interface Rate { wanted: number }\nexport interface Coin { wanted: number }"},
        {"use.ts",
         "import { open, Till } from './src/money'\nopen('a', { wanted: 1 })\nopen({ wanted: 1 }, "
         "2)\n"
         "new Till({ wanted: 2 })"}},
       "src/rate.Rate.wanted",
       "use.ts:2 use.ts:4"},
      {"a value of an enum",
       {{"a/Color.kt", "package a\nenum class Color { wanted, Other }"},
        {"b/Use.kt", "package b\nimport a.Color\nfun f() =\n g(Color.wanted)"}},
       "a.Color.wanted",
       "b/Use.kt:4"},
      {"a variable of a module, under the name that an import gives it",
       {{"money.py", "wanted = 1\n"},
        {"use.py", "from money import wanted as w\ndef f():\n  return w\n"}},
       "money.wanted",
       "use.py:3"},
      {"a constant of a package, in another file of it, and not what hides it",
       {{"a/money.go", "package a\nconst wanted = 1\n"},
        {"a/use.go",
         "package a\nfunc f() int {\n return wanted\n}\nfunc g(wanted int) int { return wanted "
         "}\n"}},
       "a.wanted",
       "a/use.go:3"},
      {"a field, where a method has its name",
       {{"src/money.rs", "pub struct Money { wanted: u8 }\nimpl Money { pub fn wanted(&self) {} }"},
        {"src/use.rs",
         "use crate::money::Money;\nfn f(m: Money) {\n m.wanted();\n g(m.wanted); }"}},
       "crate.money.Money.wanted",
       "src/use.rs:4"},
      {"a field of a class of C++ whose methods another file has",
       {{"money.hpp", "class Money { public: int get();\nprivate: int wanted_; };"},
        {"money.cc", "#include \"money.hpp\"\nint Money::get() {\n return wanted_; }"}},
       "Money.wanted_",
       "money.cc:3"},
      {"of a base, named alone",
       {{"a/Base.java", "package a; public class Base { protected int wanted; }"},
        {"b/Other.java", "package b; public class Other { int wanted; }"},
        {"b/B.java",
         "package b;\nimport a.Base;\nclass B extends Base {\n  int f() { return wanted; }\n}"}},
       "a.Base.wanted",
       "b/B.java:4"},
      {"of a base, named alone in Kotlin",
       {{"a/Base.kt", "package a\nopen class Base(val wanted: Int)"},
        {"b/Other.kt", "package b\nclass Other(val wanted: Int)"},
        {"b/B.kt", "package b\nimport a.Base\nclass B : Base(1) {\n  fun f() = wanted\n}"}},
       "a.Base.wanted",
       "b/B.kt:4"},
      {"of a base, named alone in C#",
       {{"Base.cs", "namespace A { class Base { protected int wanted; } }"},
        {"Other.cs", "namespace C { class Other { int wanted; } }"},
        {"B.cs", "using A;\nnamespace C { class B : Base {\n  int F() { return wanted; }\n} }"}},
       "A.Base.wanted",
       "B.cs:3"},
      {"a case of another file's enum",
       {{"a/Color.java", "package a; public enum Color { wanted }"},
        {"b/B.java",
         "package b;\nimport a.Color;\nclass B { int f(Color c) { switch (c) {\n  case wanted: "
         "return "
         "1; } return 0; } }"}},
       "a.Color.wanted",
       "b/B.java:4"},
      {"a case that a function is given, in Swift",
       {{"Color.swift", "enum Color { case wanted }\nfunc paint(_ a: Int, in c: Color) {}"},
        {"Shade.swift", "enum Shade { case wanted }"},
        {"B.swift", "func f() {\n  paint(1, in: .wanted)\n}"}},
       "Color.wanted",
       "B.swift:2"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    Store store = open_in_memory();
    add_sources(store, row.sources);
    CHECK(lines_of(store, row.wanted, "read,write") == row.lines);
  }
}

TEST_CASE("receiver types: a function is not called on a value, nor a method on nothing") {
  Store store = open_in_memory();
  add_sources(store, {{"money.py", "class Money:\n  def wanted(self): pass\n"},
                      {"use.py", "from money import *\ndef f(x):\n  wanted()\n  x.wanted()\n"}});
  CHECK(lines_of(store, "money.Money.wanted") == "use.py:4");
}

TEST_CASE("receiver types: answers say how sure a reference by name is") {
  Store store = open_in_memory();
  add_sources(store, {{"money.py", "class Money:\n  def wanted(self): pass\n"},
                      {"use.py",
                       "from money import Money\ndef f(x, m: Money):\n  m.wanted()\n"
                       "  x.wanted()\n"},
                      {"others.py", "def f(x: str):\n  x.wanted()\n"}});
  for (const Op* op : {&kRefs, &kCallers}) {
    const Json body =
        test::answer_to(store, *op, {{"identifier", "money.Money.wanted"}, {"byName", "true"}});
    std::string found;
    for (const Json& hit : body["hits"].each())
      found += hit.text("moduleName") + " " + hit.text("sure") + ";";
    const bool is_refs = op == &kRefs;  // callers names each once
    CHECK(found == (is_refs ? "use.py resolved;use.py likely;others.py by name;"
                            : "use.py resolved;others.py by name;"));
  }
}

TEST_CASE("receiver types: of Ruby's objects the class is known") {
  const std::string foo = "class Foo\n  def hit\n  end\n  def other(a)\n  end\nend\n";
  const std::string use =
      "def a\n  x = Foo.new\n  x.hit\n  x.other(1)\nend\ndef b(z)\n  z.hit\nend\n";
  const std::string keeper =
      "class Keeper\n  def initialize\n    @foo = Foo.new\n  end\n  def run\n    @foo.hit\n  end\n"
      "end\n";
  const auto sure_of = [](const Sources& sources, const char* identifier) {
    Store store = open_in_memory();
    add_sources(store, sources);
    std::string found;
    const Json body = test::answer_to(store, kRefs, {{"identifier", identifier}});
    for (const Json& hit : body["hits"].each())
      found += std::to_string(hit.number("line")) + " " + hit.text("sure") + ";";
    return found;
  };
  CHECK(sure_of({{"a.rb", foo + use}}, "Foo.hit") == "9 resolved;13 likely;");
  CHECK(sure_of({{"a.rb", foo + use}}, "Foo.other") == "10 resolved;");
  CHECK(sure_of({{"foo.rb", foo}, {"use.rb", "require_relative 'foo'\n" + use}}, "Foo.hit") ==
        "4 resolved;8 likely;");
  CHECK(sure_of({{"a.rb", foo + keeper}}, "Foo.hit") == "12 resolved;");
  CHECK(sure_of({{"m.rb", "module M\n  class Foo\n    def hit\n    end\n  end\nend\n"},
                 {"use.rb", "x = M::Foo.new\nx.hit\n"}},
                "M.Foo.hit") == "2 resolved;");
}

TEST_CASE("receiver types: of two methods that a file sees neither is likely") {
  struct Row {
    const char* path;
    std::string two, inherited;
  };
  const Row rows[] = {
      {"a.py",
       "class Foo:\n  def hit(self): pass\nclass Bar:\n  def hit(self): pass\n"
       "def a(z):\n  z.hit()\n",
       "class Foo:\n  def hit(self): pass\nclass Bar(Foo):\n  def hit(self): pass\n"
       "def a(z):\n  z.hit()\n"},
      {"a.js", "class Foo { hit() {} }\nclass Bar { hit() {} }\nfunction a(z) { z.hit(); }\n",
       "class Foo { hit() {} }\nclass Bar extends Foo { hit() {} }\nfunction a(z) { z.hit(); }\n"},
      {"a.php",
       "<?php\nclass Foo { function hit() {} }\nclass Bar { function hit() {} }\n"
       "function a($z) { $z->hit(); }\n",
       "<?php\nclass Foo { function hit() {} }\nclass Bar extends Foo { function hit() {} }\n"
       "function a($z) { $z->hit(); }\n"},
      {"a.rb",
       "class Foo\n  def hit\n  end\nend\nclass Bar\n  def hit\n  end\nend\n"
       "def a(z)\n  z.hit\nend\n",
       "class Foo\n  def hit\n  end\nend\nclass Bar < Foo\n  def hit\n  end\nend\n"
       "def a(z)\n  z.hit\nend\n"},
  };
  const auto sure_of = [](const char* path, const std::string& text, const std::string& type) {
    Store store = open_in_memory();
    add_sources(store, {{path, text}});
    const auto types = find_definitions(store, resolve_scope(store.statements(), {}, {}), type);
    REQUIRE(types.size() == 1);
    std::string found;
    const Json body =
        test::answer_to(store, kRefs, {{"identifier", types[0].type + ".hit"}, {"byName", "true"}});
    for (const Json& hit : body["hits"].each()) found += hit.text("sure") + ";";
    return found + names(store, "calledby:a");
  };
  for (const Row& row : rows)
    for (const char* type : {"Foo", "Bar"}) {
      CAPTURE(row.path, type);
      CHECK(sure_of(row.path, row.two, type) == "by name;");
      CHECK(sure_of(row.path, row.inherited, type) == "likely;hit hit");
    }
}

TEST_CASE("receiver types: a class of Kotlin is called in other files of its package") {
  Store store = open_in_memory();
  add_sources(store, {{"a.kt", "package a\nclass Foo(val x: Int)\n"},
                      {"b.kt", "package a\nfun f() = Foo(1)\nfun g() = listOf(1).map(::Foo)\n"},
                      {"c.kt", "package c\nfun f() = Foo(1)\n"}});
  CHECK(lines_of(store, "a.Foo") == "b.kt:2 b.kt:3");
}

TEST_CASE("receiver types: what derives from what is looked at up to a bound") {
  const auto derives = [](int classes, bool is_circle) {
    const auto name = [](int i) { return "C" + std::to_string(i); };
    std::string text;
    for (int i = 0; i < classes; ++i)
      text += "class " + name(i) +
              (i > 0 || is_circle ? "(" + name((i + classes - 1) % classes) + ")" : "") +
              ":\n  def m" + std::to_string(i) + "(self): pass\n";
    Store store = open_in_memory();
    add_sources(store, {{"a.py", text + "class Other:\n  pass\n"}});
    const Scope scope = resolve_scope(store.statements(), {}, {});
    AliasMap aliases(store.statements(), store.index().modules(scope.text()));
    ReceiverTypes types(store.statements(), aliases);
    const auto type = [&](const std::string& called) {
      const auto found = types_called(store, scope, "a." + called);
      REQUIRE(found.size() == 1);
      return found[0].symbol;
    };
    CHECK_FALSE(types.derives(type(name(classes - 1)), type("Other")));
    CHECK(types.is_cut() == (classes > 64));
    return types.derives(type(name(classes - 1)), type(name(0)));
  };
  CHECK(derives(2, false));
  CHECK(derives(3, true));
  CHECK(derives(65, false));
  CHECK_FALSE(derives(80, false));
}

TEST_CASE("receiver types: beyond a number of expressions nothing is known") {
  Store store = open_in_memory();
  add_sources(store, {{"money.py", "class Money:\n  def wanted(self): pass\n"}});
  const Scope scope = resolve_scope(store.statements(), {}, {});
  const auto modules = store.index().modules(scope.text());
  const int64_t module = modules->modules.front().module;
  const auto wanted = find_definitions(store, scope, "money.Money.wanted");
  REQUIRE(wanted.size() == 1);
  AliasMap aliases(store.statements(), modules);
  const auto means = [&](size_t most) {
    ReceiverTypes types(store.statements(), aliases, most);
    const auto found = types.members("money.Money", module, "wanted", Use::call);
    CHECK(types.is_cut() == (most < 2));
    return found;
  };
  const std::vector<int64_t> one{wanted[0].symbol};
  CHECK(means(ReceiverTypes::kMostExpressions).symbols == one);
  CHECK(means(2).symbols == one);  // the expression, and the member
  for (const size_t most : {size_t{0}, size_t{1}}) {
    CHECK(means(most).symbols.empty());
    CHECK_FALSE(means(most).is_known);
  }
}

TEST_CASE("receiver types: beyond a number of headers nothing is seen, and it is told") {
  Store store = open_in_memory();
  add_sources(store, {{"a.c", "#include \"one.h\"\nint f(void) { return LIMIT; }\n"},
                      {"one.h", "#include \"two.h\"\n"},
                      {"two.h", "#include \"three.h\"\n"},
                      {"three.h", "#define LIMIT 1\n"}});
  const Scope scope = resolve_scope(store.statements(), {}, {});
  const auto modules = store.index().modules(scope.text());
  const auto sees = [&](size_t most) {
    Headers headers(store.statements(), modules, most);
    const bool is_seen = !headers.shown("LIMIT", modules->modules.front().module).empty();
    CHECK(headers.is_cut() != is_seen);
    return is_seen;
  };
  CHECK(sees(Headers::kMost));
  CHECK(sees(5));
  CHECK_FALSE(sees(3));
}

TEST_CASE("receiver types: what a source of C takes from headers") {
  const Sources sources = {
      {"include/limits.h",
       "#ifndef L\n#define L\n#define MOST 10\n#define LEAST 1\n"
       "struct s {\n  int flags;\n#define FLAG 1\n};\n#endif\n"},
      {"include/shop.h",
       "#include \"limits.h\"\nextern int stock;\nenum color { RED };\nvoid done(void);\n"},
      {"src/shop.c",
       "#include \"shop.h\"\nint f(void) {\n  int n = MOST + LEAST + FLAG;\n  stock = RED;\n"
       "  g(done);\n  return n;\n}\n"},
      {"src/own.c",
       "#include <shop.h>\n#define MOST 2\nint h(int stock) { return MOST + stock; }\n"},
      {"src/alone.c", "int k(void) { return MOST + stock + RED; }\n"},
      {"other/limits.h", "#define MOST 20\n"},
      {"src/both.c",
       "#include \"shop.h\"\n#include \"../other/limits.h\"\n"
       "int m(void) { return MOST; }\n"},
      {"src/ring.c", "#include \"a.h\"\nint r(void) { return LAST; }\n"},
      {"src/a.h", "#include \"b.h\"\n"},
      {"src/b.h", "#include \"a.h\"\n#define LAST 1\n"}};
  struct Row {
    const char* about;
    const char* name;
    const char* kind;
    const char* lines;
  };
  const Row rows[] = {
      {"a macro, through another header", "LEAST", "read", "src/shop.c:3"},
      {"one that is defined among fields", "FLAG", "read", "src/shop.c:3"},
      {"one that two headers in view and a source define", "MOST", "read",
       "src/shop.c:3 src/own.c:3"},
      {"a variable", "stock", "write", "src/shop.c:4"},
      {"an enumerator", "color.RED", "read", "src/shop.c:4"},
      {"headers that include each other", "LAST", "read", "src/ring.c:2"},
  };
  Store store = open_in_memory();
  add_sources(store, sources);
  for (const Row& row : rows) {
    CAPTURE(row.about);
    CHECK(lines_of(store, row.name, row.kind) == row.lines);
  }
}

TEST_CASE("receiver types: so many headers are looked at for one source") {
  Sources sources = {{"main.c", "#include \"h0.h\"\nint f(void) { return NEAR + FAR; }\n"}};
  for (size_t i = 0; i <= Headers::kMost; ++i)
    sources.push_back(
        {"h" + std::to_string(i) + ".h", "#include \"h" + std::to_string(i + 1) + ".h\"\n" +
                                             (i == 1                ? "#define NEAR 1\n"
                                              : i == Headers::kMost ? "#define FAR 1\n"
                                                                    : "")});
  Store store = open_in_memory();
  add_sources(store, sources);
  CHECK(lines_of(store, "NEAR", "read") == "main.c:2");
  CHECK(lines_of(store, "FAR", "read") == "");
}
