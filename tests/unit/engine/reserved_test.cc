// The files of an open database are nobody else's, by whatever name.
#include "engine/reserved.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <optional>

#include "engine/database.h"
#include "engine/error.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

using test::code_of;

// Whether a lock of this process on the file keeps another one out.
bool is_locked(const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    ::_exit(fd >= 0 && ::fcntl(fd, F_SETLK, &lock) != 0 ? 1 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WEXITSTATUS(status) == 1;
}

}  // namespace

TEST_CASE("stat keeps the locks of a file, reading does not") {
  const test::Scratch place;
  const std::string path = place / "d.db";
  std::ofstream(path) << "x";
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  struct flock lock {};
  lock.l_type = F_WRLCK;
  REQUIRE(::fcntl(fd, F_SETLK, &lock) == 0);
  {
    const Reservation own(path);
    CHECK(open_unreserved(AT_FDCWD, path, O_RDONLY) == -1);
    CHECK(errno == EBUSY);
    CHECK(is_locked(path));
  }
  ::close(open_unreserved(AT_FDCWD, path, O_RDONLY));  // reserved no more
  CHECK_FALSE(is_locked(path));
  ::close(fd);
}

TEST_CASE("existing and future files of an open database are reserved") {
  const test::Scratch place;
  const std::string path = place / "d.db";
  {
    Database database = Database::open(path, OpenMode::create);
    database.execute("CREATE TABLE t(a)");
    fs::create_hard_link(path, place / "hard");
    fs::create_hard_link(path + "-shm", place / "hard-shm");
    fs::create_symlink("d.db-wal", place / "soft-wal");
    fs::create_directory_symlink(".", place / "same");
    for (const char* name :
         {"d.db", "d.db-wal", "d.db-shm", "hard", "hard-shm", "soft-wal", "same/hard"}) {
      INFO(name);
      CHECK(is_reserved(place / name));
      CHECK(code_of([&] { read_unreserved(place / name); }) == "denied");
    }
    for (const char* name :
         {"d.db-journal", "d.db-dossier-import", "d.db-dossier-first", "d.db-dossier-first-wal",
          "same/d.db-journal", "D.db-JOURNAL", "d\u00ad.db-journal", "d.db-journa\u034fl",
          "d.db-dossier-first-\u017fhm"})
      CHECK(is_reserved(place / name));
    for (const char* name :
         {"d.db2", "d.db-journal2", "e.db", "same", "none/d.db-journal", "xd.db-wal"})
      CHECK_FALSE(is_reserved(place / name));
    std::ofstream(place / "plain") << "text";
    CHECK(read_unreserved(place / "plain") == "text");
    CHECK(read_unreserved(place / "plain", 2) == "te");
    CHECK(code_of([&] { read_unreserved(place / "none"); }) == "not_found");
    // Its name is gone; the file is not.
    fs::rename(path, place / "away");
    CHECK(is_reserved(place / "away"));
    fs::rename(place / "away", path);
    CHECK(code_of([&] { database.backup_to(path + "-journal"); }) == "invalid");
  }
  CHECK_FALSE(is_reserved(path));
  CHECK(read_unreserved(path).starts_with("SQLite format 3"));
}

TEST_CASE("files that SQLite has open stay reserved under another name") {
  const test::Scratch place;
  const std::string path = place / "d.db";
  Database db = Database::open(path, OpenMode::create);
  db.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1)");
  fs::create_directory(place / "other");
  for (const char* const end : {"-wal", "-shm", ""}) {
    INFO(end);
    const std::string moved = place / "other/kept" + end;
    fs::rename(path + end, moved);
    CHECK(is_reserved(moved));
    CHECK(open_unreserved(AT_FDCWD, moved, O_RDONLY) == -1);
    CHECK(errno == EBUSY);
    fs::rename(moved, path + end);
  }
  { const Database closed = std::move(db); }
  const int fd = open_unreserved(AT_FDCWD, path, O_RDONLY);
  CHECK(fd >= 0);
  ::close(fd);
}

TEST_CASE("two connections reserve a file until the second one closes") {
  const test::Scratch place;
  const std::string path = place / "d.db";
  std::optional<Database> first(Database::open(path, OpenMode::create));
  std::optional<Database> second(Database::open(path, OpenMode::write));
  first.reset();
  CHECK(is_reserved(path));
  second.reset();
  CHECK_FALSE(is_reserved(path));
}

TEST_CASE("a database behind a link is the file that the link leads to") {
  const test::Scratch place;
  fs::create_directory(place / "far");
  Database::open(place / "d.db", OpenMode::create).execute("CREATE TABLE t(a)");
  fs::create_symlink("../d.db", place / "far/link");
  {
    Database database = Database::open(place / "far/link", OpenMode::write);
    database.execute("INSERT INTO t VALUES (1)");
    CHECK(database.path() == place / "d.db");
    CHECK(fs::exists(place / "d.db-wal"));
    CHECK_FALSE(fs::exists(place / "far/link-wal"));
    CHECK(is_reserved(place / "d.db-journal"));
  }
  fs::create_symlink("gone", place / "nowhere");
  CHECK(code_of([&] { database_file(place / "nowhere"); }) == "not_found");
  for (const char* name : {"", ":memory:", "file:d.db", "file::memory:"})
    CHECK(code_of([&] { Database::open(name, OpenMode::create); }) == "invalid");
  CHECK(database_file("./:memory:") == "./:memory:");
}

TEST_CASE("functions named by a schema run without privileges") {
  const test::Scratch place;
  Database database = Database::open(place / "d.db", OpenMode::create);
  CHECK(database.number("PRAGMA trusted_schema") == 0);
  CHECK(database.number("SELECT json_extract('{\"a\":[1,2]}', '$.a[1]')") == 2);
  database.execute("CREATE VIEW ours AS SELECT json_extract('{\"a\":3}', '$.a') AS a");
  CHECK(database.number("SELECT a FROM ours") == 3);
  CHECK(database.number("SELECT json_extract(json_array(7), '$') = '[7]'") == 1);
  CHECK(database.number("SELECT json_extract(NULL, '$.a') IS NULL") == 1);
  CHECK_THROWS_AS(database.number("SELECT json_extract('{', '$.a')"), Error);
  // A subtype goes through: what was JSON is not quoted again.
  CHECK(database.number("SELECT json_array(json_extract('{\"a\":[1]}', '$.a')) = '[[1]]'") == 1);
  // Defensive: the schema is not written by hand.
  CHECK_THROWS_AS(
      database.execute("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'x'"), Error);
}

}  // namespace dossier
