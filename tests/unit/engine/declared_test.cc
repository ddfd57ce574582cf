// What sources say of their definitions, where saying it takes more than a keyword before the name.
#include <catch2/catch.hpp>

#include "engine/readers/languages/source.h"

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
constexpr std::string_view kTs =
    "namespace N { export const x = 1; }\nnamespace N { export function y() {} }\n";
constexpr std::string_view kJs =
    "exports.a = function () {};\nmodule.exports.b = () => 1;\nthis.c = function () {};\n";
constexpr std::string_view kJava =
    "interface I { class Inner {} }\nenum X { A; X() {} }\nclass C { C() {} }\n";
constexpr std::string_view kCs = "class C { ~C() {} interface I { class D {} } class E {} }\n";

}  // namespace

TEST_CASE("definitions are what their sources say") {
  const Row rows[] = {
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

}  // namespace dossier::languages
