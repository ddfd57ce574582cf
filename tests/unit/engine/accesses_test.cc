// What is read and set of a value, a type or a module, and in which block a variable is known: one
// row for each rule.
#include "engine/readers/languages/accesses.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <span>
#include <string>

#include "engine/readers/languages/source_file.h"

namespace dossier::languages {
namespace {

/// The reads and writes of `wanted` in the file: "read wanted of Money", one a line; "!" behind
/// what the file itself defines.
std::string uses_in(std::string_view path, const std::string& text,
                    std::string_view wanted = "wanted") {
  const Language* language = of(path);
  REQUIRE(language);
  const auto source = read({std::string(path), text}, *language);
  REQUIRE(source);
  std::string found;
  for (const Reference& one : source->module.references) {
    const bool is_use = one.kind == ReferenceKind::read || one.kind == ReferenceKind::write ||
                        one.kind == ReferenceKind::address;
    if (!is_use || !one.target_key.ends_with(wanted)) continue;
    found.append(found.empty() ? "" : ", ").append(name_of(one.kind)).append(" ");
    found.append(one.target_key);
    if (!one.by_name)
      found += "!";
    else if (one.target_key == wanted)
      found.append(" of ").append(one.target_type);
  }
  return found;
}

std::string_view wanted_of(std::string_view found) {
  return found.find("wanted_") == found.npos ? "wanted" : "wanted_";
}

struct Row {
  const char* path;
  const char* text;
  const char* wanted;
};

void check(std::span<const Row> rows) {
  for (const Row& row : rows) {
    CAPTURE(row.path, row.text);
    CHECK(uses_in(row.path, row.text) == row.wanted);
  }
}

}  // namespace

TEST_CASE("accesses: what is read and set of something") {
  struct Row {
    const char* about;
    const char* path;
    const char* text;
    const char* wanted;
  };
  const Row rows[] = {
      {"a parameter's field", "b.py", "def f(m: 'Money'):\n  return m.wanted\n",
       "read wanted of Money"},
      {"set", "b.py", "def f(m: 'Money'):\n  m.wanted = 1\n  m.wanted += 1\n",
       "write wanted of Money, write wanted of Money"},
      {"compared", "b.py", "def f(m: 'Money'):\n  return m.wanted == 1\n", "read wanted of Money"},
      {"an own field", "b.py", "class B:\n  wanted = 1\n  def f(self):\n    return self.wanted\n",
       "read b.B.wanted!"},
      {"one that a base may have", "b.py",
       "from x import A\nclass B(A):\n  def f(self):\n    return self.wanted\n",
       "read wanted of b.B"},
      {"of what is not known", "b.py", "def f(m):\n  return m.wanted\n", ""},
      {"of a text", "b.py", "def f():\n  return ''.wanted\n", ""},
      {"of a module", "b.py", "import x\ndef f():\n  return x.wanted\n", "read x.wanted"},
      {"of an enum elsewhere", "b.py", "from x import Color\ndef f():\n  return Color.wanted\n",
       "read x.Color.wanted"},
      {"a variable of the file", "b.py", "wanted = 1\ndef f():\n  return wanted\n",
       "read b.wanted!"},
      {"which a function sets", "b.py", "wanted = 1\ndef f():\n  global wanted\n  wanted = 2\n",
       "write b.wanted!"},
      {"which a local hides", "b.py", "wanted = 1\ndef f():\n  wanted = 2\n  return wanted\n", ""},
      {"which a pattern hides", "b.py",
       "wanted = 1\ndef f(x):\n  (a, wanted) = x\n  return wanted\n", ""},
      {"the name of an argument", "b.py", "wanted = 1\ndef f():\n  g(wanted=2, **x)\n", ""},
      {"an element's", "src/b.ts", "function f(m: Money[]) { return m[0].wanted }",
       "read wanted of Money"},
      {"taken apart", "src/b.ts", "function f(m: Money) { const { wanted } = m; g(wanted) }",
       "read wanted of Money"},
      {"taken apart, under another name", "src/b.ts",
       "function f({ wanted: x }: Money) { return x }", "read wanted of Money"},
      {"taken apart, with a default", "src/b.ts",
       "function f(m: Money) { const { wanted = 1 } = m; }", "read wanted of Money"},
      {"of what was taken apart", "src/b.ts",
       "function f(m: Money) { const { rate } = m; return rate.wanted }",
       "read wanted of Money.rate"},
      {"a literal of a declared type", "src/b.ts", "const m: Money = { wanted: 1 }",
       "write wanted of Money"},
      {"an argument that is made where it is given", "src/b.ts",
       "import { open } from './x'\nopen('a, b', [1, 2], { wanted: 1 })",
       "write wanted of src/x.open(2)"},
      {"an argument of an unknown function", "src/b.ts", "function f(g) { g({ wanted: 1 }) }", ""},
      {"one beyond ten", "src/b.ts",
       "import { open } from './x'\nopen(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, { wanted: 1 })", ""},
      {"a variable of the file, set", "src/b.ts", "let wanted = 1\nfunction f() { wanted = 2 }",
       "write src/b.wanted!"},
      {"what is taken apart hides", "src/b.ts",
       "let wanted = 1\nfunction f(x) { const { wanted } = x; return wanted }", ""},
      {"what an import brings", "src/b.ts",
       "import { wanted } from './x'\nfunction f() { return wanted.y }", "read src/x.wanted"},
      {"an own field, with and without this", "a/B.java",
       "package a; class B { int wanted; int f() { this.wanted = 1; return wanted; } }",
       "write a.B.wanted!, read a.B.wanted!"},
      {"which a parameter hides", "a/B.java",
       "package a; class B { int wanted; B(int wanted) { this.wanted = wanted; } }",
       "write a.B.wanted!"},
      {"a type's", "a/B.java",
       "package a; import x.Color; class B { Object f() { return Color.wanted; } }",
       "read x.Color.wanted"},
      {"a field and not the method of its name", "a/B.java",
       "package a; class B { int wanted; int wanted() { return wanted + this.wanted; } }",
       "read a.B.wanted!, read a.B.wanted!"},
      {"a label of an annotation", "a/B.java",
       "package a; class B { int wanted; @X(wanted = 1) void f() {} }", ""},
      {"of Kotlin", "B.kt", "package a\nclass B(var wanted: Int) { fun f() { wanted = 1 } }",
       "write a.B.wanted!"},
      {"an argument's name in Kotlin", "B.kt",
       "package a\nclass B(var wanted: Int) { fun f() { g(wanted = 1) } }", ""},
      {"of what stands for a type in Kotlin", "B.kt", "fun f() = g(Money::class.wanted)", ""},
      {"of C#", "B.cs", "class B { int wanted; int F(C c) { return wanted + (c?.wanted); } }",
       "read B.wanted!, read wanted of C"},
      {"an initializer of C#", "B.cs", "class B { C F() => new C { wanted = 1 }; }",
       "write wanted of C"},
      {"of Go", "a/b.go",
       "package a\nvar wanted = 1\nfunc f(m *Money) int { wanted++; return m.wanted }",
       "write a.wanted!, read wanted of Money"},
      {"a literal of Go", "a/b.go",
       "package a\nfunc f() { g(Money{wanted: 1}, []Money{{wanted: 2}}) }",
       "write wanted of Money, write wanted of Money"},
      {"asserted to be", "a/b.go", "package a\nfunc f(x any) int { return x.(*Money).wanted }",
       "read wanted of Money"},
      {"of Rust", "src/b.rs", "fn f(m: &Money) -> u8 { g(Money { wanted: 1 }); m.wanted }",
       "write wanted of Money, read wanted of Money"},
      {"a pattern of Rust", "src/b.rs",
       "fn f(m: Money) { let Money { wanted, .. } = m; g(wanted); }", "read wanted of Money"},
      {"of C", "b.c",
       "static int wanted;\nint f(struct money *m) { wanted = 2; return m->wanted; }",
       "write wanted!, read wanted of money"},
      {"of C, hidden", "b.c", "static int wanted;\nint f(int wanted) { return wanted; }", ""},
      {"of C, a prototype's parameter hides nothing", "b.c",
       "static int wanted;\nint g(int wanted);\nint f(void) { return wanted; }", "read wanted!"},
      {"of C++", "b.cpp", "class B { B() : wanted(1) {} int f() { return wanted; } int wanted; };",
       "write B.wanted!, read B.wanted!"},
      {"of a class of C++ that another file declares, by its name", "b.cpp",
       "int B::f(int other_) { return wanted_ + other_; }", "read wanted_ of B"},
      {"of PHP", "B.php", "<?php class B { function f(Money $m) { return $m->wanted; } }",
       "read wanted of Money"},
      {"a field of self that is named alone in Swift", "B.swift",
       "class B {\n  var wanted = 1\n  func f() { g(\"\\(wanted)\"); wanted += 1 }\n}\n",
       "read B.wanted!, write B.wanted!"},
      {"which Swift's locals and labels hide", "B.swift",
       "class B {\n  var wanted = 1\n  func f(wanted: Int) { g(wanted) }\n"
       "  func h(wanted x: Int) { g(wanted: x) }\n"
       "  func i(c: C) { if case let .c(wanted) = c { g(wanted) } }\n"
       "  func j() { g { wanted in h(wanted) } }\n"
       "  func k() { if let wanted { g(wanted) } }\n}\n",
       ""},
      {"of Swift", "B.swift", "func f(m: Money) -> Int { return m.wanted }",
       "read wanted of Money"},
      {"a field that is called on", "a/B.java",
       "package a; class B { Rate wanted; void f() { wanted.g(); this.wanted.g(); } }",
       "read a.B.wanted!, read a.B.wanted!"},
      {"a field that is called on, of C#", "B.cs",
       "class B { Rate wanted; void F() { wanted.G(); wanted?.G(); } }",
       "read B.wanted!, read B.wanted!"},
      {"a field that is called on, of Kotlin", "B.kt",
       "class B(val wanted: Rate) { fun f() { wanted.g(); wanted!!.g() } }",
       "read B.wanted!, read B.wanted!"},
      {"behind what must be there", "B.swift",
       "func f(m: Money?) { g(m!.a!.wanted, m!.a![0].wanted) }",
       "read wanted of Money.a, read wanted of Money.a[]"},
      {"behind what must be there, of Kotlin", "B.kt", "fun f(m: Money?) { g(m!!.a!!.wanted) }",
       "read wanted of Money.a"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about, row.path, row.text);
    CHECK(uses_in(row.path, row.text, wanted_of(row.wanted)) == row.wanted);
  }
}

TEST_CASE("accesses: what takes the address of a field may set it") {
  const Row rows[] = {
      {"b.cpp",
       "struct M { int wanted; void f() { g(&wanted); h(this->wanted & 1, a && wanted); } };",
       "addr M.wanted!, read M.wanted!, read M.wanted!"},
      {"B.cs",
       "class B { int wanted; void F() { G(ref wanted); H(out this.wanted); I(in wanted); } }",
       "addr B.wanted!, addr B.wanted!, read B.wanted!"},
      {"a/b.go",
       "package a\ntype G struct { wanted int }\nfunc (g *G) F() { h(&g.wanted, &g.wanted.x) }",
       "addr a.G.wanted!, read a.G.wanted!"},
      {"src/b.rs",
       "struct R { wanted: i32 }\nimpl R { fn f(&mut self) { h(&mut self.wanted); h(&self.wanted); "
       "} }",
       "addr crate.b.R.wanted!, read crate.b.R.wanted!"},
      {"B.swift", "struct S { var wanted = 1\n mutating func f() { g(&wanted) } }",
       "addr S.wanted!"},
  };
  check(rows);
}

TEST_CASE("accesses: each target of an assignment is written") {
  const Row rows[] = {
      {"b.py",
       "def f(m: 'Money'):\n  m.wanted, a = b, m.wanted\n  (a, m.wanted) = b\n"
       "  [m.wanted, *m.wanted] = b\n  for m.wanted in b: pass\n  with b as m.wanted: pass\n",
       "write wanted of Money, read wanted of Money, write wanted of Money, write wanted of Money, "
       "write wanted of Money, write wanted of Money, write wanted of Money"},
      {"b.py", "def f(m: 'Money'):\n  m.wanted[0], a = b\n", "read wanted of Money"},
      {"b.py",
       "class B:\n  def __init__(self):\n    self.wanted = 1\n    self.wanted = 2\n  def f(self):\n"
       "    self.wanted = 3\n",
       "write b.B.wanted!, write b.B.wanted!, write b.B.wanted!"},
      {"b.py", "class B:\n  def __init__(self, a):\n    self.wanted: int = a\n",
       "write b.B.wanted!"},
      {"src/b.ts", "function f(m: Money) { [m.wanted, a] = b; ({ a: m.wanted, ...m.wanted } = b) }",
       "write wanted of Money, write wanted of Money, write wanted of Money"},
      {"a/b.go", "package a\nfunc f(m *Money) { m.wanted, a = b, m.wanted }",
       "write wanted of Money, read wanted of Money"},
      {"B.cs", "class B { void F(Money m) { (m.wanted, a) = (m.wanted, 1); } }",
       "write wanted of Money, read wanted of Money"},
      {"src/b.rs", "fn f(m: &mut Money) { (m.wanted, a) = (m.wanted, 1); }",
       "write wanted of Money, read wanted of Money"},
      {"B.php", "<?php function f(Money $m) { [$m->wanted, $a] = [$m->wanted, 1]; }",
       "write wanted of Money, read wanted of Money"},
      {"B.swift", "func f(m: Money) { (m.wanted, a) = (m.wanted, 1) }",
       "write wanted of Money, read wanted of Money"},
      {"b.cpp", "void f(Money& m) { std::tie(m.wanted, a) = g(m.wanted); }",
       "write wanted of Money, read wanted of Money"},
  };
  check(rows);
}

TEST_CASE("accesses: the variable of a loop is an element, and a lambda's parameter may be any") {
  const Row rows[] = {
      {"B.java", "class B { void f(List<Money> all) { for (var m : all) m.wanted = 1; } }",
       "write wanted of Money"},
      {"B.java", "class B { void f(List<Rate> all) { for (Money m : all) m.wanted = 1; } }",
       "write wanted of Money"},
      {"B.java", "class B { void f(Bag all) { for (var m : all) m.wanted = 1; } }",
       "write wanted of Bag[]"},
      {"B.java", "class B { void f(Bag all) { all.filter(m -> m.wanted); } }", "read wanted of "},
      {"B.java", "class B { void f(Bag all) { all.each(m -> m.rate.wanted); } }", ""},
      {"B.cs", "class B { void F(List<Money> all) { foreach (var m in all) m.wanted = 1; } }",
       "write wanted of Money"},
      {"B.cs", "class B { void F(Bag all) { all.Each(m => m.wanted = 1); } }", "write wanted of "},
      {"b.cc", "void f(vector<Money>& all) { for (auto& m : all) m.wanted = 1; }",
       "write wanted of Money"},
      {"b.cc", "void f(Bag all) { each(all, [](auto& m) { m.wanted = 1; }); }", "write wanted of "},
      {"b.cc", "template <class T> void f(T& m) { m.wanted = 1; }", "write wanted of "},
      {"B.kt", "fun f(all: Bag) { all.filter { it.wanted }; all.filter { m -> m.wanted } }",
       "read wanted of , read wanted of "},
      {"B.swift",
       "func f(all: Bag) { all.filter { $0.wanted }; all.map(\\.wanted); all.each { m in m.wanted "
       "} }",
       "read wanted of , read wanted of , read wanted of "},
      {"B.scala",
       "class M { var wanted = 1 }\nclass B { def f(m: M) = { m.wanted = 3; m.wanted += m.wanted } "
       "}",
       "write wanted of M, write wanted of M"},
      {"B.scala", "class B { def f(m: Money) = { m.wanted = 3 } }", "write wanted of Money"},
      {"b.c", "typedef struct { int wanted; } T, *P;\nint f(T *t) { return t->wanted; }",
       "read wanted of T"},
  };
  check(rows);
}

TEST_CASE("accesses: what stands behind dots, an arrow or a tilde is read, too") {
  const Row rows[] = {
      {"src/b.ts", "const wanted = []\nf([...wanted], { ...wanted }, ...wanted, ~wanted)",
       "read src/b.wanted!, read src/b.wanted!, read src/b.wanted!, read src/b.wanted!"},
      {"a/B.java",
       "package a; class B { static int wanted; int f(int n) { g(x -> wanted); return switch (n) { "
       "case 1 -> wanted; default -> n & ~wanted; }; } }",
       "read a.B.wanted!, read a.B.wanted!, read a.B.wanted!"},
      {"B.kt", "val wanted = 1\nfun f(x: Int) { for (i in 0..wanted) g { it -> wanted } }",
       "read wanted!, read wanted!"},
      {"B.kt", "val wanted = 1\nfun f(x: Int) = when (x) { 1 -> wanted; else -> 0..<wanted }",
       "read wanted!, read wanted!"},
      {"src/b.rs",
       "const wanted: usize = 1;\nfn f(v: &[u8]) { for i in 0..wanted { g(&v[..wanted], "
       "0..=wanted) "
       "} }",
       "read crate.b.wanted!, read crate.b.wanted!, read crate.b.wanted!"},
      {"B.cs",
       "class B { int wanted; void F(int n) { G(n[1..wanted], n & ~wanted); int[] b = [..wanted]; "
       "} "
       "}",
       "read B.wanted!, read B.wanted!, read B.wanted!"},
      {"b.c", "static int wanted;\nint f(int n) { return n & ~wanted; }", "read wanted!"},
      {"b.py", "wanted = 1\ndef f(n):\n  return n & ~wanted\n", "read b.wanted!"},
      {"B.swift", "let wanted = 3\nfunc f() { for i in 0...wanted { g(~wanted, a[...wanted]) } }",
       "read wanted!, read wanted!, read wanted!"},
      {"b.c", "static int wanted;\nint f(struct m *p) { return p->wanted + (p->wanted +; }",
       "read wanted of m, read wanted of m"},
      {"b.cpp", "struct B { int wanted; ~B(); };\nB::~B() { other(->wanted; }", ""},
  };
  check(rows);
}

TEST_CASE("accesses: a capital begins what a pattern compares") {
  struct Row {
    const char *path, *text, *wanted;
  };
  const Row rows[] = {
      {"src/b.rs", "use crate::a::WANTED;\nfn f(s: u8) { match s { WANTED => 1, _ => 2 } }",
       "read crate.a.WANTED"},
      {"src/b.rs", "use crate::a::WANTED;\nfn f(s: u8) { match s { 1 | WANTED => 1, _ => 2 } }",
       "read crate.a.WANTED"},
      {"src/b.rs",
       "const WANTED: u8 = 1;\nfn f(s: T) { match s { (WANTED, _) => 1, [WANTED, ..] => 2, "
       "Some(WANTED) => 3 } }",
       "read crate.b.WANTED!, read crate.b.WANTED!, read crate.b.WANTED!"},
      {"src/b.rs", "fn f() { g(crate::a::WANTED, super::WANTED) }",
       "read crate.a.WANTED, read crate.WANTED"},
      {"src/b.rs", "fn f() { g(crate::WANTED::new(), crate::WANTED::a::b) }", ""},
      {"src/b.rs", "static WANTED: u8 = 1;\nfn f() { let WANTED = 2; g(WANTED) }", ""},
      {"B.scala",
       "object B {\n  val WANTED = 1\n  def f(x: Int) = x match { case WANTED => 1 }\n"
       "  def g(x: Any) = x match { case Some(WANTED) => Seq(WANTED) }\n}\n",
       "read B.WANTED!, read B.WANTED!, read B.WANTED!"},
      {"B.scala",
       "object B {\n  val wANTED = 1\n  def f(x: Int) = x match { case wANTED => wANTED }\n"
       "  def g(x: Any) = x match { case a @ wANTED => 1; case Some(wANTED) => wANTED }\n}\n",
       ""},
      {"B.scala", "object B {\n  var wANTED = 1\n  def f() = { wANTED = 2; g(wANTED ++ x) }\n}\n",
       "write B.wANTED!, read B.wANTED!"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.path, row.text);
    CHECK(uses_in(row.path, row.text, "ANTED") == row.wanted);
  }
}

TEST_CASE("accesses: a constant of PHP outside of types") {
  const Row rows[] = {
      {"B.php",
       "<?php\nnamespace N;\nconst wanted = 1;\nfunction f($a = wanted) { return g(wanted + 1); }",
       "read N.wanted!, read N.wanted!"},
      {"B.php",
       "<?php\nconst wanted = 1;\nfunction f($a) { $b = [wanted, 1 => $a[wanted]]; return "
       "match($a) { "
       "wanted => !wanted }; }",
       "read wanted!, read wanted!, read wanted!, read wanted!"},
      {"B.php", "<?php\nuse const N\\wanted;\nfunction f() { return wanted; }", "read N.wanted"},
      {"B.php", "<?php\nconst wanted = 1;\nfunction f($wanted) { g($wanted, wanted: 1); }", ""},
      {"B.php", "<?php\nfunction f() { return wanted; }", ""},
  };
  check(rows);
}

TEST_CASE("accesses: a value of an enum that is named without its type") {
  const Row rows[] = {
      {"a/B.java",
       "package a; enum Color { wanted } class B { int f(Color c) { switch (c) { case wanted: "
       "return 1; } return 0; } }",
       "read a.Color.wanted!"},
      {"a/B.java",
       "package a; import x.Color; class B { int f(Color c) { return switch (c) { case other, "
       "wanted -> 1; default -> 0; }; } }",
       "read wanted of x.Color"},
      {"a/B.java",
       "package a; class B { static final int wanted = 1; int f(int c) { switch (c) { case wanted: "
       "return 1; } return 0; } }",
       "read a.B.wanted!"},
      {"B.swift", "enum Color { case wanted }\nfunc f() { let c: Color = .wanted }",
       "read Color.wanted!"},
      {"B.swift", "func f(c: Color) { if c == .wanted {} }", "read wanted of Color"},
      {"B.swift",
       "func f(c: Color) { switch c { case .wanted: g()\ncase .other(let wanted): h() } }",
       "read wanted of Color"},
      {"B.swift", "func f() -> Color { return .wanted }", "read wanted of Color"},
      {"B.swift", "func f(a: Int, in c: Color) { f(a: 1, in: .wanted) }", "read wanted of f(1)"},
      {"B.swift", "func f(m: Money) { m.color = .wanted }", "read wanted of Money.color"},
      {"B.swift", "func f() { g.map { .wanted } }", ""},
      {"B.swift", "func f(c: Color) { if case .wanted = c {} }", "read wanted of Color"},
      {"B.swift", "func f(c: Color) { guard case .wanted(let x) = c else { return } }",
       "read wanted of Color"},
      {"B.swift", "func f(c: Color) { while case .wanted = c {} }", "read wanted of Color"},
      {"b.cpp", "enum Color { wanted };\nint f(Color c) { return c == wanted; }",
       "read Color.wanted!"},
      {"b.cpp", "enum class Color { wanted };\nint f() { return wanted; }", ""},
      {"b.cpp", "class B { enum Color { wanted }; int f() { return wanted; } };",
       "read B.Color.wanted!"},
      {"b.c", "enum color { wanted };\nint f(void) { return wanted; }", "read color.wanted!"},
      {"b.c", "enum color { wanted };\nint f(int wanted) { return wanted; }", ""},
  };
  check(rows);
}

TEST_CASE("accesses: a field that the type around inherits is named alone") {
  const Row rows[] = {
      {"a/B.java", "package a; class B extends Base { int f() { wanted++; return wanted; } }",
       "write wanted of a.B, read wanted of a.B"},
      {"a/B.java", "package a; class B { int f() { return wanted; } } class C extends Base { }",
       ""},
      {"a/B.java", "package a; class B extends Base { int f(int wanted) { return wanted; } }", ""},
      {"a/B.java", "package a; class B extends Base { int f() { return g().wanted; } }",
       "read wanted of a.B.g()"},
      {"B.kt", "package a\nclass B : Base() { fun f() = wanted + it }", "read wanted of a.B;a"},
      {"B.cs", "class B : Base { int F() { return wanted; } }", "read wanted of B"},
  };
  check(rows);
}

TEST_CASE("accesses: a variable is known in its block") {
  const Row rows[] = {
      {"a/B.java",
       "class B { void f(Money m) { if (x) { Price p = g(); p.wanted = 1; } else { Rate p = g(); "
       "p.wanted = 2; } for (Tax p : g()) p.wanted = 3; } }",
       "write wanted of Price, write wanted of Rate, write wanted of Tax"},
      {"src/b.ts",
       "function f(m: Money) { { const m: Price = g(); m.wanted } m.wanted\n"
       "g((m: Rate) => m.wanted, m.wanted) }",
       "read wanted of Price, read wanted of Money, read wanted of Rate, read wanted of Money"},
      {"src/b.ts", "function f(m: Money) { { var m: Price = g() } return m.wanted }",
       "read wanted of Price"},
      {"src/b.ts", "let m\nfunction f() { if (x) { m = new Money() }\n return m.wanted }",
       "read wanted of Money()"},
      {"b.py", "def f(m: 'Money', a: list['Price']):\n  g([m.wanted for m in a], m.wanted)\n",
       "read wanted of Price, read wanted of Money"},
      {"b.py", "def f(m: 'Money'):\n  g(lambda m: m.wanted, m.wanted)\n", "read wanted of Money"},
      {"a/b.go",
       "package a\nfunc f(m *Money) { if m := g(); m != nil { var m Price; _ = m.wanted }\n_ = "
       "m.wanted }",
       "read wanted of Price, read wanted of Money"},
      {"B.kt", "fun f(m: Money) { g { m: Price -> m.wanted }\n h(m.wanted) }",
       "read wanted of Price, read wanted of Money"},
      {"B.cs",
       "class B { void F(Money m) { { Price n = g(); n.wanted = 1; } { Rate n = g(); n.wanted = 2; "
       "} } }",
       "write wanted of Price, write wanted of Rate"},
      {"b.cpp", "void f(Money m) { for (Price m : g()) m.wanted = 1; m.wanted = 2; }",
       "write wanted of Price, write wanted of Money"},
      {"src/b.rs", "fn f(m: Money) { { let m: Price = g(); h(m.wanted); } h(m.wanted); }",
       "read wanted of Price, read wanted of Money"},
      {"B.scala", "def f(m: Money) = { { val m: Price = g(); m.wanted() }; m.wanted() }", ""},
  };
  check(rows);
}

TEST_CASE("accesses: a test tells what a variable is, and a bound what a type parameter is") {
  const Row rows[] = {
      {"b.py", "def f(m: 'Money'):\n  if isinstance(m, Price):\n    m.wanted\n  m.wanted\n",
       "read wanted of Price, read wanted of Money"},
      {"b.py", "def f(m: 'Money'):\n  return isinstance(m, Price) and m.wanted\n",
       "read wanted of Price"},
      {"b.py", "def f(m: 'Money'):\n  if not isinstance(m, Price):\n    return\n  m.wanted\n",
       "read wanted of Price"},
      {"b.py", "def f(m: 'Money'):\n  if not isinstance(m, Price):\n    g()\n  m.wanted\n",
       "read wanted of Money"},
      {"b.py", "def f(m: 'Money'):\n  assert isinstance(m, Price)\n  m.wanted\n",
       "read wanted of Price"},
      {"src/b.ts", "function f(m: Money) { if (m instanceof Price) { m.wanted } m.wanted }",
       "read wanted of Price, read wanted of Money"},
      {"src/b.ts",
       "function is(m: any): m is Price { return true }\nfunction f(m: Money) { if (is(m)) { "
       "m.wanted } m.wanted; is(m) && m.wanted; is(m) ? m.wanted : 0 }",
       "read wanted of Price, read wanted of Money, read wanted of Price, read wanted of Price"},
      {"src/b.ts",
       "const is = (m: any): m is Price => true\nfunction f(m: Money) { if (!is(m)) return; "
       "m.wanted }",
       "read wanted of Price"},
      {"src/b.ts", "function f(m: Money) { if (is(m)) { m.wanted } }", "read wanted of Money"},
      {"B.php",
       "<?php function f(Money $m) { if ($m instanceof Price) { $m->wanted; } $m->wanted; if ($m "
       "instanceof Rate && $m->wanted) { $m->wanted; } }",
       "read wanted of Price, read wanted of Money, read wanted of Rate, read wanted of Rate"},
      {"B.php",
       "<?php function f(Money $m) { if (!$m instanceof Price) { g(); } $m->wanted; if (!($m "
       "instanceof Price)) { return; } $m->wanted; }",
       "read wanted of Money, read wanted of Price"},
      {"B.php", "<?php function f(Money $m) { assert($m instanceof Price); $m->wanted; }",
       "read wanted of Price"},
      {"B.swift", "func f(a: Any) { if let m = a as? Money { g(m.wanted) } }",
       "read wanted of Money"},
      {"B.swift", "func f(a: Any) { guard let m = a as? Money else { return }\n g(m.wanted) }",
       "read wanted of Money"},
      {"B.kt",
       "fun f(m: Money) { if (m !is Price) g() else m.wanted\n m.wanted\n if (m !is Rate) return\n"
       " m.wanted }",
       "read wanted of Price, read wanted of Money, read wanted of Rate"},
      {"B.kt",
       "fun f(m: Money) { if (m !is Price) { g()\n throw E() }\n m.wanted\n g(m !is Tax || "
       "m.wanted) "
       "}",
       "read wanted of Price, read wanted of Tax"},
      {"B.kt", "fun f(m: Money) { if (m !is Price) m.wanted\n when (m) { !is Price -> m.wanted } }",
       "read wanted of Money, read wanted of Money"},
      {"src/b.ts", "function f<T extends Money>(m: T) { m.wanted }", "read wanted of Money"},
      {"src/b.ts", "function f<T>(m: T) { m.wanted }", ""},
      {"B.kt",
       "fun f(m: Money) { when (m) { is Price -> m.wanted }\n if (m is Rate) m.wanted\n m.wanted }",
       "read wanted of Price, read wanted of Rate, read wanted of Money"},
      {"B.kt", "fun <T : Money> f(m: T) { m.wanted }", "read wanted of Money"},
      {"a/B.java", "class B { <T extends Money> int f(T m) { return m.wanted; } }",
       "read wanted of Money"},
      {"a/B.java", "class B { int f(Object o) { return o instanceof Money m ? m.wanted : 0; } }",
       "read wanted of Money"},
      {"B.cs", "class B { int F(object o) { return o is Money m ? m.wanted : 0; } }",
       "read wanted of Money"},
      {"a/b.go",
       "package a\nfunc f(x any) { switch m := x.(type) {\ncase *Price:\n_ = m.wanted\ncase Rate, "
       "Tax:\n"
       "_ = m.wanted\n} }",
       "read wanted of Price"},
      {"a/b.go", "package a\nfunc f[T Money](m T) { _ = m.wanted }", "read wanted of Money"},
      {"src/b.rs", "fn f<T: Money>(m: T) { g(m.wanted) }", "read wanted of Money"},
      {"src/b.rs", "fn f(m: Option<Money>) { if let Some(n) = m { g(n.wanted) } }",
       "read wanted of Money"},
  };
  check(rows);
}

TEST_CASE("accesses: what is beyond a bound is not known") {
  // More variables of a name, all of them over, than are tried.
  std::string blocks;
  for (int i = 0; i < Locals::kMostTried; ++i) blocks += "{ let m: Price = g() }\n";
  const auto file = [&](const std::string& inside) {
    return "function f(m: Money) {\n" + inside + "m.wanted }";
  };
  const auto shorter = blocks.substr(blocks.find('\n') + 1);
  CHECK(uses_in("src/b.ts", file(shorter)) == "read wanted of Money");
  CHECK(uses_in("src/b.ts", file(blocks)).empty());
  // What bounds itself, many times.
  std::string bound = "T";
  for (int i = 0; i < 20; ++i) bound += " | T";
  CHECK(uses_in("src/b.ts", "function f<T extends " + bound + ">(m: T) { m.wanted }").empty());
  // A path of a receiver, and a name.
  const std::string name(130, 'a');
  CHECK(uses_in("b.py", "def f(m: 'Money'):\n  m." + name + "\n", name).empty());
  std::string path = "import x\nx";
  for (int i = 0; i < 20'000; ++i) path += ".wanted";
  const auto found = uses_in("b.py", path + "\n");
  CHECK(std::count(found.begin(), found.end(), ',') < 100);
}

TEST_CASE("accesses: of a chain without end each name is kept, and not all that stands before it") {
  std::string text = "def f(v):\n  v";
  constexpr size_t kCalls = 20'000;
  for (size_t i = 0; i < kCalls; ++i) text += i % 100 == 99 ? ".far(\n)" : ".far()";
  const Language* language = of("b.py");
  REQUIRE(language);
  const auto source = read({"b.py", text + "\n"}, *language);
  REQUIRE(source);
  size_t calls = 0, bytes = 0;
  uint32_t last_line = 0;
  for (const Reference& one : source->module.references) {
    if (one.target_key != "far") continue;
    ++calls;
    bytes += one.target.size() + one.target_type.size();
    last_line = std::max(last_line, one.line);
  }
  CHECK(calls == kCalls);
  CHECK(bytes < kCalls * 16);
  CHECK(last_line == 2 + kCalls / 100 - 1);
}

}  // namespace dossier::languages
