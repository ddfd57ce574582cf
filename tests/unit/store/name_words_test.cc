// The index of the words of names is whole after each opening to write, also where a program was
// killed between the migration that empties it and its filling.
#include <catch2/catch.hpp>

#include "queries/open.h"
#include "store/import/load.h"
#include "tests/unit/scratch.h"

using namespace dossier;

TEST_CASE("an index of words that was left empty is filled by the next opening to write") {
  const test::Scratch scratch;
  const std::string path = scratch / "d.db";
  const auto found = [](Store& store) {
    return store.database().number("SELECT count(*) FROM _word WHERE _word MATCH 'inventory'");
  };
  {
    Store store = open_to_write(path);
    LoadOptions options;
    options.project = "P";
    Load load(store, options);
    Module module;
    module.name = module.full_name = module.path = "A.dll";
    Type& type = module.types.emplace_back();
    type.name = type.full_name = "PlayerInventory";
    load.add(std::move(module));
    load.finish();
    CHECK(found(store) == 1);
    store.database().execute("INSERT INTO _word(_word) VALUES ('delete-all')");
    CHECK(found(store) == 0);
  }
  Store store = open_to_write(path);
  CHECK(found(store) == 1);
}
