#include "store/origin.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "engine/error.h"
#include "engine/person_state.h"
#include "engine/sealed.h"
#include "store/store.h"
#include "tests/unit/state_home.h"

using namespace dossier;
namespace fs = std::filesystem;

namespace {

// Like a file that somebody else's program made.
void make(const std::string& path) { Store::open_to_write(path); }

void remember_file(const std::string& path, Origin origin) {
  Database database = Database::open(path, OpenMode::read);
  REQUIRE(remember(database, origin).empty());
}

}  // namespace

TEST_CASE("a database is known by its file and its identity", "[origin]") {
  const test::StateHome home;
  const std::string path = home / "a.db", other = home / "b.db";
  make(path);
  make(other);
  CHECK(origin_of(path) == Origin::foreign);
  remember_file(path, Origin::trusted);
  CHECK(origin_of(path) == Origin::trusted);
  remember_file(path, Origin::made);
  CHECK(origin_of(path) == Origin::made);
  CHECK(origin_of(other) == Origin::foreign);

  fs::rename(path, home / "moved.db");
  CHECK(origin_of(home / "moved.db") == Origin::made);
  fs::copy_file(home / "moved.db", path);
  CHECK(origin_of(path) == Origin::foreign);
  // The same file with another database in it.
  const std::string bytes = home.read("b.db");
  home.write("moved.db", bytes);
  CHECK(is_recorded(home / "moved.db"));
  CHECK(origin_of(home / "moved.db") == Origin::foreign);
  CHECK(forget_origin(home / "moved.db"));
  CHECK_FALSE(is_recorded(home / "moved.db"));
}

TEST_CASE("a record follows a database that is moved, and names none that was replaced",
          "[origin]") {
  const test::StateHome home;
  using Paths = std::vector<std::string>;
  make(home / "a.db");
  remember_file(home / "a.db", Origin::made);
  CHECK(recorded_databases() == Paths{home / "a.db"});
  fs::create_directory_symlink(home.path(), home / "link");
  fs::rename(home / "a.db", home / "b.db");
  make(home / "link/b.db");
  CHECK(recorded_databases() == Paths{home / "b.db"});
  make(home / "c.db");
  fs::rename(home / "c.db", home / "b.db");
  CHECK(recorded_databases().empty());
}

TEST_CASE("a link to a known database is known once it is recorded", "[origin]") {
  const test::StateHome home;
  const std::string link = home / "link.db";
  for (const char* name : {"a.db", "b.db"}) {
    make(home / name);
    remember_file(home / name, Origin::made);
  }
  fs::create_symlink("a.db", link);
  CHECK(origin_of(link) == Origin::foreign);
  REQUIRE(remember_link(link).empty());
  CHECK(origin_of(link) == Origin::made);
  CHECK(recorded_databases().size() == 2);
  fs::remove(link);
  fs::create_symlink("b.db", link);
  CHECK(origin_of(link) == Origin::foreign);
  REQUIRE(remember_link(link).empty());
  fs::rename(home / "a.db", home / "b.db");
  CHECK(origin_of(link) == Origin::foreign);
  CHECK(forget_origin(link));
  CHECK(origin_of(home / "b.db") == Origin::made);
}

TEST_CASE("every database has an identity of its own, which backups share", "[origin]") {
  const test::StateHome home;
  Store one = Store::open_to_write(home / "a.db"), two = Store::open_to_write(home / "b.db");
  CHECK(identity_of(one.database()).size() == 32);
  CHECK(identity_of(one.database()) != identity_of(two.database()));
  one.database().backup_to(home / "c.db");
  Database copy = Database::open(home / "c.db", OpenMode::read);
  CHECK(identity_of(copy) == identity_of(one.database()));
  Store memory = Store::in_memory();
  CHECK(origin_of(memory.database()) == Origin::made);
}

TEST_CASE("records of databases that are gone do not pile up", "[origin]") {
  const test::StateHome home;
  const std::string stays = home / "stays.db", gone = home / "gone.db", last = home / "last.db";
  for (const auto& path : {stays, gone, last}) make(path);
  remember_file(stays, Origin::made);
  remember_file(gone, Origin::made);
  fs::remove(gone);
  for (int i = 0; i < 1000; ++i) write_state("databases", std::to_string(i), "made\n\n\n/nowhere");
  remember_file(last, Origin::made);
  const auto records = fs::directory_iterator(home / "dossier/databases");
  CHECK(std::distance(begin(records), end(records)) == 2);
  CHECK(origin_of(stays) == Origin::made);
  CHECK(origin_of(last) == Origin::made);
}

TEST_CASE("a foreign database is required to be known, unless it is sealed", "[origin]") {
  const test::StateHome home;
  const std::string path = home / "d.db", other = home / "other.db";
  make(path);
  make(other);
  CHECK_THROWS_AS(require_known(path), Error);
  seal_database(path);
  CHECK_NOTHROW(require_known(path));
  CHECK_NOTHROW(Store::open_to_read(path));
  CHECK_THROWS_AS(Store::open_to_write(path), Error);
  fs::rename(other, path);
  CHECK_THROWS_AS(Store::open_to_read(path), Error);
}

TEST_CASE("a sealed database is read without its log, and is written by nobody", "[origin]") {
  const test::Scratch scratch;
  const std::string path = scratch / "d.db";
  make(path);
  seal_database(path);
  scratch.write("d.db-wal", "not a log");
  Store store = Store::open_to_read(path);
  CHECK(identity_of(store.database()).size() == 32);
  CHECK_FALSE(fs::exists(scratch / "d.db-shm"));
  for (const auto mode : {OpenMode::write, OpenMode::create, OpenMode::fresh})
    CHECK_THROWS_AS(Database::open(path, mode), Error);
  CHECK(scratch.read("d.db-wal") == "not a log");
}
