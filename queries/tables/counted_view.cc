#include "queries/tables/counted_view.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "engine/error.h"
#include "queries/sql.h"
#include "queries/tables/guarded.h"

namespace dossier {
namespace {

struct Finalized {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Prepared = std::unique_ptr<sqlite3_stmt, Finalized>;

Prepared prepared(sqlite3* db, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (const int code = sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr);
      code != SQLITE_OK)
    throw_sqlite(db, code, sql);
  return Prepared(statement);
}

// The view's own SELECT, with what tells its rows apart in front.
constexpr char kBegin[] = "SELECT ";
constexpr char kKey[] = "r.seq AS \"~seq\", ";

struct ViewTable : IndexTable {
  sqlite3* db = nullptr;
  std::string rows;  // the SELECT, as a source of rows
  std::vector<std::string> columns;
  // SQLite joins the answers of alternatives (OR) by the numbers of their rows.
  std::map<std::tuple<int64_t, int64_t, int64_t>, int64_t> numbers;
};

struct ViewCursor : sqlite3_vtab_cursor {
  Prepared statement;  // absent: rows are only counted
  std::string sql;
  int64_t left = 0;
  bool done = true;
};

ViewTable& table_of(sqlite3_vtab* base) {
  return static_cast<ViewTable&>(*static_cast<IndexTable*>(base));
}

std::string in_quotes(std::string_view name) { return "\"" + std::string(name) + "\""; }

std::unique_ptr<ViewTable> read_view(sqlite3* db, SearchIndex& index) {
  auto table = std::make_unique<ViewTable>();
  table->index = &index;
  table->db = db;
  const auto schema =
      prepared(db, "SELECT sql FROM main.sqlite_schema WHERE type = 'view' AND name = 'refs'");
  if (sqlite3_step(schema.get()) != SQLITE_ROW)
    throw Error(ErrorCode::corrupt, "the view refs is missing", "sqlite_schema");
  std::string text = reinterpret_cast<const char*>(sqlite3_column_text(schema.get(), 0));
  const size_t begin = text.find(kBegin);
  if (begin == text.npos) throw Error(ErrorCode::corrupt, "the view refs selects nothing", text);
  table->rows = "(" + text.substr(begin).insert(std::strlen(kBegin), kKey) + ")";
  const auto view = prepared(db, "SELECT * FROM main.refs");
  for (int i = 0; i < sqlite3_column_count(view.get()); ++i)
    table->columns.emplace_back(sqlite3_column_name(view.get(), i));
  return table;
}

int connect(sqlite3* db, void* at, int, const char* const*, sqlite3_vtab** out, char** problem) {
  auto& index = *static_cast<SearchIndex*>(at);
  try {
    auto table = read_view(db, index);
    const auto view = prepared(db, "SELECT * FROM main.refs");
    std::string declaration = "CREATE TABLE refs(";
    for (size_t i = 0; i < table->columns.size(); ++i) {
      const char* type = sqlite3_column_decltype(view.get(), static_cast<int>(i));
      declaration +=
          (i ? ", " : "") + in_quotes(table->columns[i]) + (type ? " " + std::string(type) : "");
    }
    if (const int code = sqlite3_declare_vtab(db, (declaration + ")").c_str()); code != SQLITE_OK)
      return code;
    *out = table.release();
    return SQLITE_OK;
  } catch (const std::exception& failure) {
    *problem = sqlite3_mprintf("%s", failure.what());
    return SQLITE_ERROR;
  }
}

int disconnect(sqlite3_vtab* table) {
  delete &table_of(table);
  return SQLITE_OK;
}

int64_t counted(SearchIndex& index) {
  int64_t rows = 0;
  for (const auto& row : index.statements().rows<sql::SnapshotsOf>(std::nullopt))
    rows += row.references;
  return rows;
}

const char* operator_of(unsigned char op) {
  switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return "=";
    case SQLITE_INDEX_CONSTRAINT_GT:
      return ">";
    case SQLITE_INDEX_CONSTRAINT_GE:
      return ">=";
    case SQLITE_INDEX_CONSTRAINT_LT:
      return "<";
    case SQLITE_INDEX_CONSTRAINT_LE:
      return "<=";
    default:
      return nullptr;
  }
}

// What the view finds by an index.
bool is_found(std::string_view column) {
  return column == "target_key" || column == "target_type" || column == "symbol";
}

// The plan is the statement's text; a plan without one counts.
int best_index(sqlite3_vtab* base, sqlite3_index_info* info) {
  return guarded(base, [&](IndexTable& own) {
    auto& table = static_cast<ViewTable&>(own);
    const auto total = static_cast<double>(counted(*table.index));
    if (info->colUsed == 0 && info->nConstraint == 0) {
      info->estimatedCost = total / 100;
      info->estimatedRows = static_cast<sqlite3_int64>(total);
      return;
    }
    double rows = total, cost = total * 10;
    std::string where;
    int arguments = 0;
    for (int i = 0; i < info->nConstraint; ++i) {
      const auto& constraint = info->aConstraint[i];
      const char* op = operator_of(constraint.op);
      if (!constraint.usable || constraint.iColumn < 0 || op == nullptr ||
          std::strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0)
        continue;
      const auto& column = table.columns[static_cast<size_t>(constraint.iColumn)];
      info->aConstraintUsage[i].argvIndex = ++arguments;
      where += (where.empty() ? " WHERE " : " AND ") + in_quotes(column) + " " + op + " ?" +
               std::to_string(arguments);
      rows = constraint.op == SQLITE_INDEX_CONSTRAINT_EQ ? rows / 10 : rows / 4;
      if (constraint.op == SQLITE_INDEX_CONSTRAINT_EQ && is_found(column)) rows = cost = 100;
    }
    std::string sql = "SELECT ";
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const bool used = (info->colUsed >> std::min<size_t>(i, 63) & 1) != 0;
      sql += (used ? in_quotes(table.columns[i]) : "NULL") + ", ";
    }
    sql += "snapshot, symbol, \"~seq\" FROM " + table.rows + where;
    info->idxStr = sqlite3_mprintf("%s", sql.c_str());
    info->needToFreeIdxStr = 1;
    info->estimatedRows = static_cast<sqlite3_int64>(std::max(rows, 1.0));
    info->estimatedCost = cost;
  });
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  *cursor = new ViewCursor{};
  return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete static_cast<ViewCursor*>(cursor);
  return SQLITE_OK;
}

void step(ViewTable& table, ViewCursor& cursor) {
  if (!cursor.statement) {
    cursor.done = cursor.left-- <= 0;
    return;
  }
  const int code = sqlite3_step(cursor.statement.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    throw_failure(table.index->database(), code, cursor.sql);
  cursor.done = code == SQLITE_DONE;
  if (cursor.done) sqlite3_reset(cursor.statement.get());
}

int filter(sqlite3_vtab_cursor* base, int, const char* plan, int count, sqlite3_value** values) {
  auto& cursor = *static_cast<ViewCursor*>(base);
  return guarded(base->pVtab, [&](IndexTable& own) {
    auto& table = static_cast<ViewTable&>(own);
    if (plan == nullptr) {
      cursor.statement.reset();
      cursor.left = counted(*table.index);
      return step(table, cursor);
    }
    if (!cursor.statement || cursor.sql != plan) {
      cursor.sql = plan;
      cursor.statement = prepared(table.db, cursor.sql);
    }
    sqlite3_reset(cursor.statement.get());
    for (int i = 0; i < count; ++i) sqlite3_bind_value(cursor.statement.get(), i + 1, values[i]);
    step(table, cursor);
  });
}

int next(sqlite3_vtab_cursor* base) {
  auto& cursor = *static_cast<ViewCursor*>(base);
  return guarded(base->pVtab, [&](IndexTable& own) { step(static_cast<ViewTable&>(own), cursor); });
}

int at_end(sqlite3_vtab_cursor* base) { return static_cast<ViewCursor*>(base)->done; }

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int column) {
  const auto& cursor = *static_cast<ViewCursor*>(base);
  if (cursor.statement)
    sqlite3_result_value(context, sqlite3_column_value(cursor.statement.get(), column));
  return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* id) {
  const auto& cursor = *static_cast<ViewCursor*>(base);
  auto& table = table_of(base->pVtab);
  if (!cursor.statement) {
    *id = cursor.left;
    return SQLITE_OK;
  }
  const auto number = [&](size_t i) {
    return sqlite3_column_int64(cursor.statement.get(), static_cast<int>(table.columns.size() + i));
  };
  const auto [at, is_new] = table.numbers.try_emplace({number(0), number(1), number(2)},
                                                      static_cast<int64_t>(table.numbers.size()));
  *id = at->second;
  return SQLITE_OK;
}

sqlite3_module made_module() {
  sqlite3_module made{};
  made.xCreate = made.xConnect = connect;
  made.xDestroy = made.xDisconnect = disconnect;
  made.xBestIndex = best_index;
  made.xOpen = open;
  made.xClose = close;
  made.xFilter = filter;
  made.xNext = next;
  made.xEof = at_end;
  made.xColumn = column;
  made.xRowid = row_id;
  return made;
}

}  // namespace

void count_views(SearchIndex& index) {
  static const sqlite3_module kModule = made_module();
  Database& db = index.database();
  if (const int code =
          sqlite3_create_module_v2(db.handle(), "counted_view", &kModule, &index, nullptr);
      code != SQLITE_OK)
    throw_sqlite(db.handle(), code, "counted_view");
  // A database of an older program may lack the view.
  if (db.number("SELECT count(*) FROM main.sqlite_schema WHERE type = 'view' AND name = 'refs'") ==
      0)
    return;
  // The file is not written: the tables are of this connection alone.
  const bool reads = db.number("PRAGMA query_only") != 0;
  if (reads) db.execute("PRAGMA query_only = OFF");
  for (const char* view : {"refs", "\"references\""})
    db.execute(
        ("CREATE VIRTUAL TABLE IF NOT EXISTS temp." + std::string(view) + " USING counted_view")
            .c_str());
  if (reads) db.execute("PRAGMA query_only = ON");
}

}  // namespace dossier
