#include "store/pages/page_tables.h"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>
#include <string>

#include "engine/statement.h"
#include "queries/open.h"
#include "store/import/new_database.h"
#include "store/pages/spool.h"
#include "store/store.h"

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

// Texts of every length that changes how a cell is kept, then mostly short ones; all different.
std::string text_of(size_t row) {
  constexpr size_t kLengths[] = {0,    1,    56,   57,   120,  488,  489,  490,   500,  985,  995,
                                 996,  997,  998,  999,  1000, 1001, 1002, 1003,  1100, 4040, 4050,
                                 4051, 4052, 4053, 4054, 4055, 4060, 4061, 4062,  4096, 4580, 4581,
                                 4582, 8000, 8170, 8184, 8185, 8186, 9000, 12345, 70000};
  const size_t count = std::size(kLengths);
  const std::string number = std::to_string(row * 7919 % 1000003);
  if (row >= count || kLengths[row] == 0) return row == 0 ? "" : "System.Some." + number;
  std::string text = number + "x";
  while (text.size() < kLengths[row]) text += static_cast<char>('a' + text.size() % 26);
  text.resize(std::max(kLengths[row], number.size()));
  return text;
}

struct Facts {
  PendingRows names{2}, sigs{2}, targets{5}, references{8}, literals{6}, members{10}, details{4};
};

int64_t some(size_t row, int64_t most) {
  return static_cast<int64_t>(row * 2654435761 % 4294967291) % most;
}

Facts make(size_t count) {
  constexpr int64_t kEdges[] = {0,        1,          2,          127,       128,
                                255,      32767,      32768,      8388607,   8388608,
                                16777216, 2147483647, 2147483648, 4294967295};
  Facts rows;
  for (size_t i = 0; i < count; ++i) {
    const auto id = static_cast<int64_t>(i) + 1;
    rows.names.add(id, std::string_view(text_of(i)));
    rows.sigs.add(id * 1000003, std::string_view(text_of(count - 1 - i)));
    rows.targets.add(id, some(i, 50), some(i, 7), some(i + 1, 300000), some(i, 3));
    const int64_t edge = i < std::size(kEdges) ? kEdges[i] : some(i, 100000);
    rows.references.add(
        id / 5, int64_t{id}, edge, some(i, 14), some(i, 4),
        i % 3 ? std::optional<int64_t>(some(i, 70000)) : std::nullopt,
        i % 7 ? std::nullopt : std::optional<int64_t>(-some(i, 1 << 30)),
        i == 5 ? std::optional<int64_t>(INT64_MIN) : std::optional<int64_t>(INT64_MAX >> (i % 63)));
    rows.literals.add(id / 3, int64_t{id}, some(i, 2), some(i, 900), std::optional<int64_t>(),
                      std::optional<int64_t>());
    rows.members.add(id, some(i, 99), some(i, 100000), std::optional<int64_t>(some(i, 5)),
                     some(i, 1 << 20), some(i, 4), std::optional<int64_t>(),
                     i % 4 ? std::nullopt : std::optional<int64_t>(some(i, 50)),
                     std::optional<int64_t>(), std::optional<int64_t>(0x06000001 + id));
    rows.details.add(id / 2, int64_t{id}, some(i, 11), std::string_view(text_of(i * 3 % count)));
  }
  return rows;
}

template <typename Insert>
void insert_all(Facts& rows, const Insert& insert) {
  insert("_name", rows.names);
  insert("_sig", rows.sigs);
  insert("_target", rows.targets);
  insert("_reference", rows.references);
  insert("_literal", rows.literals);
  insert("_member", rows.members);
  insert("_detail", rows.details);
}

constexpr const char* kOrders[] = {
    "_name ORDER BY id", "_sig ORDER BY id", "_target ORDER BY id",
    "_reference ORDER BY source, seq", "_literal ORDER BY source, seq", "_member ORDER BY id",
    "_detail ORDER BY symbol, seq",
    // By the indexes.
    "_name INDEXED BY _name_text ORDER BY text",
    "_target INDEXED BY _target_key ORDER BY key, type, scope, text, id",
    "_target INDEXED BY _target_type ORDER BY type, id",
    "_reference INDEXED BY _reference_target ORDER BY target, source, seq",
    "_literal INDEXED BY _literal_value ORDER BY value, source, seq",
    "_member INDEXED BY _member_name ORDER BY name, id",
    "_member INDEXED BY _member_full_name WHERE full_name IS NOT NULL ORDER BY full_name, id"};

// What SQLite makes of the same rows, inserted one by one.
std::string inserted(const Place& place, Facts& rows) {
  Store store = open_to_write((place.folder / "other.db").string());
  insert_all(rows, [&](const char* table, const PendingRows& all) {
    for (size_t row = 0; row < all.size(); ++row) {
      std::string values;
      for (size_t i = 0; i < all.columns(); ++i) values += i ? ", ?" : "?";
      Statement statement(store.database(),
                          "INSERT INTO " + std::string(table) + " VALUES(" + values + ")");
      for (size_t i = 0; i < all.columns(); ++i) {
        const auto& field = all.at(row, i);
        const int at = static_cast<int>(i) + 1;
        if (field.type == PendingRows::Field::text)
          statement.bind(at, std::string_view(all.texts().data() + field.value, field.size));
        else if (field.type == PendingRows::Field::integer)
          statement.bind(at, field.value);
        else
          statement.bind_null(at);
      }
      statement.run();
    }
  });
  std::string out;
  for (const char* order : kOrders)
    out += all_of(store.database(), "SELECT * FROM " + std::string(order));
  return out;
}

}  // namespace

TEST_CASE("pages written by hand are what SQLite makes of the same rows") {
  const size_t count = GENERATE(1, 2, 3, 40, 43, 200, 1000, 20000);
  const size_t most = GENERATE(size_t{0}, SIZE_MAX);
  CAPTURE(count, most);
  if (most == 0 && count > 1000) return;
  const Place place;
  Facts rows = make(count);
  Store store = Store::open_fresh(place.database());
  {
    PageTables tables(store.statements(), most);
    insert_all(rows, [&](const char* table, const PendingRows& all) { tables.add(table, all); });
    tables.adopt_tables();
    store.database().execute("CREATE TABLE other(x); INSERT INTO other VALUES(1)");
    tables.adopt_indexes();
  }
  CHECK(all_of(store.database(), "PRAGMA integrity_check") == "ok|\n");
  std::string made;
  for (const char* order : kOrders)
    made += all_of(store.database(), "SELECT * FROM " + std::string(order));
  store.database().execute("BEGIN");
  std::string expected;
  {
    const Place other;
    expected = inserted(other, rows);
  }
  store.database().execute("COMMIT");
  CHECK((made == expected));
  // SQLite goes on with what it finds.
  store.database().execute(
      "INSERT INTO _reference SELECT source, seq + 100000, target, kind, flags, il_offset, line, "
      "\"column\" FROM _reference; DELETE FROM _reference WHERE seq % 3 = 0; DELETE FROM _name "
      "WHERE id % 2 = 0; UPDATE _member SET name = name + 1; DELETE FROM _detail WHERE seq % 5 < "
      "4");
  CHECK(all_of(store.database(), "PRAGMA integrity_check") == "ok|\n");
}

TEST_CASE("the number of entries at which a tree grows a page or a level") {
  const Place place;
  // One page, the entry that separates the first two, the second page, and so on; around where the
  // root is full and gets a level between.
  std::vector<size_t> counts;
  for (size_t i = 250; i < 420; ++i) counts.push_back(i);
  for (size_t i = 0; i < 12; ++i) counts.push_back(i * 8111);
  size_t number = 0;
  for (const size_t count : counts) {
    const std::string path = (place.folder / (std::to_string(number++ % 2) + ".db")).string();
    Store store = Store::open_fresh(path);
    PendingRows rows(6);
    for (size_t i = 0; i < count; ++i)
      rows.add(int64_t{100000}, static_cast<int64_t>(i), int64_t{1},
               static_cast<int64_t>(count - i), std::optional<int64_t>(), std::optional<int64_t>());
    PageTables tables(store.statements());
    tables.add("_literal", rows);
    tables.adopt_tables();
    tables.adopt_indexes();
    CAPTURE(count);
    REQUIRE(all_of(store.database(), "PRAGMA integrity_check") == "ok|\n");
    REQUIRE(store.database().number("SELECT count(*) FROM _literal NOT INDEXED") ==
            static_cast<int64_t>(count));
    REQUIRE(store.database().number("SELECT count(*) FROM _literal INDEXED BY _literal_value "
                                    "WHERE value > 0") == static_cast<int64_t>(count));
  }
}

TEST_CASE("no page between others is empty, whatever is kept on overflow pages") {
  const Place place;
  // Four or five of these fill a page of a table's leaves or of those above an index, so that each
  // count ends a page or a level otherwise. Some lie beside their page: as an only leaf's, as the
  // last of a leaf and as what separates two.
  constexpr size_t kLengths[] = {940, 970, 985, 5100, 990, 12345, 960, 1100};
  const auto text = [&](size_t row, size_t shift) {
    std::string out = std::to_string(1000000 + row);
    out.resize(kLengths[(row + shift) % std::size(kLengths)], static_cast<char>('a' + row % 26));
    return out;
  };
  size_t levels = 0;
  for (size_t count = 1; count < 150; count += count < 40 ? 1 : 3) {
    const size_t shift = count % 3;
    CAPTURE(count);
    Store store = Store::open_fresh((place.folder / (std::to_string(count) + ".db")).string());
    PendingRows names(2), details(4);
    for (size_t row = 0; row < count; ++row) {
      const std::string of_row = text(row, shift);
      names.add(static_cast<int64_t>(row) + 1, std::string_view(of_row));
      details.add(static_cast<int64_t>(row) + 1, int64_t{0}, int64_t{6}, std::string_view(of_row));
    }
    PageTables tables(store.statements());
    tables.add("_name", names);
    tables.add("_detail", details);
    tables.adopt_tables();
    tables.adopt_indexes();
    REQUIRE(all_of(store.database(), "PRAGMA integrity_check") == "ok|\n");
    REQUIRE(store.database().number("SELECT count(*) FROM dbstat WHERE name IN ('_name', "
                                    "'_name_text', '_detail') AND pagetype = 'internal' AND "
                                    "ncell = 0") == 0);
    levels = std::max(levels, static_cast<size_t>(store.database().number(
                                  "SELECT count(*) FROM dbstat WHERE name = '_detail' AND pagetype "
                                  "= 'internal'")));
    for (const char* from : {"_name ORDER BY id", "_name INDEXED BY _name_text ORDER BY text",
                             "_detail ORDER BY symbol"}) {
      Statement rows(store.database(), std::string("SELECT text FROM ") + from);
      size_t row = 0;
      bool same = true;
      for (; rows.step(); ++row) same = same && rows.text(0) == text(row, shift);
      REQUIRE(row == count);
      REQUIRE(same);
    }
  }
  CHECK(levels > 5);  // three levels
}

TEST_CASE("a new database takes its place when it is whole, and no other's") {
  const Place place;
  {
    NewDatabase dropped(place.database());
    REQUIRE(dropped.store());
    CHECK(fs::exists(place.database() + "-new"));
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
  CHECK(!fs::exists(place.database() + "-new"));
  CHECK(all_of(open_to_write(place.database()).database(),
               "SELECT name FROM sqlite_schema WHERE name IN ('mine', 'theirs')") == "theirs|\n");
}

TEST_CASE("the page of SQLite's locks is left out") {
  constexpr uint32_t kLock = (1u << 30) / pages::kPageBytes + 1;
  CHECK(pages::number_of(0, 1) == 2);
  CHECK(pages::number_of(kLock - 12, 10) == kLock - 1);
  CHECK(pages::number_of(kLock - 11, 10) == kLock + 1);
  CHECK(pages::number_of(0, kLock - 1) == kLock + 1);
  CHECK(pages::number_of(0, kLock + 5) == kLock + 6);
}

}  // namespace dossier
