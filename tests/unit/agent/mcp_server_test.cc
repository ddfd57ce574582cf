// What a client of the Model Context Protocol is answered in each era, and what of it is kept.
#include "agent/mcp/server.h"

#include <catch2/catch.hpp>

#include "agent/journal.h"
#include "agent/replay.h"
#include "agent/retool.h"
#include "agent/sessions.h"
#include "engine/error.h"
#include "queries/open.h"
#include "queries/sql.h"
#include "store/import/import.h"
#include "tests/mcp/fixtures.h"
#include "tests/unit/agent/mcp_heard.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

struct Client : mcp::Lender {
  test::Scratch scratch;
  std::shared_ptr<mcp::Place> place;
  mcp::Fixtures fixtures;
  std::shared_ptr<test::Heard> heard = std::make_shared<test::Heard>();
  mcp::Server server;
  mcp::Connection connection{heard};
  std::string name = "Probe";
  Json able = Json::object();  // the client's capabilities

  std::shared_ptr<mcp::Place> lend(const std::stop_token&, Length) override { return place; }

  explicit Client(mcp::Offer offer = mcp::Offer::few, bool has_fixtures = false)
      : server("1.2.3", *this, has_fixtures ? &fixtures : nullptr) {
    std::string go = "package a\n\nfunc Heal() {}\n";
    for (int i = 0; i < 1900; ++i)
      go += "// line " + std::to_string(i) + " of a long file" + std::string(70, '.') + "\n";
    scratch.write("tree/a.go", go);
    Store store = open_to_write(scratch / "d.db");
    ImportOptions chosen;
    chosen.path = scratch / "tree";
    chosen.project = "T";
    import(store, chosen);
    place = std::make_shared<mcp::Place>(std::move(store), "", "", offer);
  }

  Json meta(std::string_view version = mcp::kModern) const {
    return Json::object(
        {{std::string(mcp::kMetaVersion), version},
         {std::string(mcp::kMetaClient), Json::object({{"name", name}, {"version", "7"}})},
         {std::string(mcp::kMetaCapabilities), able}});
  }
  // The result, or {"error": code, "message"}.
  Json ask(std::string method, Json params) {
    const auto answer = server.answer({mcp::Incoming::request, Json(1), std::move(method), params},
                                      connection, {*this, heard});
    if (const auto* refusal = std::get_if<mcp::Refusal>(&answer.outcome))
      return Json::object({{"error", static_cast<int>(refusal->code)},
                           {"message", refusal->message},
                           {"data", refusal->data}});
    if (const auto* listening = std::get_if<mcp::Listening>(&answer.outcome))
      return Json::object({{"subscription", listening->subscription}});
    return std::get<Json>(answer.outcome);
  }
  Json modern(std::string method, Json params = Json::object()) {
    return ask(std::move(method), params.set("_meta", meta()));
  }
  Json call(std::string_view tool, Json arguments) {
    return modern("tools/call",
                  Json::object({{"name", tool}, {"arguments", std::move(arguments)}}));
  }
  Json shake_hands(std::string_view version) {
    return ask("initialize",
               Json::object({{"protocolVersion", version},
                             {"capabilities", Json::object()},
                             {"clientInfo", Json::object({{"name", "Old"}, {"version", "1"}})}}));
  }
  // "mode model kind kind …" of each session, oldest first.
  std::vector<std::string> sessions() {
    std::vector<std::string> out;
    for (int64_t id = 1;; ++id) {
      auto known = place->store().rows<sql::TranscriptSession>(id);
      if (!known.next()) return out;
      const Journal journal = Journal::open(place->store(), id);
      std::string line = journal.info().mode + " " + journal.info().model + ":";
      for (const auto& event : journal.events()) line += " " + std::string(name_of(event.kind));
      out.push_back(std::move(line));
    }
  }
};

std::vector<std::string> names_in(const Json& list) {
  std::vector<std::string> out;
  for (const auto& tool : list["tools"].each()) out.push_back(tool.text("name"));
  return out;
}

}  // namespace

TEST_CASE("a modern request says who asks, and what lacks or mistakes it is refused") {
  Client client;
  const Json found = client.modern("server/discover");
  CHECK(found.text("resultType") == "complete");
  CHECK(found["supportedVersions"].dump() == R"(["2026-07-28","2025-11-25","2025-06-18"])");
  CHECK(found.number("ttlMs") == 3'600'000);
  CHECK(found.text("cacheScope") == "public");
  CHECK(found["_meta"][mcp::kMetaServer].dump() == R"({"name":"dossier","version":"1.2.3"})");

  const auto code = [&](Json meta) {
    return client.ask("tools/list", Json::object({{"_meta", std::move(meta)}})).number("error");
  };
  CHECK(code(Json::object()) == mcp::kInvalidParams);
  CHECK(code(Json()) == mcp::kInvalidParams);
  CHECK(code(client.meta("1900-01-01")) == mcp::kUnsupportedVersion);
  CHECK(code(client.meta("2025-11-25")) == mcp::kUnsupportedVersion);
  CHECK(code(client.meta().set(mcp::kMetaCapabilities, Json())) == mcp::kInvalidParams);
  CHECK(code(client.meta().set(mcp::kMetaClient, "me")) == mcp::kInvalidParams);
  CHECK(code(client.meta()) == 0);
  const Json refused =
      client.ask("tools/list", Json::object({{"_meta", client.meta(std::string(9000, 'v'))}}));
  CHECK(refused["data"].text("requested").size() == 120);
  CHECK(client.modern("ping").number("error") == mcp::kMethodNotFound);
  CHECK(client.modern("resources/none").number("error") == mcp::kMethodNotFound);
}

TEST_CASE("an earlier client shakes hands once, and its results have none of the later fields") {
  Client client;
  CHECK(client.ask("ping", Json::object()).number("error") == mcp::kInvalidParams);
  CHECK(client.shake_hands("2025-06-18").text("protocolVersion") == "2025-06-18");
  CHECK(client.shake_hands("2024-01-01").text("protocolVersion") == "2025-11-25");
  CHECK(client.shake_hands("2026-07-28").text("protocolVersion") == "2025-11-25");
  CHECK(client.shake_hands("").number("error") == mcp::kInvalidParams);
  CHECK(client.ask("ping", Json::object()).dump() == "{}");
  const Json list = client.ask("tools/list", Json::object());
  CHECK(list.fields()->size() == 1);
  CHECK(names_in(list) ==
        std::vector<std::string>{"find", "show", "refs", "grep", "cat", "diff", "note"});
  CHECK(client.ask("server/discover", Json::object()).number("error") == mcp::kMethodNotFound);
  // Both eras on one connection.
  CHECK(client.modern("tools/list").text("resultType") == "complete");
}

TEST_CASE("tools say what they take and whether they write, and all of them have the seven first") {
  Client client(mcp::Offer::all);
  const Json list = client.modern("tools/list");
  const auto names = names_in(list);
  CHECK(names.size() > 15);
  CHECK(names[6] == "note");
  for (const auto& tool : list["tools"].each()) {
    CAPTURE(tool.text("name"));
    const bool is_long = tool.text("name") == "import" || tool.text("name") == "ask";
    CHECK((tool["inputSchema"]["properties"].find("cursor") != nullptr) != is_long);
    CHECK(tool["annotations"].flag("readOnlyHint") ==
          (tool.text("name") != "note" && tool.text("name") != "import"));
    CHECK(client.place->tools().find(tool.text("name")) != nullptr);
  }
  CHECK(client.modern("tools/list", Json::object({{"cursor", ""}})).number("error") ==
        mcp::kInvalidParams);
}

TEST_CASE("a tool's answer is the same as value and as text, and its failure is a result, too") {
  Client client;
  const Json good = client.call("grep", Json::object({{"pattern", "func Heal"}}));
  CHECK_FALSE(good.flag("isError"));
  CHECK(good["content"].each()[0].text("text") == good["structuredContent"].dump());
  CHECK(good["structuredContent"]["result"].each().size() == 1);
  const Json bad = client.call("grep", Json::object({{"pattern", 1}}));
  CHECK(bad.flag("isError"));
  CHECK(bad["content"].each()[0].text("text") == "grep: pattern must be of type string");
  CHECK(bad.find("structuredContent") == nullptr);
  CHECK(client.call("grep", Json::object({{"pattern", "("}})).flag("isError"));
  CHECK(client.call("rm", Json::object()).number("error") == mcp::kInvalidParams);
  CHECK(client.call("find", Json::array()).number("error") == mcp::kInvalidParams);
  CHECK(client.modern("tools/call").number("error") == mcp::kInvalidParams);
}

TEST_CASE("a long answer is cut below the limit, and its cursor leads to the rest") {
  Client client;
  std::string text, cursor;
  int pages = 0;
  do {
    Json input = Json::object({{"path", "a.go"}});
    if (!cursor.empty()) input.set("cursor", cursor);
    const Json page = client.call("cat", input);
    REQUIRE_FALSE(page.flag("isError"));
    const Json& value = page["structuredContent"];
    CHECK(value.dump().size() < kMaxResultBytes + 2000);
    text += value.text("text");
    cursor = value.text("cursor");
  } while (!cursor.empty() && ++pages < 9);
  CHECK(pages > 0);
  CHECK(text == client.scratch.read("tree/a.go"));

  const Json query = Json::object({{"q", "kind:line of a long file"}, {"limit", 2}});
  const Json first = client.call("find", query);
  const std::string next = first["structuredContent"].text("cursor");
  REQUIRE_FALSE(next.empty());
  const Json second = client.call("find", Json(query).set("cursor", next));
  CHECK(second["structuredContent"]["rows"].each().size() == 2);
  CHECK_FALSE(second["structuredContent"]["rows"] == first["structuredContent"]["rows"]);
}

TEST_CASE("an answer that is cut without a cursor says how to ask for more") {
  Client client;
  const auto value = [&](const char* tool, const Json& input) {
    return client.call(tool, input)["structuredContent"];
  };
  const Json cut = value("grep", Json::object({{"pattern", "long"}, {"maxResults", 2}}));
  CHECK(cut.flag("truncated"));
  CHECK(cut.number("returned") == 2);
  REQUIRE(cut.find("total") != nullptr);
  CHECK(cut.find("total")->is_null());
  CHECK(cut.text("rest") == "more is there than one question answers: narrow it");
  const Json whole = value("grep", Json::object({{"pattern", "func Heal"}}));
  CHECK(whole.number("total") == 1);
  CHECK(whole.find("rest") == nullptr);
  const Json lines =
      value("cat", Json::object({{"path", "a.go"}, {"firstLine", 2}, {"lastLine", 3}}));
  CHECK(lines.find("rest") == nullptr);
}

TEST_CASE("what a client calls is a session, which begins with the first call") {
  Client client;
  client.modern("server/discover");
  client.modern("tools/list");
  client.call("nothing", Json::object());
  CHECK(client.sessions().empty());
  client.call("find", Json::object({{"q", "Heal"}}));
  client.call("note", Json::object({{"symbol", "a.Heal"}, {"text", "mends"}}));
  client.name = "Other";
  client.call("find", Json::object({{"q", "Heal"}}));
  client.server.end(client.connection);
  client.server.end(client.connection);
  CHECK(client.sessions() ==
        std::vector<std::string>{
            "mcp Probe 7: started tool_asked tool_settled tool_asked tool_settled ended",
            "mcp Other 7: started tool_asked tool_settled ended"});
  const Journal journal = Journal::open(client.place->store(), 1);
  CHECK(journal.info().title == "find Heal");
  for (const auto& call : retool(journal.events(), client.place->tools()))
    CHECK(name_of(call.verdict) != "failed");
  CHECK(test::refusal_of([&] {
          replay_strictly(journal.events(), Toolbox(), "");
        }).find("--retool makes them again") != std::string::npos);
  CHECK(verify_sessions(client.place->store()).empty());
}

TEST_CASE("a client's name is bounded, and a secret in it is not kept") {
  Client client;
  client.name = std::string(9000, 'n');
  client.call("find", Json::object({{"q", "Heal"}}));
  CHECK(Journal::open(client.place->store(), 1).info().model.size() == 120);
  client.name = "x password = \"hunter2hunter2\"";
  client.call("find", Json::object({{"q", "Heal"}}));
  CHECK(Journal::open(client.place->store(), 2).info().model.find("hunter2") == std::string::npos);
}

TEST_CASE("a call that is stopped is recorded as it ended, and the next one runs") {
  Client client;
  client.place->around().checkpoint = [] {
    throw Error(ErrorCode::limit, "cancelled by the client");
  };
  const Json stopped = client.call("grep", Json::object({{"pattern", "line [0-9]*7 of"}}));
  CHECK(stopped["content"].each()[0].text("text").find("cancelled") != std::string::npos);
  client.place->around().checkpoint = nullptr;
  CHECK_FALSE(client.call("grep", Json::object({{"pattern", "Heal"}})).flag("isError"));
  CHECK(client.sessions() ==
        std::vector<std::string>{
            "mcp Probe 7: started tool_asked tool_settled tool_asked tool_settled"});
}
