#include "agent/report.h"

#include <catch2/catch.hpp>

using namespace dossier;

namespace {

const std::string kGood =
    R"({"version":1,"question":"q","summary":"s","steps":[{"description":"d","tool":"broad_lookup",)"
    R"("tool_input":"x","tool_output_count":3}],"findings":[{"kind":"type","name":"P","fullName":)"
    R"("G.P","moduleName":"m","assemblyPath":"","sourcePath":"","notes":"n","importance":"high"}]})";

std::string violations_in(std::string_view text) {
  const auto parsed = parse_report(text);
  std::string out;
  if (const auto* list = std::get_if<std::vector<Violation>>(&parsed))
    for (const auto& violation : *list) out += violation.path + " " + violation.message + "\n";
  return out;
}

std::string with(std::string_view what, std::string_view instead) {
  std::string out = kGood;
  const size_t at = out.find(what);
  REQUIRE(at != std::string::npos);
  return out.replace(at, what.size(), instead);
}

}  // namespace

TEST_CASE("an answer of the contract's shape reads and writes unchanged") {
  CHECK(violations_in(kGood).empty());
  CHECK(to_json(std::get<Report>(parse_report(kGood))).dump() == kGood);
  CHECK(violations_in(R"({"version":1,"question":"","summary":"","steps":[],"findings":[]})") ==
        "");
}

TEST_CASE("violations name the JSON path") {
  const struct {
    std::string text, expected;
  } rows[] = {
      {with("\"version\":1", "\"version\":2"), "$.version must be 1\n"},
      {with("\"version\":1", "\"version\":\"1\""), "$.version must be 1\n"},
      {with("\"version\":1,", ""), "$.version is missing\n"},
      {with("\"summary\":\"s\",", ""), "$.summary is missing\n"},
      {with("\"summary\":\"s\"", "\"summary\":null"), "$.summary must be a string, not null\n"},
      {with("broad_lookup", "find"),
       "$.steps[0].tool must be one of broad_lookup, clear_lookup, reasoning_only\n"},
      {with(":3", ":-1"), "$.steps[0].tool_output_count must be a whole number, 0 or more\n"},
      {with(":3", ":1.5"), "$.steps[0].tool_output_count must be a whole number, 0 or more\n"},
      {with("\"kind\":\"type\"", "\"kind\":\"class\""),
       "$.findings[0].kind must be one of type, field, property, method, event, other\n"},
      {with("\"assemblyPath\":\"\",", ""), "$.findings[0].assemblyPath is missing\n"},
      {with("\"sourcePath\":\"\"", "\"sourcePath\":\"\",\"line\":4"),
       "$.findings[0].line is not part of the answer; remove it\n"},
      {with("\"findings\":[", "\"extra\":1,\"findings\":["),
       "$.extra is not part of the answer; remove it\n"},
      {R"({"version":1,"question":"","summary":"","steps":{},"findings":[1]})",
       "$.steps must be an array, not object\n$.findings[0] must be an object\n"},
      {"[]", "$ must be an object\n"},
  };
  for (const auto& row : rows) {
    INFO(row.text);
    CHECK(violations_in(row.text) == row.expected);
  }
}

TEST_CASE("text around the object is a violation") {
  for (const std::string& text : {"Here: " + kGood, kGood + " done", "```json\n" + kGood + "\n```",
                                  std::string(), kGood.substr(0, 40)}) {
    INFO(text);
    CHECK(violations_in(text).starts_with("$ is not exactly one JSON object (byte "));
  }
  CHECK(correction_of({{"$.version", "must be 1"}}) ==
        "Your answer does not have the required shape:\n- $.version: must be 1\n"
        "Reply with the whole corrected JSON object and nothing else.");
}
