// Forms of source text that use a type, beside declarations and calls.
#include <catch2/catch.hpp>
#include <string>

#include "engine/readers/languages/source_file.h"

namespace dossier::languages {
namespace {

/// "KIND KEY" of each reference, imports aside, that names the type.
std::string uses_of(std::string_view path, const std::string& text, std::string_view type) {
  const auto source = read({std::string(path), text}, *of(path));
  REQUIRE(source);
  std::string found;
  for (const Reference& one : source->module.references)
    if (one.kind != ReferenceKind::import && one.target_key.ends_with(type))
      found.append(found.empty() ? "" : ", ")
          .append(name_of(one.kind))
          .append(" ")
          .append(one.target_key);
  return found;
}

}  // namespace

TEST_CASE("uses of a type that no declaration of a value and no call shows") {
  struct Row {
    const char* path;
    const char* text;
    const char* found;
  };
  const Row rows[] = {
      {"a.php", "<?php\nfunction f($o) { return $o instanceof Foo; }\n", "type Foo"},
      {"a.php", "<?php\nnamespace A;\nuse P\\Foo;\nfunction f($o) { if ($o instanceof Foo) { } }\n",
       "type P.Foo"},
      {"a.php", "<?php\nnamespace A;\nfunction f($o) { return $o instanceof \\P\\Foo; }\n",
       "type P.Foo"},
      {"a.scala", "object O {\n  case object Foo\n  val x: T = Foo\n  def f = g(Foo)\n}\n",
       "type O.Foo, type O.Foo"},
      {"a.scala", "object O {\n  case object Foo\n  def f(x: T) = x match { case Foo => 1 }\n}\n",
       "type O.Foo"},
      {"a.scala", "object O {\n  def Foo = 1\n  def f = g(Foo)\n  def h = xs.map(Foo) + Foo\n}\n",
       "ftn O.Foo, ftn O.Foo, ftn O.Foo"},
      {"a.scala", "import x.Foo\nobject O {\n  def f = g(Foo)\n}\n", "type x.Foo"},
      {"a.swift", "func f() { g(Foo.self) }\n", "type Foo"},
      {"a.swift", "func f() { g(A.Foo.self, as: .json) }\n", "type A.Foo"},
      {"a.swift", "func f() { let t = Foo.self }\n", "type Foo"},
      {"a.swift", "func f() { let u: Foo.Type = g() }\n", "type Foo"},
      {"a.swift", "func f() { let z = [Foo]() }\n", "type Foo"},
      {"a.swift", "func f() { let z = [Int: Foo]() }\n", "type Foo"},
      {"a.swift", "func f() { let z = [foo] }\n", ""},
      {"a.swift", "func f() throws(Foo) { }\n", "signature Foo"},
      {"a.swift", "struct S { init() throws(Foo) { } }\n", "signature Foo"},
      {"a.swift", "func f() throws(A.Foo) -> Int { 1 }\n", "signature A.Foo"},
      {"a.swift", "func f() async throws(A.Foo) {}\n", "signature A.Foo"},
      {"a.swift", "struct S { init() throws(A.Foo) { } }\n", "signature A.Foo"},
      {"a.swift", "protocol P { func f() throws(A.Foo) -> Int }\n", "signature A.Foo"},
      {"a.swift", "func f(_ x: () throws(A.Foo) -> Int) {}\n", "signature A.Foo"},
      {"a.scala", "package Foo\nclass A(x: Foo) extends Foo { new Foo }\n",
       "signature Foo, base Foo, new Foo"},
      {"a.kt", "fun f() = list.map(::Foo)\n", "call Foo"},
      {"a.kt", "class Foo(val x: Int)\nfun f() = list.map(::Foo)\n", "new Foo"},
      {"a.cs", "class A { public static explicit operator Foo(A a) { return null; } }\n",
       "signature Foo"},
      {"a.cs", "class A { public static implicit operator P.Foo(A a) => null; }\n",
       "signature P.Foo"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path, row.text);
    CHECK(uses_of(row.path, row.text, "Foo") == row.found);
  }
}

}  // namespace dossier::languages
