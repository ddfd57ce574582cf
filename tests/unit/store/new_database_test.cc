#include "store/import/new_database.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "engine/statement.h"
#include "queries/open.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

struct Place {
  Place() {
    std::string name = (fs::temp_directory_path() / "dossier-pages-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()));
    folder = name;
  }
  ~Place() { fs::remove_all(folder); }
  std::string database() const { return (folder / "d.db").string(); }
  fs::path folder;
};

std::string all_of(Database& database, const std::string& sql) {
  Statement statement(database, sql);
  std::string out;
  while (statement.step()) {
    for (int i = 0; i < statement.columns(); ++i) {
      if (statement.is_null(i))
        out += "null";
      else
        out += statement.text(i);
      out += '|';
    }
    out += '\n';
  }
  return out;
}

}  // namespace

TEST_CASE("a new database appears when it is complete, and replaces no other") {
  const Place place;
  {
    NewDatabase dropped(place.database());
    REQUIRE(dropped.store());
    CHECK(fs::exists(place.database() + "-dossier-first"));
    CHECK(!fs::exists(place.database()));
  }
  CHECK(fs::is_empty(place.folder));
  {
    NewDatabase made(place.database());
    made.store()->database().execute("CREATE TABLE mine(x)");
    CHECK(made.publish());
  }
  CHECK(all_of(open_to_write(place.database()).database(),
               "SELECT name FROM sqlite_schema WHERE name = 'mine'") == "mine|\n");
  CHECK(NewDatabase(place.database()).store() == nullptr);
  fs::remove(place.database());
  {
    NewDatabase late(place.database());
    open_to_write(place.database()).database().execute("CREATE TABLE theirs(x)");
    CHECK(!late.publish());
  }
  CHECK(!fs::exists(place.database() + "-dossier-first"));
  CHECK(all_of(open_to_write(place.database()).database(),
               "SELECT name FROM sqlite_schema WHERE name IN ('mine', 'theirs')") == "theirs|\n");
}

}  // namespace dossier
