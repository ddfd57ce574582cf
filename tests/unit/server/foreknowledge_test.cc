#include "server/foreknowledge.h"

#include <catch2/catch.hpp>
#include <chrono>

#include "queries/open.h"
#include "store/import/import.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

void import_named(const test::Scratch& folder, const std::string& project) {
  folder.write("export.json",
               R"({"Modules":[{"Name":")" + project +
                   R"(.dll","AssemblyFullName":"","FileName":"g.dll","Types":[{"Name":"T",)"
                   R"("Namespace":"Game","FullName":"Game.T","Fields":[]}]}]})");
  Store store = open_to_write(folder / "d.db");
  ImportOptions options;
  options.path = folder / "export.json";
  options.project = project;
  import(store, options);
}

// Whether the texts of the newest snapshots are kept; false once the test has waited too long.
bool comes_to_know(StorePool& stores) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::chrono::steady_clock::now() < end) {
    {
      auto store = stores.borrow(end);
      const Transaction reading(store->database(), Transaction::reading);
      if (store->index().known_symbols(store->scope({}, {}).text(), ReadSymbols::no).texts)
        return true;
    }
    std::this_thread::yield();
  }
  return false;
}

}  // namespace

TEST_CASE("symbols are known before anybody asks, and again after each import", "[threads]") {
  const test::Scratch folder;
  import_named(folder, "one");
  StorePool stores = store_pool(folder / "d.db", "", 3);
  const Foreknowledge foreknowledge(stores, 0);
  CHECK(comes_to_know(stores));
  import_named(folder, "two");
  CHECK(comes_to_know(stores));
}
