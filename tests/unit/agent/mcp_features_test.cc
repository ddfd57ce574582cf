// What a client has beside tools: resources, prompts, completion, notices of changes, questions and
// tasks.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <thread>

#include "agent/journal.h"
#include "agent/mcp/server.h"
#include "agent/mcp/uri.h"
#include "engine/error.h"
#include "queries/open.h"
#include "store/import/import.h"
#include "tests/mcp/fixtures.h"
#include "tests/unit/agent/mcp_heard.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

// A client of the newest version of a tree of two files, with the fixtures of the suite.
struct Guest : mcp::Lender {
  test::Scratch scratch;
  mcp::Fixtures fixtures;
  std::shared_ptr<test::Heard> heard = std::make_shared<test::Heard>();
  mcp::Server server{"1.2.3", *this, &fixtures};
  mcp::Connection connection{heard};
  Json able = Json::object();

  Guest() {
    scratch.write("tree/a b.go", "package a\n\nfunc Heal() {}\n");
    scratch.write("tree/long.go", std::string(90'000, 'x') + "\nlast line\n");
    take_in();
  }
  void take_in() {
    Store store = open_to_write(scratch / "d.db");
    ImportOptions chosen;
    chosen.path = scratch / "tree";
    chosen.project = "T";
    import(store, chosen);
  }
  // Each has its own connection, as threads need it.
  std::shared_ptr<mcp::Place> lend(const std::stop_token& stop, Length) override {
    auto place =
        std::make_shared<mcp::Place>(open_to_write(scratch / "d.db"), "", "", mcp::Offer::all);
    place->around().checkpoint = [stop] {
      if (stop.stop_requested()) throw Error(ErrorCode::limit, "cancelled by the client");
    };
    return place;
  }

  Json ask(std::string method, Json params, int id = 1) {
    const auto answer = server.answer({mcp::Incoming::request, Json(id), std::move(method), params},
                                      connection, {*this, heard});
    if (const auto* refusal = std::get_if<mcp::Refusal>(&answer.outcome))
      return Json::object({{"error", static_cast<int>(refusal->code)},
                           {"message", refusal->message},
                           {"data", refusal->data}});
    if (const auto* listening = std::get_if<mcp::Listening>(&answer.outcome))
      return Json::object({{"subscription", listening->subscription}});
    return std::get<Json>(answer.outcome);
  }
  Json modern(std::string method, Json params = Json::object(), Json meta = Json::object()) {
    meta.set(mcp::kMetaVersion, mcp::kModern);
    meta.set(mcp::kMetaClient, Json::object({{"name", "Probe"}, {"version", "7"}}));
    meta.set(mcp::kMetaCapabilities, able);
    return ask(std::move(method), params.set("_meta", std::move(meta)));
  }
  Json read(std::string_view uri) { return modern("resources/read", Json::object({{"uri", uri}})); }
  Json call(std::string_view tool, Json arguments, Json more = Json::object()) {
    more.set("name", tool).set("arguments", std::move(arguments));
    return modern("tools/call", std::move(more));
  }
  Json task(const Json& created, std::string_view method = "tasks/get") {
    return modern(std::string(method), Json::object({{"taskId", created.text("taskId")}}));
  }
  Json settled(const Json& created) {
    for (;;) {
      Json now = task(created);
      if (now.text("status") != "working") return now;
      std::this_thread::yield();
    }
  }
};

Json note_input() { return Json::object({{"symbol", "a.Heal"}, {"text", "mends"}}); }
Json granting(bool allow) {
  return Json::object(
      {{"permission",
        Json::object({{"action", "accept"}, {"content", Json::object({{"allow", allow}})}})}});
}

}  // namespace

TEST_CASE("names of resources are taken apart as they are put together") {
  const std::vector<std::string> parts = {"projects", "a b/ü%", "", "files"};
  CHECK(mcp::parts_of(mcp::uri_of(parts)) == parts);
  CHECK(mcp::uri_of({"a/b"}) == "dossier:///a%2fb");
  for (const char* text :
       {"dossier://x", "file:///x", "", "dossier:///%", "dossier:///%4", "dossier:///%zz"})
    CHECK_FALSE(mcp::parts_of(text));
}

TEST_CASE("a client reads files and symbols, which is recorded, and what is not there is said so") {
  Guest guest;
  const Json list = guest.modern("resources/list");
  CHECK(list.number("ttlMs") == 1'000);
  CHECK(list["resources"].each()[1].text("uri") == "dossier:///projects/T");
  CHECK(guest.read("dossier:///projects/T/files/a%20b.go")["contents"].each()[0].text("text") ==
        "package a\n\nfunc Heal() {}\n");
  const Json fixed = guest.read("dossier:///snapshots/1/files/a%20b.go");
  CHECK(fixed.number("ttlMs") == 3'600'000);
  CHECK(fixed.text("cacheScope") == "private");
  // Longer than an answer of a tool may be.
  CHECK(guest.read("dossier:///projects/T/files/long.go")["contents"].each()[0].text("text") ==
        guest.scratch.read("tree/long.go"));
  CHECK(guest.read("dossier:///projects/T/symbols/a.Heal")["contents"].each()[0].text("text").find(
            "a.Heal") != std::string::npos);
  for (const char* uri :
       {"dossier:///projects/U", "dossier:///projects/T/files", "dossier:///projects/T/files/none",
        "dossier:///projects/T/symbols/none", "dossier:///snapshots/9", "dossier:///sessions/zzz",
        "dossier:///", "dossier:///projects/T/other/x", "test://none"}) {
    CAPTURE(uri);
    const Json gone = guest.read(uri);
    CHECK(gone.number("error") == mcp::kInvalidParams);
    CHECK(gone["data"].text("uri") == uri);
  }
  CHECK(guest.modern("resources/read").number("error") == mcp::kInvalidParams);
  const auto place = guest.lend({}, mcp::Lender::bounded);
  const Journal journal = Journal::open(place->store(), 1);
  CHECK(journal.info().title.starts_with("cat"));
  CHECK(guest.read("dossier:///sessions/" + journal.info().uid)["contents"]
            .each()[0]
            .text("text")
            .find("dossier_session") != std::string::npos);
}

TEST_CASE("lists have pages, and a cursor is one that was given") {
  Guest guest;
  for (const char* cursor : {"", "0", "-1", "x", "1x", "100", "99999999999999999999"})
    CHECK(guest.modern("resources/list", Json::object({{"cursor", cursor}})).number("error") ==
          mcp::kInvalidParams);
  CHECK(guest.modern("prompts/list", Json::object({{"cursor", 1}})).number("error") ==
        mcp::kInvalidParams);
}

TEST_CASE("the pages of a list hold everything once") {
  Guest guest;
  {
    Store store = open_to_write(guest.scratch / "d.db");
    for (int i = 0; i < 210; ++i) Journal::begin(store, {}, system_entropy());
  }
  std::set<std::string> uris;
  std::vector<size_t> sizes;
  for (Json page = guest.modern("resources/list");;) {
    sizes.push_back(page["resources"].each().size());
    for (const auto& one : page["resources"].each()) CHECK(uris.insert(one.text("uri")).second);
    const Json* next = page.find("nextCursor");
    if (next == nullptr) break;
    page = guest.modern("resources/list", Json::object({{"cursor", *next}}));
  }
  REQUIRE(sizes.size() > 2);
  CHECK(sizes[0] == 100);
  CHECK(sizes[1] == 100);
  // What leads to the sessions, and what the suite has, stands beside them.
  CHECK(uris.contains("dossier:///snapshots/1"));
  CHECK(std::count_if(uris.begin(), uris.end(), [](const std::string& uri) {
          return uri.starts_with("dossier:///sessions/");
        }) == 210);
}

TEST_CASE("prompts need what they say, and arguments stand in them as they are") {
  Guest guest;
  const auto get = [&](std::string_view name, Json arguments) {
    return guest.modern("prompts/get",
                        Json::object({{"name", name}, {"arguments", std::move(arguments)}}));
  };
  const Json asked = get("ask", Json::object({{"question", "why {project}?"}, {"project", "T"}}));
  CHECK(asked["messages"].each()[0]["content"].text("text").find("why {project}?") !=
        std::string::npos);
  CHECK(get("investigate", Json::object({{"symbol", "a.Heal"}, {"project", "T"}}))["messages"]
            .each()[1]["content"]
            .text("uri") == "dossier:///projects/T/symbols/a.Heal");
  CHECK(get("ask", Json::object()).number("error") == mcp::kInvalidParams);
  CHECK(get("ask", Json::object({{"question", 1}})).number("error") == mcp::kInvalidParams);
  CHECK(get("ask", Json::object({{"question", std::string(9'000, 'q')}})).number("error") ==
        mcp::kInvalidParams);
  CHECK(get("none", Json::object()).number("error") == mcp::kInvalidParams);
  CHECK(get("ask", Json::array()).number("error") == mcp::kInvalidParams);
}

TEST_CASE("arguments are completed from the database") {
  Guest guest;
  const auto complete = [&](std::string_view uri, std::string_view name, std::string_view value) {
    return guest
        .modern("completion/complete",
                Json::object(
                    {{"ref", Json::object({{"type", "ref/resource"}, {"uri", uri}})},
                     {"argument",
                      Json::object({{"name", name}, {"value", value}})}}))["completion"]["values"]
        .dump();
  };
  const char* file = "dossier:///projects/{project}/files/{+path}";
  CHECK(complete(file, "project", "t") == R"(["T"])");
  CHECK(complete(file, "project", "u") == "[]");
  CHECK(complete(file, "path", "a b") == R"(["a b.go"])");
  CHECK(complete(file, "path", "\" or \\") == "[]");
  CHECK(complete("dossier:///projects/{project}/symbols/{symbol}", "symbol", "hea") ==
        R"(["a.Heal"])");
  CHECK(complete("dossier:///snapshots/{snapshot}", "snapshot", "") == R"(["1"])");
  CHECK(complete("none:///{x}", "x", "") == "null");
  CHECK(guest.modern("completion/complete").number("error") == mcp::kInvalidParams);
}

TEST_CASE("a later client is asked before a note, once for each call and about no other") {
  Guest guest;
  guest.able = Json::object({{"elicitation", Json::object()}});
  const Json question = guest.call("note", note_input());
  CHECK(question.text("resultType") == "input_required");
  CHECK(question["inputRequests"]["permission"]["params"].text("message") ==
        R"(Allow Probe 7 to call note {"symbol":"a.Heal","text":"mends"}?)");
  const std::string state = question.text("requestState");
  const auto again = [&](Json input, Json answers, std::string kept) {
    return guest.call(
        "note", std::move(input),
        Json::object({{"inputResponses", std::move(answers)}, {"requestState", kept}}));
  };
  CHECK_FALSE(again(note_input(), granting(true), state).flag("isError"));
  // What was granted once is not granted twice.
  const Json twice = again(note_input(), granting(true), state);
  CHECK(twice.text("resultType") == "input_required");
  const Json denied = again(note_input(), granting(false), twice.text("requestState"));
  CHECK(denied.flag("isError"));
  CHECK(denied["content"].each()[0].text("text") == "denied: the user does not want this");
  // What was not asked is not granted: neither without the state, nor with that of another call.
  CHECK(guest.call("note", note_input(), Json::object({{"inputResponses", granting(true)}}))
            .text("resultType") == "input_required");
  CHECK(again(note_input().set("text", "else"), granting(true), state).number("error") ==
        mcp::kInvalidParams);
  for (const std::string& wrong : {state + "0", std::string("x.y"), std::string(), state.substr(1)})
    CHECK(again(note_input(), granting(true), wrong).number("error") == mcp::kInvalidParams);
  CHECK(guest.call("note", note_input(), Json::object({{"inputResponses", nullptr}}))
            .number("error") == mcp::kInvalidParams);
  // Who cannot be asked asks its user by itself; lookups ask nobody.
  guest.able = Json::object({{"elicitation", Json::object({{"url", Json::object()}})}});
  CHECK_FALSE(guest.call("note", note_input()).flag("isError"));
  guest.able = Json::object({{"elicitation", Json::object()}});
  CHECK_FALSE(guest.call("find", Json::object({{"q", "Heal"}})).flag("isError"));
}

TEST_CASE("an earlier client is asked on its connection") {
  Guest guest;
  guest.ask("initialize",
            Json::object({{"protocolVersion", "2025-06-18"},
                          {"capabilities", Json::object({{"elicitation", Json::object()}})}}));
  bool allow = true;
  guest.heard->on_message = [&](const Json& message) {
    if (message.text("method") == "elicitation/create")
      guest.connection.replies.deliver(message["id"],
                                       Json::object({{"result", granting(allow)["permission"]}}));
  };
  const auto note = [&] {
    return guest.ask("tools/call", Json::object({{"name", "note"}, {"arguments", note_input()}}));
  };
  CHECK_FALSE(note().flag("isError"));
  allow = false;
  CHECK(note().flag("isError"));
  CHECK(guest.heard->messages().back()["params"].find("mode") == nullptr);
  guest.heard->is_open = false;
  guest.heard->on_message = nullptr;
  CHECK(note().number("error") == mcp::kInternalError);
}

TEST_CASE("who listens hears of what others import, of what it named alone") {
  Guest guest;
  const auto listen = [&](Json wanted) {
    return guest.modern("subscriptions/listen",
                        Json::object({{"notifications", std::move(wanted)}}));
  };
  const Json named =
      Json(Json::Array{Json("dossier:///projects/T/files/x"), Json("dossier:///projects/U")});
  const Json subscription = listen(Json::object({{"resourceSubscriptions", named}}));
  REQUIRE(subscription.number("subscription") > 0);
  // Another one, of something else.
  listen(
      Json::object({{"resourceSubscriptions", Json(Json::Array{Json("dossier:///projects/U")})}}));
  CHECK(guest.heard->messages()[0].text("method") == "notifications/subscriptions/acknowledged");
  guest.scratch.write("tree/new.go", "package a\n");
  guest.take_in();
  const Json told = guest.heard->wait_for("notifications/resources/updated");
  CHECK(told["params"].text("uri") == "dossier:///projects/T/files/x");
  CHECK(told["params"]["_meta"].number(mcp::kMetaSubscription) == 1);
  CHECK(guest.heard->messages().size() == 3);
  CHECK(guest.server.unsubscribe(subscription.number("subscription"), Json(1))
            .find(R"("resultType":"complete")") != std::string::npos);
  CHECK(guest.server.unsubscribe(subscription.number("subscription"), Json(1)).empty());
  CHECK(listen(Json()).number("error") == mcp::kInvalidParams);
  CHECK(listen(Json::object({{"resourceSubscriptions", "x"}})).number("error") ==
        mcp::kInvalidParams);
  CHECK(listen(Json::object({{"taskIds", Json::array()}})).number("subscription") > 0);
  CHECK(listen(Json::object({{"taskIds", Json(Json::Array{Json("x")})}})).number("error") ==
        mcp::kMissingCapability);
  Json many = Json::array();
  for (size_t i = 0; i <= mcp::Filter::kMostNamed; ++i) many.add("x" + std::to_string(i));
  CHECK(listen(Json::object({{"resourceSubscriptions", many}})).number("error") ==
        mcp::kInvalidParams);
}

TEST_CASE("an import is a task of a client that knows tasks, and a call of others") {
  Guest guest;
  guest.scratch.write("tree/new.go", "package a\n");
  const Json input = Json::object({{"path", guest.scratch / "tree"}, {"project", "T"}});
  guest.able =
      Json::object({{"extensions", Json::object({{std::string(mcp::kTasks), Json::object()}})}});
  const Json created = guest.call("import", input);
  CHECK(created.text("resultType") == "task");
  const Json done = guest.settled(created);
  CHECK(done.text("status") == "completed");
  CHECK(done["result"]["structuredContent"].number("snapshot") == 2);
  CHECK(guest.task(created, "tasks/cancel").text("resultType") == "complete");
  CHECK(guest.task(created).text("status") == "completed");
  const Json failed = guest.settled(guest.call("import", Json::object({{"path", "/none"}})));
  CHECK(failed.text("status") == "completed");
  CHECK(failed["result"].flag("isError"));
  CHECK(guest.task(Json::object({{"taskId", "x"}})).number("error") == mcp::kInvalidParams);
  guest.able = Json::object();
  CHECK(guest.task(created).number("error") == mcp::kMissingCapability);
  const Json again = guest.call("import", input);
  CHECK_FALSE(again["structuredContent"].flag("isNew"));
  const Json answer = guest.call("ask", Json::object({{"question", "where is Heal?"}}));
  CHECK_FALSE(answer.flag("isError"));
  CHECK(answer["structuredContent"].text("session").size() == 12);
}

TEST_CASE("who listens for a task hears of what it becomes, and nobody else does") {
  Guest guest;
  guest.able =
      Json::object({{"elicitation", Json::object()},
                    {"extensions", Json::object({{std::string(mcp::kTasks), Json::object()}})}});
  const Json asking = guest.call("multi_input", Json::object());
  const Json parked = guest.settled(asking);
  const Json ids = Json(Json::Array{Json(asking.text("taskId"))});
  guest.modern("subscriptions/listen",
               Json::object({{"notifications", Json::object({{"taskIds", ids}})}}));
  // One that nobody listens for.
  guest.settled(guest.call("import", Json::object({{"path", "/none"}})));
  Json answers = Json::object();
  for (const auto& [key, question] : *parked["inputRequests"].fields())
    answers.set(key, Json::object({{"action", "accept"}, {"content", Json::object()}}));
  guest.modern("tasks/update", Json::object({{"taskId", asking.text("taskId")},
                                             {"inputResponses", std::move(answers)}}));
  guest.settled(asking);
  // What a task has become is told once it can be asked for.
  std::vector<std::string> told;
  while (told.empty() || told.back() != "completed") {
    told.clear();
    for (const auto& message : guest.heard->messages())
      if (message.text("method") == "notifications/tasks") {
        CHECK(message["params"].text("taskId") == asking.text("taskId"));
        CHECK(message["params"]["_meta"].number(mcp::kMetaSubscription) == 1);
        told.push_back(message["params"].text("status"));
      }
  }
  CHECK(told == std::vector<std::string>{"working", "completed"});
  CHECK(guest.heard->messages().back()["params"].find("result") != nullptr);
}

TEST_CASE("a task stops when it is cancelled, and asks its client by its key") {
  Guest guest;
  guest.able =
      Json::object({{"elicitation", Json::object()},
                    {"extensions", Json::object({{std::string(mcp::kTasks), Json::object()}})}});
  const Json slow = guest.call("slow_compute", Json::object({{"seconds", 60}}));
  guest.task(slow, "tasks/cancel");
  CHECK(guest.settled(slow).text("status") == "cancelled");

  const Json asking = guest.call("multi_input", Json::object());
  Json parked = guest.settled(asking);
  REQUIRE(parked.text("status") == "input_required");
  REQUIRE(parked["inputRequests"].fields()->size() == 2);
  const auto answer = [&](const std::string& key, Json value) {
    return guest.modern(
        "tasks/update",
        Json::object({{"taskId", asking.text("taskId")},
                      {"inputResponses", Json::object({{key, std::move(value)}})}}));
  };
  const std::string first = parked["inputRequests"].fields()->at(0).first;
  const std::string second = parked["inputRequests"].fields()->at(1).first;
  const Json accepted = Json::object({{"action", "accept"}, {"content", Json::object()}});
  answer(first, Json::object({{"action", "shrug"}}));
  answer("other", accepted);
  CHECK(guest.task(asking)["inputRequests"].fields()->size() == 2);
  answer(first, accepted);
  CHECK(guest.task(asking)["inputRequests"].fields()->size() == 1);
  answer(second, accepted);
  CHECK(guest.settled(asking).text("status") == "completed");
  CHECK(guest.modern("tasks/update", Json::object({{"taskId", "x"}})).number("error") ==
        mcp::kInvalidParams);
}

TEST_CASE("progress and logs are told to who wants them") {
  Guest guest;
  guest.call("test_tool_with_progress", Json::object());
  guest.call("test_logging_tool", Json::object());
  CHECK(guest.heard->messages().empty());
  const Json call = Json::object({{"name", "test_tool_with_progress"}});
  guest.modern("tools/call", call, Json::object({{"progressToken", "p"}}));
  CHECK(guest.heard->messages().size() == 3);
  guest.modern("tools/call", Json::object({{"name", "test_logging_tool"}}),
               Json::object({{std::string(mcp::kMetaLogLevel), "info"}}));
  CHECK(guest.heard->messages().size() == 4);
  guest.modern("tools/call", Json::object({{"name", "test_logging_tool"}}),
               Json::object({{std::string(mcp::kMetaLogLevel), "error"}}));
  CHECK(guest.heard->messages().size() == 4);
  guest.ask("initialize", Json::object({{"protocolVersion", "2025-11-25"}}));
  CHECK(guest.ask("logging/setLevel", Json::object({{"level", "loud"}})).number("error") ==
        mcp::kInvalidParams);
  CHECK(guest.ask("logging/setLevel", Json::object({{"level", "debug"}})).dump() == "{}");
  guest.ask("tools/call", Json::object({{"name", "test_logging_tool"}}));
  CHECK(guest.heard->messages().back()["params"].text("level") == "info");
}
