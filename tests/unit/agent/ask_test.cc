// What a question makes of a model's replies: calls, corrections, an answer, or none.
#include <catch2/catch.hpp>

#include "agent/locate.h"
#include "agent/tools/tools.h"
#include "tests/unit/agent/recorded.h"

using namespace dossier;
using namespace dossier::test;

TEST_CASE("a tool receives the model's input unchanged") {
  Run run;
  std::string got;
  run.tools.add({{"store", "", schema_of(std::vector<SchemaField>{{"text", "string", ""}})},
                 Capability::lookup,
                 false,
                 [&](const Json& input, const EditListener&, ToolResult& result) {
                   got = input.text("text");
                   result.result = "done";
                 }});
  Journal journal = run.begin();
  Replies model(said(
      {R"({"tool_calls":[{"tool":"store","input":{"text":"postgres://u:hunter22@h"}}]})", kEmpty}));
  run.ask(journal, model);
  CHECK(got == "postgres://u:hunter22@h");
  for (const auto& event : journal.events())
    CHECK(event.body.find("hunter22") == std::string::npos);
}

TEST_CASE("answers are corrected at most three times, and the session is kept") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({"a", "b", "c", "d", kEmpty}));
  const AskResult result = run.ask(journal, model);
  CHECK_FALSE(result.answered);
  CHECK(result.problem.find("$: is not exactly one JSON object") != std::string::npos);
  CHECK(journal.events().back().body.find("\"failed\"") != std::string::npos);
  CHECK(is_identical(journal, run.tools));
}

TEST_CASE("a step without its call is sent back, and counts are the record's") {
  Run run;
  run.tools.add(
      {{"broad_lookup", "", schema_of(std::vector<SchemaField>{{"pattern", "string", ""}})},
       Capability::lookup,
       false,
       [](const Json&, const EditListener&, ToolResult& result) {
         result.total = 42;
         result.result = Json::array();
       }});
  Journal journal = run.begin();
  const auto report = [](std::string_view input) {
    return R"({"version":1,"question":"?","summary":"s","steps":[{"description":"d","tool":)"
           R"("broad_lookup","tool_input":")" +
           std::string(input) + R"(","tool_output_count":7}],"findings":[]})";
  };
  Replies model(said({R"({"tool_calls":[{"tool":"broad_lookup","input":{"pattern":"a"}}]})",
                      report("b"), report("a")}));
  const AskResult result = run.ask(journal, model);
  REQUIRE(result.answered);
  CHECK(result.report.steps[0].tool_output_count == 42);
  CHECK(model.last.messages.back().text.find("$.steps[0].tool_input: no such broad_lookup call") !=
        std::string::npos);
}

TEST_CASE("a model's failure is recorded and ends the session") {
  Run run;
  Journal journal = run.begin();
  Replies model({});
  const AskResult result = run.ask(journal, model);
  CHECK_FALSE(result.answered);
  CHECK(result.problem == "no more replies");
  REQUIRE(result.failure);
  CHECK(result.failure->code() == ErrorCode::io);
  CHECK(kinds(journal) == "started setup message model_asked model_settled ended");
  CHECK(is_identical(journal, run.tools));
}

TEST_CASE("results are cut with a cursor to the rest") {
  ToolResult result;
  result.result = Json::array();
  for (int i = 0; i < 100; ++i) result.result.add(std::string(50, 'a') + std::to_string(i));
  ToolResult first = result;
  cut(first, "", 1000);
  CHECK(first.truncated);
  std::string cursor = first.cursor;
  size_t rows = first.result.items()->size();
  while (!cursor.empty()) {
    ToolResult next = result;
    cut(next, cursor, 1000);
    rows += next.result.items()->size();
    cursor = next.cursor;
  }
  CHECK(rows == 100);
}
