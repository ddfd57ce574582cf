// A file's secrets behind the tools that read and change it: shown as marks, never written as them.
#include <catch2/catch.hpp>

#include "agent/tools/tools.h"
#include "tests/unit/agent/place.h"

using namespace dossier;
using namespace dossier::test;
namespace fs = std::filesystem;

TEST_CASE("a file's secrets are not shown, searchable, or overwritten by their marks") {
  const Place place;
  const std::string key =
      "sk-"
      "ant-abcdefghijklmnopqrstuvwxyz";
  std::string long_line(70'000, 'x');
  place.put("w/conf", "one\nkey = " + key + "\nport = 1\n" + long_line + "\n");
  const auto ws = place.open();
  Toolbox tools;
  add_file_tools(tools, *ws);
  const auto run = [&](const char* tool, Json input) {
    return tools.dispatch({{}, tool, std::move(input)}, nullptr);
  };
  CHECK(run("read_file", Json::object({{"path", "conf"}})).result.text("content") ==
        "one\nkey = [redacted:anthropic-key]\nport = 1\n");
  CHECK(run("search_files", Json::object({{"pattern", "sk-ant-abc"}})).total == 0);
  const ToolResult found = run("search_files", Json::object({{"pattern", "^(key|port) ="}}));
  CHECK(found.result.dump() ==
        R"({"hits":[{"path":"conf","line":2,"text":"key = [redacted:anthropic-key]"},)"
        R"({"path":"conf","line":3,"text":"port = 1"}]})");

  const std::string before = place.get("w/conf");
  const ToolResult whole = run(
      "edit_file",
      Json::object({{"path", "conf"}, {"content", "key = [redacted:anthropic-key]\nport = 2\n"}}));
  CHECK_FALSE(whole.ok);
  CHECK(whole.result.dump().find("would overwrite a secret") != std::string::npos);
  CHECK_FALSE(run("apply_diff", Json::object({{"diff",
                                               "--- a/conf\n+++ b/conf\n@@ -1,1 +1,2 @@\n one\n"
                                               "+key = [redacted:anthropic-key]\n"}}))
                  .ok);
  CHECK(place.get("w/conf") == before);
  // Another line of the file is as good as any.
  CHECK(run("apply_diff", Json::object({{"diff",
                                         "--- a/conf\n+++ b/conf\n@@ -3,1 +3,1 @@\n"
                                         "-port = 1\n+port = 2\n"}}))
            .ok);
}

TEST_CASE("a mark is never written in place of the value") {
  const Place place;
  place.put("w/words", "a [redacted:jwt] as words\n");
  const auto ws = place.open();
  Toolbox tools;
  add_file_tools(tools, *ws);
  const auto run = [&](const char* tool, Json input) {
    return tools.dispatch({{}, tool, std::move(input)}, nullptr);
  };
  const ToolResult copied = run(
      "edit_file", Json::object({{"path", "new.env"}, {"content", "T=[redacted:github-token]\n"}}));
  CHECK_FALSE(copied.ok);
  CHECK(copied.result.dump().find("the file would hold the mark and not the value") !=
        std::string::npos);
  CHECK_FALSE(fs::exists(place.base / "w/new.env"));
  CHECK_FALSE(run("apply_diff", Json::object({{"diff",
                                               "--- /dev/null\n+++ b/new.env\n@@ -0,0 +1 @@\n"
                                               "+T=[redacted:github-token]\n"}}))
                  .ok);
  CHECK_FALSE(fs::exists(place.base / "w/new.env"));
  // What no rule is called is no mark, and a file that has one as a word may be changed and moved.
  CHECK(run("edit_file", Json::object({{"path", "a.md"}, {"content", "[redacted:NAME]\n"}})).ok);
  CHECK(run("apply_diff", Json::object({{"diff",
                                         "--- a/words\n+++ b/moved\n@@ -1 +1,2 @@\n"
                                         " a [redacted:jwt] as words\n+two\n"}}))
            .ok);
  CHECK(place.get("w/moved") == "a [redacted:jwt] as words\ntwo\n");
}

TEST_CASE("a line that shows a mark is context, or removed to set a new value") {
  const Place place;
  place.put("w/conf", "user: bob\npassword: hunter2\nport: 1\n");
  const auto ws = place.open();
  Toolbox tools;
  add_file_tools(tools, *ws);
  const auto apply = [&](const char* lines) {
    const std::string diff = std::string("--- a/conf\n+++ b/conf\n") + lines;
    return tools.dispatch({{}, "apply_diff", Json::object({{"diff", diff}})}, nullptr);
  };
  CHECK(apply("@@ -2,2 +2,2 @@\n password: [redacted:assigned-secret]\n-port: 1\n+port: 2\n").ok);
  CHECK(place.get("w/conf") == "user: bob\npassword: hunter2\nport: 2\n");
  CHECK(apply("@@ -2 +2 @@\n-password: [redacted:assigned-secret]\n+password: hunter3\n").ok);
  CHECK(place.get("w/conf") == "user: bob\npassword: hunter3\nport: 2\n");
  const ToolResult other = apply("@@ -3 +3 @@\n-port: [redacted:jwt]\n+port: 3\n");
  CHECK_FALSE(other.ok);
  CHECK(other.result.dump().find("matches only as read_file shows it") != std::string::npos);
}

TEST_CASE("a file is not called after a secret") {
  const Place place;
  const auto ws = place.open();
  Toolbox tools;
  add_file_tools(tools, *ws);
  const std::string name =
      "sk-"
      "ant-abcdefghijklmnopqrstuvwxyz";
  const ToolResult made =
      tools.dispatch({{}, "edit_file", Json::object({{"path", name}, {"content", "x"}})}, nullptr);
  CHECK_FALSE(made.ok);
  CHECK(made.result.dump().find("the path holds what looks like a secret") != std::string::npos);
  CHECK_FALSE(fs::exists(place.base / "w" / name));
}

TEST_CASE("a secret across the end of what is shown is not shown in part") {
  const std::string token =
      "gh"
      "p_" +
      std::string(36, 'a');
  Toolbox tools;
  tools.add({{"echo", "Repeats", schema_of({})},
             Capability::lookup,
             false,
             [&](const Json&, const EditListener&, ToolResult& result) {
               const std::string before(kMaxResultBytes - 10, '\n');
               result.result = Json::object({{"content", before + token + "\n"}});
             }});
  const ToolResult shown = tools.dispatch({{}, "echo", Json::object()}, nullptr);
  CHECK(shown.truncated);
  CHECK(shown.result.text("content").find(token.substr(0, 4)) == std::string::npos);
  CHECK(shown.result.text("content").ends_with("\n[redacted:"));
}
