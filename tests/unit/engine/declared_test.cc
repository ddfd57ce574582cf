// What sources say of their definitions, where saying it takes more than a keyword before the name.
#include <catch2/catch.hpp>

#include "engine/readers/languages/source_file.h"

namespace dossier::languages {
namespace {

struct Row {
  std::string_view path, text;
  std::string_view name;  // full name of a member or a type
  uint32_t has, lacks;
};

/// The flags of the member or type that is called so; absent where nothing is.
std::optional<uint32_t> flags_of(const Module& module, std::string_view name) {
  for (const Type& type : module.types) {
    if (type.full_name == name) return type.flags;
    for (const Member& member : type.members) {
      if (member.full_name == name) return member.flags;
    }
  }
  return std::nullopt;
}

constexpr std::string_view kRust =
    "pub struct A;\n"
    "impl A { pub fn new<F: Fn(i32) -> i32>(f: F) -> A { A } fn m(&mut self) {}\n"
    "  fn l<'a>(&'a mut self) {} fn b(self: Box<Self>) {} fn c(mut self) {} fn p(&self) {} }\n"
    "impl<T> Tr for A where T: X { type Out = T; fn q(&self) {} fn make() -> Self {} }\n";
constexpr std::string_view kCpp =
    "namespace a {\n"
    "class I { public: virtual int f() const = 0; virtual ~I() = default;\n"
    "  int zero(int) const noexcept { return 0; } };\n"
    "class J final : public I { int f() const override; };\n"
    "class finally { };\n"
    "const char* const kName = \"x\";\n"
    "const char* name = \"y\";\n"
    "static const char* all[] = {\"z\"};\n"
    "int table[2][3];\n"
    "int* free;\n"
    "int grid[1][2] = {{1, 2}};\n"
    "}\n";
constexpr std::string_view kAccess =
    "class P { struct Q {}; enum E { A }; public: struct R { }; using T = int; protected: class U "
    "{}; };\n"
    "struct S { struct V {}; private: struct W { struct X {}; }; };\n";
constexpr std::string_view kTs =
    "namespace N { export const x = 1; }\nnamespace N { export function y() {} }\n";
constexpr std::string_view kJs =
    "exports.a = function () {};\nmodule.exports.b = () => 1;\nthis.c = function () {};\n";
constexpr std::string_view kJava =
    "interface I { class Inner {} }\nenum X { A; X() {} }\nclass C { C() {} }\n";
constexpr std::string_view kCs =
    "class C { ~C() {} interface I { class D {} } class E {} }\nclass P(string s = \")\", int x = "
    "1) {}\n";
constexpr std::string_view kKotlin =
    "class A(val x: Int)\nclass B private constructor(val y: Int) {}\nenum class E(val n: Int) { "
    "ONE(1) }\n";

}  // namespace

TEST_CASE("definitions have the flags of their sources") {
  const Row rows[] = {
      {"a.cs", "class C { [X] /* private static */ public void M() {} }", "C.M", kPublic,
       kPrivate | kStatic},
      {"a.rs", kRust, "crate.a.A.new", kStatic | kPublic, 0},
      {"a.rs", kRust, "crate.a.A.m", kPrivate, kStatic},
      {"a.rs", kRust, "crate.a.A.l", 0, kStatic},
      {"a.rs", kRust, "crate.a.A.b", 0, kStatic},
      {"a.rs", kRust, "crate.a.A.c", 0, kStatic},
      {"a.rs", kRust, "crate.a.A.p", kPrivate, kStatic},
      {"a.rs", kRust, "crate.a.A.q", kPublic, kStatic | kPrivate},
      {"a.rs", kRust, "crate.a.A.make", kPublic | kStatic, kPrivate},
      {"a.rs", kRust, "crate.a.A.Out", kPublic, kPrivate},
      {"a.cc", kCpp, "a.I", kAbstract, kSealed},
      {"a.cc", kCpp, "a.I.f", kAbstract | kVirtual | kPublic, 0},
      {"a.cc", kCpp, "a.I.~I", kVirtual, kAbstract},
      {"a.cc", kCpp, "a.I.zero", kPublic, kAbstract},
      {"a.cc", kCpp, "a.J", kSealed, kAbstract},
      {"a.cc", kCpp, "a.finally", 0, kSealed},
      {"a.cc", kCpp, "a.kName", kConstant, 0},
      {"a.cc", kCpp, "a.name", kPublic, kConstant},
      {"a.cc", kCpp, "a.all", kPrivate, kConstant | kPublic},
      {"a.cc", kCpp, "a.table", kPublic, 0},
      {"a.cc", kCpp, "a.free", kPublic, 0},
      {"a.cc", kCpp, "a.grid", kPublic, 0},
      {"a.cc", kAccess, "P.Q", kPrivate, kPublic},
      {"a.cc", kAccess, "P.E", kPrivate, kPublic},
      {"a.cc", kAccess, "P.R", kPublic, kPrivate},
      {"a.cc", kAccess, "P.T", kPublic, kPrivate},
      {"a.cc", kAccess, "P.U", kProtected, kPublic | kPrivate},
      {"a.cc", kAccess, "S.V", kPublic, kPrivate},
      {"a.cc", kAccess, "S.W", kPrivate, kPublic},
      {"a.cc", kAccess, "S.W.X", kPublic, kPrivate},
      {"a.ts", kTs, "a.N.x", kPublic | kStatic | kReadOnly, 0},
      {"a.ts", kTs, "a.N.y", kPublic | kStatic, 0},
      {"a.js", kJs, "a.a", kPublic, kPrivate},
      {"a.js", kJs, "a.b", kPublic, kPrivate},
      {"a.js", kJs, "a.c", kPrivate, kPublic},
      {"a.java", kJava, "I.Inner", kPublic, kInternal},
      {"a.java", kJava, "X.X", kPrivate | kConstructor, kInternal},
      {"a.java", kJava, "C.C", kInternal | kConstructor, kPrivate},
      {"a.cs", kCs, "C.Finalize", kProtected, kPrivate},
      {"a.cs", kCs, "C+I+D", kPublic, kPrivate},
      {"a.cs", kCs, "C+E", kPrivate, kPublic},
      {"a.cs", kCs, "P..ctor", kPublic | kConstructor, kPrivate},
      {"a.kt", kKotlin, "A.constructor", kPublic | kConstructor, kPrivate},
      {"a.kt", kKotlin, "B.constructor", kPrivate | kConstructor, kPublic},
      {"a.kt", kKotlin, "E.constructor", kPrivate | kConstructor, kPublic},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path, row.name);
    const auto read_ = read({std::string(row.path), row.text}, *of(row.path));
    REQUIRE(read_);
    const auto flags = flags_of(read_->module, row.name);
    REQUIRE(flags);
    CHECK((*flags & row.has) == row.has);
    CHECK((*flags & row.lacks) == 0u);
  }
}

TEST_CASE("members of Swift have the signatures and types that are written") {
  constexpr std::string_view kText =
      "struct S {\n"
      "  public let x: Int = 3\n"
      "  var y: [Foo] { [] }\n"
      "  var made = make()\n"
      "  subscript(i: Int) -> Foo { get { all[i] } }\n"
      "  func f<T>(_ a: Int) async throws -> Box<T> where T: P { g() }\n"
      "  static func == (a: S, b: S) -> Bool { true }\n"
      "  func none() {}\n"
      "}\n"
      "enum E { case a; var z: String { \"q\" }; static let k: Foo = .init() }\n"
      "protocol P { var q: Foo { get }; func r() -> Bar }\n"
      "var top: Foo { Foo() }\n";
  const auto read_ = read({"a.swift", kText}, *of("a.swift"));
  REQUIRE(read_);
  std::vector<std::string> found;
  uint32_t at = 1;  // as details count
  for (const Type& type : read_->module.types) {
    ++at;
    for (const Member& member : type.members) {
      std::string line =
          std::string(member.full_name) + " | " + std::string(member.signature) + " |";
      for (const Detail& detail : read_->module.details)
        if (detail.source == at && detail.kind == DetailKind::result)
          line += " " + std::string(detail.text);
      found.push_back(line);
      ++at;
    }
  }
  const std::vector<std::string> expected = {
      "S.f | func f<T>(_ a: Int) async throws -> Box<T> where T: P | Box",
      "S.== | static func == (a: S, b: S) -> Bool | Bool",
      "S.none | func none() |",
      "S.x | public let x: Int | Int",
      "S.y | var y: [Foo] |",
      "S.made | var made | make()",
      "S.subscript | subscript(i: Int) -> Foo | Foo",
      "E.a | case a | E",
      "E.z | var z: String | String",
      "E.k | static let k: Foo | Foo",
      "P.r | func r() -> Bar | Bar",
      "P.q | var q: Foo { get } | Foo",
      "top | var top: Foo | Foo"};
  CHECK(found == expected);
}

TEST_CASE("members of interfaces without a body are abstract") {
  struct Shape {
    std::string_view path, text;
    std::vector<std::string> abstracts;
  };
  const Shape shapes[] = {
      {"a.cs",
       "interface I { void F(); int G() => 1; int H() { return 1; } int P { get; set; }\n"
       "  int Q { get => 1; } int R => 2; event System.Action E; int this[int i] { get; }\n"
       "  const int C = 1; static int S() => 3; }\nclass K { void F() {} int P { get; } }\n",
       {"F", "P", "Item", "E"}},
      {"a.java",
       "interface I { void f(); default int g() { return 1; } static int h() { return 1; } int C = "
       "1; }\n"
       "@interface A { int n() default 3; }\nclass K { void f() {} }\n",
       {"f", "n"}},
      {"a.go",
       "package a\ntype I interface { F(x int) }\ntype S struct { G int }\nfunc (s S) F(x int) "
       "{}\n",
       {"F"}},
      {"a.ts",
       "interface I { f(): void; x: number }\nabstract class K { abstract g(): void; f() {} y = 1 "
       "}\n",
       {"f", "x", "g"}},
      {"a.php",
       "<?php\ninterface I { public function f(); const C = 1; }\n"
       "trait T { function g() {} abstract function h(); }\n",
       {"f", "h"}},
      {"a.kt",
       "interface I {\n fun f(): Int\n fun g() = 1\n fun h() { }\n val x: Int\n val y: Int\n  "
       "get() = 1\n}\n"
       "class K {\n fun f() = 1\n}\n",
       {"f", "x"}},
      {"a.swift",
       "protocol P { func f() -> Int\n var x: Int { get } }\nextension P { func g() -> Int { 1 } "
       "}\n",
       {"f", "x"}},
      {"a.rs",
       "pub trait T { fn f(&self); fn g(&self) {} const C: u8; }\nstruct S; impl T for S { fn "
       "f(&self) {} }\n",
       {"f"}},
  };
  for (const Shape& shape : shapes) {
    CAPTURE(shape.path);
    const auto made = read({std::string(shape.path), shape.text}, *of(shape.path));
    REQUIRE(made);
    CHECK(made->damaged_lines == 0);
    std::vector<std::string> abstracts;
    for (const Type& type : made->module.types) {
      for (const Member& member : type.members) {
        if (member.flags & kAbstract) abstracts.emplace_back(member.name);
      }
    }
    CHECK(abstracts == shape.abstracts);
  }
}

TEST_CASE("a definition outside of its class has the flags of its declaration") {
  const std::string_view text =
      "class A {\n public:\n  static int make(int size);\n private:\n  virtual void run(const "
      "char* name);\n"
      "  void run(int);\n};\n"
      "int A::make(int count) { B local(count, 1); return 0; }\n"
      "void A::run(const char *n) {}\nvoid A::run(int n) {}\n"
      "void Elsewhere::run() {}\n";
  const auto made = read({"a.cc", text}, *of("a.cc"));
  REQUIRE(made);
  std::vector<std::string> seen;
  for (const Type& type : made->module.types) {
    for (const Member& member : type.members) {
      if (member.line < 8) continue;
      seen.push_back(std::string(member.full_name) + (member.flags & kStatic ? " static" : "") +
                     (member.flags & kPrivate ? " private" : "") +
                     (member.flags & kPublic ? " public" : "") +
                     (member.flags & kVirtual ? " virtual" : ""));
    }
  }
  CHECK(seen == std::vector<std::string>{"A.make static public", "A.run private virtual",
                                         "A.run private", "Elsewhere.run public"});
}

}  // namespace dossier::languages
