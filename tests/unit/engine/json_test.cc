#include "engine/json.h"

#include <catch2/catch.hpp>

using namespace dossier;

namespace {
std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}
}  // namespace

TEST_CASE("JSON strings escape what JSON demands and nothing else") {
  const struct {
    std::string_view text, json;
  } rows[] = {
      {"plain", "\"plain\""},
      {"a\"b\\c", "\"a\\\"b\\\\c\""},
      {"line\nfeed\ttab", "\"line\\nfeed\\ttab\""},
      {{"nul\0x", 5}, "\"nul\\u0000x\""},
      {"\x1f\x7f", "\"\\u001f\x7f\""},
      {"caf\xC3\xA9/\xE2\x82\xAC", "\"caf\xC3\xA9/\xE2\x82\xAC\""},
      {"bad\xFFtail\xC3", "\"bad\xEF\xBF\xBDtail\xEF\xBF\xBD\""},
      {"overlong\xC0\x80", "\"overlong\xEF\xBF\xBD\xEF\xBF\xBD\""},
      {"surrogate\xED\xA0\x80", "\"surrogate\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
  };
  for (const auto& row : rows) CHECK(quoted(row.text) == row.json);
}

TEST_CASE("JSON documents keep the order they are written in") {
  JsonWriter json;
  json.begin_object().field("b", 1).field("a", "x").key("list").begin_array();
  json.value(true).null().value(-7).value(0.5).begin_object().end_object();
  json.end_array().field("last", false).end_object();
  CHECK(json.text() == R"({"b":1,"a":"x","list":[true,null,-7,0.5,{}],"last":false})");
}
