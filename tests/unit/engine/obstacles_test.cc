// What the grammars do not know, and what it would hide where it stood in their way.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "engine/readers/languages/kotlin/obstacles.h"
#include "engine/readers/languages/plain_tokens.h"
#include "engine/readers/languages/swift/obstacles.h"
#include "tests/unit/engine/defined.h"

using namespace dossier;
using namespace dossier::languages;
using namespace dossier::test;

TEST_CASE("what the grammar of Kotlin does not know hides nothing", "[readings]") {
  for (const char* const line : {
           "  fun f() { open() }",
           "  fun f() { open(file).use { } }",
           "  fun f() { open = true }",
           "  fun f() = if (open && inner) internal() else data",
           "  fun f(x: Any) { suspend = x as suspend (Int) -> Unit }",
           "  fun f(x: suspend () -> Unit = suspend { 1 }) {}",
           "  context(s: S) fun f() {}",
           "  context(s: S, t: T) private inline fun f() {}",
           "  fun f() = $$\"C$private\"",
           "  fun f(x: Any) = when (x) { is Int if x > 3 -> 1; else -> 2 }",
           "  fun f(x: Any) = when (x) { 1, 2 if (x in list) -> g { if (it) 1 else 2 }; else -> 2 "
           "}",
       }) {
    CAPTURE(line);
    CHECK(defined_in("A.kt", "class A {\n" + std::string(line) + "\n  val z: Int\n}\nclass B\n") ==
          Found{"class A 1-4", "Method A.f 2", "Property A.z 3", "class B 5"});
  }
  CHECK(defined_in("A.kt",
                   "class A {\n  val x: List<Int>\n    field = list()\n  val y: Any\n"
                   "    field: List<Int> = list()\n  private set\n}\nclass B\n") ==
        Found{"class A 1-7", "Property A.x 2-3", "Property A.y 4-6", "class B 8"});
  CHECK(defined_in("A.kt",
                   "fun f() {\n  val set: () -> Int = { 1 }\n  set() shouldBe 2\n}\nclass B\n") ==
        Found{"Function f 1-4", "class B 5"});
}

TEST_CASE("what the grammars of other languages do not know hides nothing", "[readings]") {
  CHECK(defined_in("A.swift",
                   "class A {\n  var _$id: Int = 3\n  init<B, C>(b: B) where\n    B == Foo,\n"
                   "    C == Mod<B>\n  {\n    x()\n  }\n  func z() {}\n}\n") ==
        Found{"class A 1-10", "Constructor A.init 3-8", "Method A.z 9", "Property A._$id 2"});
  CHECK(defined_in("a.ts",
                   "export interface A {\n  equals?: string\n  in?: string\n  b: B\n}\n"
                   "export function f() {}\n") ==
        Found{"interface a.A 1-5", "Property a.A.equals 2", "Property a.A.in 3", "Property a.A.b 4",
              "module a 6", "Function a.f 6"});
  CHECK(defined_in("a.cc", "template <> void f<int>(int) {}\ntemplate <> int* g<int>() {}\n") ==
        Found{"Function f 1", "Function g 2"});
  CHECK(defined_in("a.py", "type A[T] = list[T]\ntype B = int\n") ==
        Found{"alias a.A 1", "alias a.B 2"});
}

TEST_CASE("what stands in the way is looked for in lines of a bounded length", "[readings]") {
  const auto many = [](const char* one, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += one;
    return text;
  };
  const auto in_kotlin = [](const std::string& text) {
    return obstacles_of_kotlin(text, plain_tokens(text)).size();
  };
  const auto guard = [&](int count) {
    return in_kotlin("when (x) { is Int if " + many("a + ", count) + "1 -> 2 }");
  };
  CHECK(guard(90) == 2);
  CHECK(guard(110) == 0);
  const auto field = [&](int count) {
    return in_kotlin("val x: A<" + many("B, ", count) + "C>\n  field = 1\n");
  };
  CHECK(field(90) == 5);
  CHECK(field(110) == 0);
  const auto in_swift = [&](int count) {
    const auto text = "init() where\n" + many("A == B,\n", count) + "A == B\n{";
    return obstacles_of_swift(text, plain_tokens(text)).size();
  };
  CHECK(in_swift(15) == 1);
  CHECK(in_swift(30) == 0);
}

TEST_CASE("reserved words may be attributes in JavaScript", "[readings]") {
  for (const char* const tag : {"<div class=\"a\" for={b}>{g()}</div>", "<track default />",
                                "<p in=\"x\" typeof=\"y\" />", "<div class:list={b} />"}) {
    CAPTURE(tag);
    CHECK(defined_in("a.jsx", "export class A {\n  f() { return " + std::string(tag) +
                                  "; }\n}\nexport function g() {}\n") ==
          Found{"class a.A 1-3", "Method a.A.f 2", "module a 4", "Function a.g 4"});
  }
}
