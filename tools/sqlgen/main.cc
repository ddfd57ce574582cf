// sqlgen: turns the .sql files of a layer into typed statements.
//
//   sqlgen LAYER/sql OUTPUT FILE…   write OUTPUT.h and OUTPUT.cc, included as "LAYER/sql.h"
//   sqlgen --plans FILE…            print the query plan of each statement
//   sqlgen --schema                 print the schema after all migrations
//
// Applies the migrations to a database in memory, declares the virtual tables, and prepares every
// statement, so that an SQL error fails the build with file and line. A file FOLDER/tables.txt
// declares tables, which stand for statements (store/tables.txt). Every other FILE.sql is one
// statement under a header:
//
//   -- What it answers, and which index makes it fast.
//   -- params: pattern text, limit int
//   -- row: id int, name text, path text?
//
// Types: int, real, text, blob; a ? behind one allows NULL; rows: a PendingRows, for
// pending(:rows). Without `row:` the statement returns nothing.
#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/functions.h"
#include "engine/migrate.h"
#include "engine/pending.h"
#include "engine/statement.h"
#include "queries/tables/declare.h"
#include "tools/sqlgen/query.h"
#include "tools/sqlgen/tables.h"

namespace dossier {

std::string class_name(const std::string& name) {
  std::string out;
  bool upper = true;
  for (const char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    out += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return out;
}

namespace {

[[noreturn]] void fail(const Query& query, int line, const std::string& message) {
  dossier::fail(query.path, line, message);
}

std::vector<Field> parse_fields(const Query& query, int line, const std::string& text) {
  std::vector<Field> fields;
  std::stringstream list(text);
  for (std::string item; std::getline(list, item, ',');) {
    std::stringstream words(item);
    Field field;
    std::string extra;
    if (!(words >> field.name >> field.type) || (words >> extra))
      fail(query, line, "expected `name type`, found `" + item + "`");
    if (field.type.back() == '?') {
      field.nullable = true;
      field.type.pop_back();
    }
    static const std::set<std::string> kTypes = {"int", "real", "text", "blob", "rows"};
    if (!kTypes.contains(field.type))
      fail(query, line, "unknown type `" + field.type + "` (int, real, text, blob, rows)");
    fields.push_back(field);
  }
  return fields;
}

Query read(const std::string& path) {
  Query query;
  query.path = path;
  const size_t slash = path.rfind('/');
  query.name = path.substr(slash + 1, path.size() - slash - 1 - 4);
  std::ifstream file(path);
  std::string line;
  bool header = true;
  for (int number = 1; std::getline(file, line); ++number) {
    if (header && line.starts_with("-- params:")) {
      query.params = parse_fields(query, number, line.substr(10));
    } else if (header && line.starts_with("-- row:")) {
      query.row = parse_fields(query, number, line.substr(7));
    } else if (header && line.starts_with("--")) {
      query.summary += "/// " + (line.size() > 3 ? line.substr(3) : "") + "\n";
    } else {
      if (header) query.body_line = number;
      header = false;
      query.sql += line + "\n";
    }
  }
  if (query.summary.empty()) fail(query, 1, "the file does not say what it answers");
  while (!query.sql.empty() && (query.sql.back() == '\n' || query.sql.back() == ';'))
    query.sql.pop_back();
  return query;
}

int error_line(const Query& query, sqlite3* db) {
  const int offset = sqlite3_error_offset(db);
  if (offset < 0) return query.body_line;
  return query.body_line +
         static_cast<int>(std::count(query.sql.begin(), query.sql.begin() + offset, '\n'));
}

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Prepared = std::unique_ptr<sqlite3_stmt, Finalize>;

// Prepares the statement and holds its parameters and columns against the header.
Prepared prepare(const Query& query, Database& db) {
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(db.handle(), query.sql.c_str(), -1, &statement, &rest);
  Prepared prepared(statement);
  if (code != SQLITE_OK) fail(query, error_line(query, db.handle()), sqlite3_errmsg(db.handle()));
  if (rest && *rest) fail(query, query.body_line, "more than one statement");
  const int params = sqlite3_bind_parameter_count(statement);
  if (params != static_cast<int>(query.params.size()))
    fail(query, 1,
         "the header names " + std::to_string(query.params.size()) + " parameters, the SQL " +
             std::to_string(params));
  for (const auto& param : query.params)
    if (sqlite3_bind_parameter_index(statement, (":" + param.name).c_str()) == 0)
      fail(query, 1, "the SQL has no parameter :" + param.name);
  const int columns = sqlite3_column_count(statement);
  if (columns != static_cast<int>(query.row.size()))
    fail(query, 1,
         "the header names " + std::to_string(query.row.size()) + " columns, the SQL " +
             std::to_string(columns));
  for (int i = 0; i < columns; ++i)
    if (query.row[i].name != sqlite3_column_name(statement, i))
      fail(query, 1,
           "column " + std::to_string(i + 1) + " is `" + sqlite3_column_name(statement, i) +
               "`, the header says `" + query.row[i].name + "`");
  return prepared;
}

std::string cpp_type(const Field& field) {
  if (field.type == "rows") return "const PendingRows&";
  const std::string plain = field.type == "int"    ? "int64_t"
                            : field.type == "real" ? "double"
                                                   : "std::string_view";
  return field.nullable ? "std::optional<" + plain + ">" : plain;
}

std::string reader(const Field& field, int column) {
  const std::string at = std::to_string(column);
  const std::string call = (field.type == "int"    ? "integer("
                            : field.type == "real" ? "real("
                            : field.type == "blob" ? "blob("
                                                   : "text(") +
                           at + ")";
  if (!field.nullable) return call;
  return "is_null(" + at + ") ? std::nullopt : " + cpp_type(field) + "(" + call + ")";
}

std::string binder(const Field& field, int index) {
  const std::string at = std::to_string(index);
  if (field.type == "rows")
    return "bind_pointer(" + at + ", &" + field.name + ", PendingRows::kPointerType);";
  if (field.type != "blob") return "bind(" + at + ", " + field.name + ");";
  if (!field.nullable) return "bind_blob(" + at + ", " + field.name + ");";
  return field.name + " ? bind_blob(" + at + ", *" + field.name + ") : bind_null(" + at + ");";
}

std::string parameters(const Query& query) {
  std::string out;
  for (const auto& param : query.params)
    out += (out.empty() ? "" : ", ") + cpp_type(param) + " " + param.name;
  return out;
}

void declare(std::ostream& out, const Query& query) {
  const std::string name = class_name(query.name);
  out << "\n" << query.summary << "class " << name << " : public Statement {\n public:\n";
  out << "  static const std::string_view kSql;\n";
  out << "  explicit " << name << "(Database& db);\n";
  out << "  void set(" << parameters(query) << ");\n";
  if (!query.row.empty()) {
    out << "  struct Row {\n";
    for (const auto& field : query.row)
      out << "    " << cpp_type(field) << " " << field.name << "{};\n";
    out << "  };\n  Row row() const;\n";
  }
  out << "};\n";
}

void define(std::ostream& out, const Query& query, sqlite3_stmt* statement) {
  const std::string name = class_name(query.name);
  out << "\nconst std::string_view " << name << "::kSql = R\"~sql~(" << query.sql << ")~sql~\";\n";
  out << name << "::" << name << "(Database& db) : Statement(db, kSql) {}\n";
  out << "void " << name << "::set(" << parameters(query) << ") {\n";
  for (const auto& param : query.params)
    out << "  "
        << binder(param, sqlite3_bind_parameter_index(statement, (":" + param.name).c_str()))
        << "\n";
  out << "}\n";
  if (query.row.empty()) return;
  out << name << "::Row " << name << "::row() const {\n  return {";
  for (size_t i = 0; i < query.row.size(); ++i)
    out << (i ? ", " : "") << reader(query.row[i], static_cast<int>(i));
  out << "};\n}\n";
}

void generate(const std::vector<Query>& queries, const Tables& tables, Database& db,
              const std::string& include, const std::string& output) {
  std::ofstream h(output + ".h"), cc(output + ".cc");
  h << "#pragma once\n// Generated by tools/sqlgen from " << include
    << "/*.sql.\n#include <cstddef>\n"
       "#include <cstdint>\n#include <optional>\n#include <string_view>\n\n"
       "#include \"engine/statement.h\"\n#include \"engine/statements.h\"\n"
       "#include \"engine/pending.h\"\n\nnamespace dossier::sql {\n";
  cc << "#include \"" << include
     << ".h\"\n\n// Generated by tools/sqlgen.\nnamespace dossier::sql {\n";
  for (const auto& query : queries) {
    declare(h, query);
    define(cc, query, prepare(query, db).get());
  }
  if (!tables.rows.empty()) {
    h << tables.declarations();
    cc << tables.definitions();
  }
  h << "\n}  // namespace dossier::sql\n";
  cc << "}  // namespace dossier::sql\n";
  h.flush();
  cc.flush();
  if (!h || !cc) throw Error(ErrorCode::io, "cannot write", output);
}

void print_plan(const Query& query, Database& db) {
  prepare(query, db);
  std::cout << query.name << "\n";
  sqlite3_stmt* statement = nullptr;
  const std::string sql = "EXPLAIN QUERY PLAN " + query.sql;
  if (sqlite3_prepare_v2(db.handle(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
    fail(query, query.body_line, sqlite3_errmsg(db.handle()));
  while (sqlite3_step(statement) == SQLITE_ROW)
    std::cout << "  " << reinterpret_cast<const char*>(sqlite3_column_text(statement, 3)) << "\n";
  sqlite3_finalize(statement);
}

void print_schema(Database& db) {
  Statement statement(
      db,
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' "
      "ORDER BY type <> 'table', type <> 'index', type <> 'view', name");
  while (statement.step()) std::cout << statement.text(0) << ";\n\n";
}

int run(std::vector<std::string> arguments) {
  if (arguments == std::vector<std::string>{"--schema"}) {
    Database db = Database::open("", OpenMode::memory);
    migrate(db, 0);
    print_schema(db);
    return 0;
  }
  const bool plans = !arguments.empty() && arguments[0] == "--plans";
  const size_t first_file = plans ? 1 : 2;
  if (arguments.size() < first_file)
    throw Error(ErrorCode::invalid, "usage: sqlgen (LAYER/sql OUTPUT | --plans) FILE… | --schema");
  Database db = Database::open("", OpenMode::memory);
  migrate(db, 0);
  declare_tables(db.handle());
  register_pending(db.handle());
  std::vector<Query> queries;
  Tables tables;
  for (size_t i = first_file; i < arguments.size(); ++i) {
    if (!arguments[i].ends_with("tables.txt")) {
      queries.push_back(read(arguments[i]));
      continue;
    }
    tables = read_tables(arguments[i], db);
    for (auto& query : tables.queries()) queries.push_back(std::move(query));
  }
  std::sort(queries.begin(), queries.end(),
            [](const Query& a, const Query& b) { return a.name < b.name; });
  if (plans) {
    for (const auto& query : queries) print_plan(query, db);
  } else {
    generate(queries, tables, db, arguments[0], arguments[1]);
  }
  return 0;
}

}  // namespace
}  // namespace dossier

int main(int argc, char** argv) {
  try {
    return dossier::run({argv + 1, argv + argc});
  } catch (const dossier::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
