#include "engine/pending.h"

#include "engine/virtual_table.h"

namespace dossier {

const char* const PendingRows::kPointerType = "dossier.rows";

namespace {

struct Cursor : sqlite3_vtab_cursor {
  using Table = TableObject;
  const PendingRows* rows = nullptr;
  size_t row = 0;

  static const char* declaration() {
    return "CREATE TABLE pending(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, "
           "rows HIDDEN)";
  }

  static int best_index(sqlite3_index_info* info) {
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

  void filter(Table&, int, const char*, int, sqlite3_value** values) {
    row = 0;
    rows = static_cast<const PendingRows*>(
        sqlite3_value_pointer(values[0], PendingRows::kPointerType));
  }
  void next() { ++row; }
  bool at_end() const { return !rows || row >= rows->size(); }
  size_t row_id() const { return row; }

  void column(sqlite3_context* context, int at) const {
    if (static_cast<size_t>(at) >= rows->columns()) return;
    const auto& field = rows->at(row, static_cast<size_t>(at));
    switch (field.type) {
      case PendingRows::Field::integer:
        return sqlite3_result_int64(context, field.value);
      case PendingRows::Field::text:
        return sqlite3_result_text64(context, rows->texts().data() + field.value, field.size,
                                     SQLITE_STATIC, SQLITE_UTF8);
      case PendingRows::Field::null:
        return;
    }
  }
};

}  // namespace

void register_pending(sqlite3* db) {
  sqlite3_create_module_v2(db, "pending", &VirtualTable<Cursor>::module(), nullptr, nullptr);
}

}  // namespace dossier
