// What an import leaves that did not come to its end, and one that is not there yet.
#include "store/recover.h"

#include <catch2/catch.hpp>

#include "queries/open.h"
#include "store/lease.h"
#include "store/sql.h"
#include "store/store.h"
#include "tests/unit/scratch.h"

namespace dossier {

TEST_CASE("an import that still runs elsewhere is not removed, one that died is") {
  const test::Scratch scratch;
  const std::string path = scratch / "a.db";
  const auto is_begun = [](Store store) {
    return store.rows<sql::ImportMarks>().next().has_value();
  };
  open_to_write(path).run<sql::BeginImport>();
  {
    const ImportLease held(path, {.ms = 0});
    CHECK(is_begun(open_to_write(path)));
  }
  CHECK_FALSE(is_begun(open_to_write(path)));
}

}  // namespace dossier
