// Permissions, and what the tools that write do with them.
#include "agent/policy.h"

#include <catch2/catch.hpp>

#include "agent/tools/tools.h"
#include "engine/error.h"

using namespace dossier;

TEST_CASE("each capability is allowed, asked for or denied") {
  struct Row {
    Policy::Table table;
    Capability capability;
    bool allowed;
    const char* by;
  };
  const auto [table, capability, allowed, by] = GENERATE(values<Row>({
      {Policy::kAgent, Capability::read, true, "policy"},
      {Policy::kAgent, Capability::write, true, "policy"},
      {Policy::kAgent, Capability::execute, false, "policy"},
      {Policy::kReadOnly, Capability::read, true, "policy"},
      {Policy::kReadOnly, Capability::write, false, "policy"},
      {Policy::kReadOnly, Capability::execute, false, "policy"},
      {Policy::kNothing, Capability::read, false, "policy"},
      {permissions_in("write=ask", Policy::kAgent), Capability::write, false, "nobody to ask"},
      {permissions_in("read=deny,execute=allow", Policy::kAgent), Capability::execute, true,
       "policy"},
  }));
  Policy policy(table);
  const Decision decision = policy.decide("tool", capability, "{}");
  CHECK(decision.allowed == allowed);
  CHECK(decision.by == by);
}

TEST_CASE("consent holds for the call, the tool or the capability") {
  Consent answer;
  int asked = 0;
  Policy policy(permissions_in("read=ask,write=ask,execute=ask", Policy::kNothing),
                [&](std::string_view, Capability, std::string_view) {
                  ++asked;
                  return answer;
                });
  const auto allowed = [&](std::string_view tool, Capability capability) {
    return policy.decide(tool, capability, "{}").allowed;
  };
  CHECK_FALSE(allowed("edit_file", Capability::write));
  answer = {true, Consent::call};
  CHECK(allowed("edit_file", Capability::write));
  CHECK(allowed("edit_file", Capability::write));
  CHECK(asked == 3);  // each time anew
  answer = {true, Consent::tool};
  CHECK(allowed("edit_file", Capability::write));
  answer = {};
  CHECK(allowed("edit_file", Capability::write));
  CHECK(asked == 4);
  CHECK_FALSE(allowed("apply_diff", Capability::write));
  answer = {true, Consent::capability};
  CHECK(allowed("apply_diff", Capability::write));
  answer = {};
  CHECK(allowed("note", Capability::write));
  CHECK_FALSE(allowed("run", Capability::execute));
  CHECK(asked == 7);
}

TEST_CASE("rules that say nothing are refused") {
  for (const char* rules : {"write", "write=maybe", "fly=allow", "write=allow;read=deny", "="})
    CHECK_THROWS_AS(permissions_in(rules, Policy::kAgent), Error);
  CHECK(permissions_in("", Policy::kAgent) == Policy::kAgent);
}

TEST_CASE("results over 20,000 tokens are cut with a cursor to the rest") {
  Toolbox tools;
  tools.add({{"lines", "Many lines", schema_of({})},
             Capability::read,
             false,
             [](const Json&, const EditListener&, ToolResult& result) {
               Json rows = Json::array();
               for (int i = 0; i < 3000; ++i) rows.add(std::string(96, 'x') + std::to_string(i));
               result.result = Json::object({{"rows", std::move(rows)}});
             }});
  std::string cursor;
  size_t rows = 0, calls = 0;
  do {
    Json input = Json::object();
    if (!cursor.empty()) input.set("cursor", cursor);
    const ToolResult result = tools.dispatch({{}, "lines", input}, nullptr);
    REQUIRE(result.ok);
    CHECK(result.result.dump().size() <= kMaxResultBytes + 200);
    CHECK(result.truncated == !result.cursor.empty());
    rows += result.result.find("rows")->items()->size();
    cursor = result.cursor;
  } while (!cursor.empty() && ++calls < 100);
  CHECK(rows == 3000);
  CHECK(calls == 3);
}
