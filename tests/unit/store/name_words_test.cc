// The index of the words of names is whole after each opening to write, also where a program was
// killed between the migration that empties it and its filling.
#include <catch2/catch.hpp>

#include "queries/open.h"
#include "store/import/load.h"
#include "store/index/name_words.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

void import_types(Store& store, const std::vector<std::string>& names) {
  LoadOptions options;
  options.project = "P";
  Load load(store, options);
  Module module;
  module.name = module.full_name = module.path = "A.dll";
  for (const auto& name : names) {
    Type& type = module.types.emplace_back();
    type.name = type.full_name = module.text.keep(name);
  }
  load.add(std::move(module));
  load.finish();
}

int64_t found(Store& store) {
  return store.database().number("SELECT count(*) FROM _word WHERE _word MATCH 'inventory'");
}

}  // namespace

TEST_CASE("an index of words that was left empty is filled by the next opening to write") {
  const test::Scratch scratch;
  const std::string path = scratch / "d.db";
  {
    Store store = open_to_write(path);
    import_types(store, {"PlayerInventory"});
    CHECK(found(store) == 1);
    store.database().execute("INSERT INTO _word(_word) VALUES ('delete-all')");
    CHECK(found(store) == 0);
  }
  Store store = open_to_write(path);
  CHECK(found(store) == 1);
}

TEST_CASE("the words of all names are found where one statement does not take them all") {
  const test::Scratch scratch;
  const std::string path = scratch / "d.db";
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i)
    names.push_back("Inventory" + std::to_string(i) + "_" + std::string(kWordsTogether / 2, 'a'));
  {
    Store store = open_to_write(path);
    import_types(store, names);
    CHECK(found(store) == 5);
    store.database().execute("INSERT INTO _word(_word) VALUES ('delete-all')");
  }
  Store store = open_to_write(path);
  CHECK(found(store) == 5);
}

TEST_CASE("an import knows which names have words already") {
  const test::Scratch scratch;
  Store store = open_to_write(scratch / "d.db");
  import_types(store, {"PlayerInventory", "ItemInventory"});
  CHECK(found(store) == 2);
  // A name that a symbol has, the name of a module, one that is known but no symbol's, and a new
  // one.
  store.database().execute("INSERT INTO _name(text) VALUES ('LootInventory')");
  import_types(store, {"PlayerInventory", "A.dll", "LootInventory", "NewInventory"});
  CHECK(found(store) == 4);
  store.database().execute(
      "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, _word, instance)");
  // Each is there once.
  CHECK(store.database().number("SELECT count(*) FROM vocabulary WHERE term = 'inventory'") == 4);
  CHECK(store.database().number("SELECT count(*) FROM vocabulary WHERE term = 'dll'") == 1);
  CHECK(store.database().number("SELECT last_word FROM _store") == 0);
}
