// The virtual tables `symbols` and `lines` answer a condition alike, whatever of it the index is
// asked: as it stands; with a unary + before every column, which keeps SQLite from handing it over;
// and over a plain copy of the rows. Conditions are drawn from a fixed seed over every column with
// every operator.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "engine/statement.h"
#include "queries/open.h"
#include "store/import/import.h"
#include "tests/unit/loaded.h"
#include "tests/unit/places.h"
#include "tests/unit/refusal.h"
#include "tests/unit/rows.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace std::string_literals;
using test::rows_of;

namespace {

struct TableColumn {
  std::string name;
  bool is_number = false;
  std::vector<std::string> values = {};  // some that rows have
};

struct VirtualTable {
  std::string name;
  std::vector<TableColumn> columns;
};

VirtualTable symbols_table() {
  return {"symbols",
          {{"kind"},
           {"name"},
           {"full_name"},
           {"signature"},
           {"module"},
           {"project"},
           {"snapshot", true},
           {"path"},
           {"base_type"},
           {"symbol", true}}};
}

VirtualTable lines_table() {
  return {"lines",
          {{"path"}, {"line", true}, {"text"}, {"project"}, {"snapshot", true}, {"language"}}};
}

std::string columns_of(const VirtualTable& table) {
  std::string list;
  for (const auto& column : table.columns) list += (list.empty() ? "" : ", ") + column.name;
  return list;
}

// A text as SQL says it, whatever its bytes.
std::string sql_text(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return c >= ' '; })) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
    return out + "'";
  }
  std::string out = "CAST(X'";
  for (const char c : text) {
    out += "0123456789ABCDEF"[static_cast<uint8_t>(c) >> 4];
    out += "0123456789ABCDEF"[static_cast<uint8_t>(c) & 15];
  }
  return out + "' AS TEXT)";
}

// A condition; `plain` has a + before its columns, and is "" where that would change what it means:
// +x has no affinity.
struct Condition {
  std::string indexed, plain;
};

class Conditions {
 public:
  Conditions(const VirtualTable& table, uint32_t seed) : table_(table), random_(seed) {}

  Condition make() { return part(2); }
  size_t pick(size_t of) { return random_() % of; }
  template <typename T>
  const T& one_of(const std::vector<T>& list) {
    return list[pick(list.size())];
  }

 private:
  static Condition joined(const Condition& a, const char* word, const Condition& b) {
    const bool is_plain = !a.plain.empty() && !b.plain.empty();
    return {"(" + a.indexed + word + b.indexed + ")",
            is_plain ? "(" + a.plain + word + b.plain + ")" : ""};
  }
  Condition part(int depth) {
    const size_t form = depth > 0 ? pick(8) : 7;
    if (form < 2) return joined(part(depth - 1), " OR ", part(depth - 1));
    if (form < 5) return joined(part(depth - 1), " AND ", part(depth - 1));
    if (form == 5) {
      const Condition inner = part(depth - 1);
      return {"NOT (" + inner.indexed + ")",
              inner.plain.empty() ? "" : "NOT (" + inner.plain + ")"};
    }
    return leaf();
  }
  // `about` puts what stands on each side of the column together.
  Condition leaf() {
    const TableColumn& column = one_of(table_.columns);
    const auto [before, after] = column.is_number ? about_number(column) : about_text(column);
    // A number, a text for a number and a collation go by the column's affinity and collation.
    const bool is_typed = before.empty() && is_typed_;
    is_typed_ = false;
    return {before + column.name + after, is_typed ? "" : before + "+" + column.name + after};
  }
  using Sides = std::pair<std::string, std::string>;

  Sides about_number(const TableColumn& column) {
    std::string value = one_of(column.values);
    if (pick(4) == 0) {
      is_typed_ = true;
      const std::vector<std::string> forms = {"'" + value + "'",
                                              "' " + value + " '",
                                              "'" + value + "0e-1'",
                                              "'" + value + ".0'",
                                              "'x'",
                                              "X'31'",
                                              "''",
                                              value + ".5",
                                              "1e300",
                                              "'-1'"};
      value = one_of(forms);
    } else if (pick(8) == 0) {
      value = one_of<std::string>({"NULL", "0", "-1", "9223372036854775807", value + ".0"});
    }
    static const std::vector<std::string> kOperators = {" = ", " = ",  " = ",  " = ",     " <> ",
                                                        " < ", " >= ", " IS ", " IS NOT "};
    switch (pick(6)) {
      case 0:
        return {"", " IN (" + value + ", " + one_of(column.values) + ", NULL)"};
      case 1:
        return {"", pick(2) ? " BETWEEN " + value + " AND " + one_of(column.values)
                            : " NOT IN (" + value + ")"};
      default:
        return {"", one_of(kOperators) + value};
    }
  }

  Sides about_text(const TableColumn& column) {
    switch (pick(9)) {
      case 0:
      case 1:
      case 2: {
        const std::string pattern = expression(column);
        if (pick(6) == 0) return {"regexp(" + pattern + ", ", ")"};
        return {"", (pick(5) ? " REGEXP " : " NOT REGEXP ") + pattern};
      }
      case 3:
      case 4: {
        const std::string pattern = value_or(column, like_pattern(column));
        if (pick(8) == 0) return {"like(" + pattern + ", ", ")"};
        return {"", (pick(5) ? " LIKE " : " NOT LIKE ") + pattern +
                        (pick(5) ? "" : one_of<std::string>({" ESCAPE '\\'", " ESCAPE 'e'"}))};
      }
      case 5: {
        const std::string pattern = value_or(column, glob_pattern(column));
        if (pick(8) == 0) return {"glob(" + pattern + ", ", ")"};
        return {"", (pick(5) ? " GLOB " : " NOT GLOB ") + pattern};
      }
      default:
        return compared(column);
    }
  }
  Sides compared(const TableColumn& column) {
    static const std::vector<std::string> kOperators = {" = ",  " = ", " = ",  " <> ",    " < ",
                                                        " <= ", " > ", " IS ", " IS NOT "};
    const std::string value = value_or(column, sql_text(text_for(column)));
    switch (pick(7)) {
      case 0:
        return {"", " IN (" + value + ", " + sql_text(text_for(column)) + ")"};
      case 1:
        return {"", pick(2) ? " BETWEEN '' AND " + value : " NOT IN (" + value + ", 'x')"};
      case 2:
        is_typed_ = true;
        return {"", " = " + value + one_of<std::string>({" COLLATE NOCASE", " COLLATE RTRIM"})};
      default:
        return {"", one_of(kOperators) + value};
    }
  }

  // Most often the value that is given; or NULL, a number, a blob.
  std::string value_or(const TableColumn&, std::string value) {
    if (pick(12) != 0) return value;
    is_typed_ = true;
    return one_of<std::string>({"NULL", "5", "05", "1.5", "X''", "X'61'", "''", "7 || ''"});
  }
  // A row's text, most often; or a part of one, or one that is odd.
  std::string text_for(const TableColumn& column) {
    static const std::vector<std::string> kOdd = {
        "", "x", "E", "\xEF\xBF\xBD", "\xFF", "a\0b"s, "a\0"s, "\n", "K\xC3\xA4se", "5", "%", "*"};
    if (pick(6) == 0) return one_of(kOdd);
    std::string text = one_of(column.values);
    if (pick(3) == 0) {
      for (auto& c : text) c = static_cast<char>(pick(2) ? ::toupper(c) : ::tolower(c));
    }
    if (pick(2) == 0) return text;
    return text.empty() ? text : text.substr(pick(text.size()), 1 + pick(6));
  }
  std::string like_pattern(const TableColumn& column) {
    return sql_text(wildcards(text_for(column), '%', '_', "\\"));
  }
  std::string glob_pattern(const TableColumn& column) {
    std::string text = wildcards(text_for(column), '*', '?', "[]^e-");
    if (pick(4) == 0)
      text += one_of<std::string>({"[a-z]", "[^e]", "[]]", "[^]]*", "[", "[x", "*[A"});
    return sql_text(text);
  }
  // Some bytes become wildcards, and some are put before and behind.
  std::string wildcards(const std::string& text, char many, char one, std::string_view others) {
    std::string out;
    if (pick(2)) out += many;
    for (const char c : text) {
      const size_t form = pick(16);
      out += form == 0 ? many : form == 1 ? one : form == 2 ? others[pick(others.size())] : c;
    }
    if (pick(2)) out += many;
    return out;
  }
  std::string expression(const TableColumn& column) {
    // Most match the empty text.
    static const std::vector<std::string> kEmpty = {
        "",      "^$",    ".*",     "^",   "$",   "x*",   "(|e)",   "a?",       "^\\s*$",
        "[^a]*", "(?!x)", "(?<!x)", "\\b", "\\B", "^.?$", "(?s).*", "^(a|b)*$", "()"};
    static const std::vector<std::string> kOthers = {
        ".",        "^.$", "[^e]+$", "e$",   "^[a-z]",  "(?-i:E)", "\\d",  "\\.",
        "\xC3\xA4", "SS",  "k",      "^\\W", "(?<=e).", "(.)\\1",  "e.*e", "[^\\x00-\\x7f]",
        "\\w{4,}$"};
    switch (pick(5)) {
      case 0:
      case 1:
        return value_or(column, sql_text(one_of(kEmpty)));
      case 2:
        return sql_text(one_of(kOthers));
      default:
        break;
    }
    std::string text;
    for (const char c : text_for(column)) text += ::isalnum(c) != 0 || c == ' ' ? c : '.';
    static const std::vector<std::string> kAround = {"", "^", "$", "|^$", ".*", "|x"};
    return sql_text(pick(3) ? text : pick(2) ? "^" + text : text + one_of(kAround));
  }

  const VirtualTable& table_;
  std::mt19937 random_;
  bool is_typed_ = false;
};

Module odd_module(std::string_view name, std::string_view full_name, bool has_types) {
  Module module;
  module.name = name;
  module.full_name = full_name;
  module.path = "/odd/file";
  if (!has_types) return module;
  const auto member = [](std::string_view own, std::string_view full, std::string_view signature) {
    Member made;
    made.name = own;
    made.full_name = full;
    made.signature = signature;
    return made;
  };
  Type type;
  type.name = "Shape";
  type.full_name = "odd.Shape";
  type.base_type = "System.Enum";
  type.members = {member("area", "odd.Shape.area", ""),
                  member("K\xC3\xA4se", "odd.Shape.K\xC3\xA4se", "void K\xC3\xA4se(int x)"),
                  member("line\nbreak", "odd.Shape.line\nbreak", "int line\nbreak"),
                  member("", "", ""),
                  member({"a\0b\xFF", 4}, "odd.Shape.a", "x\xFE(\xE9)"),
                  member("05", "odd.Shape.05", "5")};
  module.types.push_back(type);
  type.name = type.full_name = "Plain";
  type.base_type = "";
  module.types.push_back(type);
  return module;
}

void import_as(Store& store, const std::string& path, const char* project) {
  ImportOptions options;
  options.path = path;
  options.project = project;
  import(store, options);
}

// Several projects, of which the first has the newest snapshot; modules without types and without
// full names, the same one twice; texts that are empty, broken, and no ASCII.
Store odd_store() {
  Store store = open_in_memory();
  const std::string fixtures = std::string(test::kSource) + "/fixtures/";
  test::load_facts(store, test::project_of("odd"), odd_module("alone", "", false),
                   odd_module("odd.dll", "odd, Version=1", true));
  import_as(store, fixtures + "exports/versions.v1.project.json", "stats");
  const test::Scratch folder;
  folder.write("t/a.py",
               "class Price:\n    def total(self):\n        return 5\n\n\n# K\xC3\xA4se\n");
  folder.write("t/b/copy.py", folder.read("t/a.py"));
  folder.write("t/empty.go", "");
  folder.write("t/x.txt",
               "\n\nMax Health\nmax health\r\n\xFF\xFE broken \xE9\nK\xC3\xA4se\n05\nno end");
  std::string many;
  for (int i = 0; i < 1500; ++i)
    many += "line " + std::to_string(i * i) + (i % 7 ? " e\n" : "\n\n");
  folder.write("t/many.md", many);
  import_as(store, folder / "t", "tree");
  folder.write("t/a.py", "class Price:\n    def cost(self):\n        pass\n");
  import_as(store, folder / "t", "tree");
  import_as(store, fixtures + "assemblies/Shapes.dll", "shapes");
  import_as(store, fixtures + "exports/versions.v2.project.json", "stats");
  test::load_facts(store, test::project_of("odd"), odd_module("alone", "", false),
                   odd_module("odd.dll", "odd, Version=1", true),
                   odd_module("odd.dll", "odd, Version=1", true),
                   odd_module("p\xC3\xA4th", "", true));
  return store;
}

std::string all_snapshots(Store& store) {
  Statement statement(store.database(), "SELECT group_concat(id) FROM snapshots");
  REQUIRE(statement.step());
  return std::string(statement.text(0));
}

// Plain tables of what a table shows: of every snapshot, and of the newest.
void copy_rows(Store& store, VirtualTable& table) {
  auto& db = store.database();
  std::string declared;
  for (const auto& column : table.columns)
    declared +=
        (declared.empty() ? "" : ", ") + column.name + (column.is_number ? " INTEGER" : " TEXT");
  for (const bool all : {true, false}) {
    const std::string name = (all ? "all_" : "newest_") + table.name;
    db.execute(("CREATE TEMP TABLE " + name + "(" + declared + ")").c_str());
    db.execute(("INSERT INTO " + name + " SELECT " + columns_of(table) + " FROM " + table.name +
                (all ? " WHERE scope = '" + all_snapshots(store) + "'" : ""))
                   .c_str());
  }
  for (auto& column : table.columns) {
    Statement statement(db, "SELECT DISTINCT " + column.name + " FROM all_" + table.name);
    while (statement.step()) column.values.emplace_back(statement.text(0));
  }
}

// What the three ways have to ask of.
struct Asked {
  std::string scope;  // of the table
  std::string copy;   // and of the copies, with what is left of the scope
};

}  // namespace

TEST_CASE("virtual tables answer with the index as without it") {
  Store store = odd_store();
  const std::string all = all_snapshots(store);
  REQUIRE(all == "1,2,3,4,5,6,7");
  auto table = GENERATE(symbols_table(), lines_table());
  copy_rows(store, table);
  const std::vector<Asked> asked = {{"1", "newest_" + table.name + " WHERE 1"},
                                    {"scope = '" + all + "'", "all_" + table.name + " WHERE 1"},
                                    {"snapshot = 3", "all_" + table.name + " WHERE snapshot = 3"},
                                    {"snapshot = 1", "all_" + table.name + " WHERE snapshot = 1"}};
  Conditions conditions(table, 20261128);
  size_t answered = 0, compared = 0;
  for (int i = 0; i < 2500; ++i) {
    const auto& [scope, copied] = conditions.one_of(asked);
    // Of the newest snapshots, which one is named is no condition but the scope.
    Condition condition = conditions.make();
    if (scope == "1" && condition.indexed.find("snapshot") != std::string::npos) continue;
    const std::vector<std::string> orders = {" ORDER BY rowid", " ORDER BY rowid DESC",
                                             " ORDER BY rowid LIMIT 3 OFFSET 2",
                                             " ORDER BY rowid DESC LIMIT 4"};
    const bool is_ordered = conditions.pick(2) == 0;
    const std::string order = is_ordered ? conditions.one_of(orders) : "";
    const std::string select = "SELECT " + columns_of(table) + " FROM ";
    const auto rows = [&](const std::string& from, const std::string& where) {
      CAPTURE(from, where, order);
      auto found = rows_of(store, select + from + " AND " + where + order);
      if (!is_ordered) std::sort(found.begin(), found.end());
      return found;
    };
    const auto expected = rows(copied, condition.indexed);
    const std::string searched = table.name + " WHERE " + scope;
    CAPTURE(scope, order, condition.indexed);
    CHECK(rows(searched, condition.indexed) == expected);
    if (!condition.plain.empty()) CHECK(rows(searched, condition.plain) == expected);
    answered += !expected.empty();
    ++compared;
  }
  CHECK(compared > 2000);
  CHECK(answered > 800);
}

TEST_CASE("virtual tables compare with the columns of a join as any table does") {
  Store store = odd_store();
  auto table = GENERATE(symbols_table(), lines_table());
  copy_rows(store, table);
  store.database().execute(
      "CREATE TEMP TABLE other(t TEXT, i INTEGER, r REAL, b); INSERT INTO other VALUES "
      "('05', 5, 5.0, 5), ('3', 3, 3.5, '3'), ('', 0, 0.0, X'3035'), (NULL, NULL, NULL, NULL), "
      "('area', 1, 1, 'Price'), ('odd', 7, 7.0, '7.0')");
  for (const auto& column : table.columns)
    for (const char* with : {"t", "i", "r", "b"})
      for (const char* word : {" = ", " LIKE ", " GLOB ", " REGEXP "}) {
        if (column.is_number && word != std::string(" = ")) continue;
        const std::string asked =
            " x ON x." + column.name + word + "o." + with + " ORDER BY o.rowid, x.rowid";
        CAPTURE(asked);
        // Which snapshot is named is the scope, not a condition.
        const std::string scope = column.name == "snapshot" ? "all_" : "newest_";
        CHECK(rows_of(store, "SELECT o.rowid, " + columns_of(table) + " FROM other o CROSS JOIN " +
                                 table.name + asked) ==
              rows_of(store, "SELECT o.rowid, " + columns_of(table) + " FROM other o CROSS JOIN " +
                                 scope + table.name + asked));
      }
}

TEST_CASE("alternatives of different snapshots keep all of their rows") {
  Store store = odd_store();
  const auto count = [&](const std::string& sql) { return rows_of(store, sql).size(); };
  const std::string symbol = "SELECT * FROM symbols WHERE ", line = "SELECT * FROM lines WHERE ";
  CHECK(count(symbol + "snapshot = 1 AND name = 'area'") == 2);
  CHECK(count(symbol + "snapshot = 7 AND name = 'area'") == 6);
  CHECK(count(symbol + "(snapshot = 1 AND name = 'area') OR (snapshot = 7 AND name = 'Shape')") ==
        5);
  CHECK(count(symbol + "(snapshot = 7 AND name = 'area') OR name = 'area'") == 6);
  CHECK(count(line + "snapshot = 3 AND text = '# K\xC3\xA4se'") == 2);
  CHECK(count(line + "snapshot = 4 AND text = '# K\xC3\xA4se'") == 1);
  CHECK(count(line +
              "(snapshot = 3 AND text REGEXP '^# k') OR (snapshot = 4 AND text REGEXP '^# k')") ==
        3);
  CHECK(count(line + "(snapshot = 4 AND text REGEXP '^# k') OR text REGEXP '^# k'") == 1);
}

TEST_CASE("no number of hits makes up for a condition that nothing meets") {
  Store store = odd_store();
  for (const char* table : {"symbols", "lines"}) {
    const std::string select = std::string("SELECT * FROM ") + table + " WHERE ";
    const std::string text = std::string(table) == "lines" ? "text" : "name";
    CHECK(rows_of(store, select + text + " REGEXP NULL AND max_hits = 5").empty());
    CHECK(rows_of(store, select + "scope = '' AND max_hits = 5").empty());
    CHECK(test::failure_of([&] { rows_of(store, select + text + " MATCH 'x'"); }).find("MATCH") !=
          std::string::npos);
  }
}
