// What Kotlin refers to without a call: what a class delegates to, and functions that are passed
// on.
#include <catch2/catch.hpp>
#include <string>

#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/queries/add_sources.h"

using namespace dossier;

namespace {

std::string places_in(const test::Sources& sources, const std::string& identifier) {
  Store store = open_in_memory();
  test::add_sources(store, sources);
  Arguments arguments;
  arguments.set("identifier", identifier);
  const auto answer = run_to_json(store, kRefs, arguments);
  REQUIRE(answer.status() == 200);
  std::string out;
  const auto body = read_json(answer.body);
  for (const Json& hit : body["hits"].each())
    out += (out.empty() ? "" : " ") + hit.text("kind") + ":" + std::to_string(hit.number("line"));
  return out;
}

}  // namespace

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
