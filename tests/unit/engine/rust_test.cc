// What Rust says in braces: imports within each other, and items in calls of macros.
#include <catch2/catch.hpp>
#include <string>

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

}  // namespace dossier::test
