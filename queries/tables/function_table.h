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
// and is registered as VirtualTable<FunctionCursor<Function>>.
#include <array>
#include <string_view>

#include "queries/tables/index_table.h"

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

template <typename Function>
struct FunctionCursor : sqlite3_vtab_cursor {
  using Table = typename Function::Table;
  typename Function::Rows rows;
  size_t at = 0;

  static const char* declaration() { return Function::kDeclaration; }

  // Bit n of the plan's number: argument n is given.
  static int best_index(sqlite3_index_info* info) {
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

  void filter(Table& table, int given, const char*, int, sqlite3_value** values) {
    CallArguments<Function::kCount> arguments;
    for (size_t i = 0; i < Function::kCount; ++i)
      if (given >> i & 1) arguments.set(i, *values++);
    at = 0;
    rows = Function::run(table, arguments);
  }
  void next() { ++at; }
  bool at_end() const { return at >= rows.size(); }
  void column(sqlite3_context* context, int column) const {
    Function::column(rows, at, column, context);
  }
  size_t row_id() const { return at; }
};

}  // namespace dossier
