#include "agent/workspace.h"
#include "agent/tools/tools.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "engine/error.h"
#include "engine/reserved.h"

using namespace dossier;
namespace fs = std::filesystem;

namespace {

// Runs once, when the program next waits for the disk: at a moment of its own, between its looks at
// a file.
std::function<void()> g_on_fsync;

// What a broken disk does not do.
bool g_no_link = false, g_no_rename = false;

}  // namespace

extern "C" int fsync(int fd) {
  if (g_on_fsync) std::exchange(g_on_fsync, nullptr)();
  return static_cast<int>(::syscall(SYS_fsync, fd));
}

extern "C" int linkat(int from, const char* old, int to, const char* name, int flags) noexcept {
  if (g_no_link) return errno = EIO, -1;
  return static_cast<int>(::syscall(SYS_linkat, from, old, to, name, flags));
}

extern "C" int renameat(int from, const char* old, int to, const char* name) noexcept {
  if (g_no_rename) return errno = EIO, -1;
  return static_cast<int>(::syscall(SYS_renameat2, from, old, to, name, 0));
}

namespace {

// A folder with a workspace "w" in it and a secret beside it.
struct Place {
  fs::path base;
  Place() {
    std::string name = (fs::temp_directory_path() / "dossier-ws-XXXXXX").string();
    base = ::mkdtemp(name.data());
    fs::create_directories(base / "w/src");
    fs::create_directories(base / "w/.git");
    put("outside.txt", "secret");
    put("w/a.txt", "one\ntwo\n");
    put("w/.git/config", "[core]\n");
  }
  ~Place() { fs::remove_all(base); }
  void put(const std::string& path, std::string_view text) const {
    std::ofstream(base / path) << text;
  }
  std::string get(const std::string& path) const {
    std::stringstream out;
    out << std::ifstream(base / path).rdbuf();
    return out.str();
  }
  std::unique_ptr<Workspace> open() const { return disk_workspace((base / "w").string()); }
};

// The code with which the action fails, or "" when it does not.
template <typename F>
std::string code_of(F action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(name_of(error.code()));
  }
  return "";
}

}  // namespace

TEST_CASE("paths have one spelling and stay inside") {
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

TEST_CASE("a write fails when the file is not what it was") {
  const Place place;
  const auto ws = place.open();
  CHECK(code_of([&] { ws->write("a.txt", "other", "x"); }) == "conflict");
  CHECK(code_of([&] { ws->write("a.txt", std::nullopt, "x"); }) == "conflict");
  CHECK(code_of([&] { ws->write("none.txt", "was", "x"); }) == "conflict");
  CHECK(place.get("w/a.txt") == "one\ntwo\n");
}

TEST_CASE("what a killed program left goes with the next write, and nothing else") {
  const Place place;
  const auto ws = place.open();
  const auto named = [](char digit) { return "w/.dossier-edit-" + std::string(16, digit); };
  place.put(named('a'), "of a dead program");
  place.put(named('b'), "of a live one");
  place.put("w/.dossier-edit-1", "a person's");
  place.put("kept", "of two names");
  fs::create_hard_link(place.base / "kept", place.base / named('d'));
  const int live = ::open((place.base / named('b')).c_str(), O_RDONLY);
  REQUIRE(::flock(live, LOCK_EX | LOCK_NB) == 0);
  fs::create_symlink("a.txt", place.base / named('c'));
  edit_file(*ws, "a.txt", "three\n");
  CHECK(place.get("w/a.txt") == "three\n");
  CHECK(!fs::exists(place.base / named('a')));
  CHECK(fs::exists(place.base / named('b')));
  CHECK(fs::is_symlink(place.base / named('c')));
  CHECK(fs::exists(place.base / named('d')));
  CHECK(fs::exists(place.base / "w/.dossier-edit-1"));
  ::close(live);
  edit_file(*ws, "new.txt", "new\n");
  CHECK(!fs::exists(place.base / named('b')));
}

TEST_CASE("an edit that was recorded and never written is undone by doing nothing") {
  const Place place;
  const auto ws = place.open();
  const Edit edit{"a.txt", "one\ntwo\n", "one\n2\n", 1, 1, {}};
  int recorded = 0;
  const Edit back = undo(*ws, edit, false, [&](const Edit&) { ++recorded; });
  CHECK(back.before == back.after);
  CHECK(recorded == 1);
  CHECK(place.get("w/a.txt") == "one\ntwo\n");
  undo(*ws, {"b.txt", std::nullopt, "made\n", 1, 0, {}}, false);
  CHECK(!fs::exists(place.base / "w/b.txt"));
}

TEST_CASE("an edit that the disk refuses says why and leaves all as it was") {
  const Place place;
  const auto ws = place.open();
  const auto refused = [&](bool& broken, const char* path, std::optional<std::string> before) {
    broken = true;
    std::string message;
    try {
      ws->write(path, before, "mine\n");
    } catch (const Error& error) {
      message = error.what();
    }
    broken = false;
    CHECK(message.find(std::strerror(EIO)) != message.npos);
    CHECK(place.get("w/a.txt") == "one\ntwo\n");
    for (const auto& entry : fs::directory_iterator(place.base / "w")) {
      const std::string name = entry.path().filename();
      CHECK((name == "a.txt" || name == "src" || name == ".git"));
    }
  };
  refused(g_no_link, "a.txt", "one\ntwo\n");
  refused(g_no_rename, "a.txt", "one\ntwo\n");
  refused(g_no_link, "new.txt", std::nullopt);
  ws->write("a.txt", "one\ntwo\n", "mine\n");
  CHECK(place.get("w/a.txt") == "mine\n");
}

TEST_CASE("a file that changes while its new content is written is kept") {
  const Place place;
  const auto ws = place.open();
  g_on_fsync = [&] { place.put("w/a.txt", "theirs\n"); };
  CHECK(code_of([&] { ws->write("a.txt", "one\ntwo\n", "mine\n"); }) == "conflict");
  CHECK_FALSE(g_on_fsync);
  CHECK(place.get("w/a.txt") == "theirs\n");
  g_on_fsync = [&] { place.put("w/new.txt", "theirs\n"); };
  CHECK(code_of([&] { ws->write("new.txt", std::nullopt, "mine\n"); }) == "conflict");
  CHECK_FALSE(g_on_fsync);
  CHECK(place.get("w/new.txt") == "theirs\n");
  g_on_fsync = [&] { ::chmod((place.base / "w/a.txt").c_str(), 0600); };
  ws->write("a.txt", "theirs\n", "mine\n");  // its content is what it was
  CHECK(place.get("w/a.txt") == "mine\n");
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
    for (const char* path :
         {"d.db-journal", "d.db-import", "d.db-new", "d.db-new-wal", "D.DB-Journal"})
      CHECK(code_of([&] { edit_file(*ws, path, "y"); }) == "denied");
    // Nor may a folder take their place: SQLite would meet it there.
    for (const char* path : {"d.db-journal/x", "d.db-import/x", "d.db-new/x/y", "D.DB-Journal/x"})
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

TEST_CASE("what a version control takes for its own folder is named so") {
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

TEST_CASE("two programs never write in one root at once") {
  const Place place;
  const auto ws = place.open();
  int looked = 0;
  g_on_fsync = [&] {
    const int other = ::open((place.base / "w").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    CHECK(::flock(other, LOCK_EX | LOCK_NB) != 0);
    CHECK(errno == EWOULDBLOCK);
    ::close(other);
    ++looked;
  };
  edit_file(*ws, "a.txt", "new\n");
  CHECK(looked == 1);
  const int other = ::open((place.base / "w").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  CHECK(::flock(other, LOCK_EX | LOCK_NB) == 0);
  ::close(other);
}

TEST_CASE("files over the limit are refused") {
  const Place place;
  fs::resize_file(place.base / "w/a.txt", kMaxFileBytes + 1);
  CHECK(code_of([&] { place.open()->read("a.txt"); }) == "limit");
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

TEST_CASE("a file's secrets are neither shown, felt for, nor overwritten by their marks") {
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

TEST_CASE("a mark is not written where the value is meant") {
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
