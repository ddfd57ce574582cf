// What Kotlin refers to without a call: what a class delegates to, and functions that are passed
// on.
#include <catch2/catch.hpp>
#include <string>

#include "queries/open.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"

using namespace dossier;

namespace {

std::string places_in(const test::Sources& sources, const std::string& identifier) {
  Store store = open_in_memory();
  test::add_sources(store, sources);
  return test::hits_in(
      test::answer_to(store, kRefs, {{"identifier", identifier}}),
      [](const Json& hit) { return hit.text("kind") + ":" + std::to_string(hit.number("line")); });
}

}  // namespace

TEST_CASE("refs: Kotlin's calls with one type and one argument") {
  const test::Sources sources = {
      {"shop/shop.kt",
       "package shop\n"
       "class Money\n"
       "class Box { fun <T> wanted(x: Any): T? = null }\n"
       "fun <T> make(f: () -> T): T = f()\n"},
      {"app/use.kt",
       "package app\n"
       "import shop.*\n"
       "fun use(box: Box, less: Boolean) {\n"
       "  val a = make<Money> { Money() }\n"
       "  return box.wanted<Money>(1)\n"
       "  print(1 < 2, less)\n"
       "}\n"},
  };
  CHECK(places_in(sources, "shop.make") == "call:4");
  CHECK(places_in(sources, "shop.Box.wanted") == "call:5");
  CHECK(places_in(sources, "shop.Money") == "type:4 call:4 type:5");
}

TEST_CASE("refs: Kotlin's delegation and callable references") {
  const test::Sources sources = {
      {"shop/stock.kt",
       "package shop\n"
       "interface Stock { fun total(): Int; fun wanted(): Int }\n"
       "interface Other { fun wanted(): Int }\n"
       "class Extra(val other: Other)\n"
       "class Held(private val held: Stock) : Stock by held\n"
       "class Passed(given: Stock, extra: Extra) : Stock by given, Other by extra.other\n"
       "class Made : Stock by make()\n"
       "fun make(): Stock = load()\n"},
      {"app/use.kt",
       "package app\n"
       "import shop.*\n"
       "class More {\n"
       "  fun wanted() = 1\n"
       "  fun run() = list(this::wanted, ::wanted, More::wanted)\n"
       "}\n"
       "fun use(h: Held, m: Made, more: More) {\n"
       "  h.wanted()\n"
       "  m.total()\n"
       "  val a = h::wanted\n"
       "  call(m::total)\n"
       "  call(more::wanted)\n"
       "  call(shop.Stock::total)\n"
       "}\n"},
  };
  struct Row {
    const char* identifier;
    const char* places;
  };
  const Row rows[] = {
      {"shop.Held.held", "read:5"},
      {"shop.Extra.other", "read:6"},
      {"shop.make", "call:7"},
      {"shop.Stock.wanted", "call:8 read:10"},
      {"shop.Stock.total", "call:9 read:11 read:13"},
      {"app.More.wanted", "ftn:5 call:5 ftn:5 read:12"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.identifier);
    CHECK(places_in(sources, row.identifier) == row.places);
  }
}

TEST_CASE("refs: members of Kotlin's companions, with a name and without") {
  const test::Sources sources = {
      {"p/money.kt",
       "package p\n"
       "class A { companion object { fun f() = B() } }\n"
       "class B {\n"
       "  companion object Factory { fun make() = A(); val MOST = 2 }\n"
       "  fun own() = make()\n"
       "}\n"
       "class C { companion object Companion { fun g() = 1 } }\n"},
      {"q/use.kt",
       "package q\n"
       "import p.A.Companion.f\n"
       "import p.A\n"
       "import p.B.Factory.make\n"
       "import p.B\n"
       "import p.C.Companion.g\n"
       "import p.C\n"
       "fun use() {\n"
       "  f(); A.f(); A.Companion.f()\n"
       "  make(); B.make(); B.Factory.make()\n"
       "  g(); C.g(); C.Companion.g()\n"
       "  println(B.MOST + B.Factory.MOST)\n"
       "  A.f().own()\n"
       "}\n"},
      {"p/near.kt", "package p\nfun near() { B.make(); A.Companion.f(); C.Companion.g() }\n"},
  };
  CHECK(places_in(sources, "p.A.f") == "import:2 call:9 call:9 call:9 call:13 call:2");
  CHECK(places_in(sources, "p.B.Factory.make") == "call:5 import:4 call:10 call:10 call:10 call:2");
  CHECK(places_in(sources, "p.C.g") == "import:6 call:11 call:11 call:11 call:2");
  CHECK(places_in(sources, "p.B.Factory.MOST") == "read:12 read:12");
  CHECK(places_in(sources, "p.B.own") == "call:13");
}
