#include "tools/sqlgen/tables.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "engine/pending.h"
#include "engine/statement.h"

namespace dossier {
namespace {

/// The first column of a query over one text.
std::vector<std::string> names(Database& db, const std::string& sql, const std::string& text = {}) {
  Statement statement(db, sql);
  if (!text.empty()) statement.bind(1, std::string_view(text));
  std::vector<std::string> out;
  while (statement.step()) out.emplace_back(statement.text(0));
  return out;
}

/// Every table of the schema, and whether it is a virtual one.
std::map<std::string, bool> tables_of(Database& db) {
  std::map<std::string, bool> tables;
  Statement statement(
      db,
      "SELECT name, type = 'virtual' FROM pragma_table_list WHERE schema = 'main' "
      "AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'");
  while (statement.step()) tables[std::string(statement.text(0))] = statement.integer(1) != 0;
  return tables;
}

std::vector<Table::Column> columns_of(Database& db, const std::string& table, bool is_virtual) {
  std::vector<Table::Column> columns;
  if (is_virtual) columns.push_back({"rowid", "int", false});
  Statement statement(db, "SELECT name, type, \"notnull\" OR pk FROM pragma_table_info(?1)");
  statement.bind(1, std::string_view(table));
  while (statement.step()) {
    const std::string_view type = statement.text(1);
    columns.push_back({std::string(statement.text(0)),
                       type == "INTEGER" ? "int" : (type == "BLOB" ? "blob" : "text"),
                       !is_virtual && statement.integer(2) == 0});
  }
  return columns;
}

// Reads the rows one by one and holds each against the schema.
class Reader {
 public:
  Reader(const std::string& path, Database& db) : db_(db), schema_(tables_of(db)) {
    tables_.path = path;
    for (const auto& name : names(db, "SELECT name FROM pragma_table_info('_import')"))
      if (name != "id") tables_.marks.push_back(name);
  }

  Tables read() {
    std::ifstream file(tables_.path);
    if (!file) throw Error(ErrorCode::io, "cannot be read", tables_.path);
    for (std::string line; std::getline(file, line);) {
      ++line_;
      std::istringstream words(line);
      std::string first;
      if (!(words >> first) || first.starts_with('#')) continue;
      if (first == "others")
        for (std::string name; words >> name;) know(name);
      else
        add(first, words);
    }
    check_all();
    return std::move(tables_);
  }

 private:
  [[noreturn]] void wrong(const std::string& message) const { fail(tables_.path, line_, message); }

  void know(const std::string& name) {
    if (!schema_.contains(name)) wrong("the schema has no table `" + name + "`");
    if (!known_.insert(name).second) wrong("`" + name + "` is declared twice");
  }

  // "-" where a row says nothing.
  std::string word(std::istream& words, const char* what) const {
    std::string text;
    if (!(words >> text)) wrong(std::string("the row ends before its ") + what);
    return text == "-" ? std::string() : text;
  }

  bool flag(std::istream& words, const std::string& yes) const {
    const std::string text = word(words, yes.c_str());
    if (!text.empty() && text != yes) wrong("expected `" + yes + "` or `-`, found `" + text + "`");
    return !text.empty();
  }

  void add(const std::string& name, std::istream& words) {
    know(name);
    Table table;
    table.line = line_;
    table.name = name;
    table.columns = columns_of(db_, name, schema_.at(name));
    table.key = word(words, "key");
    if (std::none_of(table.columns.begin(), table.columns.end(),
                     [&](const auto& column) { return column.name == table.key; }))
      wrong("`" + name + "` has no column `" + table.key + "`");
    read_insert(table, words);
    read_mark(table, word(words, "mark"));
    table.of_module = flag(words, "module");
    table.is_bulk = flag(words, "bulk");
    if (table.is_bulk && table.insert != "rows") wrong("what is bulk is inserted as `rows`");
    read_labels(table, words);
    for (const auto& other : names(db_, "SELECT \"table\" FROM pragma_foreign_key_list(?1)", name))
      if (!known_.contains(other)) wrong("`" + other + "`, which it refers to, has to stand above");
    if (table.is_bulk) add_bulk(table);
    tables_.rows.push_back(std::move(table));
  }

  void read_insert(Table& table, std::istream& words) const {
    table.insert = word(words, "insert");
    if (!std::set<std::string>{"", "row", "rows"}.contains(table.insert))
      wrong("expected `row`, `rows` or `-`, found `" + table.insert + "`");
    if (table.insert != "rows") return;
    if (table.columns.size() > PendingRows::kMaxColumns)
      wrong("`" + table.name + "` has more columns than pending rows can");
    for (const auto& column : table.columns)
      if (column.type == "blob") wrong("`" + table.name + "`: pending rows hold no blob");
  }

  void read_mark(Table& table, std::string text) const {
    if (text.empty()) return;
    static const std::map<std::string, Table::Mark> kUses = {{"numbers", Table::Mark::numbers},
                                                             {"follows", Table::Mark::follows},
                                                             {"keeps", Table::Mark::keeps}};
    const size_t colon = text.find(':');
    const auto use = kUses.find(text.substr(0, colon));
    if (colon == text.npos || use == kUses.end())
      wrong("expected `numbers:`, `follows:` or `keeps:` and a mark, found `" + text + "`");
    table.use = use->second;
    text.erase(0, colon + 1);
    if (text.ends_with("<<32")) {
      table.in_segment = true;
      text.resize(text.size() - 4);
    }
    if (std::find(tables_.marks.begin(), tables_.marks.end(), text) == tables_.marks.end())
      wrong("`_import` has no column for the mark `" + text + "`");
    table.mark = text;
  }

  void read_labels(Table& table, std::istream& words) {
    std::getline(words >> std::ws, table.label);
    if (table.label.empty()) wrong("the row ends before its size");
    const size_t slash = table.label.find(" / ");
    table.index_label = slash == std::string::npos ? table.label : table.label.substr(slash + 3);
    table.label.resize(std::min(slash, table.label.size()));
    // What a virtual table is kept in is named after it.
    for (const auto& part : names(
             db_,
             "SELECT name FROM sqlite_schema WHERE type = 'table' AND (name = ?1 OR name IN "
             "(SELECT name FROM pragma_table_list WHERE type = 'shadow' AND name GLOB ?1 || '_*')) "
             "ORDER BY name",
             table.name))
      count(part, table.label);
    for (const auto& index :
         names(db_,
               "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?1 ORDER BY "
               "name",
               table.name))
      count(index, table.index_label);
  }

  void count(const std::string& part, const std::string& label) {
    if (label == "other") return;
    auto at = std::find_if(tables_.labels.begin(), tables_.labels.end(),
                           [&](const auto& one) { return one.first == label; });
    if (at == tables_.labels.end()) at = tables_.labels.insert(at, {label, {}});
    at->second += (at->second.empty() ? "'" : ", '") + part + "'";
  }

  void add_bulk(const Table& table) {
    Statement statement(db_,
                        "SELECT name, substr(sql, instr(sql, 'INDEX ') + 6), sql LIKE '% UNIQUE %' "
                        "FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND "
                        "tbl_name = ?1 ORDER BY name");
    statement.bind(1, std::string_view(table.name));
    while (statement.step()) {
      const std::string unique = statement.integer(2) != 0 ? "UNIQUE " : "";
      tables_.drop_bulk.push_back("DROP INDEX IF EXISTS " + std::string(statement.text(0)));
      tables_.make_bulk.push_back("CREATE " + unique + "INDEX IF NOT EXISTS " +
                                  std::string(statement.text(1)));
    }
  }

  void check_all() const {
    for (const auto& [name, is_virtual] : schema_)
      if (!known_.contains(name)) wrong("the schema has a table `" + name + "` without a row");
    for (const auto& mark : tables_.marks)
      if (std::none_of(tables_.rows.begin(), tables_.rows.end(), [&](const Table& table) {
            return table.mark == mark && table.use == Table::Mark::numbers;
          }))
        wrong("no row says `numbers:" + mark + "`, a column of _import");
  }

  Database& db_;
  Tables tables_;
  std::map<std::string, bool> schema_;
  std::set<std::string> known_;
  int line_ = 0;
};

}  // namespace

Tables read_tables(const std::string& path, Database& db) { return Reader(path, db).read(); }

}  // namespace dossier
