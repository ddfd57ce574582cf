// What a name means that another file gives, one row for each way to give it: attributes of
// components, static members that are imported all at once, companions, functions within functions,
// and types that are written in parts.
#include <catch2/catch.hpp>
#include <string>

#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/queries/add_sources.h"

using namespace dossier;
using test::Sources;

namespace {

/// Where the symbol is used, imports left out: "use.ts:3", with "?" where that is likely alone.
std::string uses_of(const Sources& sources, const char* identifier) {
  Store store = open_in_memory();
  test::add_sources(store, sources);
  Arguments arguments;
  arguments.set("identifier", identifier);
  const auto answer = run_to_json(store, kRefs, arguments);
  REQUIRE(answer.status() == 200);
  std::string out;
  const Json body = read_json(answer.body);
  for (const Json& hit : body["hits"].each())
    if (hit.text("kind") != "import")
      out += (out.empty() ? "" : " ") + hit.text("moduleName") + ":" +
             std::to_string(hit.number("line")) + (hit.text("sure") == "likely" ? "?" : "");
  return out;
}

struct Row {
  const char* about;
  Sources sources;
  const char *identifier, *uses;
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.about);
    CHECK(uses_of(row.sources, row.identifier) == row.uses);
  }
}

}  // namespace

TEST_CASE("an attribute of JSX is a property of what the component takes") {
  const auto with = [](const std::string& use) {
    return Sources{{"card.tsx",
                    "import React from 'react';\n"
                    "export interface CardProps { title: string }\n"
                    "export interface OtherProps { title: string }\n"
                    "export function Card(props: CardProps) { return null; }\n"
                    "export const Plain: React.FC<CardProps> = ({ title }) => null;\n"
                    "export const Other = (props: OtherProps) => null;\n"},
                   {"use.tsx",
                    "import { Card, Plain, Other } from './card';\nimport * as all from './card';\n"
                    "export const page = () => " +
                        use + ";\n"}};
  };
  constexpr const char* kTitle = "card.CardProps.title";
  check({{"a function", with("<Card title=\"x\" />"), kTitle, "use.tsx:3"},
         {"with children", with("<Card title={f()}>text</Card>"), kTitle, "use.tsx:3"},
         {"of a module", with("<all.Card title=\"x\" />"), kTitle, "use.tsx:3"},
         {"a variable with the type of a component", with("<Plain title=\"x\" />"), kTitle,
          "use.tsx:3"},
         {"another component", with("<Other title=\"x\" />"), kTitle, ""},
         {"an element of HTML", with("<div title=\"x\" />"), kTitle, ""},
         {"one that nothing defines", with("<Nobody title=\"x\" />"), kTitle, ""}});
}

TEST_CASE("a type is indexed by the name of a property") {
  check({{"of a generic type",
          {{"atom.ts", "export interface Atom<T> { read: (x: T) => T }\n"},
           {"use.ts",
            "import { Atom } from './atom';\nexport type Getter = "
            "Parameters<Atom<string>['read']>[0];\n"}},
          "atom.Atom.read",
          "use.ts:2"}});
}

TEST_CASE("static members that are imported all at once") {
  const auto java = [](const std::string& imports, const std::string& head = "class Use") {
    return Sources{
        {"a/Util.java",
         "package a; public class Util { static final int MAX = 1; static int origin() { return 1; "
         "} }"},
        {"a/Other.java",
         "package a; public class Other { static final int MAX = 2; static int origin() { return "
         "1; } }"},
        {"a/Base.java", "package a; public class Base { int kept; }"},
        {"b/Use.java", "package b;\n" + imports + "\n" + head +
                           " { int f() { int MIN = 1; return MAX + MIN + origin(); } }\n"}};
  };
  std::string many;
  for (int i = 0; i < 8; ++i) many += "import static x.T" + std::to_string(i) + ".*;";
  const auto kotlin = [](const char* import) {
    return Sources{
        {"Color.kt", "package a\nenum class Color { RED }\nenum class Sign { RED }\n"},
        {"Use.kt", "package b\nimport " + std::string(import) + "\nfun f(): Any = listOf(RED)\n"}};
  };
  check({{"a constant", java("import static a.Util.*;"), "a.Util.MAX", "b/Use.java:3"},
         {"and of none else", java("import static a.Util.*;"), "a.Other.MAX", ""},
         {"a method", java("import static a.Util.*;"), "a.Util.origin", "b/Use.java:3"},
         {"and of none else", java("import static a.Util.*;"), "a.Other.origin", ""},
         {"in a class with a base",
          java("import static a.Util.*; import a.Base;", "class Use extends Base"), "a.Util.MAX",
          "b/Use.java:3"},
         {"of two types, of which one is not here",
          java("import static x.Y.*; import static a.Util.*;"), "a.Util.MAX", "b/Use.java:3"},
         {"the eighth", java(many.substr(many.find(';') + 1) + "import static a.Util.*;"),
          "a.Util.MAX", "b/Use.java:3"},
         {"beyond eight", java(many + "import static a.Util.*;"), "a.Util.MAX", ""},
         {"a package", java("import a.*;"), "a.Util.MAX", ""},
         {"Kotlin's values of an enum", kotlin("a.Color.*"), "a.Color.RED", "Use.kt:3"},
         {"and of none else", kotlin("a.Color.*"), "a.Sign.RED", ""}});
}

TEST_CASE("a type around that inherits is asked before static members of others") {
  const Sources sources = {
      {"a/Helper.java", "package a; public class Helper { void prepare() {} }"},
      {"b/Use.java",
       "package b; import a.Helper; import static org.junit.Assert.*;\n"
       "class Use extends Helper {\n"
       "  class Inner {\n"
       "    void run() { prepare(); }\n"
       "  }\n"
       "}\n"}};
  const Sources both = {
      {"a/Helper.java", "package a; public class Helper { void prepare() {} }"},
      {"a/Tools.java", "package a; public class Tools { static void prepare() {} }"},
      {"b/Use.java",
       "package b; import a.Helper; import static a.Tools.*;\n"
       "class Use extends Helper {\n"
       "  void run() { prepare(); }\n"
       "}\n"
       "class Other { void run() { prepare(); } }\n"}};
  check({{"of the outer class", sources, "a.Helper.prepare", "b/Use.java:4"},
         {"inherited, which hides what is imported", both, "a.Helper.prepare", "b/Use.java:3"},
         {"imported", both, "a.Tools.prepare", "b/Use.java:5"}});
}

TEST_CASE("what a companion without a name has is imported through it") {
  const Sources sources = {
      {"Money.kt",
       "package a\nclass Money { companion object { fun parse(s: String) = Money() } }\n"
       "class Sign { companion object { fun parse(s: String) = Sign() } }\n"},
      {"Use.kt", "package b\nimport a.Money.Companion.parse\nfun f() = parse(\"1\")\n"}};
  check({{"of its class", sources, "a.Money.parse", "Use.kt:3"},
         {"and of no other", sources, "a.Sign.parse", ""}});
}

TEST_CASE("a function of PHP within another one is the namespace's") {
  const Sources sources = {
      {"a.php",
       "<?php\nnamespace Shop;\nfunction outer() {\n  function inner() { return 1; }\n}\n"},
      {"b.php", "<?php\nnamespace Shop;\nouter();\necho inner();\n"}};
  check({{"by its own name", sources, "Shop.inner", "b.php:4?"},
         {"not by the other's", sources, "Shop.outer.inner", ""}});
}

TEST_CASE("a constant of Ruby is read by its name alone") {
  const Sources sources = {
      {"shop.rb",
       "module Shop\n  LIMIT = 1\n  class Box\n    SIZE = 2\n    def full?(n)\n"
       "      n > LIMIT && n > SIZE\n    end\n  end\n  class Other\n    SIZE = 3\n  end\nend\n"},
      {"use.rb", "puts Shop::Box::SIZE\n"}};
  check({{"of the class", sources, "Shop.Box.SIZE", "shop.rb:6 use.rb:1"},
         {"of what is around", sources, "Shop.LIMIT", "shop.rb:6"},
         {"and of no other class", sources, "Shop.Other.SIZE", ""}});
}

TEST_CASE("an attribute of C# is a type, and no method of its name") {
  const Sources sources = {
      {"a.cs",
       "class SetupAttribute : System.Attribute {}\n"
       "class Bench { [Setup] public void Setup() {} void Run() { Setup(); } }\n"}};
  check({{"the method", sources, "Bench.Setup", "a.cs:2"}});
}

TEST_CASE("what Python says of a type in parts") {
  const auto with = [](const std::string& use) {
    return Sources{{"shop/__init__.py", ""},
                   {"shop/kinds/__init__.py", ""},
                   {"shop/kinds/money.py",
                    "class Money:\n  def __init__(self):\n    self.total = 1\n"
                    "class Price:\n  def __init__(self):\n    self.total = 2\n"},
                   {"shop/use.py",
                    "from . import kinds\nfrom typing import Union\n"
                    "from .kinds.money import Money, Price\n" +
                        use}};
  };
  constexpr const char* kTotal = "shop.kinds.money.Money.total";
  const auto only_use = [&](const char* about, const std::string& use, const char* identifier,
                            const std::string& uses) {
    CAPTURE(about, use);
    const std::string all = uses_of(with(use), identifier);
    const auto at = all.find("shop/use.py");
    CHECK((at == all.npos ? "" : all.substr(at)) == uses);
  };
  only_use("one or none", "def f(x: Union[\"Money\", None]): return x.total\n", kTotal,
           "shop/use.py:4");
  only_use("either", "def f(x: Union[str, Price, Money]): return x.total\n", kTotal,
           "shop/use.py:4");
  only_use("another", "def f(x: Union[\"Price\", None]): return x.total\n", kTotal, "");
  only_use("through modules, called", "def f(): raise kinds.money.Money()\n",
           "shop.kinds.money.Money", "shop/use.py:4");
  only_use("through modules, looked into", "def f(): return kinds.money.Money.total\n",
           "shop.kinds.money.Money", "shop/use.py:4 shop/use.py:4");
  only_use("with arguments, between quotes", "def f() -> \"Money[int]\": pass\n",
           "shop.kinds.money.Money", "shop/use.py:4");
}

TEST_CASE("a name of a module that is given anew stays what it was") {
  const Sources sources = {{"shop/__init__.py", ""},
                           {"shop/a.py",
                            "class Money: pass\nMoney = ordered(Money)\nLIMIT = 1\n"
                            "if LIMIT:\n  LIMIT = 2\ndef f(x):\n"
                            "  return isinstance(x, Money) and LIMIT\n"}};
  check({{"a class", sources, "shop.a.Money", "shop/a.py:2 shop/a.py:2 shop/a.py:7"},
         {"a variable", sources, "shop.a.LIMIT", "shop/a.py:4 shop/a.py:5 shop/a.py:7"}});
}

TEST_CASE("a package in the folder of go.mod is imported by the path that is said there") {
  const auto with = [](const std::string& mod, const std::string& import,
                       const std::string& use = "tea.NewProgram()") {
    return Sources{
        {"go.mod", mod},
        {"tea.go", "package tea\n\nfunc NewProgram() int { return 1 }\n"},
        {"cmd/main.go", "package main\n\nimport " + import + "\n\nvar x = " + use + "\n"}};
  };
  const std::string mod = "// of the shop\nmodule charm.land/shop/v2 // v2\n\ngo 1.24\n";
  constexpr const char* kName = "tea.NewProgram";
  check(
      {{"by another name", with(mod, "tea \"charm.land/shop/v2\""), kName, "cmd/main.go:5"},
       {"by its own", with(mod, "\"charm.land/shop/v2\""), kName, "cmd/main.go:5"},
       {"by any", with(mod, "t \"charm.land/shop/v2\"", "t.NewProgram()"), kName, "cmd/main.go:5"},
       {"in quotes", with("module \"charm.land/shop/v2\"\n", "tea \"charm.land/shop/v2\""), kName,
        "cmd/main.go:5"},
       {"another module", with(mod, "tea \"other.land/shop/v2\""), kName, ""},
       {"no module is named", with("modules x\n", "tea \"charm.land/shop/v2\""), kName, ""}});
}

TEST_CASE("a package of the tree is imported by its name") {
  const auto with = [](const std::string& package, const std::string& import,
                       const std::string& file = "packages/tk/src/index.ts") {
    return Sources{
        {"packages/tk/package.json", "{\"name\": \"@r/tk\"" + package + "}"},
        {"packages/app/package.json", "{\"name\": \"@r/app\"}"},
        {file, "export function makeStore() {}\n"},
        {"packages/app/src/use.ts", "import { makeStore } from '" + import + "';\nmakeStore();\n"}};
  };
  const auto name = [](const std::string& module) { return module + ".makeStore"; };
  const std::string index = name("packages/tk/src/index");
  const std::string use = "packages/app/src/use.ts:2";
  const std::string query = name("packages/tk/src/query/index");
  const struct {
    const char* about;
    Sources sources;
    std::string identifier, uses;
  } rows[] = {
      {"no entry is named", with("", "@r/tk"), index, ""},
      {"a source", with(", \"main\": \"src/index.ts\"", "@r/tk"), index, use},
      {"what is built", with(", \"main\": \"dist/index.js\"", "@r/tk"), index, use},
      {"types that are built", with(", \"types\": \"./dist/index.d.ts\"", "@r/tk"), index, use},
      {"a source of another name",
       with(", \"main\": \"./src/all.js\"", "@r/tk", "packages/tk/src/all.js"),
       name("packages/tk/src/all"), use},
      {"what is built, beside a source",
       with(", \"main\": \"dist/a.js\", \"source\": \"src/all.ts\"", "@r/tk",
            "packages/tk/src/all.ts"),
       name("packages/tk/src/all"), use},
      {"in the package's folder", with("", "@r/tk", "packages/tk/index.js"),
       name("packages/tk/index"), use},
      {"in lib", with(", \"main\": \"lib/index.js\"", "@r/tk", "packages/tk/lib/index.js"),
       name("packages/tk/lib/index"), use},
      {"exports by conditions",
       with(R"(, "exports": {".": {"types": "./dist/x.d.ts", "source": "./src/all.ts"}})", "@r/tk",
            "packages/tk/src/all.ts"),
       name("packages/tk/src/all"), use},
      {"a part that exports name",
       with(R"(, "exports": {".": "./dist/x.js", "./query": {"import": "./src/q.ts"}})",
            "@r/tk/query", "packages/tk/src/q.ts"),
       name("packages/tk/src/q"), use},
      {"parts that exports name",
       with(R"(, "exports": {"./*": "./src/parts/*.ts"})", "@r/tk/query",
            "packages/tk/src/parts/query.ts"),
       name("packages/tk/src/parts/query"), use},
      {"a part whose entry is built",
       with(R"(, "exports": {"./query": {"import": "./dist/query/all.mjs"}})", "@r/tk/query",
            "packages/tk/src/query/index.ts"),
       query, use},
      {"a part by its folder",
       with(", \"main\": \"dist/index.js\"", "@r/tk/query", "packages/tk/src/query/index.ts"),
       query, use},
      {"a part by its folder and src",
       with(", \"main\": \"dist/index.js\"", "@r/tk/src/query", "packages/tk/src/query.ts"),
       name("packages/tk/src/query"), use},
      {"a part by its file", with("", "@r/tk/src/query", "packages/tk/src/query.ts"),
       name("packages/tk/src/query"), use},
      {"a name that begins like it", with("", "@r/tk-more"), index, ""},
      {"another package", with("", "@r/other"), index, ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.about);
    CHECK(uses_of(row.sources, row.identifier.c_str()) == row.uses);
  }
  // What lies below src is no other folder's.
  CHECK(uses_of({{"app/utils/index.ts", "export function money() {}\n"},
                 {"app/src/utils/index.ts", "export function money() {}\n"},
                 {"app/main.ts", "import { money } from './utils';\nmoney();\n"}},
                "app/src/utils/index.money")
            .empty());
}

TEST_CASE("a package of the tree passes on what its parts define") {
  check({{"everything of a part",
          {{"tk/package.json", R"({"name": "tk", "main": "dist/index.js"})"},
           {"tk/src/query/index.ts", "export function makeApi() {}\n"},
           {"tk/src/index.ts", "export * from './query';\n"},
           {"app/use.ts", "import { makeApi } from 'tk';\nmakeApi();\n"}},
          "tk/src/query/index.makeApi",
          "app/use.ts:2"}});
}

TEST_CASE("a value of C++ is named by the whole path before it") {
  const auto with = [](const std::string& use, const std::string& more = "") {
    return Sources{
        {"color.hpp",
         "namespace sf {\nstruct Color {\n  static const Color Green;\n"
         "  static int mix(int);\n};\nenum class Prim { Lines };\n"
         "namespace gl { struct Deep { struct Er { static int Kind; }; }; }\n}\n"},
        {"image.hpp", "#include \"color.hpp\"\n"},
        {"use.cpp", "#include \"image.hpp\"\n" + more + "void f() { g(" + use + "); }\n"}};
  };
  check({{"a static member", with("sf::Color::Green"), "sf.Color.Green", "use.cpp:2"},
         {"a call", with("sf::Color::mix(3)"), "sf.Color.mix", "use.cpp:2"},
         {"an enumerator", with("sf::Prim::Lines"), "sf.Prim.Lines", "use.cpp:2"},
         {"from the global namespace", with("::sf::Color::Green"), "sf.Color.Green", "use.cpp:2"},
         {"four names", with("sf::gl::Deep::Kind", "// no such\n"), "sf.gl.Deep.Er.Kind", ""},
         {"five names", with("sf::gl::Deep::Er::Kind"), "sf.gl.Deep.Er.Kind", "use.cpp:2"},
         {"another namespace's", with("other::Color::Green"), "sf.Color.Green", ""}});
}

TEST_CASE("a method is named behind a value and two colons") {
  const auto java = [](const std::string& use) {
    return Sources{
        {"Panel.java", "package app;\npublic class Panel { public void resetAll() {} }\n"},
        {"Other.java", "package app;\npublic class Other { public void resetAll() {} }\n"},
        {"Form.java",
         "package app;\npublic class Form {\n  private Panel panel;\n"
         "  void f(Panel arg, Other other) {\n    Panel loc = make();\n    run(" +
             use + ");\n  }\n}\n"}};
  };
  const auto kotlin = [](const std::string& use) {
    return Sources{{"Panel.kt", "package app\nclass Panel { fun resetAll() {} }\n"},
                   {"Other.kt", "package app\nclass Other { fun resetAll() {} }\n"},
                   {"Form.kt",
                    "package app\nclass Form(private val panel: Panel) {\n"
                    "  fun f(arg: Panel, other: Other) {\n    val loc: Panel = make()\n"
                    "    run(" +
                        use + ")\n  }\n}\n"}};
  };
  constexpr const char *kName = "app.Panel.resetAll", *kJava = "Form.java:6",
                       *kKotlin = "Form.kt:5";
  check({{"a field of Java", java("panel::resetAll"), kName, kJava},
         {"of this", java("this.panel::resetAll"), kName, kJava},
         {"a parameter", java("arg::resetAll"), kName, kJava},
         {"a local", java("loc::resetAll"), kName, kJava},
         {"the type", java("Panel::resetAll"), kName, kJava},
         {"another one's", java("other::resetAll"), kName, ""},
         {"a field of Kotlin", kotlin("panel::resetAll"), kName, kKotlin},
         {"of this, in Kotlin", kotlin("this.panel::resetAll"), kName, kKotlin},
         {"a parameter of Kotlin", kotlin("arg::resetAll"), kName, kKotlin},
         {"a local of Kotlin", kotlin("loc::resetAll"), kName, kKotlin},
         {"the type, in Kotlin", kotlin("Panel::resetAll"), kName, kKotlin},
         {"another one's, in Kotlin", kotlin("other::resetAll"), kName, ""}});
}

TEST_CASE("a static method is called on a type that inherits it") {
  check({
      {"Python",
       {{"a.py",
         "class Base:\n  @classmethod\n  def of(cls): return cls()\n"
         "class Sub(Base): pass\n"},
        {"b.py", "from a import Sub\nSub.of()\n"}},
       "a.Base.of",
       "b.py:2"},
      {"TypeScript",
       {{"a.ts", "export class Base { static of() {} }\nexport class Sub extends Base {}\n"},
        {"b.ts", "import { Sub } from './a'\nSub.of()\n"},
        {"c.ts", "class Sub { }\nSub.of()\n"}},
       "a.Base.of",
       "b.ts:2"},
      {"PHP",
       {{"a.php",
         "<?php\nnamespace App;\nclass Base { public static function of() {} }\n"
         "class Sub extends Base {}\nfunction f() { Sub::of(); }\n"},
        {"b.php", "<?php\nnamespace Shop;\nuse App\\Sub;\nfunction g() { Sub::of(); }\n"}},
       "App.Base.of",
       "a.php:5 b.php:4"},
      {"Ruby",
       {{"a.rb", "class Base\n  def self.of; end\nend\nclass Sub < Base; end\nSub.of\n"},
        {"b.rb", "Sub.of\n"},
        {"c.rb", "class Other\n  def self.of; end\nend\nOther.of\n"}},
       "Base.of",
       "a.rb:5 b.rb:1"},
      {"one that the type has itself is its own",
       {{"a.ts",
         "export class Base { static of() {} }\n"
         "export class Sub extends Base { static of() {} }\n"},
        {"b.ts", "import { Sub } from './a'\nSub.of()\n"}},
       "a.Base.of",
       ""},
  });
}

TEST_CASE("a type of Ruby is named alone within what is around it") {
  const auto with = [](const std::string& path, const std::string& use) {
    return Sources{{"base.rb", "module Shop\n  module Rules\n    class Base; end\n  end\nend\n"},
                   {path, use}};
  };
  const char* const kBase = "Shop.Rules.Base";
  check({
      {"in the same module",
       with("a.rb", "module Shop\n  module Rules\n    class A < Base; end\n  end\nend\n"), kBase,
       "a.rb:3"},
      {"further within",
       with("a.rb",
            "module Shop\n  module Rules\n    module Tax\n      class A < Base; end\n    end\n"
            "  end\nend\n"),
       kBase, "a.rb:4"},
      {"from the module around it",
       with("a.rb", "module Shop\n  class A < Rules::Base; end\nend\n"), kBase, "a.rb:2"},
      {"what includes the module", with("a.rb", "class A\n  include Shop::Rules\n  Base\nend\n"),
       kBase, "a.rb:3"},
      {"in another one",
       with("a.rb", "module Farm\n  module Rules2\n    class A < Base; end\n  end\nend\n"), kBase,
       ""},
      {"in none", with("a.rb", "class A < Base; end\n"), kBase, ""},
  });
}

TEST_CASE("a path of Rust says as which trait's a member is meant") {
  const std::string trait =
      "pub trait Tag { fn tag(x: u8) -> u8; const SIZE: u8; }\npub struct Coin;\n"
      "impl Tag for Coin { fn tag(x: u8) -> u8 { x } const SIZE: u8 = 1; }\n";
  check({
      {"a type's",
       {{"src/a.rs", trait + "fn f() { <Coin as Tag>::tag(1); }\n"}},
       "crate.a.Coin.tag",
       "src/a.rs:4"},
      {"a type's constant",
       {{"src/a.rs", trait + "fn f() -> u8 { <Coin as Tag>::SIZE }\n"}},
       "crate.a.Coin.SIZE",
       "src/a.rs:4"},
      {"of another file",
       {{"src/a.rs", trait},
        {"src/b.rs", "use crate::a::{Coin, Tag};\nfn f() { <Coin as Tag>::tag(1); }\n"}},
       "crate.a.Coin.tag",
       "src/b.rs:2"},
      {"of a type parameter the trait's",
       {{"src/a.rs", trait + "fn f<T: Tag>() { <T as Tag>::tag(1); }\n"}},
       "crate.a.Tag.tag",
       "src/a.rs:4"},
  });
}

TEST_CASE("what a file of Rust adds to a type that it imports is the type's") {
  const Sources sources = {
      {"src/a.rs", "pub struct Deep;\nimpl Deep { pub fn first(&self) {} }\n"},
      {"src/b.rs",
       "use crate::a::Deep as D;\npub trait Tag { fn tag(&self) {} }\nimpl Tag for D {}\n"
       "impl D { pub fn own(&self) { self.first() } }\n"},
      {"src/c.rs", "use crate::a::Deep;\nfn f(d: &Deep) {\n  d.own();\n  d.tag();\n}\n"},
      {"src/d.rs", "pub struct E;\nimpl E { fn own(&self) {} fn tag(&self) {} }\n"}};
  check({{"a method", sources, "crate.a.Deep.own", "src/c.rs:3"},
         {"one that calls another part's", sources, "crate.a.Deep.first", "src/b.rs:4"},
         {"one of a trait", sources, "crate.b.Tag.tag", "src/c.rs:4"}});
}
