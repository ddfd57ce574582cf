// The right to import: one holder, whatever the database is called and however the holder ends.
#include "store/lease.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <utility>

#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

namespace {

// Runs once, just before a lock is asked for.
std::function<void()> g_on_flock;

}  // namespace

extern "C" int flock(int fd, int operation) {
  if (g_on_flock) std::exchange(g_on_flock, nullptr)();
  return static_cast<int>(::syscall(SYS_flock, fd, operation));
}

namespace dossier {
namespace {

namespace fs = std::filesystem;

struct Place : test::Scratch {
  std::string path = *this / "d.db";
  Place() { write("d.db", "x"); }
};

std::string refused(const std::string& path) {
  return test::code_of([&] { const ImportLease lease(path, {.ms = 0}); });
}

}  // namespace

TEST_CASE("one lease at a time, which ends with its holder") {
  const Place place;
  {
    const ImportLease lease(place.path, {.ms = 0});
    CHECK(fs::exists(place.path + "-dossier-import"));
    CHECK(refused(place.path) == "conflict");
    const ImportLease none("", {.ms = 0});  // in memory
  }
  CHECK_FALSE(fs::exists(place.path + "-dossier-import"));
  const pid_t child = ::fork();
  if (child == 0) {
    static const ImportLease lease(place.path, {.ms = 0});
    ::_exit(0);  // the file stays
  }
  ::waitpid(child, nullptr, 0);
  CHECK(fs::exists(place.path + "-dossier-import"));
  const ImportLease lease(place.path, {.ms = 0});
  CHECK(refused(place.path) == "conflict");
}

TEST_CASE("a lease is waited for while there is time") {
  const Place place;
  auto first = std::make_unique<ImportLease>(place.path, LeaseWait{.ms = 0});
  // Asked for in vain once; before it is asked for again the other one ends.
  g_on_flock = [&] { g_on_flock = [&] { first.reset(); }; };
  int pauses = 0;
  const ImportLease second(place.path, {.meanwhile = [&] { ++pauses; }});
  CHECK_FALSE(first);
  CHECK(pauses == 2);  // then its file was no longer the one that was opened
  CHECK(refused(place.path) == "conflict");
}

TEST_CASE("what is called during a wait can end it") {
  const Place place;
  const ImportLease first(place.path, {.ms = 0});
  const LeaseWait wait{.meanwhile = [] { throw Error(ErrorCode::limit, "stopped"); }};
  CHECK(test::code_of([&] { const ImportLease second(place.path, wait); }) == "limit");
}

TEST_CASE("a link to the database has the database's lease") {
  const Place place;
  fs::create_directory(place / "far");
  fs::create_symlink("../d.db", place / "far/link.db");
  const std::string link = place / "far/link.db";
  {
    const ImportLease lease(link, {.ms = 0});
    CHECK(refused(place.path) == "conflict");
    CHECK(fs::exists(place.path + "-dossier-import"));
  }
  const ImportLease lease(place.path, {.ms = 0});
  CHECK(refused(link) == "conflict");
}

TEST_CASE("a lock on an unlinked file is not a lease") {
  const Place place;
  const std::string name = place.path + "-dossier-import";
  int other = -1;
  // The holder before leaves, and another process comes, after this one opened the file.
  g_on_flock = [&] {
    fs::remove(name);
    other = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(::flock(other, LOCK_EX | LOCK_NB) == 0);
  };
  CHECK(refused(place.path) == "conflict");
  REQUIRE(other >= 0);
  CHECK(fs::exists(name));  // whose file it is not is not removed
  ::close(other);
  g_on_flock = [&] { fs::remove(name); };
  CHECK(refused(place.path) == "conflict");
  const ImportLease lease(place.path, {.ms = 0});
}

TEST_CASE("a link in place of the lease's file is not followed") {
  const Place place;
  fs::create_symlink("elsewhere", place.path + "-dossier-import");
  CHECK(refused(place.path) == "denied");
  CHECK_FALSE(fs::exists(place / "elsewhere"));
  place.write("elsewhere", "precious");
  CHECK(refused(place.path) == "denied");
  CHECK(fs::file_size(place / "elsewhere") == 8);
}

}  // namespace dossier
