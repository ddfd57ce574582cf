// What stands in the row of a member or of a reference instead of rows of its own is read back as
// it was: values, results, places, full names, and the parts of _reference.use.
#include <catch2/catch.hpp>

#include "queries/open.h"
#include "queries/sql.h"
#include "store/sql.h"
#include "store/upkeep/compact.h"
#include "store/upkeep/drop.h"
#include "tests/unit/every_commit.h"
#include "tests/unit/loaded.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using dossier::test::rows_of;

namespace {

using Texts = std::vector<std::string>;

Member member_of(std::string_view name, std::string_view full_name, uint32_t line, uint32_t end) {
  Member made;
  made.name = name;
  made.full_name = full_name;
  made.signature = "int x";
  made.member_type = "Field";
  made.line = line;
  made.end_line = end;
  return made;
}

Module module_of(const char* name) {
  Module made;
  made.kind = ModuleKind::source;
  made.name = made.full_name = made.path = name;
  Type& type = made.types.emplace_back();
  type.name = type.full_name = "T";
  type.line = 7;
  type.end_line = 9;
  type.members = {member_of("a", "T.a", 8, 8), member_of("b", "b", 9, 12),
                  member_of("c", "other.c", 0, 0), member_of("d", "T.d", 20, 10)};
  return made;
}

void import(Store& store, Module module, const char* label) {
  LoadOptions options = test::project_of("P");
  options.label = label;
  test::load_facts(store, options, std::move(module));
}

}  // namespace

TEST_CASE(
    "the first value and result of a member are in its row, all others in rows of their own") {
  const test::Scratch scratch;
  Store store = open_to_write(scratch / "d.db");
  Module module = module_of("a.c");
  using enum DetailKind;
  module.details = {{0, result, "of the module"},
                    {1, value, "of the type"},
                    {2, doc, "first"},
                    {2, value, ""},
                    {2, value, "1"},
                    {2, value, "2"},
                    {3, result, "int"},
                    {3, value, "1"},
                    {3, result, "long"},
                    {4, attribute, "last"}};
  import(store, std::move(module), "1");
  const Texts all = {"a|doc|first|",         "a|value||",
                     "a|value|1|",           "a|value|2|",
                     "b|result|int|",        "b|result|long|",
                     "b|value|1|",           "c|attribute|last|",
                     "T|value|of the type|", "|result|of the module|"};
  const char* const kShown =
      "SELECT coalesce((SELECT name FROM members m WHERE m.symbol = d.symbol), (SELECT name FROM "
      "types t WHERE t.symbol = d.symbol), ''), kind, text FROM details d ORDER BY d.symbol = "
      "(SELECT "
      "min(id) FROM _module), d.symbol IN (SELECT id FROM _type), d.symbol, kind, text";
  CHECK(rows_of(store, kShown) == all);
  // Both values that are 1 are one text, and are no rows of details.
  CHECK(rows_of(store, "SELECT count(*) FROM _detail") == Texts{"7|"});
  CHECK(rows_of(store, "SELECT count(DISTINCT value), count(value), count(result) FROM _member") ==
        Texts{"1|2|1|"});
  const auto symbol =
      store.database().number("SELECT id FROM _member ORDER BY id LIMIT 1 OFFSET 1");
  Texts results, details;
  for (const auto& row : store.rows<sql::ResultOf>(symbol)) results.emplace_back(row.text);
  CHECK(results == Texts{"int", "long"});
  for (const auto& row : store.rows<sql::SymbolDetails>(symbol)) details.emplace_back(row.text);
  std::sort(details.begin(), details.end());
  CHECK(details == Texts{"1", "int", "long"});

  // A compaction keeps the texts that are used in this way alone.
  import(store, module_of("b.c"), "2");
  drop_snapshot(store, "P", "2");
  compact(store);
  CHECK(rows_of(store, kShown) == all);
}

TEST_CASE("places and full names of members are read back") {
  const test::Scratch scratch;
  Store store = open_to_write(scratch / "d.db");
  import(store, module_of("a.c"), "1");
  CHECK(rows_of(store, "SELECT name, full_name, line, end_line FROM members ORDER BY symbol") ==
        Texts{"a|T.a|8|8|", "b|b|9|12|", "c|other.c|NULL|NULL|", "d|T.d|20|10|"});
  CHECK(rows_of(store, "SELECT line, end_line FROM types") == Texts{"7|9|"});
  const auto by_full_name = [&](std::string_view name) {
    size_t found = 0;
    for ([[maybe_unused]] const auto& row : store.rows<sql::MembersByStoredFullName>(name)) ++found;
    return found;
  };
  CHECK(by_full_name("b") == 1);
  CHECK(by_full_name("other.c") == 1);
  CHECK(by_full_name("T.a") == 0);  // it is no stored one
}

TEST_CASE("the parts of a reference are read back, however many its source has") {
  const test::Scratch scratch;
  Store store = open_to_write(scratch / "d.db");
  Module module = module_of("a.c");
  constexpr uint32_t kMany = 70000;  // beyond one byte and two
  for (uint32_t i = 0; i < kMany; ++i) {
    Reference& made = module.references.emplace_back();
    made.source = 2;
    made.kind = i % 2 == 0 ? ReferenceKind::call : ReferenceKind::rpc;
    made.target = made.target_key = i % 3 == 0 ? "x" : "y";
    made.in_module = i % 5 == 0;
    made.by_name = i % 7 == 0;
    if (i % 4 == 0)
      made.il_offset = static_cast<int32_t>(i);
    else
      made.line = i;
    made.column = i % 4 == 0 ? 0 : 3;
  }
  import(store, std::move(module), "1");
  CHECK(
      rows_of(
          store,
          "WITH r AS (SELECT *, row_number() OVER (ORDER BY coalesce(il_offset, line)) - 1 AS i "
          "FROM "
          "refs) SELECT count(*), sum(kind = iif(i % 2 = 0, 'call', 'rpc')), sum(target = iif(i % "
          "3 = 0, 'x', 'y')), sum(in_module = (i % 5 = 0)), sum(by_name = (i % 7 = 0)), "
          "sum(iif(i % 4 = 0, il_offset = i AND line IS NULL AND \"column\" IS NULL, line = i "
          "AND il_offset IS NULL AND \"column\" = 3)) FROM r") ==
      Texts{"70000|70000|70000|70000|70000|70000|"});
  int64_t at = 0;
  bool in_order = true;
  const auto symbol = store.database().number("SELECT min(id) FROM _member");
  for (const auto& row : store.rows<sql::RefsFrom>(symbol, symbol)) {
    in_order = in_order && row.il_offset.value_or(row.line.value_or(-1)) == at;
    ++at;
  }
  CHECK(in_order);
  CHECK(at == kMany);
}
