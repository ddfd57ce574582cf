// How much of a file an import takes.
#include <catch2/catch.hpp>

#include "queries/open.h"
#include "store/import/import.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

namespace dossier {

TEST_CASE("an assembly of over 1 GB is not read") {
  const test::Scratch scratch;
  scratch.write("large.dll", "MZ");
  std::filesystem::resize_file(scratch / "large.dll", (uintmax_t{1} << 30) + 1);
  Store store = open_in_memory();
  ImportOptions options;
  options.path = scratch / "large.dll";
  CHECK(test::failure_of([&] { import(store, options); }) == "limit: larger than 1 GB");
}

}  // namespace dossier
