// docs/http-api.md lists every action as its declaration has it.
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "agent/desk/action.h"
#include "agent/desk/desk.h"
#include "agent/journal.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "queries/open.h"
#include "tests/unit/golden.h"
#include "tests/unit/places.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

std::string described(const Action& action) {
  std::ostringstream out;
  out << "### `" << action.method << " " << action.route << "`\n\n" << action.summary << ".\n\n";
  if (action.fields.empty()) return out.str();
  out << (action.method == "GET" ? "| parameter | |\n" : "| key of the body | |\n")
      << "|---|---|\n";
  for (const ActionField& field : action.fields)
    out << "| `" << field.name << "` | " << field.doc << (field.required ? "; required" : "")
        << " |\n";
  out << "\n";
  return out.str();
}

}  // namespace

TEST_CASE("docs/http-api.md agrees with the table of actions", "[golden][desk]") {
  const std::string begin = "<!-- generated from the table of actions: ACCEPT=1 rewrites it -->\n";
  const std::string end = "<!-- end of actions -->";
  const std::string path = std::string(test::kSource) + "/docs/http-api.md";
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  std::string whole = text.str();
  const size_t from = whole.find(begin), to = whole.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  std::string generated = "\n";
  for (const Action& action : actions()) generated += described(action);
  whole.replace(from + begin.size(), to - from - begin.size(), generated);
  CHECK(test::golden(path, whole) == whole);
}

TEST_CASE("actions are declared soundly", "[desk]") {
  std::set<std::string> seen;
  for (const Action& action : actions()) {
    CAPTURE(action.route);
    CHECK(seen.insert(std::string(action.method) + " " + std::string(action.route)).second);
    CHECK((action.method == "GET" || action.method == "POST"));
    CHECK(action.route.starts_with("/api/"));
    std::set<std::string_view> names;
    for (const ActionField& field : action.fields) CHECK(names.insert(field.name).second);
  }
}

TEST_CASE("an action's input is checked against its declaration", "[desk]") {
  Store store = open_in_memory();
  Desk desk({"unused.db", "", {"offline"}, {}, "", true});
  const auto named = [](std::string_view method, std::string_view route) -> const Action& {
    for (const Action& action : actions())
      if (action.method == method && action.route == route) return action;
    throw std::logic_error("no such action");
  };
  const auto problem = [&](const Action& action, const Json& input) -> std::string {
    try {
      perform(action, desk, store, input);
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  };
  CHECK(problem(named("POST", "/api/ask"), Json::object()) == "'question' must be a JSON string");
  CHECK(problem(named("POST", "/api/ask"), Json::object({{"question", 7}})) ==
        "'question' must be a JSON string");
  CHECK(problem(named("POST", "/api/session/undo"),
                Json::object({{"id", "a"}, {"edits", Json(Json::Array{Json("1")})}})) ==
        "'edits' must be a JSON array of integers");
  SECTION("a desk that only reads starts nothing") {
    CHECK(problem(named("POST", "/api/ask"), Json::object({{"question", "q"}})) ==
          "this server only reads");
    CHECK(problem(named("POST", "/api/notes"), Json::object({{"symbol", "A"}, {"text", "b"}})) ==
          "this server only reads");
  }
  SECTION("a model or folder that was not given is not opened") {
    Desk open({"unused.db", "", {"offline"}, {}, "", false});
    const auto message = [&](const Action& action, const Json& input) -> std::string {
      try {
        perform(action, open, store, input);
      } catch (const Error& error) {
        return error.message();
      }
      return "";
    };
    CHECK(message(named("POST", "/api/ask"),
                  Json::object({{"question", "q"}, {"model", "process:touch /tmp/x"}})) ==
          "this server has no model of that name; see serve --model");
    CHECK(message(named("POST", "/api/ask"),
                  Json::object({{"question", std::string(100'001, 'q')}})) ==
          "a question has at most 100,000 bytes");
    CHECK(message(named("POST", "/api/chat"), Json::object({{"root", "/"}})) ==
          "this server offers no folder of that name; see serve --root");
  }
  SECTION("what the desk offers") {
    const Json offered =
        read_json(perform(named("GET", "/api/settings"), desk, store, Json::object()));
    CHECK(offered.flag("readOnly"));
    CHECK(offered["models"].each().size() == 1);
  }
}

TEST_CASE("a session that edits a folder which is not offered does not go on", "[desk]") {
  const test::Scratch scratch;
  std::string session;
  {
    Store store = open_to_write(scratch / "d.db");
    SessionInfo info;
    info.mode = "agent";
    info.model = "offline";
    Journal journal = Journal::begin(store, info, system_entropy());
    journal.append(EventKind::started, "",
                   Json::object({{"mode", "agent"}, {"root", scratch / "tree"}}).dump());
    session = journal.info().uid;
  }
  Desk desk({scratch / "d.db", "", {"offline"}, {scratch / "other"}, "", false});
  const std::string denied = "denied: this server offers no folder of that name; see serve --root";
  CHECK(test::failure_of([&] { desk.say(session, "go on"); }) == denied);
  CHECK(test::failure_of([&] { desk.change_mode(session, "ask"); }) == denied);
  CHECK(test::failure_of([&] { desk.fork(session, 1, "offline"); }) == denied);
}
