#include "agent/workspace.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "agent/tools/tools.h"
#include "tests/unit/agent/place.h"
#include "tests/unit/refusal.h"

using namespace dossier;
using namespace dossier::test;
namespace fs = std::filesystem;

TEST_CASE("paths are normalized and stay inside") {
  const struct {
    std::string_view path, expected;
  } rows[] = {{"a", "a"},  {"./a//b/", "a/b"},     {".", "."},
              {"./", "."}, {"..a/b..", "..a/b.."}, {".github/x", ".github/x"}};
  for (const auto& row : rows) CHECK(workspace_path(row.path) == row.expected);
  for (const std::string_view path :
       {std::string_view("/etc/passwd"), std::string_view("../x"), std::string_view("a/../b"),
        std::string_view(".git/config"), std::string_view("a/.GIT"), std::string_view("a\0b", 3)})
    CHECK(code_of([&] { workspace_path(path); }) == "denied");
  CHECK(code_of([] { workspace_path(""); }) == "invalid");
}

TEST_CASE("files are read, listed, edited and undone") {
  const Place place;
  const auto ws = place.open();
  CHECK(ws->read("a.txt") == "one\ntwo\n");
  CHECK_FALSE(ws->read("none/at/all"));
  CHECK_FALSE(ws->list("none"));
  const auto entries = ws->list(".");
  REQUIRE(entries->size() == 2);  // no .git
  CHECK(entries->at(0).name == "a.txt");
  CHECK(entries->at(1).is_directory);

  ::chmod((place.base / "w/a.txt").c_str(), 0751);
  const Edit edit = edit_file(*ws, "./a.txt", "one\n2\n");
  CHECK(place.get("w/a.txt") == "one\n2\n");
  CHECK(edit.path == "a.txt");
  CHECK(edit.added == 1);
  CHECK(edit.removed == 1);
  CHECK(edit.diff == "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
  struct stat status {};
  ::stat((place.base / "w/a.txt").c_str(), &status);
  CHECK((status.st_mode & 07777) == 0751);

  undo(*ws, edit, false);
  CHECK(place.get("w/a.txt") == "one\ntwo\n");

  const Edit created = edit_file(*ws, "new/deep/b.txt", "x\n");
  CHECK(created.diff.starts_with("--- /dev/null\n"));
  CHECK(place.get("w/new/deep/b.txt") == "x\n");
  undo(*ws, created, false);
  CHECK_FALSE(fs::exists(place.base / "w/new/deep/b.txt"));
  for (const auto& file : fs::recursive_directory_iterator(place.base / "w"))
    CHECK_FALSE(file.path().filename().string().starts_with(".dossier-"));
}

TEST_CASE("undo refuses when the file has changed since, unless forced") {
  const Place place;
  const auto ws = place.open();
  const Edit edit = edit_file(*ws, "a.txt", "mine\n");
  place.put("w/a.txt", "theirs\n");
  CHECK(code_of([&] { undo(*ws, edit, false); }) == "conflict");
  CHECK(place.get("w/a.txt") == "theirs\n");
  undo(*ws, edit, true);
  CHECK(place.get("w/a.txt") == "one\ntwo\n");
}

TEST_CASE("files over the limit are refused") {
  const Place place;
  fs::resize_file(place.base / "w/a.txt", kMaxFileBytes + 1);
  CHECK(code_of([&] { place.open()->read("a.txt"); }) == "limit");
}

TEST_CASE("a diff applies whole or not at all") {
  const Place place;
  const auto ws = place.open();
  std::vector<std::string> notes;
  const std::string change = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
  const std::string create = "--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1,1 @@\n+n\n";
  const std::string broken = "--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-nope\n+x\n";
  CHECK(code_of([&] { apply_diff(*ws, create + broken, notes); }) == "invalid");
  CHECK_FALSE(ws->read("n.txt"));
  CHECK(apply_diff(*ws, change + create, notes).size() == 2);
  CHECK(place.get("w/a.txt") == "one\n2\n");
  CHECK(place.get("w/n.txt") == "n\n");
  CHECK(notes.empty());
  apply_diff(*ws, "--- a/n.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-n\n", notes);
  CHECK_FALSE(fs::exists(place.base / "w/n.txt"));
  apply_diff(*ws, "--- a/a.txt\n+++ b/r.txt\n@@ -2,1 +2,1 @@\n-2\n+two\n", notes);
  CHECK(place.get("w/r.txt") == "one\ntwo\n");
  CHECK_FALSE(fs::exists(place.base / "w/a.txt"));
  apply_diff(*ws, "--- a/r.txt\n+++ b/r.txt\n@@ -1,1 +1,1 @@\n-two\n+2\n", notes);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] == "r.txt: hunk 1 applied 1 lines from where it said");
  CHECK(code_of([&] { apply_diff(*ws, "--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", notes); }) ==
        "denied");
}

TEST_CASE("a new file stands neither in the place of a folder nor below a file") {
  const test::Scratch folder;
  const auto disk = disk_workspace(folder.path());
  OverlayWorkspace base(*disk);  // a tree in memory, as a snapshot's is
  edit_file(base, "py/worker/a.py", "a\n");
  edit_file(base, "main.go", "m\n");
  OverlayWorkspace above(static_cast<Workspace&>(base));
  const auto added = [](const std::string& path) {
    return "--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1 @@\n+x\n";
  };
  for (OverlayWorkspace* workspace : {&above, &base}) {
    std::vector<std::string> notes;
    const auto refusal = [&](const std::string& path) {
      return test::failure_of([&] { apply_diff(*workspace, added(path), notes); });
    };
    CHECK(refusal("py") == "conflict: a folder is there");
    CHECK(refusal("py/worker") == "conflict: a folder is there");
    CHECK(refusal("main.go/x") == "conflict: main.go is a file");
    CHECK(refusal("main.go/x/y/z") == "conflict: main.go is a file");
    CHECK(refusal("py/new/deep.py").empty());
    CHECK(workspace->read("py/worker/a.py") == "a\n");
    CHECK(workspace->read("main.go") == "m\n");
  }
}

TEST_CASE("an overlay keeps every change to itself") {
  const Place place;
  const auto ws = place.open();
  OverlayWorkspace overlay(*ws);
  edit_file(overlay, "a.txt", "changed");
  edit_file(overlay, "x/y.txt", "new");
  CHECK(overlay.read("a.txt") == "changed");
  CHECK(overlay.list("x")->at(0).name == "y.txt");
  CHECK(overlay.list(".")->size() == 3);
  overlay.write("a.txt", "changed", std::nullopt);
  CHECK_FALSE(overlay.read("a.txt"));
  CHECK(overlay.list(".")->size() == 2);
  CHECK(code_of([&] { overlay.write("a.txt", "changed", "x"); }) == "conflict");
  CHECK(place.get("w/a.txt") == "one\ntwo\n");
  CHECK_FALSE(fs::exists(place.base / "w/x"));
}
