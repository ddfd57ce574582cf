// The calls of a script in the transcript: together where they may be, in order everywhere else.
#include <atomic>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <mutex>

#include "agent/retool.h"
#include "agent/sql.h"
#include "engine/statement.h"
#include "tests/unit/agent/recorded.h"

using namespace dossier;
using namespace dossier::test;

namespace {

// A tool that returns once `together` calls of it run, and counts how many did at once.
class Meeting {
 public:
  explicit Meeting(int together) : together_(together) {}

  Tool tool(std::string name, bool concurrent, Capability capability = Capability::read) {
    Tool out;
    out.spec = {std::move(name), "Waits for others",
                schema_of(std::vector<SchemaField>{{"n", "integer", "Which"}})};
    out.capability = capability;
    out.concurrent = concurrent;
    out.run = [this](const Json& input, const EditListener&, ToolResult& result) {
      std::unique_lock lock(mutex_);
      most = std::max(most, ++here_);
      came_.notify_all();
      came_.wait(lock, [this] { return here_ >= together_ || open_; });
      open_ = true;
      --here_;
      order.push_back(input.number("n"));
      result.result = input["n"];
    };
    return out;
  }

  int most = 0;
  std::vector<int64_t> order;

 private:
  const int together_;
  std::mutex mutex_;
  std::condition_variable came_;
  int here_ = 0;
  bool open_ = false;
};

std::vector<ToolCall> calls_of(const std::string& tool, int count) {
  std::vector<ToolCall> out;
  for (int n = 0; n < count; ++n) out.push_back({{}, tool, Json::object({{"n", n}})});
  return out;
}

struct ScriptCalls : Run {
  Journal journal = begin();
  Transcript transcript{journal, {nullptr, &tools, &policy, &clock, {}}};
  ScriptCalls() { policy = Policy(Policy::kAgent); }
};

}  // namespace

TEST_CASE("calls that may run at once do, and are settled in their order") {
  ScriptCalls script;
  Meeting meeting(4);  // each waits until all are there
  script.tools.add(meeting.tool("look", true));
  const auto made = script.transcript.call_within("auto-tools", calls_of("look", 4));
  REQUIRE(made.size() == 4);
  for (size_t n = 0; n < made.size(); ++n)
    CHECK(made[n].result.result == Json(static_cast<int64_t>(n)));
  CHECK(meeting.most == 4);
  CHECK(kinds(script.journal) ==
        "tool_asked tool_asked tool_asked tool_asked tool_settled tool_settled tool_settled "
        "tool_settled");
  for (size_t i = 0; i < 4; ++i)
    CHECK(body_of(script.journal.events()[i])["input"] ==
          body_of(script.journal.events()[i + 4])["input"]);
}

TEST_CASE("other calls run one after the other") {
  const std::pair<bool, Capability> kinds_of_tool[] = {{false, Capability::read},
                                                       {true, Capability::write}};
  for (const auto& [concurrent, capability] : kinds_of_tool) {
    ScriptCalls script;
    Meeting meeting(1);
    script.tools.add(meeting.tool("look", concurrent, capability));
    script.transcript.call_within("auto-tools", calls_of("look", 3));
    CHECK(meeting.most == 1);
    CHECK(meeting.order == std::vector<int64_t>{0, 1, 2});
    CHECK(kinds(script.journal) ==
          "tool_asked tool_settled tool_asked tool_settled tool_asked tool_settled");
  }
}

TEST_CASE("each call of a script is asked about for itself") {
  ScriptCalls script;
  Meeting meeting(1);
  script.tools.add(meeting.tool("look", true));
  std::vector<std::string> asked;
  script.policy = Policy(Policy::kAgent, [&](const PermissionRequest& question) {
    asked.push_back(std::string(question.tool) + " of " + std::string(question.category) + " by " +
                    std::string(question.within));
    return Consent{asked.size() != 2, Consent::call};
  });
  script.policy.set_within(permissions_in("read=ask", Policy::kAgent));
  const auto made = script.transcript.call_within("auto-tools", calls_of("look", 3));
  CHECK(asked == std::vector<std::string>(3, "look of utils by auto-tools"));
  CHECK((made[0].result.ok && !made[1].result.ok && made[2].result.ok));
  CHECK(made[1].permission.dump() == R"({"capability":"read","decision":"deny","by":"user"})");
  CHECK(meeting.order.size() == 2);
}

TEST_CASE("calls that were made together are made again each for itself") {
  ScriptCalls script;
  Meeting meeting(3);
  script.tools.add(meeting.tool("look", true));
  script.transcript.call_within("auto-tools", calls_of("look", 3));
  const auto again = retool(script.journal.events(), script.tools);
  REQUIRE(again.size() == 3);
  for (int n = 0; n < 3; ++n) {
    CHECK(again[static_cast<size_t>(n)].verdict == Retooled::same);
    CHECK(again[static_cast<size_t>(n)].seq == n + 1);
  }
}

TEST_CASE("the view of calls pairs each with its own result") {
  ScriptCalls script;
  Meeting meeting(2);
  script.tools.add(meeting.tool("look", true));
  Tool outer;
  outer.spec = {std::string(kAutoTool), "Calls others", schema_of({})};
  outer.run = [&](const Json&, const EditListener&, ToolResult& result) {
    script.transcript.call_within("auto-tools", calls_of("look", 2));
    result.result = "outer";
  };
  script.tools.add(outer);
  script.transcript.call({{}, std::string(kAutoTool), Json::object()});
  Statement rows(script.store.database(), "SELECT tool, output FROM tool_calls ORDER BY seq");
  std::string shown;
  while (rows.step()) shown += std::string(rows.text(0)) + "=" + std::string(rows.text(1)) + " ";
  CHECK(shown == "run_auto_tool=outer look=0 look=1 ");
}
