// What Rust says in braces: imports within each other, and items in calls of macros.
#include <catch2/catch.hpp>
#include <string>

#include "engine/readers/languages/macro_calls.h"
#include "tests/unit/engine/defined.h"

namespace dossier::test {
namespace {

/// The imports of the file, in order: "full name" or "full name as what it is passed on as".
std::string imports_in(const std::string& text) {
  const auto* rust = languages::of("src/shop.rs");
  REQUIRE(rust);
  const auto source = languages::read({"src/shop.rs", text}, *rust);
  REQUIRE(source);
  std::string found;
  for (const Reference& one : source->module.references)
    if (one.kind == ReferenceKind::import)
      found.append(found.empty() ? "" : ", ").append(one.target);
  return found;
}

/// The calls and reads in the file, in order: "call total", "read Flags.A".
std::string uses_in(const std::string& text) {
  const auto* rust = languages::of("src/shop.rs");
  REQUIRE(rust);
  const auto source = languages::read({"src/shop.rs", text}, *rust);
  REQUIRE(source);
  std::string found;
  for (const Reference& one : source->module.references)
    if (one.kind == ReferenceKind::call || one.kind == ReferenceKind::read)
      found.append(found.empty() ? "" : ", ")
          .append(name_of(one.kind))
          .append(" ")
          .append(one.target);
  return found;
}

}  // namespace

TEST_CASE("rust: imports in braces") {
  struct Row {
    const char* text;
    const char* imports;
  };
  const Row rows[] = {
      {"use a::{b, c as d};", "a.b, a.c"},
      {"use a::{b::{c, d}, e as f, self};", "a, a.b.c, a.b.d, a.e"},
      {"use a::{b::{self, c::{d, e as f}}};", "a.b, a.b.c.d, a.b.c.e"},
      {"use {a::{b::{c as d}}, e::{self as f}};", "a.b.c, e"},
      {"use a::{b::*, c::{d::*}};", "a.b, a.c.d"},
      {"pub use a::{b::*, c::D};", "a.b as crate.shop.*, a.c.D as crate.shop.D"},
      {"use super::{b::{c}};", "crate.b.c"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(imports_in(row.text) == row.imports);
  }
}

TEST_CASE("rust: items in calls of macros") {
  struct Row {
    const char* text;
    Found found;
  };
  const Row rows[] = {
      {"cfg_net! {\n  pub fn open() {}\n  pub struct A { pub a: u32 }\n}\n",
       {"Function crate.shop.open 2", "struct crate.shop.A 3", "Field crate.shop.A.a 3"}},
      {"cfg_if::cfg_if! {\n  if #[cfg(unix)] {\n    fn a() {}\n  } else if #[cfg(windows)] {\n"
       "    fn b() {}\n  } else {\n    mod c { pub fn d() {} }\n  }\n}\nfn e() {}\n",
       {"Function crate.shop.a 3", "Function crate.shop.b 5", "Function crate.shop.e 10",
        "Function crate.shop.c.d 7"}},
      {"lazy_static! {\n  /// Said.\n  pub static ref A: Regex = make();\n}\n",
       {"Variable crate.shop.A 3"}},
      {"thread_local!(static A: u32 = 1);\nthread_local! { static B: u32 = 1 }\n",
       {"Variable crate.shop.A 1", "Variable crate.shop.B 2"}},
      {"bitflags! {\n  #[derive(Clone)]\n  pub struct Flags: u32 {\n    const A = 1;\n"
       "    const B = Self::A.bits() << 1;\n    const _ = !0;\n  }\n}\nimpl Flags { fn f() {} }\n",
       {"enum crate.shop.Flags 3-7", "EnumMember crate.shop.Flags.A 4",
        "EnumMember crate.shop.Flags.B 5", "Method crate.shop.Flags.f 9"}},
      // What is no Rust stays what it is, and what stands beside it is read.
      {"html! { struct <b> }\ncfg_net! { fn a() {} }\nfn b() {}\n",
       {"Function crate.shop.a 2", "Function crate.shop.b 3"}},
      {"fn a() { quote! { struct A; } }\n", {"Function crate.shop.a 1"}},
      {"macro_rules! m { () => { cfg_net! { struct A; } } }\n", {"Macro crate.shop.m 1"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    Found found = defined_in("src/shop.rs", row.text);
    std::erase_if(found, [](const std::string& one) { return one.starts_with("module "); });
    CHECK(found == row.found);
  }
}

TEST_CASE("rust: what macros are given") {
  struct Row {
    const char* text;
    const char* uses;
  };
  const Row rows[] = {
      {"fn f(a: &A) { assert_eq!(a.total(), vec![a.first(), 'x'.len()].len()); }",
       "call assert_eq, call a.total, call a.first, call len, call len"},
      {"fn f(a: A) { log::info!(\"{} (!\", a.total()); }", "call log::info, call a.total"},
      {"fn f(a: A) { json!({ \"a\": a.total() }); b(a); }", "call json, call b"},
      {"fn f(a: A) { m!(a.total() + ); n!(a.total()); }", "call m, call n"},
      {"fn f(a: A) {\n m!(a.total() + );\n n!(a.total());\n}", "call m, call n, call a.total"},
      {"fn f(a: A) { m!(a.total() => 1); n!(a.total()); }", "call m, call n, call a.total"},
      {"fn f(a: A) { matches!(a.t(), B(c) if c.d()); }", "call matches"},
      {"fn f<'a>(a: &'a A) { if a != (b()) { n!(r#\"\")\"#, a.c()); } }",
       "call b, call n, call a.c"},
      {"cfg_net! { fn f() { g(); } }", "call cfg_net, call g"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(uses_in(row.text) == row.uses);
  }
}

TEST_CASE("rust: of more calls of macros than are looked at the first count") {
  std::string text = "fn f(a: A) {\n";
  for (size_t i = 0; i < languages::kMostMacroCalls + 5; ++i) text += "m!(a.t());\n";
  text += "}\n";
  const std::string uses = uses_in(text);
  size_t found = 0;
  for (size_t at = uses.find("a.t"); at != uses.npos; at = uses.find("a.t", at + 1)) ++found;
  CHECK(found == languages::kMostMacroCalls);
}

}  // namespace dossier::test
