// A write beside other writers, killed programs and a disk that refuses.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <cstring>
#include <functional>
#include <utility>

#include "tests/unit/agent/place.h"
#include "tests/unit/refusal.h"

using namespace dossier;
using namespace dossier::test;
namespace fs = std::filesystem;

namespace {

// Runs once, when the program next waits for the disk: at a moment of its own, between its looks at
// a file.
std::function<void()> g_on_fsync;

// Runs once, when it has asked where an open folder or file lies.
std::function<void()> g_on_readlink;

// What a broken disk does not do.
bool g_no_link = false, g_no_rename = false;

}  // namespace

extern "C" int fsync(int fd) {
  if (g_on_fsync) std::exchange(g_on_fsync, nullptr)();
  return static_cast<int>(::syscall(SYS_fsync, fd));
}

extern "C" ssize_t readlink(const char* path, char* into, size_t size) noexcept {
  const auto got = static_cast<ssize_t>(::syscall(SYS_readlinkat, AT_FDCWD, path, into, size));
  if (g_on_readlink) std::exchange(g_on_readlink, nullptr)();
  return got;
}

extern "C" int linkat(int from, const char* old, int to, const char* name, int flags) noexcept {
  if (g_no_link) return errno = EIO, -1;
  return static_cast<int>(::syscall(SYS_linkat, from, old, to, name, flags));
}

extern "C" int renameat(int from, const char* old, int to, const char* name) noexcept {
  if (g_no_rename) return errno = EIO, -1;
  return static_cast<int>(::syscall(SYS_renameat2, from, old, to, name, 0));
}

TEST_CASE("a write fails when the file is not what it was") {
  const Place place;
  const auto ws = place.open();
  CHECK(code_of([&] { ws->write("a.txt", "other", "x"); }) == "conflict");
  CHECK(code_of([&] { ws->write("a.txt", std::nullopt, "x"); }) == "conflict");
  CHECK(code_of([&] { ws->write("none.txt", "was", "x"); }) == "conflict");
  CHECK(place.get("w/a.txt") == "one\ntwo\n");
}

TEST_CASE("the next write removes only what a killed program left") {
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

TEST_CASE("undoing an edit that was never written changes nothing") {
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

TEST_CASE("an edit that the disk refuses says why and changes nothing") {
  const Place place;
  const auto ws = place.open();
  const auto refused = [&](bool& broken, const char* path, std::optional<std::string> before) {
    broken = true;
    const std::string message = refusal_of([&] { ws->write(path, before, "mine\n"); });
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

TEST_CASE("a folder that becomes a link into a repository meanwhile is not written to") {
  const Place place;
  const auto ws = place.open();
  g_on_readlink = [&] {
    fs::rename(place.base / "w/src", place.base / "w/was");
    fs::create_directory_symlink(".git", place.base / "w/src");
  };
  CHECK(code_of([&] { ws->write("src/hook", std::nullopt, "x"); }) == "denied");
  CHECK(fs::is_symlink(place.base / "w/src"));
  CHECK_FALSE(fs::exists(place.base / "w/.git/hook"));
}

TEST_CASE("a diff that deletes a file without all of its lines deletes nothing") {
  const Place place;
  const auto ws = place.open();
  std::vector<std::string> notes;
  const auto apply = [&](const char* hunk) {
    return failure_of(
        [&] { apply_diff(*ws, std::string("--- a/a.txt\n+++ /dev/null\n") + hunk, notes); });
  };
  CHECK(apply("@@ -1 +0,0 @@\n-one\n") ==
        "conflict: the diff deletes the file but leaves lines of it");
  CHECK(place.get("w/a.txt") == "one\ntwo\n");
  CHECK(apply("@@ -1,2 +0,0 @@\n-one\n-two\n").empty());
  CHECK_FALSE(fs::exists(place.base / "w/a.txt"));
}
