#include "engine/json_value.h"

#include <catch2/catch.hpp>

using namespace dossier;

TEST_CASE("JSON values survive writing and reading") {
  const std::string_view rows[] = {
      R"(null)", R"(true)",   R"(-9223372036854775808)",
      R"(1.0)",  R"(1e+300)", R"("é\n\"\\")",
      R"([])",   R"({})",     R"({"b":1,"a":[1,2.5,{"x":null}],"":""})",
  };
  for (const auto text : rows) {
    INFO(text);
    const auto parsed = parse_json(text);
    REQUIRE(std::holds_alternative<Json>(parsed));
    CHECK(std::get<Json>(parsed).dump() == text);
    CHECK(std::get<Json>(parse_json(std::get<Json>(parsed).dump())) == std::get<Json>(parsed));
  }
}

TEST_CASE("of repeated keys the last wins, in the first's place") {
  CHECK(std::get<Json>(parse_json(R"({"a":1,"b":2,"a":3})")).dump() == R"({"a":3,"b":2})");
  // Of many keys too, which are found another way.
  std::string text = "{", expected = "{";
  for (const int round : {0, 1})
    for (int i = 0; i < 100; ++i) {
      const std::string key = (i ? ",\"k" : "\"k") + std::to_string(i) + "\":";
      text += (round && !i ? "," : "") + key + std::to_string(round);
      if (round) expected += key + "1";
    }
  CHECK(std::get<Json>(parse_json(text + "}")).dump() == expected + "}");
}

TEST_CASE("absent fields read as empty") {
  const Json value = read_json(R"({"a":[1,2],"n":null})");
  CHECK(value["a"].each().size() == 2);
  CHECK(value["n"].is_null());
  CHECK(value["b"]["c"].is_null());
  CHECK(value["b"].each().empty());
  CHECK_FALSE(value["a"].find("x"));
  const Json other = read_json(R"({"list":[],"text":"true","number":1,"real":1.5,"flag":true})");
  for (const auto* key : {"list", "text", "number", "real", "flag", "none"}) {
    CAPTURE(key);
    CHECK(other.flag(key) == (std::string_view(key) == "flag"));
    CHECK(other.number(key, 7) == (std::string_view(key) == "number" ? 1 : 7));
    CHECK(other.text(key) == (std::string_view(key) == "text" ? "true" : ""));
  }
  CHECK_THROWS_WITH(read_json("[1,"), Catch::StartsWith("byte 3: "));
}

TEST_CASE("malformed JSON is a fault with its byte offset") {
  const struct {
    std::string_view text;
    size_t offset;
  } rows[] = {{"", 0}, {"{", 1}, {"[1,]", 3}, {"{} x", 3}, {"nul", 3}, {"\"\xFF\"", 1}, {"NaN", 0}};
  for (const auto& row : rows) {
    INFO(row.text);
    const auto parsed = parse_json(row.text);
    REQUIRE(std::holds_alternative<JsonFault>(parsed));
    CHECK(std::get<JsonFault>(parsed).offset == row.offset);
    CHECK_THAT(std::get<JsonFault>(parsed).message,
               Catch::StartsWith("syntax error while parsing"));
  }
}

TEST_CASE("nesting is bounded") {
  CHECK(std::holds_alternative<Json>(
      parse_json(std::string(kMaxJsonDepth, '[') + std::string(kMaxJsonDepth, ']'))));
  const auto parsed = parse_json(std::string(100000, '['));
  REQUIRE(std::holds_alternative<JsonFault>(parsed));
  CHECK(std::get<JsonFault>(parsed).message == "nested deeper than 200 levels");
}
