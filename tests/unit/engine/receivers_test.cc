// What a call on a value is called on, as far as its file tells: one row for each rule.
#include "engine/readers/languages/receivers.h"

#include <catch2/catch.hpp>
#include <string>

#include "engine/readers/languages/source_file.h"

namespace dossier::languages {
namespace {

/// Of the call of `wanted` in the file: what it is called on, and its key.
std::string called_on(std::string_view path, const std::string& text,
                      std::string_view wanted = "wanted") {
  const Language* language = of(path);
  REQUIRE(language);
  const auto source = read({std::string(path), text}, *language);
  REQUIRE(source);
  for (const Reference& one : source->module.references)
    if (one.kind == ReferenceKind::call &&
        (one.target_key.ends_with(wanted) || one.target_key.ends_with("Wanted")))
      return std::string(one.target_type) + " " + std::string(one.target_key);
  return "none";
}

/// What the member holds or gives.
std::string result_of(std::string_view path, const std::string& text, std::string_view member) {
  const auto source = read({std::string(path), text}, *of(path));
  REQUIRE(source);
  uint32_t ordinal = 0;
  std::string found = "none";
  for (const Type& type : source->module.types) {
    ++ordinal;
    for (const Member& one : type.members) {
      ++ordinal;
      if (one.name != member) continue;
      found.clear();
      for (const Detail& detail : source->module.details)
        if (detail.source == ordinal && detail.kind == DetailKind::result) found = detail.text;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("receivers: a call on a value knows what its file says of it") {
  struct Row {
    const char* about;
    const char* path;
    const char* text;
    const char* wanted;
  };
  const Row rows[] = {
      {"a parameter's type, imported", "a/B.java",
       "package a; import x.Money; class B { void f(Money m) { m.wanted(); } }", "x.Money wanted"},
      {"a field's", "a/B.java", "package a; class B { x.Money m; void f() { m.wanted(); } }",
       "a.B.m wanted"},
      {"a field's, through this", "a/B.java",
       "package a; class B { Money m; void f() { this.m.wanted(); } }", "a.B.m wanted"},
      {"a variable's, what is constructed", "a/B.java",
       "package a; class B { void f() { var m = new Money<Integer>(1); m.wanted(); } }",
       "Money() wanted"},
      {"the last assignment above the call", "b.py",
       "from x import One, Two\ndef f():\n  m = One()\n  m = Two()\n  m.wanted()\n  m = One()\n",
       "x.Two() wanted"},
      {"a value that is made of itself", "b.py",
       "def f(m: 'Money'):\n  m = m.next()\n  m.wanted()\n", "Money.next() wanted"},
      {"a chain of calls", "b.py", "import x\ndef f():\n  x.open(1, (2)).of[0].wanted()\n",
       "x.open().of[] wanted"},
      {"an instance", "b.py", "class Money(Base):\n  def f(self):\n    self.wanted()\n",
       "b.Money wanted"},
      {"a function that is only annotated with it", "b.py",
       "def f(self: 'Money'):\n  self.wanted()\n", "Money wanted"},
      {"what a base is", "b.py",
       "from x import Base\nclass Money(Base):\n  def f(self):\n    super().wanted.wanted()\n",
       "x.Base.wanted wanted"},
      {"optional, in both ways", "b.py",
       "from typing import Optional\ndef f(m: Optional['Money'] | None):\n  m.wanted()\n",
       "Money wanted"},
      {"either", "b.py", "def f(m: One | Two):\n  m.wanted()\n", "One|Two wanted"},
      {"no type: a parameter hides what is outside", "b.py",
       "m: Money = None\ndef f(m):\n  m.wanted()\n", " wanted"},
      {"a lambda's parameter hides", "b.py", "m: Money = None\nf = lambda m: m.wanted()\n",
       " wanted"},
      {"an element", "b.py", "def f(a: list['Money']):\n  for m in a: m.wanted()\n",
       "Money wanted"},
      {"an element, before it is named", "b.py",
       "def f(a: list['Money']):\n  return [m.wanted() for m in a]\n", "Money wanted"},
      {"an element by its place", "src/b.ts", "function f(m: Money[]) { m[0].wanted() }",
       "Money wanted"},
      {"a text", "b.py", "def f():\n  ', '.wanted([])\n", "\"\" wanted"},
      {"nothing: a function outside of types", "b.py", "def f():\n  wanted()\n", "* wanted"},
      {"what a file has", "src/b.ts", "const m = new Money()\nfunction f() { m.wanted() }",
       "src/b.m wanted"},
      {"a default", "src/b.ts", "function f(m?: Money) { (m ?? other()).wanted() }",
       "Money wanted"},
      {"a cast", "src/b.ts", "function f(m: unknown) { (m as Money).wanted() }", "Money wanted"},
      {"awaited, and what promises it", "src/b.ts",
       "async function f(m: Promise<Money>) { (await m).wanted() }", "Money wanted"},
      {"a type parameter", "src/b.ts", "function f<T>(m: T) { m.wanted() }", " wanted"},
      {"an array", "src/b.ts", "function f(m: Money[]) { m.wanted() }", "[Money] wanted"},
      {"a pointer", "a/b.go", "package a\nfunc f(m *x.Money) { m.wanted() }", "x.Money wanted"},
      {"the first of several results", "a/b.go",
       "package a\nfunc g() (*Money, error) { return nil, nil }\n"
       "func f() { m, err := g(); _ = err; m.wanted() }",
       "a.g() wanted"},
      {"a literal of a type", "a/b.go", "package a\nfunc f() { m := &Money{1}; m.wanted() }",
       "Money() wanted"},
      {"a receiver's field", "a/b.go",
       "package a\ntype B struct { m Money }\nfunc (b *B) f() { b.m.wanted() }", "a.B.m wanted"},
      {"a constructor's parameter", "B.kt",
       "package a\nclass B(val m: Money?) { fun f() { m?.wanted() } }", "a.B.m wanted"},
      {"a variable", "B.kt", "package a\nfun f() { val m: x.Money = g()\n m.wanted() }",
       "x.Money wanted"},
      {"a property of C#, though it begins with a capital", "B.cs",
       "namespace a { class B { Money M { get; } void f() { M.wanted(); } } }", "a.B.M wanted"},
      {"a variable of C#", "B.cs",
       "namespace a { class B { void f() { foreach (Money m in g()) m.wanted(); } } }",
       "Money wanted"},
      {"a reference", "src/b.rs", "fn f(m: &mut Money) { m.wanted(); }", "Money wanted"},
      {"a namespace is no value", "b.cpp",
       "struct B : Base { void f(int std) { std::wanted(); } };", "std std.wanted"},
      {"through a smart pointer", "b.cpp",
       "void f(const std::unique_ptr<Money>& m) { m->wanted(); }", "Money wanted"},
      {"what is made, kept as it is", "B.kt",
       "package a\nfun f() { Money().apply { x() }.wanted() }", "Money() wanted"},
      {"of PHP", "B.php", "<?php function f(Money $m) { $m->wanted(); }", "Money wanted"},
      {"of Scala", "B.scala", "package a\ndef f(m: Money) = m.wanted()", "Money wanted"},
      {"a name of Scala that nothing explains", "B.scala", "object B { def f = ujson.wanted() }",
       "ujson wanted"},
      {"what a case gives of Scala", "B.scala",
       "object B { def f(x: Any) = x match { case m => m.wanted() } }", " wanted"},
      {"a placeholder of Scala", "B.scala", "object B { def f(x: M) = x.map(_.wanted()) }",
       " wanted"},
      {"of Swift", "B.swift", "func f(m: Money?) { m?.wanted() }", "Money wanted"},
      {"of Ruby", "b.rb", "def f\n  m = Money.new(1)\n  m.wanted(2)\nend\n", "Money wanted"},
      {"a type of a module beside the file", "a/b.py",
       "from . import nodes\ndef f():\n  nodes.Wanted()\n", "a.nodes a.nodes.Wanted"},
      {"a type is no value", "a/B.java",
       "package a; import x.Money; class B { void f() { Money.wanted(); } }",
       "x.Money x.Money.wanted"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about, row.path, row.text);
    CHECK(called_on(row.path, row.text) == row.wanted);
  }
}

TEST_CASE("receivers: Ruby makes objects without brackets, and keeps them in its type") {
  const auto in_class = [](const std::string& methods) {
    return "class B\n" + methods + "  def run\n    @m.wanted\n  end\nend\n";
  };
  const std::string money = "class Money\n  def wanted\n  end\nend\n";
  CHECK(called_on("b.rb", money + "def a\n  x = Money.new\n  x.wanted\nend\n") == "Money wanted");
  CHECK(called_on("b.rb", "def a\n  x = Money.new\n  x.wanted(1)\nend\n") == "Money wanted");
  CHECK(called_on("b.rb", "def a\n  x = Money.new 1, 2\n  x.wanted\nend\n") == "Money wanted");
  CHECK(called_on("b.rb", "def a\n  x = Money.new do |y|\n    y\n  end\n  x.wanted\nend\n") ==
        "Money wanted");
  CHECK(called_on("b.rb", "def a\n  x = M::Money.new\n  x.wanted\nend\n") == "M.Money wanted");
  CHECK(called_on("b.rb", "def a\n  Money.new.wanted\nend\n") == "Money wanted");
  CHECK(called_on("b.rb", "def a\n  x = Money.create\n  x.wanted\nend\n") == "Money.create wanted");
  CHECK(called_on("b.rb", "def a(x)\n  x.wanted\nend\n") == " wanted");
  // What its method assigns counts first, then what the type assigns in one way.
  CHECK(called_on("b.rb", in_class("  def initialize\n    @m = Money.new\n  end\n")) ==
        "Money wanted");
  CHECK(called_on("b.rb", in_class("  def set\n    @m ||= Money.new(1)\n  end\n")) ==
        "Money wanted");
  CHECK(called_on("b.rb",
                  "class B\n  def run\n    @m.wanted\n  end\n"
                  "  def set\n    @m = Money.new\n  end\nend\n") == "Money wanted");
  CHECK(called_on("b.rb", in_class("  def set\n    @m = Money.new\n  end\n"
                                   "  def clear\n    @m = nil\n  end\n")) == "Money wanted");
  CHECK(called_on("b.rb", in_class("  def set\n    @m = Money.new\n  end\n"
                                   "  def other\n    @m = Coin.new\n  end\n")) == " wanted");
  CHECK(called_on("b.rb",
                  "class B\n  def set\n    @m = Coin.new\n  end\n  def run\n"
                  "    @m = Money.new\n    @m.wanted\n  end\nend\n") == "Money wanted");
  CHECK(called_on("b.rb", "class A\n  def set\n    @m = Money.new\n  end\nend\n" + in_class("")) ==
        " wanted");
  CHECK(called_on("b.rb", "class B < A\n  def run\n    @m.wanted\n  end\nend\n") == " wanted");
}

TEST_CASE("receivers: what members hold and give") {
  struct Row {
    const char* path;
    const char* text;
    const char* wanted;
  };
  const Row rows[] = {
      {"a/B.java", "package a; import x.Money; class B { Money m() { return null; } }", "x.Money"},
      {"B.kt", "package a\nclass B { fun m(): Money<Int>? = null }", "Money"},
      {"B.kt", "package a\nclass B { val m = Money(1) }", "Money()"},
      {"a/b.go", "package a\nfunc m(x int) (*Money, error) { return nil, nil }", "Money"},
      {"b.py", "def m() -> 'Money':\n  pass\n", "Money"},
      {"b.py", "class B:\n  def f(self, x: Money):\n    self.m = None\n    self.m = x\n", "Money"},
      {"b.py", "class B:\n  def m(self):\n    return self\n", "b.B"},
      {"src/b.ts", "export function m(): Promise<Money> { return x }", "Money"},
      {"src/b.ts", "class B { m = new Money() }", "Money()"},
      {"src/b.ts", "class B { m:\n  | Money\n  | Price }", "Money|Price"},
      {"src/b.ts", "interface B { m(): (x: number) => void }", ""},
      {"src/b.rs", "fn m() -> Option<Money> { None }", "Money"},
      {"B.cs", "namespace a { class B { Task<Money> m() { return null; } } }", "Money"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path, row.text);
    CHECK(result_of(row.path, row.text, "m") == row.wanted);
  }
}

TEST_CASE("receivers: too long and too deep is not known") {
  std::string chain = "x";
  for (int i = 0; i < 60; ++i) chain += ".abcdefgh(1)";
  CHECK(called_on("b.py", "import x\ndef f():\n  " + chain + ".wanted()\n") == " wanted");
  std::string deep = "def f(m0: Money):\n";
  for (int i = 1; i < 40; ++i)
    deep += "  m" + std::to_string(i) + " = m" + std::to_string(i - 1) + "\n";
  CHECK(called_on("b.py", deep + "  m5.wanted()\n") == "Money wanted");
  CHECK(called_on("b.py", deep + "  m39.wanted()\n") == " wanted");
}

TEST_CASE(
    "receivers: many locals of a name, and a long path, take no time that grows faster than they") {
  std::string text = "def a(x: Money):\n";
  for (int i = 0; i < 20'000; ++i) text += "  x = x.wanted()\n";
  CHECK(called_on("b.py", text) == "Money wanted");
  std::string path = "def a(): pass\nb = a";
  for (int i = 0; i < 30'000; ++i) path += ".a";
  const auto source = read({"b.py", path + "\n"}, *of("b.py"));
  REQUIRE(source);
  CHECK(source->module.references.size() < 200);
}

TEST_CASE("receivers: what is made of much is what its name says, up to a size") {
  const auto go = [](size_t size, const std::string& end) {
    const std::string value = "&Money{s: \"" + std::string(size, 'x') + "\"}" + end;
    return called_on("a.go", "package a\ntype Money struct { s string }\nfunc f() {\n  m := " +
                                 value + "\n  m.wanted()\n}\n");
  };
  const std::string known = go(3, ""), unknown = " wanted";
  CHECK(known == "a.Money() wanted");
  CHECK(go(kMostWritten, "") == known);
  CHECK(go(kMostWritten, ".s") == unknown);
  CHECK(go(kMostLong - 100, "") == known);
  CHECK(go(kMostLong, "") == unknown);
  for (const size_t size : {size_t{3}, kMostWritten}) {
    CAPTURE(size);
    const std::string many(size, '1');
    CHECK(called_on("a.py", "class Money: pass\ndef f():\n  m = Money(\n" + many +
                                ")\n  m.wanted()\n") == "a.Money() wanted");
    CHECK(called_on("a.ts", "class Money {}\nfunction f() {\n  const m = new Money({a: " + many +
                                "})\n  m.wanted()\n}\n") == "a.Money() wanted");
    CHECK(called_on("a.ts", "function f() {\n  const m = ({a: " + many + "})\n  m.wanted()\n}\n") ==
          unknown);
  }
}

TEST_CASE("receivers: a word counts where it names a function, a type or an import") {
  const std::string text =
      "from x import handler, Money\nimport y\n"
      "def own(): pass\n"
      "def f(own2, handler2):\n"
      "  reg(own, handler, key=Money, own=1)\n"
      "  own2 = y.Type\n"
      "def g(own):\n"
      "  reg(own, f.own)\n";
  const auto source = read({"b.py", text}, *of("b.py"));
  REQUIRE(source);
  std::string found;
  for (const Reference& one : source->module.references)
    if (one.kind != ReferenceKind::import && one.kind != ReferenceKind::call)
      found += std::to_string(one.line) + " " + std::string(name_of(one.kind)) + " " +
               std::string(one.target_key) + "\n";
  CHECK(found == "5 ftn b.own\n5 read x.handler\n5 type x.Money\n6 type y.Type\n8 ftn b.f\n");
}

TEST_CASE("receivers: chains and types of source text") {
  const auto chain = [](std::string_view text) {
    std::string out;
    for (const Link& link : chain_of(text))
      out +=
          std::string(link.name) + (link.is_called ? "()" : "") + (link.is_indexed ? "[] " : " ");
    return out;
  };
  CHECK(chain("a.b(c, \")\").d") == "a b() d ");
  CHECK(chain("a ?. b<C, D>(1)!!.c[0]") == "a b() c[] ");
  CHECK(chain("a::b::<C>(1)?") == "a b() ");
  CHECK(chain("Box[int](7)") == "Box() ");
  for (const char* other : {"a < b", "a + b", "a ? b : c", "1.5", "", "a.", "a(b", "\"a\".b"})
    CHECK(chain(other).empty());
  CHECK(bare_type(": const Money&") == "Money");
  CHECK(bare_type("&'a mut Money") == "Money");
  CHECK(bare_type("\"Money\"") == "Money");
  CHECK(bare_type("'") == "'");
  CHECK(type_parts("a.List<B<C>>?").arguments == "B<C>");
  CHECK(type_parts("Money[]").is_array);
  for (const char* other : {"", "(A) -> B", "A | B", "List<", "A B"})
    CHECK(type_parts(other).name.empty());
}

}  // namespace dossier::languages
