// What replaying says of records that differ, and re-tooling of results that do.
#include "agent/replay.h"
#include "agent/retool.h"

#include <catch2/catch.hpp>

#include "agent/ask.h"
#include "engine/clock.h"
#include "queries/open.h"

using namespace dossier;

namespace {

class Script final : public Model {
 public:
  explicit Script(std::vector<std::string> replies) : replies_(std::move(replies)) {}
  std::string name() const override { return "script"; }
  bool native_calls() const override { return false; }
  ModelReply reply(const ModelRequest&, const ModelListener&, std::stop_token) override {
    return {{Role::assistant, replies_.at(next_++), {}, {}}, {}, {}};
  }

 private:
  std::vector<std::string> replies_;
  size_t next_ = 0;
};

// One tool, "look", that answers with what it is told to.
Toolbox looking(const Json& answer, bool fails = false) {
  Toolbox tools;
  tools.add({{"look", "Looks", schema_of({})},
             Capability::lookup,
             false,
             [answer, fails](const Json&, const EditListener&, ToolResult& result) {
               result.ok = !fails;
               result.result = answer;
             }});
  return tools;
}

std::vector<SessionEvent> recorded_with(const Toolbox& tools) {
  Store store = open_in_memory(system_clock());
  SessionInfo info;
  info.mode = "automation";
  Journal journal = Journal::begin(store, info, system_entropy());
  Script model({R"({"tool_calls":[{"tool":"look","input":{}}]})",
                R"({"version":1,"question":"?","summary":"s","steps":[],"findings":[]})"});
  Policy policy(Policy::kLookups);
  Transcript transcript(journal, {&model, &tools, &policy, &system_clock(), {}});
  SetupOptions options;
  options.mode = "automation";
  REQUIRE(run_ask(transcript, set_up(tools, options), "q", options.limits, {}, {}).answered);
  return journal.events();
}

Json symbol(const std::string& name, int line, const std::string& signature = {}) {
  Json out = Json::object({{"fullName", name}, {"line", line}});
  if (!signature.empty()) out.set("signature", signature);
  return out;
}

Json rows_of(std::vector<Json> rows) {
  Json list = Json::array();
  for (auto& row : rows) list.add(std::move(row));
  return Json::object({{"rows", std::move(list)}});
}

// "verdict -gone +new" of the one call.
std::string verdict_between(const Json& then, const Json& now, bool failed_then = false,
                            bool fails_now = false) {
  const auto found = retool(recorded_with(looking(then, failed_then)), looking(now, fails_now));
  REQUIRE(found.size() == 1);
  std::string out(name_of(found[0].verdict));
  for (const auto& key : found[0].gone) out += " -" + key;
  for (const auto& key : found[0].added) out += " +" + key;
  return out;
}

}  // namespace

TEST_CASE("a replay detects extra, missing and different events") {
  const Toolbox tools = looking("x");
  const auto whole = recorded_with(tools);
  const Replayed same = replay_strictly(whole, tools, "");
  CHECK_FALSE(same.divergence);
  CHECK(same.events == whole.size());

  for (const EventKind kind : {EventKind::message, EventKind::ended, EventKind::tool_asked}) {
    auto longer = whole;
    longer.push_back(whole.back());
    longer.back().kind = kind;
    longer.back().seq = whole.back().seq + 1;
    const Replayed replayed = replay_strictly(longer, tools, "");
    REQUIRE(replayed.divergence);
    CHECK(replayed.divergence->step() == whole.back().seq + 1);
    CHECK(replayed.divergence->got() == "the program has ended");
    CHECK(replayed.divergence->expected().starts_with(name_of(kind)));
    CHECK(replayed.events == whole.size());
  }
  for (size_t size = 1; size < whole.size(); ++size) {
    const Replayed replayed =
        replay_strictly({whole.begin(), whole.begin() + static_cast<int>(size)}, tools, "");
    INFO(size);
    // It ends in the middle: what there is is the same, and it says where it stops.
    CHECK_FALSE(replayed.divergence);
    CHECK(replayed.events == size);
    REQUIRE(replayed.stopped.size() == 1);
    CHECK(replayed.stopped[0].seq == static_cast<int64_t>(size));
  }
  for (size_t i = 1; i < whole.size(); ++i) {
    auto changed = whole;
    if (changed[i].kind == EventKind::model_settled || changed[i].kind == EventKind::tool_settled)
      continue;
    changed[i].body = Json::object({{"role", "user"}, {"text", "something else"}}).dump();
    const Replayed replayed = replay_strictly(changed, tools, "");
    INFO(i);
    REQUIRE(replayed.divergence);
    CHECK(replayed.events < whole.size());
  }
}

TEST_CASE("retool repeats calls that ran and whose tool exists") {
  Toolbox tools;
  tools.add({{"echo", "Says it again", Json::object({{"type", "object"}})},
             Capability::lookup,
             false,
             [](const Json&, const EditListener&, ToolResult& result) { result.result = "now"; }});
  std::vector<SessionEvent> record;
  const auto add = [&](EventKind kind, const Json& body) {
    SessionEvent event;
    event.seq = static_cast<int64_t>(record.size()) + 1;
    event.kind = kind;
    event.body = body.dump();
    record.push_back(event);
  };
  for (const char* tool : {"echo", "gone", "echo"}) {
    const ToolCall call{"1", tool, Json::object({})};
    if (record.size() == 4) add(EventKind::permission, Json::object({{"decision", "deny"}}));
    add(EventKind::tool_asked, to_json(call));
    add(EventKind::tool_settled, to_json(ToolResult{call, true, -1, -1, false, {}, Json("then")}));
  }
  const auto made = retool(record, tools);
  REQUIRE(made.size() == 1);
  CHECK(made[0].seq == 1);
}

TEST_CASE("verdicts on a call's result") {
  const Json one = rows_of({symbol("A", 1), symbol("B", 2)});
  CHECK(verdict_between(one, one) == "same");
  CHECK(verdict_between(one, rows_of({symbol("A", 7), symbol("B", 2)})) == "moved");
  CHECK(verdict_between(one, rows_of({symbol("B", 2), symbol("A", 1)})) == "moved");
  CHECK(verdict_between(one, rows_of({symbol("A", 1)})) == "gone -B");
  CHECK(verdict_between(one, rows_of({symbol("A", 1), symbol("B", 2), symbol("C", 3)})) ==
        "new +C");
  CHECK(verdict_between(one, rows_of({symbol("A", 1), symbol("C", 2)})) == "gone/new -B +C");
  // Of two of one name it is known how many there are, and what they take.
  CHECK(verdict_between(rows_of({symbol("A", 1), symbol("A", 2)}), rows_of({symbol("A", 1)})) ==
        "gone -A");
  CHECK(verdict_between(rows_of({symbol("A", 1, "int")}), rows_of({symbol("A", 1, "long")})) ==
        "gone/new -A : int +A : long");
}

TEST_CASE("verdicts on a result without symbols") {
  CHECK(verdict_between("text", "text") == "same");
  CHECK(verdict_between("text", "other") == "changed");
  CHECK(verdict_between(rows_of({}), Json::object({{"rows", "none"}})) == "changed");
  CHECK(verdict_between("text", "no such file", false, true) == "failed -no such file");
  CHECK(verdict_between(rows_of({symbol("A", 1)}), Json::object({{"why", 1}}), false, true) ==
        R"(failed -{"why":1})");
  CHECK(verdict_between("no", "no", true, true) == "same");
  CHECK(verdict_between("no", "never", true, true) == "changed");
  CHECK(verdict_between("no", "no", true, false) == "changed");
  CHECK(verdict_between("no", rows_of({symbol("A", 1)}), true, false) == "new +A");
}

TEST_CASE("a symbol that moved or has another name is told from one that is gone") {
  const auto row = [](const std::string& name, const std::string& signature) {
    return Json::object({{"kind", "method"}, {"full_name", name}, {"signature", signature}});
  };
  const Json then =
      rows_of({row("G.Player.Hit(int)", "void Hit(int damage)"),
               row("G.Player.Heal()", "void Heal()"), row("G.Map.Draw()", "void Draw()")});
  // One renamed, one in another type, one gone.
  const auto found = retool(recorded_with(looking(then)),
                            looking(rows_of({row("G.Player.Strike(int)", "void Strike(int damage)"),
                                             row("G.Body.Heal()", "void Heal()")})));
  REQUIRE(found.size() == 1);
  CHECK(name_of(found[0].verdict) == "gone");
  CHECK(found[0].gone == std::vector<std::string>{"method G.Map.Draw() : void Draw()"});
  CHECK(found[0].renamed == std::vector<std::string>{"G.Player.Heal() → G.Body.Heal()",
                                                     "G.Player.Hit(int) → G.Player.Strike(int)"});
  // Two candidates are none.
  const auto two =
      retool(recorded_with(looking(rows_of({row("G.A.X()", "void X()")}))),
             looking(rows_of({row("G.A.Y()", "void Y()"), row("G.A.Z()", "void Z()")})));
  CHECK(name_of(two[0].verdict) == "gone/new");
  // The members of a card are symbols, too.
  const auto card = [](std::vector<std::string> members) {
    Json list = Json::array();
    for (auto& member : members) list.add(std::move(member));
    return Json::object({{"key", "G.Player"}, {"members", std::move(list)}});
  };
  CHECK(verdict_between(card({"G.Player.Hit()", "G.Player.Heal()"}), card({"G.Player.Heal()"})) ==
        "gone -G.Player.Hit()");
  CHECK(verdict_between(card({"G.Player.Hit()", "G.Player.Heal()"}),
                        card({"G.Player.Heal()", "G.Player.Hit()"})) == "moved");
}

TEST_CASE("what an answer says of snapshots and of files on disk moves nothing") {
  const auto told = [](bool stale, int snapshot) {
    Json row = symbol("G.A", 1);
    if (stale) row.set("stale", true);
    Json out = rows_of({std::move(row)});
    out.set("stale", stale);
    out.set("snapshots", Json::array().add(snapshot));
    return out;
  };
  CHECK(verdict_between(told(true, 1), told(false, 2)) == "same");
  CHECK(verdict_between(rows_of({symbol("G.A", 1)}), rows_of({symbol("G.A", 2)})) == "moved");
}
