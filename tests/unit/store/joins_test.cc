// Joins of the views as people write them, by the plan of this SQLite: where one scans the
// references, it does not end.
#include <catch2/catch.hpp>

#include "engine/statement.h"
#include "store/store.h"

namespace dossier {

TEST_CASE("a join of references with members by name leads into their indexes") {
  Store store = Store::in_memory();
  const std::string sql = GENERATE(
      "SELECT count(*) FROM refs r JOIN members m ON m.key = r.target_key WHERE m.name = 'x'",
      "SELECT count(*) FROM refs r JOIN members m ON m.full_name = r.target WHERE m.name = 'x'",
      "SELECT m.key FROM members m JOIN refs r ON r.target_key = m.key WHERE m.type = 'T'",
      "SELECT r.line FROM refs r JOIN types t ON t.full_name = r.target_type WHERE t.name = 'T'");
  INFO(sql);
  Statement plan(store.database(), "EXPLAIN QUERY PLAN " + sql);
  int steps = 0;
  for (; plan.step(); ++steps) {
    INFO(plan.text(3));
    CHECK(plan.text(3).substr(0, 4) != "SCAN");
  }
  CHECK(steps > 10);
}

}  // namespace dossier
