// pending(:rows): what is added is what INSERT … SELECT takes, in order and of its type.
#include "engine/pending.h"
#include "engine/error.h"

#include <catch2/catch.hpp>

#include "engine/database.h"
#include "engine/statement.h"

namespace dossier {
namespace {

Database with_pending() {
  Database database = Database::open("", OpenMode::memory);
  register_pending(database.handle());
  database.execute("CREATE TABLE kept(a, b, c)");
  return database;
}

void insert(Database& database, const PendingRows& rows) {
  Statement statement(database, "INSERT INTO kept SELECT c0, c1, c2 FROM pending(?1)");
  statement.bind_pointer(1, &rows, PendingRows::kPointerType);
  statement.run();
}

TEST_CASE("Pending rows are inserted in order, with their types") {
  Database database = with_pending();
  PendingRows rows(3);
  std::string text = "first";
  rows.add(int64_t{-5}, std::string_view(text), std::optional<int64_t>());
  text = "gone";  // the text was copied
  rows.add(int64_t{1} << 40, std::string_view(), std::optional<int64_t>(7));
  rows.add(int64_t{0}, std::string_view("a\0b\xff", 4), std::optional<int64_t>());
  REQUIRE(rows.size() == 3);
  insert(database, rows);

  Statement kept(database, "SELECT a, b, c, typeof(b) FROM kept ORDER BY rowid");
  REQUIRE(kept.step());
  CHECK(kept.integer(0) == -5);
  CHECK(kept.text(1) == "first");
  CHECK(kept.is_null(2));
  CHECK(kept.text(3) == "text");
  REQUIRE(kept.step());
  CHECK(kept.integer(0) == int64_t{1} << 40);
  CHECK(kept.text(1).empty());
  CHECK_FALSE(kept.is_null(1));
  CHECK(kept.integer(2) == 7);
  REQUIRE(kept.step());
  CHECK(kept.text(1) == std::string_view("a\0b\xff", 4));
  CHECK_FALSE(kept.step());
}

TEST_CASE("Pending rows can be reused after clear(), and may be empty") {
  Database database = with_pending();
  PendingRows rows(2);  // fewer than are asked for: the rest is NULL
  insert(database, rows);
  CHECK(database.number("SELECT count(*) FROM kept") == 0);
  rows.add(int64_t{1}, std::string_view("one"));
  insert(database, rows);
  rows.clear();
  rows.add(int64_t{2}, std::string_view("two"));
  insert(database, rows);
  CHECK(database.number("SELECT sum(a) FROM kept WHERE c IS NULL") == 3);
}

TEST_CASE("A value that is not a pointer to rows has no rows") {
  Database database = with_pending();
  CHECK(database.number("SELECT count(*) FROM pending(1)") == 0);
  CHECK(database.number("SELECT count(*) FROM pending('rows')") == 0);
  CHECK(database.number("SELECT count(*) FROM pending(NULL)") == 0);
}

}  // namespace
}  // namespace dossier
