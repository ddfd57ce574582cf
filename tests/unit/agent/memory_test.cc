// Sessions as a memory: what is found in them, in which order, and what they come to in a week.
#include <catch2/catch.hpp>

#include "agent/activity.h"
#include "agent/recall.h"
#include "agent/search_sessions.h"
#include "agent/sessions.h"
#include "agent/workspace.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

namespace {

constexpr int64_t kDay = 86'400'000;

SessionEvent event(int64_t at, EventKind kind, const Json& body) {
  SessionEvent out;
  out.at = at;
  out.kind = kind;
  out.body = body.dump();
  return out;
}

SessionEvent said(int64_t at, const char* role, const std::string& text) {
  return event(at, EventKind::message, Json::object({{"role", role}, {"text", text}}));
}

StoredFinding finding(const std::string& name, bool verified) {
  return {{"type", name, name, "", "", "", "as noted", "high"}, name, verified};
}

struct Memory {
  FixedClock clock;
  FixedEntropy entropy;
  Store store = open_in_memory(clock);
  int64_t now = clock.now_ms();

  std::string add(const std::string& title, const std::vector<SessionEvent>& events,
                  const ImportedRows& rows = {}, const std::string& mode = "automation",
                  const std::string& project = "game") {
    SessionInfo info;
    info.title = title;
    info.mode = mode;
    info.model = "m";
    info.project = project;
    Journal journal = Journal::begin(store, info, entropy);
    journal.append_imported(events, 0, rows);
    journal.index_words();
    return journal.info().uid;
  }
  std::string found(const std::vector<std::string>& words) {
    SessionQuery query;
    query.words = words;
    std::string out;
    for (const auto& hit : search_sessions(store, query, now))
      out += (out.empty() ? "" : " ") + hit.title + "#" + std::to_string(hit.event.seq) +
             (hit.has_all ? "" : "?");
    return out;
  }
};

}  // namespace

TEST_CASE("a search ranks answers before outputs, the young before the old, and spreads") {
  Memory memory;
  const auto output = [&](int64_t at) {
    return event(at, EventKind::tool_settled,
                 Json::object({{"tool", "t"}, {"ok", true}, {"result", "health of the player"}}));
  };
  memory.add("loud", {output(memory.now), output(memory.now), output(memory.now),
                      output(memory.now), output(memory.now)});
  memory.add("answered", {said(memory.now, "user", "health of the player"),
                          event(memory.now, EventKind::answer,
                                Json::object({{"summary", "health of the player"}}))});
  memory.add("old", {said(memory.now - 4000 * kDay, "user", "health of the player")});
  CHECK(memory.found({"health", "player"}) ==
        "answered#2 answered#1 old#1 loud#1 loud#2 loud#3 loud#4 loud#5");
  CHECK(memory.found({"health", "nowhere"}).find("answered#2?") == 0);
  CHECK(memory.found({"nowhere"}).empty());
  // Operators of the index are words.
  CHECK(memory.found({"health NOT player"}).empty());
  CHECK(memory.found({"\"", "AND"}).empty());
}

TEST_CASE("a memory has its age, and says whether its symbol is there") {
  Memory memory;
  ImportedRows rows;
  rows.findings[1] = {finding("Game.Player", true), finding("Game.Ghost", false)};
  const std::string session =
      memory.add("where is health?",
                 {said(memory.now - 9 * kDay, "user", "where is health?"),
                  event(memory.now - 9 * kDay, EventKind::answer,
                        Json::object({{"summary", "health is in the player"}}))},
                 rows);
  const Json all = recalled(memory.store, "", "Game.", "");
  REQUIRE(all["findings"].each().size() == 2);
  const Json& first = all["findings"].each()[0];
  CHECK(first.text("fullName") == "Game.Player");
  CHECK(first.text("session") == session);
  CHECK(first.text("age") == "9 days");
  CHECK(first.flag("verified_then"));
  CHECK_FALSE(first.flag("exists"));  // nothing is imported here
  const Json said_then = recalled(memory.store, "", "", "health player");
  REQUIRE(said_then["said"].each().size() == 1);
  CHECK(said_then["said"].each()[0].text("text") == "health is in the player");

  Toolbox tools;
  add_recall_tool(tools, memory.store, "");
  const ToolResult result =
      tools.dispatch({{}, "recall", Json::object({{"symbol", "ghost"}})}, nullptr);
  CHECK(result.ok);
  CHECK(result.total == 1);
  CHECK_FALSE(tools.dispatch({{}, "recall", Json::object()}, nullptr).ok);
  for (const auto& [ms, text] :
       std::vector<std::pair<int64_t, std::string>>{{0, "today"},
                                                    {kDay, "1 day"},
                                                    {20 * kDay, "2 weeks"},
                                                    {90 * kDay, "3 months"},
                                                    {1000 * kDay, "2 years"}})
    CHECK(age_text(ms) == text);
}

TEST_CASE("a report counts what was done within its time, by project") {
  Memory memory;
  const auto reply = [&](int64_t at, int64_t in, int64_t out, double cost) {
    Json body = Json::object({{"message", to_json(Message{Role::assistant, "x", {}, {}})}});
    if (in >= 0) body.set("tokens_in", in).set("tokens_out", out);
    if (cost > 0) body.set("cost", cost);
    return event(at, EventKind::model_settled, body);
  };
  const auto settled = [&](int64_t at, bool ok) {
    return event(at, EventKind::tool_settled,
                 Json::object({{"tool", "t"}, {"ok", ok}, {"result", "r"}}));
  };
  ImportedRows rows;
  rows.findings[4] = {finding("A", true), finding("B", true), finding("C", false)};
  memory.add("q",
             {said(memory.now, "user", "q"), reply(memory.now, 10, 2, 0), settled(memory.now, true),
              settled(memory.now, false),
              event(memory.now, EventKind::answer, Json::object({{"summary", "s"}}))},
             rows);
  // A chat: corrections are nobody's questions; what was done before the time does not count.
  memory.add("chat",
             {said(memory.now - 30 * kDay, "user", "long ago"), said(memory.now, "user", "one"),
              reply(memory.now, -1, -1, 0),
              said(memory.now, "user", "Nothing of your last reply was run:\n- x"),
              reply(memory.now, 5, 1, 0.25), said(memory.now, "user", "two")},
             {}, "agent", "shop");
  const ActivityReport report =
      activity_in(memory.store, memory.now - 7 * kDay, memory.now + 1, "");
  CHECK(report.all.sessions == 2);
  const Activity& game = report.projects.at("game");
  CHECK(game.questions == 1);
  CHECK(game.verified == 2);
  CHECK(game.unverified == 1);
  CHECK(game.calls == 2);
  CHECK(game.failed == 1);
  CHECK(game.unpriced == 12);
  const Activity& shop = report.projects.at("shop");
  CHECK(shop.questions == 2);
  CHECK(shop.replies == 2);
  CHECK(shop.uncounted == 1);
  CHECK(shop.cost == 0.25);
  CHECK(activity_in(memory.store, memory.now - 7 * kDay, memory.now + 1, "shop").all.sessions == 1);
  CHECK(activity_in(memory.store, 0, memory.now - 60 * kDay, "").all.sessions == 0);
  CHECK(to_json(report)["projects"].each().size() == 2);
}

TEST_CASE("counts of tokens that no model has do not overflow a report") {
  Memory memory;
  const auto reply = [&](int64_t tokens) {
    return event(memory.now, EventKind::model_settled,
                 Json::object({{"message", to_json(Message{Role::assistant, "x", {}, {}})},
                               {"tokens_in", tokens},
                               {"tokens_out", tokens}}));
  };
  memory.add("a", {said(memory.now, "user", "q"), reply(INT64_MAX), reply(INT64_MAX)});
  memory.add("b", {said(memory.now, "user", "q"), reply(INT64_MIN), reply(7)});
  const ActivityReport report = activity_in(memory.store, 0, memory.now + 1, "");
  CHECK(report.all.tokens_in == INT64_MAX);
  CHECK(report.all.tokens_out == INT64_MAX);
  CHECK(report.all.unpriced == INT64_MAX);
  CHECK(report.all.uncounted == 1);
}

TEST_CASE("what a session made here cost is its table's price, model by model") {
  Memory memory;
  SessionInfo info;
  info.mode = "agent";
  info.model = "claude-sonnet-4";
  Journal journal = Journal::begin(memory.store, info, memory.entropy);
  const auto starts = [&](const char* model) {
    journal.append(EventKind::started, {}, Json::object({{"model", model}}).dump(), 0);
  };
  const auto replies = [&] {
    journal.append(EventKind::model_settled, {},
                   Json::object({{"message", to_json(Message{Role::assistant, "x", {}, {}})},
                                 {"tokens_in", 1'000'000},
                                 {"tokens_out", 100'000}})
                       .dump(),
                   0);
  };
  const auto report = [&] { return activity_in(memory.store, 0, memory.now + kDay, "").all; };
  starts("claude-sonnet-4");
  replies();
  CHECK(report().cost == Approx(3 + 1.5));
  starts("gpt-5-mini");
  replies();
  CHECK(report().cost == Approx(4.5 + 0.25 + 0.2));
  CHECK(report().unpriced == 0);
  starts("process:mine");
  replies();
  CHECK(report().cost == Approx(4.95));
  CHECK(report().unpriced == 1'100'000);
}

TEST_CASE("a report says which edits stand, and its page holds no markup of a session") {
  Memory memory;
  const Scratch scratch;
  SessionInfo info;
  info.title = "<script>alert(1)</script>";
  info.mode = "agent";
  info.project = "<b>";
  Journal journal = Journal::begin(memory.store, info, memory.entropy);
  const auto files = disk_workspace(scratch.path());
  for (const char* path : {"a.txt", "b.txt"})
    edit_file(*files, path, "x\n",
              [&](const Edit& edit) { journal.append_edit(edit, scratch.path().string()); });
  undo_edits(memory.store, journal, {2}, false);
  const ActivityReport report = activity_in(memory.store, 0, memory.now + kDay, "");
  CHECK(report.all.kept == 1);
  CHECK(report.all.undone == 1);
  CHECK(report.all.added == 1);
  const std::string page = page_of(report);
  CHECK(page.find("<script>") == page.npos);
  CHECK(page.find("&lt;script&gt;") != page.npos);
  CHECK(page.find("<b>") == page.npos);
  CHECK(page.find("http") == page.npos);
}
