// What a check of the database finds (store/upkeep/check.h), and what a lookup tells of a posting
// list in which a bit is another.
#include "store/upkeep/check.h"

#include <catch2/catch.hpp>

#include "engine/error.h"
#include "engine/search/grams.h"
#include "engine/statement.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"
#include "store/upkeep/compact.h"
#include "store/upkeep/drop.h"
#include "tests/unit/places.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

namespace dossier {
namespace {

void import_checked(Store& store, const std::string& path, const std::string& project) {
  ImportOptions options;
  options.path = path;
  options.project = project;
  import(store, options);
  CAPTURE(path);
  CHECK(damage_in(store) == std::vector<std::string>());
}

}  // namespace

TEST_CASE("a whole database has no damage, whatever was imported, dropped and compacted") {
  Store store = open_in_memory();
  const std::string fixtures = std::string(test::kSource) + "/fixtures/";
  import_checked(store, fixtures + "repositories/languages", "languages");
  import_checked(store, fixtures + "assemblies/Shapes.dll", "assemblies");
  import_checked(store, fixtures + "assemblies/Odd.dll", "assemblies");
  for (const char* name : {"unity", "tricky", "versions.v1", "versions.v2"})
    import_checked(store, fixtures + "exports/" + name + ".project.json",
                   name[0] == 'v' ? "v" : name);
  const test::Scratch folder;
  for (const char* text :
       {"def price():\n    return 5\n", "def price():\n    return cost()\n", ""}) {
    folder.write("t/a.py", text);
    folder.write("t/b.txt", std::string("\xFF broken\n\n") + text);
    import_checked(store, folder / "t", "tree");
  }
  drop_snapshot(store, "tree", "9");
  drop_snapshot(store, "languages", "1");
  CHECK(damage_in(store) == std::vector<std::string>());
  compact(store);
  CHECK(damage_in(store) == std::vector<std::string>());
}

TEST_CASE("what an import that has not ended wrote is no damage") {
  Store store = open_in_memory();
  store.database().execute("INSERT INTO _import VALUES (1, 1, 1, 1, 1, 1, 1, 1, 1, 1)");
  CHECK(test::code_of([&] { damage_in(store); }) == "conflict");
}

TEST_CASE("a bit of a posting list that is another hides nothing without an error") {
  Store store = open_in_memory();
  const test::Scratch folder;
  for (int i = 0; i < 200; ++i)
    folder.write("t/" + std::to_string(i) + ".txt", i % 3 == 0
                                                        ? "the price " + std::to_string(i)
                                                        : std::string(static_cast<size_t>(i), 'x'));
  import_checked(store, folder / "t", "tree");
  const auto answer = [&] { return run_to_json(store, kGrep, {{"pattern", "price"}}).body; };
  const std::string whole = answer();
  size_t bits = 0, wrong = 0, told = 0;
  for (const std::string gram : {"pri", "ric", "ice"}) {
    const auto at = [&](size_t i) { return static_cast<uint32_t>(gram[i] - 'a'); };
    const std::string row =
        " WHERE part = 1 AND gram = " + std::to_string(search::gram3(at(0), at(1), at(2)));
    Statement stored(store.database(), "SELECT blocks FROM _posting" + row);
    REQUIRE(stored.step());
    std::string list(stored.blob(0));
    stored.reset();
    Statement update(store.database(), "UPDATE _posting SET blocks = ?" + row);
    const auto store_list = [&] {
      update.bind_blob(1, list);
      update.run();
      update.reset();
    };
    for (size_t bit = 0; bit < list.size() * 8; ++bit, ++bits) {
      const auto flip = [&] { list[bit / 8] = static_cast<char>(list[bit / 8] ^ 1 << bit % 8); };
      flip();
      store_list();
      try {
        wrong += answer() != whole;
      } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::corrupt);
        ++told;
      }
      if (bit % 16 == 0) CHECK_FALSE(damage_in(store).empty());
      flip();
    }
    store_list();
  }
  CHECK(damage_in(store).empty());
  CHECK(bits > 100);
  CHECK(told > bits / 3);      // not every list is read
  CHECK(wrong <= bits / 100);  // the checksum of a short list has one byte
}

}  // namespace dossier
