// Permissions, and what the tools that write do with them.
#include "agent/policy.h"

#include <catch2/catch.hpp>

#include "agent/tools/tools.h"
#include "agent/workspace/snapshot.h"
#include "engine/error.h"
#include "queries/open.h"

using namespace dossier;

TEST_CASE("each capability is allowed, asked about or denied") {
  struct Row {
    Policy::Table table;
    Capability capability;
    bool allowed;
    const char* by;
  };
  const auto [table, capability, allowed, by] = GENERATE(values<Row>({
      {Policy::kAgent, Capability::lookup, true, "policy"},
      {Policy::kAgent, Capability::read, true, "policy"},
      {Policy::kAgent, Capability::write, true, "policy"},
      {Policy::kAgent, Capability::execute, false, "policy"},
      {Policy::kLookups, Capability::lookup, true, "policy"},
      {Policy::kLookups, Capability::read, false, "policy"},
      {Policy::kLookups, Capability::write, false, "policy"},
      {Policy::kLookups, Capability::execute, false, "policy"},
      {permissions_in("lookup=deny", Policy::kAgent), Capability::lookup, false, "policy"},
      {permissions_in("read=ask", Policy::kAgent), Capability::lookup, true, "policy"},
      {permissions_in("write=ask", Policy::kAgent), Capability::write, false, "nobody to ask"},
      {permissions_in("read=deny,execute=allow", Policy::kAgent), Capability::execute, true,
       "policy"},
  }));
  Policy policy(table);
  const Decision decision = policy.decide("tool", capability, Json::object());
  CHECK(decision.allowed == allowed);
  CHECK(decision.by == by);
}

TEST_CASE("consent holds for the call, the tool or the capability") {
  Consent answer;
  int asked = 0;
  Policy policy(permissions_in("read=ask,write=ask,execute=ask", Policy::kLookups),
                [&](const PermissionRequest&) {
                  ++asked;
                  return answer;
                });
  const auto allowed = [&](std::string_view tool, Capability capability) {
    return policy.decide(tool, capability, Json::object()).allowed;
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

TEST_CASE("a call that a person declined is told apart from one that the session does not allow") {
  Policy asked(permissions_in("write=ask", Policy::kAgent),
               [](const PermissionRequest&) { return Consent{}; });
  const auto told = [](Policy& policy, Capability capability) {
    return policy.refusal(capability, policy.decide("tool", capability, Json::object()));
  };
  CHECK(told(asked, Capability::write) == "denied: the person declined this call");
  CHECK(told(asked, Capability::execute) ==
        "denied: this session does not allow tools that execute");
  Policy alone(permissions_in("write=ask", Policy::kAgent));
  CHECK(told(alone, Capability::write) ==
        "denied: this session does not allow tools that write (nobody to ask)");
}

TEST_CASE("consent for a category holds for its tools of the same capability") {
  Consent answer{true, Consent::category};
  int asked = 0;
  Policy policy(permissions_in("read=ask,write=ask", Policy::kLookups),
                [&](const PermissionRequest&) {
                  ++asked;
                  return answer;
                });
  const auto allowed = [&](std::string_view tool, Capability capability,
                           std::string_view category) {
    return policy.decide(tool, capability, Json::object(), "auto-tools", category).allowed;
  };
  CHECK(allowed("read_file", Capability::read, "filesystem"));
  answer = {};
  CHECK(allowed("list_dir", Capability::read, "filesystem"));
  CHECK(asked == 1);
  CHECK_FALSE(allowed("fs__list", Capability::read, "filesystem"));  // another server
  asked = 1;
  CHECK_FALSE(allowed("edit_file", Capability::write, "filesystem"));  // another capability
  CHECK_FALSE(allowed("fetch", Capability::read, "network"));          // another category
  CHECK(asked == 3);
}

TEST_CASE("calls of a script have a table of their own") {
  Policy policy(permissions_in("write=allow", Policy::kAgent));
  policy.set_within(permissions_in("lookup=ask,write=ask", Policy::kAgent));
  const Json input = Json::object();
  CHECK(policy.decide("edit_file", Capability::write, input).allowed);
  CHECK(policy.decide("run_auto_tool", Capability::lookup, input).allowed);
  CHECK(policy.decide("edit_file", Capability::write, input, "auto-tools").by == "nobody to ask");
  CHECK(policy.decide("broad_lookup", Capability::lookup, input, "auto-tools").by ==
        "nobody to ask");
  CHECK(policy.decide("read_file", Capability::read, input, "auto-tools").allowed);
}

TEST_CASE("only Agent mode has more than lookups, and only it may be given more") {
  for (const char* mode : {"ask", "automation", "backend", ""})
    for (const char* permit : {"", "read=allow,write=allow,execute=allow"})
      CHECK(permissions_of(mode, permit) == Policy::kLookups);
  CHECK(permissions_of("agent", "") == Policy::kAgent);
  CHECK(permissions_of("agent", "write=ask")[static_cast<size_t>(Capability::write)] ==
        Permission::ask);
}

TEST_CASE("reading the folder and asking the store are different capabilities") {
  Store store = open_in_memory();
  const auto files = snapshot_workspace(store, {});
  Toolbox tools;
  add_op_tools(tools, store, {});
  const size_t lookups = tools.specs().size();
  add_file_tools(tools, *files);
  for (const auto& spec : tools.lookups())
    CHECK(tools.find(spec.name)->capability == Capability::lookup);
  CHECK(tools.lookups().size() == lookups);
  for (const char* name : {"read_file", "list_dir", "search_files"})
    CHECK(tools.find(name)->capability == Capability::read);
  for (const char* name : {"edit_file", "apply_diff"})
    CHECK(tools.find(name)->capability == Capability::write);
}

TEST_CASE("meaningless rules are refused") {
  for (const char* rules : {"write", "write=maybe", "fly=allow", "write=allow;read=deny", "="})
    CHECK_THROWS_AS(permissions_in(rules, Policy::kAgent), Error);
  CHECK(permissions_in("", Policy::kAgent) == Policy::kAgent);
}

TEST_CASE("results over 20,000 tokens are cut with a cursor to the rest") {
  Toolbox tools;
  tools.add({{"lines", "Many lines", schema_of({})},
             Capability::lookup,
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
