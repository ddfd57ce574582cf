// What lies outside of a workspace, and what inside of it is nobody's to read or write.
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "agent/tools/tools.h"
#include "engine/reserved.h"
#include "tests/unit/agent/place.h"
#include "tests/unit/refusal.h"

using namespace dossier;
using namespace dossier::test;
namespace fs = std::filesystem;

TEST_CASE("nothing leads out of the workspace") {
  const Place place;
  const fs::path w = place.base / "w";
  fs::create_symlink("../outside.txt", w / "up");
  fs::create_symlink(place.base / "outside.txt", w / "absolute");
  fs::create_directory_symlink("..", w / "parent");
  fs::create_symlink(".git/config", w / "config");
  fs::create_directory_symlink(".git", w / "dotgit");
  fs::create_symlink("a.txt", w / "inside");
  fs::create_symlink("/proc/self/root/etc/hostname", w / "magic");
  fs::create_symlink("loop", w / "loop");
  fs::create_hard_link(place.base / "outside.txt", w / "hard");
  ::mkfifo((w / "pipe").c_str(), 0600);
  const auto ws = place.open();

  for (const char* path : {"up", "absolute", "parent/outside.txt", "config", "dotgit/config",
                           "magic", "loop", "pipe", "src", "../outside.txt", ".git/config"}) {
    INFO(path);
    CHECK(code_of([&] { ws->read(path); }) == "denied");
  }
  CHECK(ws->read("inside") == "one\ntwo\n");
  for (const char* path : {"parent", "dotgit", ".git", "..", "/"})
    CHECK(code_of([&] { ws->list(path); }) == "denied");
  for (const char* path : {"up", "inside", "hard", "pipe", "parent/x", "dotgit/x", ".git/x",
                           "config", "absolute", "src"}) {
    INFO(path);
    CHECK(code_of([&] { ws->write(path, std::nullopt, "evil"); }) == "denied");
    CHECK(code_of([&] { ws->write(path, std::nullopt, std::nullopt); }) == "denied");
  }
  CHECK(place.get("outside.txt") == "secret");
  CHECK(place.get("w/.git/config") == "[core]\n");
  CHECK(fs::is_symlink(w / "inside"));
}

TEST_CASE("other file systems are out of bounds") {
  const auto ws = disk_workspace("/");
  CHECK(ws->read("etc/passwd"));
  CHECK(code_of([&] { ws->read("proc/version"); }) == "denied");
  CHECK(code_of([&] { ws->list("proc"); }) == "denied");
  CHECK(code_of([&] { ws->list("proc/sys"); }) == "denied");
  CHECK(code_of([&] { ws->write("proc/none/x", std::nullopt, "x"); }) == "denied");
}

TEST_CASE("the files of an open database are not there") {
  const Place place;
  for (const char* name : {"d.db", "d.db-wal", "d.db-shm", "d.db2"})
    place.put("w/" + std::string(name), "x");
  fs::create_hard_link(place.base / "w/d.db-shm", place.base / "w/hard");
  fs::create_symlink("d.db", place.base / "w/soft");
  fs::create_directory_symlink("src", place.base / "w/folder");
  const auto ws = place.open();
  const auto names = [&] {
    std::string out;
    const auto entries = ws->list(".");
    for (const auto& entry : *entries) out += entry.name + " ";
    return out;
  };
  {
    const Reservation open((place.base / "w/d.db").string());
    for (const char* path : {"d.db", "d.db-wal", "d.db-shm", "hard", "soft"}) {
      INFO(path);
      CHECK(code_of([&] { ws->read(path); }) == "denied");
      CHECK(code_of([&] { ws->write(path, "x", "y"); }) == "denied");
    }
    // Those that do not exist yet, in any case.
    for (const char* path : {"d.db-journal", "d.db-dossier-import", "d.db-dossier-first",
                             "d.db-dossier-first-wal", "D.DB-Journal"})
      CHECK(code_of([&] { edit_file(*ws, path, "y"); }) == "denied");
    // Nor may a folder take their place: SQLite would meet it there.
    for (const char* path :
         {"d.db-journal/x", "d.db-dossier-import/x", "d.db-dossier-first/x/y", "D.DB-Journal/x"})
      CHECK(code_of([&] { edit_file(*ws, path, "y"); }) == "denied");
    CHECK(names() == "a.txt d.db2 folder soft src ");
    std::vector<std::string> notes;
    CHECK(code_of([&] {
            apply_diff(*ws,
                       "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"
                       "--- /dev/null\n+++ b/d.db-journal\n@@ -0,0 +1,1 @@\n+n\n",
                       notes);
          }) == "denied");
    CHECK(place.get("w/a.txt") == "one\ntwo\n");
    edit_file(*ws, "d.db2", "y");
    edit_file(*ws, "src/d.db-journal", "y");
  }
  CHECK(ws->read("d.db-wal") == "x");
  CHECK(names() == "a.txt d.db d.db-shm d.db-wal d.db2 folder hard soft src ");
  // Of a database that lies behind a link's folder.
  const Reservation open((place.base / "w/folder/e.db").string());
  CHECK(code_of([&] { edit_file(*ws, "src/e.db-journal", "y"); }) == "denied");
  CHECK(code_of([&] { edit_file(*ws, "folder/e.db-journal", "y"); }) == "denied");
}

TEST_CASE("names of version control folders are recognized") {
  for (const char* name : {".git",
                           ".GIT",
                           ".git.",
                           ".git ",
                           ".git. .",
                           ".git:x",
                           "git~1",
                           "GiT~1",
                           "git~1.",
                           ".g\u200cit",
                           "\ufeff.git",
                           ".git\u206f",
                           "\u202a.\u202eGit",
                           "a\\.git",
                           ".git\\a",
                           ".g\u00adit",
                           "\u034f.git",
                           ".gi\u200bt",
                           ".git\ufe0f",
                           ".G\U000e0001IT",
                           ".git\u00ad. "})
    CHECK(repository_name(name) == ".git");
  for (const char* name : {"", "git", ".gi", ".gitignore", ".github", "git~2", "git~10", "x.git",
                           ".git~1", "a.git", ".git-x", ".g\u2010it", "\xe2\x80", ".git\u2070"})
    CHECK(repository_name(name).empty());
  for (const char* name : {"hg", "jj", ".hgignore", ".hg-x", ".hgtags", ".jjx"})
    CHECK(repository_name(name).empty());
  for (const char* name : {".hg", ".HG.", "hg~1", ".h\u200cg", "a\\.hg"})
    CHECK(repository_name(name) == ".hg");
  CHECK(repository_name(".jj") == ".jj");
  const Place place;
  const auto ws = place.open();
  CHECK(code_of([&] { edit_file(*ws, ".hg/hgrc", "[hooks]\n"); }) == "denied");
  CHECK(code_of([&] { edit_file(*ws, "src/.jj/repo/config.toml", "x"); }) == "denied");
  fs::create_directories(place.base / "w/.hg");
  const auto entries = ws->list(".");
  for (const Entry& entry : *entries) CHECK(entry.name != ".hg");
}

TEST_CASE("no write completes a repository, on disk or in an overlay") {
  const Place place;
  const auto ws = place.open();
  OverlayWorkspace overlay(*ws);
  for (Workspace* tree : {ws.get(), static_cast<Workspace*>(&overlay)}) {
    edit_file(*tree, "s/objects/x", "x");
    edit_file(*tree, "s/config", "x");
    edit_file(*tree, "s/HEAD", "x");
    CHECK(code_of([&] { edit_file(*tree, "s/refs/x", "x"); }) == "denied");
    CHECK(code_of([&] { edit_file(*tree, "s/commondir", "x"); }) == "denied");
    std::vector<std::string> notes;
    CHECK(code_of([&] {
            apply_diff(*tree,
                       "--- /dev/null\n+++ b/t/HEAD\n@@ -0,0 +1,1 @@\n+n\n"
                       "--- /dev/null\n+++ b/t/objects/x\n@@ -0,0 +1,1 @@\n+n\n"
                       "--- /dev/null\n+++ b/t/refs/x\n@@ -0,0 +1,1 @@\n+n\n",
                       notes);
          }) == "denied");
    CHECK_FALSE(tree->read("t/HEAD"));
    edit_file(*tree, "t/objects/x", "x");
    edit_file(*tree, "t/refs/x", "x");
    CHECK(code_of([&] { edit_file(*tree, "t/head", "x"); }) == "denied");
  }
  // An undo may not complete one either, nor what is one be changed.
  const Edit edit = edit_file(*ws, "s/HEAD", "y");
  fs::create_directories(place.base / "w/s/refs");
  CHECK(code_of([&] { undo(*ws, edit, true); }) == "denied");
  CHECK(code_of([&] { edit_file(*ws, "s/objects/y", "x"); }) == "denied");
  CHECK(code_of([&] { edit_file(*ws, "s/hooks/deep/y", "x"); }) == "denied");
  fs::create_directory_symlink("s/objects", place.base / "w/link");
  CHECK(code_of([&] { edit_file(*ws, "link/y", "x"); }) == "denied");
  edit_file(*ws, "other", "x");
}

TEST_CASE("a part of a repository that is a mount point counts") {
  const Place place;
  for (const char* part : {"refs", "objects"}) fs::create_directories(place.base / "w/m" / part);
  place.put("w/m/HEAD", "x");
  const auto objects = (place.base / "w/m/objects").string();
  const pid_t child = ::fork();
  if (child == 0) {  // in mounts of its own, which need rights or user namespaces
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) ::_exit(3);
    ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);  // no mount point in a chroot
    if (::mount("none", objects.c_str(), "tmpfs", 0, nullptr) != 0) ::_exit(3);
    ::_exit(code_of([&] { edit_file(*place.open(), "m/config", "x"); }) == "denied" ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 3) WARN("this system allows no mounts");
  CHECK(WEXITSTATUS(status) != 1);
}

TEST_CASE("a folder swapped for a link during use never lets a write out") {
  const Place place;
  fs::create_directories(place.base / "elsewhere");
  const auto ws = place.open();
  std::atomic<bool> stop = false;
  std::thread swapper([&] {
    std::error_code ignored;
    while (!stop) {
      fs::rename(place.base / "w/src", place.base / "w/kept", ignored);
      fs::create_directory_symlink("../elsewhere", place.base / "w/src", ignored);
      fs::remove(place.base / "w/src", ignored);
      fs::rename(place.base / "w/kept", place.base / "w/src", ignored);
    }
  });
  for (int i = 0; i < 400; ++i) code_of([&] { edit_file(*ws, "src/f" + std::to_string(i), "x"); });
  stop = true;
  swapper.join();
  CHECK(fs::is_empty(place.base / "elsewhere"));
}
