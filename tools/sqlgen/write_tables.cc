// The statements that every table needs, from its declaration.
#include <algorithm>
#include <sstream>
#include <utility>

#include "tools/sqlgen/tables.h"

namespace dossier {
namespace {

std::string quoted(const std::string& name) { return '"' + name + '"'; }

// `_member` is Member to C++, and member a part of names.
std::string noun(const Table& table) { return table.name.substr(1); }

Query query(const Tables& tables, int line, std::string name, std::string summary,
            std::string sql) {
  Query made;
  made.path = tables.path;
  made.body_line = line;
  made.name = std::move(name);
  made.summary = "/// " + std::move(summary) + "\n";
  made.sql = std::move(sql);
  return made;
}

template <typename Items, typename Text>
std::string joined(const Items& items, const char* between, const Text& text) {
  std::string out;
  for (const auto& item : items) {
    if (!out.empty()) out += between;
    out += text(item);
  }
  return out;
}

Query insert(const Tables& tables, const Table& table) {
  const bool pending = table.insert == "rows";
  const auto name = [](const auto& column) { return quoted(column.name); };
  size_t at = 0;
  const auto value = [&](const auto& column) {
    return pending ? "c" + std::to_string(at++) : ":" + column.name;
  };
  const std::string values = joined(table.columns, ", ", value);
  Query made = query(
      tables, table.line, "insert_" + noun(table),
      (pending ? "Adds rows to " : "Adds a row to ") + table.name + ".",
      "INSERT INTO " + table.name + "(" + joined(table.columns, ", ", name) + ") " +
          (pending ? "SELECT " + values + " FROM pending(:rows)" : "VALUES (" + values + ")"));
  if (pending)
    made.params.push_back({"rows", "rows"});
  else
    for (const auto& column : table.columns)
      made.params.push_back({column.name, column.type, column.nullable});
  return made;
}

bool is_trimmed(const Table& table) {
  return table.use == Table::Mark::numbers || table.use == Table::Mark::follows;
}

Query trim(const Tables& tables, const Table& table) {
  Query made = query(tables, table.line, "trim_" + noun(table),
                     "Removes what an import that died left in " + table.name + ".",
                     "DELETE FROM " + table.name + " WHERE " + quoted(table.key) +
                         (table.in_segment ? " >= (:mark + 1) << 32" : " > :mark"));
  made.params.push_back({"mark", "int"});
  return made;
}

Query delete_between(const Tables& tables, const Table& table) {
  Query made = query(
      tables, table.line, "delete_" + noun(table) + "_between",
      "Removes the rows of the symbols first to last from " + table.name + ".",
      "DELETE FROM " + table.name + " WHERE " + quoted(table.key) + " BETWEEN :first AND :last");
  made.params = {{"first", "int"}, {"last", "int"}};
  return made;
}

/// The highest key of the tables with a mark, as SQL.
std::string highest(const Tables& tables, const std::string& mark) {
  std::string all;
  int count = 0;
  for (const auto& table : tables.rows) {
    if (table.mark != mark || table.use == Table::Mark::follows) continue;
    if (count++ > 0) all += ", ";
    all += "(SELECT coalesce(max(" + quoted(table.key) + "), 0) FROM " + table.name + ")";
  }
  return count > 1 ? "max(" + all + ")" : all;
}

Query begin_import(const Tables& tables) {
  const auto name = [](const std::string& mark) { return mark; };
  return query(tables, 1, "begin_import",
               "Records that an import is under way, and how far each table reaches before it.",
               "INSERT INTO _import(id, " + joined(tables.marks, ", ", name) + ")\nSELECT 1, " +
                   joined(tables.marks, ",\n  ",
                          [&](const std::string& mark) { return highest(tables, mark); }));
}

Query import_marks(const Tables& tables) {
  const auto name = [](const std::string& mark) { return mark; };
  Query made = query(tables, 1, "import_marks",
                     "The import under way, if any, alive or dead: how far each table reached "
                     "before it.",
                     "SELECT " + joined(tables.marks, ", ", name) + " FROM _import WHERE id = 1");
  for (const auto& mark : tables.marks) made.row.push_back({mark, "int"});
  return made;
}

Query sizes(const Tables& tables) {
  Query made =
      query(tables, 1, "sizes", "Bytes of the database by part, from SQLite's own page statistics.",
            "SELECT CASE " +
                joined(tables.labels, "\n  ",
                       [](const auto& label) {
                         return "WHEN name IN (" + label.second + ") THEN '" + label.first + "'";
                       }) +
                "\n  ELSE 'other' END AS part, sum(pgsize) AS bytes\n"
                "FROM dbstat WHERE aggregate = TRUE GROUP BY 1 ORDER BY 2 DESC");
  made.row = {{"part", "text"}, {"bytes", "int"}};
  return made;
}

}  // namespace

std::vector<Query> Tables::queries() const {
  std::vector<Query> all = {begin_import(*this), import_marks(*this), sizes(*this)};
  for (const auto& table : rows) {
    if (!table.insert.empty()) all.push_back(insert(*this, table));
    if (is_trimmed(table)) all.push_back(trim(*this, table));
    if (table.of_module) all.push_back(delete_between(*this, table));
  }
  return all;
}

std::string Tables::declarations() const {
  std::ostringstream out;
  out << "\n/// Rows on their way into tables.\nstruct PendingTables {\n";
  for (const auto& table : rows)
    if (table.insert == "rows")
      out << "  PendingRows " << noun(table) << "{" << table.columns.size() << "};\n";
  out << "  /// Inserts them all and forgets them.\n"
         "  void insert(Statements& statements);\n};\n\n"
         "/// DDL of the indexes that a first import builds last.\n"
         "extern const char* const kDropBulkIndexes;\n"
         "extern const char* const kMakeBulkIndexes;\n\n"
         "/// Removes from every table what lies beyond the marks.\n"
         "void trim(Statements& statements, const ImportMarks::Row& marks);\n"
         "/// Removes the rows of the symbols first to last, which are a module's, from every "
         "table.\n"
         "void delete_symbols(Statements& statements, int64_t first, int64_t last);\n";
  return out.str();
}

std::string Tables::definitions() const {
  std::ostringstream out;
  const auto ddl = [&](const char* name, const std::vector<std::string>& statements) {
    out << "const char* const " << name << " = R\"~sql~(";
    for (const auto& statement : statements) out << statement << ";\n";
    out << ")~sql~\";\n";
  };
  ddl("kDropBulkIndexes", drop_bulk);
  ddl("kMakeBulkIndexes", make_bulk);
  out << "namespace {\ntemplate <typename Insert>\n"
         "void insert_rows(Statements& statements, PendingRows& rows) {\n"
         "  if (rows.size() > 0) statements.run<Insert>(rows);\n  rows.clear();\n}\n"
         "}  // namespace\n"
         "void PendingTables::insert(Statements& statements) {\n";
  for (const auto& table : rows)
    if (table.insert == "rows")
      out << "  insert_rows<" << class_name("insert_" + noun(table)) << ">(statements, "
          << noun(table) << ");\n";
  // What refers to others goes before them.
  out << "}\nvoid trim(Statements& statements, const ImportMarks::Row& marks) {\n";
  for (auto table = rows.rbegin(); table != rows.rend(); ++table)
    if (is_trimmed(*table))
      out << "  statements.run<" << class_name("trim_" + noun(*table)) << ">(marks." << table->mark
          << ");\n";
  out << "}\nvoid delete_symbols(Statements& statements, int64_t first, int64_t last) {\n";
  for (auto table = rows.rbegin(); table != rows.rend(); ++table)
    if (table->of_module)
      out << "  statements.run<" << class_name("delete_" + noun(*table) + "_between")
          << ">(first, last);\n";
  out << "}\n";
  return out.str();
}

}  // namespace dossier
