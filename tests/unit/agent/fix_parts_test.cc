// What the tag dialogue is made of: its first message, what it shows of results, what it asks of
// the store, and the tree that it lays out.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "agent/fix/context.h"
#include "agent/fix/laid_out.h"
#include "agent/fix/rules.h"
#include "tests/unit/agent/fix_case.h"
#include "tests/unit/refusal.h"

using namespace dossier;
using namespace dossier::test;
using namespace dossier::test::fix_case;

TEST_CASE("what fits of several results is shared by those that are left") {
  const auto result = [](size_t lines) {
    std::string text;
    for (size_t i = 0; i < lines; ++i) text += "line of ten\n";
    ToolResult one;
    one.ok = true;
    one.result = Json::object({{"path", "a"}, {"content", text}});
    return one;
  };
  const auto shown = [](const ToolResult& one) { return one.result.text("content").size(); };
  // The short one leaves its share to the two long ones.
  const ToolResult some[] = {result(1), result(1'000), result(1'000)};
  const auto out = bounded(some, 9'000);
  CHECK(shown(out[0]) == 12);
  CHECK(shown(out[1]) > 4'000);
  CHECK(shown(out[1]) < 4'600);
  CHECK(shown(out[2]) > 4'000);
  CHECK(out[1].truncated);
  CHECK(out[1].result.text("note").find("\"offset\": " + std::to_string(shown(out[1]) / 12)) !=
        std::string::npos);
  // To the byte: what fits is whole, and one byte less cuts a line.
  const ToolResult exact[] = {result(100)};
  CHECK_FALSE(bounded(exact, 1'200)[0].truncated);
  CHECK(shown(bounded(exact, 1'199)[0]) == 99 * 12);
  // A line longer than all that is left is cut within.
  ToolResult wide = result(0);
  wide.result.set("content", "\n" + std::string(5'000, 'x'));
  const ToolResult wides[] = {wide};
  CHECK(shown(bounded(wides, 1'000)[0]) == 1'000);
}

TEST_CASE("a question to the store about what it may ask is answered, and sessions are left out") {
  Case one;
  const auto ask = [](const std::string& query) {
    return kThinking + "%_Reply Required_%\n" +
           Json(Json::Array{Json::object({{"type", "STORE"}, {"op", "find"}, {"query", query}})})
               .dump();
  };
  one.run({ask("kind:line two"), ask("kind:session begin"), ask("changed:1..2")});
  CHECK(has(one.told()[1], "src/a.go"));
  CHECK_FALSE(has(one.told()[1], "only the tree"));
  CHECK_FALSE(has(one.told()[2], "only the tree"));
  CHECK(has(one.told()[3], "only the tree that is to be changed"));
}

TEST_CASE("the first message says what changed, what has to follow and what is around") {
  Case one;
  one.run({kEnd});
  const auto list = [](std::initializer_list<Json> items) { return Json(Json::Array(items)); };
  const Json gone = Json::object({{"kind", "field"},
                                  {"name", "A.b"},
                                  {"path", "x.proto"},
                                  {"line", 3},
                                  {"before", "int32 b = 2"},
                                  {"breaks", list({"FIELD_NO_DELETE"})}});
  const Json reason =
      Json::object({{"evidence", list({Json::object({{"line", 2}, {"text", "two"}}),
                                       Json::object({{"text", "both versions differ"}})})}});
  const auto context = [&](const std::string& content) {
    const Json suspect =
        Json::object({{"path", "src/a.go"}, {"reasons", list({reason})}, {"content", content}});
    return Json::object(
        {{"proto_changes",
          Json::object({{"removed", list({gone})}, {"text_only", list({"y.proto"})}})},
         {"proto_diff", kProtos},
         {"suspected_files", list({suspect})},
         {"directory_structure",
          Json::object(
              {{"top_level", list({"src/", "later/"})},
               {"near_changed", Json::object({{"src/", list({"src/a.go", "src/later.go"})}})}})}});
  };
  Workspace& tree = one.place->tree().files();
  const std::string text = first_message(context("one\ntwo\n"), tree, 20'000);
  CHECK(has(text,
            "- removed field A.b (x.proto:3), was `int32 b = 2`; breaks FIELD_NO_DELETE\n"
            "- y.proto is no .proto file that can be parsed; see its diff\n"));
  CHECK(has(text, "\n## As a diff\n\nThe tree already holds it.\n\n```diff\n" + kProtos + "```\n"));
  CHECK(has(text, "1. src/a.go\n   - line 2: two\n   - both versions differ\n"));
  CHECK(has(text, "### src/a.go\n\n```\none\ntwo\n```\n"));
  // What only the later version has is not named.
  CHECK(has(text, "\n# The tree\n\ntop level: src/\nsrc/: src/a.go\n"));
  CHECK_FALSE(has(text, "later"));
  std::string large;
  for (int i = 0; i < 10'000; ++i) large += "line " + std::to_string(i) + "\n";
  const std::string cut = first_message(context(large), tree, 8'000);
  CHECK(cut.size() < 8'000);
  CHECK(has(cut, "[the rest is not shown]\n```\n"));
}

TEST_CASE("a session that was is not shown to the model of the next") {
  Case one;
  one.run({kEnd});
  const std::string uid = one.journal->info().uid;
  const Json ask = Json::object({{"type", "STORE"}, {"op", "find"}, {"query", "kind:session"}});
  one.run({kThinking + "%_Reply Required_%\n" + Json(Json::Array{ask}).dump()});
  CHECK_FALSE(has(one.told()[1], uid));
}

TEST_CASE("a tree that is laid out for a while is gone with it") {
  Case one;
  one.run({kGoodDiff});
  std::string folder;
  {
    LaidOut for_a_while;
    folder = for_a_while.folder();
    for_a_while.update(one.place->tree().files());
    CHECK(std::filesystem::exists(folder + "/src/a.go"));
  }
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("a check that passed counts until the next change") {
  Case one;
  one.permit = "execute=allow";
  one.options.check = "grep -q '^2' src/a.go";
  const std::string worse =
      kThinking + "%_Modified_%\n--- a/src/a.go\n+++ b/src/a.go\n@@ -1,2 +1,2 @@\n one\n-2\n+3\n";
  one.run({kGoodDiff, kReady, kFile, kReady, worse, kEnd});
  size_t passed = 0, failed = 0;
  for (const auto& text : one.told()) {
    passed += has(text, "The command of the final check passed") ? 1 : 0;
    failed += has(text, "(exit status 1)") ? 1 : 0;
  }
  CHECK(passed == 2);
  CHECK(failed == 1);
  const auto runs = std::count_if(
      one.journal->events().begin(), one.journal->events().end(), [](const SessionEvent& event) {
        return event.kind == EventKind::tool_asked && event.tool == "run_check";
      });
  CHECK(runs == 2);  // not again for what was only read
  CHECK(one.replays());
}

TEST_CASE("a tree in which git would find a repository is not laid out") {
  Case one;
  for (const char* path : {"HEAD", "objects/x", "refs/x", "config"})
    one.scratch.write("tree/bare/" + std::string(path), "x\n");
  one.import_again();
  one.options.snapshot = "2";
  one.run({kGoodDiff});
  LaidOut fresh(one.scratch / "out", false);
  CHECK(refusal_of([&] {
          fresh.update(one.place->tree().files());
        }).find("git would take bare for a repository") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(one.scratch.path() / "out/bare/HEAD"));
}

TEST_CASE("a tree is laid out whole, and only where nothing is") {
  Case one;
  one.run({kGoodDiff});
  LaidOut fresh(one.scratch / "out", false);
  CHECK(fresh.update(one.place->tree().files()).empty());
  CHECK(one.scratch.read("out/src/a.go") == "one\n2\n");
  CHECK(one.scratch.read("out/x.proto") == "new\n");
  CHECK(refusal_of([&] { LaidOut(one.scratch / "out", false); }).find("not empty") !=
        std::string::npos);

  // Into what is there, and nowhere else.
  one.scratch.write("there/keep.txt", "kept\n");
  one.scratch.write("outside.txt", "outside\n");
  std::filesystem::create_directories(one.scratch.path() / "elsewhere");
  std::filesystem::create_symlink("../elsewhere", one.scratch.path() / "there/src");
  LaidOut forced(one.scratch / "there", true);
  CHECK(refusal_of([&] { forced.update(one.place->tree().files()); }).find("leads out") !=
        std::string::npos);
  CHECK(std::filesystem::is_empty(one.scratch.path() / "elsewhere"));
  CHECK(one.scratch.read("there/keep.txt") == "kept\n");
}
