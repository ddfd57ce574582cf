#include "queries/ops/cursor.h"

#include <catch2/catch.hpp>

using namespace dossier;

TEST_CASE("a cursor comes back as it was, with the counts of the rows before") {
  Cursor cursor;
  cursor.scope = "1,3";
  cursor.offset = 600;
  cursor.kinds = {{"field", 100}, {"method", 500}};
  const std::string text = cursor.text("player");
  CHECK(text.ends_with("@@@@field=100.method=500"));
  const auto read = parse_cursor(text, "player");
  REQUIRE(read);
  CHECK(read->offset == 600);
  CHECK(read->weights.empty());
  CHECK(read->kinds == cursor.kinds);
  CHECK_FALSE(parse_cursor(text, "another"));
  // The word of a source's kind may be anything: then the counts stay away.
  cursor.kinds["2nd=kind"] = 1;
  CHECK(parse_cursor(cursor.text("player"), "player")->kinds.empty());
}

TEST_CASE("counts that are none make no cursor") {
  Cursor cursor;
  cursor.scope = "1";
  cursor.offset = 600;
  const std::string start = cursor.text("player") + "@@@@";
  CHECK(parse_cursor(start + "field=2147483647", "player"));
  for (const char* counts : {"field=2147483648", "field=-1", "field=", "field", "=1", "Field=1",
                             "field=1..", "field=1@1", "field=1,2"}) {
    CAPTURE(counts);
    CHECK_FALSE(parse_cursor(start + counts, "player"));
  }
}
