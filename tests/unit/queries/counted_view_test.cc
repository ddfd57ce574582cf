// `refs` of ad-hoc SQL answers as the view of that name does, and is counted without being read.
#include <catch2/catch.hpp>

#include "engine/json_value.h"
#include "queries/adhoc/adhoc.h"
#include "queries/open.h"
#include "store/import/import.h"

using namespace dossier;

namespace {

Store filled() {
  Store store = open_in_memory();
  for (const char* path : {"repositories/languages", "exports/unity.project.json"}) {
    ImportOptions options;
    options.path = std::string(DOSSIER_SOURCE_DIR) + "/fixtures/" + path;
    import(store, options);
  }
  return store;
}

std::string answer(Store& store, const std::string& sql) {
  JsonResults results;
  run_sql(store, sql, {}, {}, results);
  const Json body = read_json(results.take());
  REQUIRE(body.flag("success"));
  return body["results"].each()[0]["rows"].dump();
}

}  // namespace

TEST_CASE("refs answers as its view does") {
  Store store = filled();
  static const char* const kQueries[] = {
      "SELECT count(*) FROM %",
      "SELECT count(*), (SELECT count(*) FROM %) FROM types",
      "SELECT count(*) FROM % WHERE kind = 'call'",
      "SELECT kind, count(*) FROM % GROUP BY kind ORDER BY 1",
      "SELECT * FROM % ORDER BY symbol, line, \"column\", target, kind, path LIMIT 50",
      "SELECT count(*) FROM % WHERE kind = 'call' OR by_name OR target_type = ''",
      "SELECT count(*) FROM % WHERE symbol = 5 OR target_key = 'Price' OR kind = 'import'",
      "SELECT count(*) FROM % WHERE line > 5 AND line <= 20 AND kind <> 'call'",
      "SELECT count(*) FROM % r JOIN types t ON r.target_type = t.full_name",
      "SELECT count(*) FROM types t LEFT JOIN % r ON r.symbol = t.symbol",
      "SELECT count(*) FROM % WHERE symbol IN (SELECT symbol FROM types)",
      "SELECT count(*) FROM % WHERE target_key = 'x' COLLATE NOCASE",
      "SELECT 1 WHERE EXISTS (SELECT 1 FROM %)",
      "SELECT target FROM % WHERE source_member = '' ORDER BY 1 LIMIT 5",
  };
  for (const std::string query : kQueries) {
    CAPTURE(query);
    const auto with = [&](const std::string& table) {
      std::string sql = query;
      for (size_t at; (at = sql.find('%')) != sql.npos;) sql.replace(at, 1, table);
      return sql;
    };
    const std::string expected = answer(store, with("main.refs"));
    CHECK(answer(store, with("refs")) == expected);
    CHECK(answer(store, with("\"references\"")) == expected);
  }
  CHECK(answer(store, "SELECT count(*) > 100 FROM refs") == "[[1]]");
}
