// A write-ahead log that stayed large, as a full disk leaves it: it gives its room back, and what
// finds no room says what lies there.
#include <catch2/catch.hpp>
#include <filesystem>

#include "queries/open.h"
#include "store/recover.h"
#include "store/store.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;

TEST_CASE("a large log is emptied, and a full disk says what it holds") {
  const test::Scratch scratch;
  const std::string path = scratch / "a.db";
  Store store = open_to_write(path);
  Database& database = store.database();
  database.execute("PRAGMA wal_autocheckpoint = 0");
  const char* const write =
      "INSERT INTO _note(\"key\", text, author, at) "
      "VALUES ('k', hex(randomblob(1000000)), 'user', 0)";
  database.execute(write);
  const auto log_size = [&] { return std::filesystem::file_size(path + "-wal"); };
  REQUIRE(log_size() > 2'000'000);

  const int64_t pages = database.number("PRAGMA page_count");
  database.number(("PRAGMA max_page_count = " + std::to_string(pages)).c_str());
  const std::string why = test::refusal_of([&] { database.execute(write); });
  CHECK(why.find("full") != std::string::npos);
  CHECK(why.find("a.db-wal holds") != std::string::npos);

  empty_log(store);
  CHECK(log_size() == 0);
  CHECK(test::refusal_of([&] { database.execute(write); }).find("-wal") == std::string::npos);
}
