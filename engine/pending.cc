#include "engine/pending.h"

#include <sqlite3.h>

namespace dossier {

const char* const PendingRows::kPointerType = "dossier.rows";

namespace {

struct Cursor : sqlite3_vtab_cursor {
  const PendingRows* rows = nullptr;
  size_t row = 0;
};

Cursor& cursor_of(sqlite3_vtab_cursor* base) { return *static_cast<Cursor*>(base); }

int connect(sqlite3* db, void*, int, const char* const*, sqlite3_vtab** table, char**) {
  if (const int code = sqlite3_declare_vtab(
          db,
          "CREATE TABLE pending(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, "
          "rows HIDDEN)");
      code != SQLITE_OK)
    return code;
  *table = new sqlite3_vtab{};
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete table;
  return SQLITE_OK;
}

int best_index(sqlite3_vtab*, sqlite3_index_info* info) {
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    if (constraint.iColumn != PendingRows::kMaxColumns ||
        constraint.op != SQLITE_INDEX_CONSTRAINT_EQ)
      continue;
    if (!constraint.usable) return SQLITE_CONSTRAINT;
    info->aConstraintUsage[i].argvIndex = 1;
    info->aConstraintUsage[i].omit = 1;
    // Always the outer loop: rows are inserted in the order in which they were added.
    info->estimatedCost = 1;
    info->estimatedRows = 1;
    return SQLITE_OK;
  }
  return SQLITE_CONSTRAINT;
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  *cursor = new Cursor{};
  return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete static_cast<Cursor*>(cursor);
  return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* base, int, const char*, int, sqlite3_value** values) {
  auto& cursor = cursor_of(base);
  cursor.row = 0;
  cursor.rows =
      static_cast<const PendingRows*>(sqlite3_value_pointer(values[0], PendingRows::kPointerType));
  return SQLITE_OK;
}

int next(sqlite3_vtab_cursor* base) {
  ++cursor_of(base).row;
  return SQLITE_OK;
}

int at_end(sqlite3_vtab_cursor* base) {
  const auto& cursor = cursor_of(base);
  return !cursor.rows || cursor.row >= cursor.rows->size();
}

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int at) {
  const auto& cursor = cursor_of(base);
  if (static_cast<size_t>(at) >= cursor.rows->columns()) return SQLITE_OK;
  const auto& field = cursor.rows->at(cursor.row, static_cast<size_t>(at));
  switch (field.type) {
    case PendingRows::Field::integer:
      sqlite3_result_int64(context, field.value);
      break;
    case PendingRows::Field::text:
      sqlite3_result_text64(context, cursor.rows->texts().data() + field.value, field.size,
                            SQLITE_STATIC, SQLITE_UTF8);
      break;
    case PendingRows::Field::null:
      break;
  }
  return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(cursor_of(base).row);
  return SQLITE_OK;
}

}  // namespace

void register_pending(sqlite3* db) {
  static const sqlite3_module kModule = [] {
    sqlite3_module module{};
    module.xConnect = connect;
    module.xDisconnect = disconnect;
    module.xBestIndex = best_index;
    module.xOpen = open;
    module.xClose = close;
    module.xFilter = filter;
    module.xNext = next;
    module.xEof = at_end;
    module.xColumn = column;
    module.xRowid = row_id;
    return module;
  }();
  sqlite3_create_module_v2(db, "pending", &kModule, nullptr, nullptr);
}

}  // namespace dossier
