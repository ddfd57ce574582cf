// Counting `refs` gives what the view of the schema gives, over a view that joins no names.
#include "queries/adhoc/counted_refs.h"

#include <catch2/catch.hpp>

#include "engine/json_value.h"
#include "queries/adhoc/adhoc.h"
#include "queries/open.h"
#include "store/import/import.h"

using namespace dossier;

namespace {

Store filled_with_references() {
  Store store = open_in_memory();
  for (const char* path : {"repositories/languages", "exports/unity.project.json"}) {
    ImportOptions options;
    options.path = std::string(DOSSIER_SOURCE_DIR) + "/fixtures/" + path;
    import(store, options);
  }
  return store;
}

Json result_of(Store& store, const std::string& sql) {
  JsonResults results;
  run_sql(store, sql, {}, {}, results);
  return read_json(results.take());
}

std::string rows_of(Store& store, const std::string& sql) {
  const Json body = result_of(store, sql);
  INFO(sql << ": " << body.dump());
  REQUIRE(body.flag("success"));
  return body["results"].each()[0]["rows"].dump();
}

bool is_counted(Store& store, const std::string& sql) {
  return rows_of(store, "EXPLAIN QUERY PLAN " + sql).find("_name_") == std::string::npos &&
         rows_of(store, "EXPLAIN QUERY PLAN " + sql).find("SEARCH g") == std::string::npos;
}

struct Asked {
  const char* sql;  // % is the view
  bool counted;     // by the shorter view
};

}  // namespace

TEST_CASE("refs is counted without names, and gives what its view gives") {
  Store store = filled_with_references();
  for (const auto& [query, counted] : std::initializer_list<Asked>{
           {"SELECT count(*) FROM %", true},
           {"SELECT count(*), (SELECT count(*) FROM %) FROM types", true},
           {"SELECT project, is_latest, count(*) FROM % GROUP BY 1, 2 ORDER BY 1, 2", true},
           {"SELECT module, path, count(*) FROM % GROUP BY 1, 2 ORDER BY 1, 2", true},
           {"SELECT count(*) FROM % r WHERE r.project = 'unity' OR Path LIKE '%.go'", true},
           {"SELECT 1 WHERE EXISTS (SELECT 1 FROM %)", true},
           {"SELECT count(*) FROM % a, (SELECT 1 FROM % LIMIT 3)", true},
           {"SELECT count(*) FROM % WHERE kind = 'call'", true},
           {"SELECT kind, count(*) FROM % GROUP BY kind ORDER BY 1", true},
           {"SELECT by_name, in_module, il_offset IS NULL, sum(line), sum(\"column\"), "
            "sum(il_offset) "
            "FROM % GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
            true},
           {"SELECT count(*) FROM % WHERE target = 'System.String'", false},
           {"SELECT count(*) FROM % WHERE symbol = 3", false},
           {"SELECT count(*) FROM % a JOIN % b ON b.symbol = a.symbol AND b.line = 3", false},
           {"SELECT count(*) FROM % JOIN types USING (symbol)", false},
           {"SELECT count(*) FROM % natural JOIN types", false},
           {"SELECT count(*) FROM % CROSS JOIN (SELECT 'method' AS kind) JOIN (SELECT 'method' AS "
            "kind UNION ALL SELECT 'call') USING (kind)",
            false},
           {"SELECT * FROM % ORDER BY symbol, line, \"column\", target, kind, path LIMIT 50",
            false},
           {"SELECT count(line) FROM %", true},
       }) {
    CAPTURE(query);
    const auto with = [text = std::string(query)](const std::string& view) {
      std::string sql = text;
      for (size_t at = 0; (at = sql.find('%', at)) != sql.npos;)
        if (sql[at + 1] == '.')
          ++at;  // of a LIKE
        else
          sql.replace(at, 1, view);
      return sql;
    };
    const std::string expected = rows_of(store, with("main.refs"));
    CHECK(rows_of(store, with("refs")) == expected);
    CHECK(rows_of(store, with("\"references\"")) == expected);
    CHECK(rows_of(store, with("REFS")) == expected);
    CHECK(is_counted(store, with("refs")) == counted);
    CHECK_FALSE(is_counted(store, with("main.refs")));
  }
  CHECK(rows_of(store, "SELECT count(*) > 100 FROM refs") == "[[1]]");
}

TEST_CASE(
    "the view that counts is gone after its statement, and nothing else is allowed meanwhile") {
  Store store = filled_with_references();
  const Json body = result_of(store,
                              "SELECT count(*) FROM refs; SELECT line FROM refs LIMIT 1; "
                              "SELECT name FROM sqlite_temp_master; CREATE TEMP TABLE t(x)");
  CHECK_FALSE(body.flag("success"));
  CHECK(body["results"].each()[1]["row_count"].dump() == "1");
  CHECK(body["results"].each()[2]["rows"].dump() == "[]");
  CHECK(body["results"].each()[3]["error"].dump().find("only reading is allowed") !=
        std::string::npos);
}
