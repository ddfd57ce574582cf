#pragma once
// A table-valued function as an eponymous virtual table. Its hidden columns are its arguments, each
// passed by `=`; a call computes all rows at once. Rejected: computing rows one by one, which would
// keep statements open between them.
//
// A Function has
//   kDeclaration  CREATE TABLE …, the arguments last and hidden
//   kArguments    the column number of the first argument
//   kCount        the number of arguments
//   Rows          the result of run(Function::Table&, Arguments); has size()
//   Table         an IndexTable, which may cache data between calls
//   column(Rows, row, column, sqlite3_context*)
#include <sqlite3.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "queries/tables/guarded.h"

namespace dossier {

/// The arguments of a call, by position; those not passed are null.
template <size_t Count>
class CallArguments {
 public:
  void set(size_t at, sqlite3_value* value) { values_[at] = value; }
  bool has(size_t at) const {
    return values_[at] && sqlite3_value_type(values_[at]) != SQLITE_NULL;
  }
  int64_t integer(size_t at) const { return has(at) ? sqlite3_value_int64(values_[at]) : 0; }
  /// "" for null. Borrowed until the call ends.
  std::string_view text(size_t at) const {
    return has(at) ? text_of(values_[at]) : std::string_view();
  }

 private:
  std::array<sqlite3_value*, Count> values_{};
};

inline void set_text(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

template <typename Function>
struct FunctionTable {
  struct Cursor : sqlite3_vtab_cursor {
    typename Function::Rows rows;
    size_t at = 0;
  };

  static int connect(sqlite3* db, void* index, int, const char* const*, sqlite3_vtab** table,
                     char**) {
    if (const int code = sqlite3_declare_vtab(db, Function::kDeclaration); code != SQLITE_OK)
      return code;
    auto made = std::make_unique<typename Function::Table>();
    made->index = static_cast<SearchIndex*>(index);
    *table = made.release();
    return SQLITE_OK;
  }
  // Bit n of the plan's number: argument n is given.
  static int best_index(sqlite3_vtab*, sqlite3_index_info* info) {
    std::array<int, Function::kCount> given;
    given.fill(-1);
    for (int i = 0; i < info->nConstraint; ++i) {
      const auto& constraint = info->aConstraint[i];
      const int argument = constraint.iColumn - Function::kArguments;
      if (argument < 0 || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
      // An argument means nothing outside xFilter: this join order cannot be run.
      if (!constraint.usable) return SQLITE_CONSTRAINT;
      given[static_cast<size_t>(argument)] = i;
    }
    int count = 0;
    for (size_t i = 0; i < given.size(); ++i) {
      if (given[i] < 0) continue;
      info->idxNum |= 1 << i;
      info->aConstraintUsage[given[i]].argvIndex = ++count;
      info->aConstraintUsage[given[i]].omit = 1;
    }
    info->estimatedCost = 1e4;
    info->estimatedRows = 1000;
    return SQLITE_OK;
  }

  static int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
    *cursor = new Cursor{};
    return SQLITE_OK;
  }
  static int close(sqlite3_vtab_cursor* cursor) {
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
  }
  static int filter(sqlite3_vtab_cursor* base, int given, const char*, int,
                    sqlite3_value** values) {
    auto* cursor = static_cast<Cursor*>(base);
    CallArguments<Function::kCount> arguments;
    for (size_t i = 0; i < Function::kCount; ++i)
      if (given >> i & 1) arguments.set(i, *values++);
    cursor->at = 0;
    return guarded(base->pVtab, [&](IndexTable& table) {
      cursor->rows = Function::run(static_cast<typename Function::Table&>(table), arguments);
    });
  }
  static int next(sqlite3_vtab_cursor* base) {
    ++static_cast<Cursor*>(base)->at;
    return SQLITE_OK;
  }
  static int at_end(sqlite3_vtab_cursor* base) {
    const auto* cursor = static_cast<Cursor*>(base);
    return cursor->at >= cursor->rows.size();
  }
  static int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int column) {
    const auto* cursor = static_cast<Cursor*>(base);
    Function::column(cursor->rows, cursor->at, column, context);
    return SQLITE_OK;
  }
  static int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* id) {
    *id = static_cast<sqlite3_int64>(static_cast<Cursor*>(base)->at);
    return SQLITE_OK;
  }

  static sqlite3_module module() {
    sqlite3_module made{};
    made.xConnect = connect;
    made.xDisconnect = disconnect_table;
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
};

}  // namespace dossier
