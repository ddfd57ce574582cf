#pragma once
// SQL that a person or a model wrote, run for reading only: one or several statements, parameters
// by name or position, under limits of rows, bytes and time. What goes wrong in a statement is part
// of its result, because the results before it are answers.
//
// Rejected: returning rows as a vector of variants. A million rows go to a file as they come.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/store.h"

namespace dossier {

/// A parameter's value.
using SqlValue = std::variant<std::nullptr_t, int64_t, double, std::string>;
/// By name without its sigil (`:n`, `@n` and `$n` are one), or by position: "1", "2", …
using SqlParameters = std::map<std::string, SqlValue, std::less<>>;

/// What a text means as a parameter: an integer or decimal number written in its shortest form is a
/// number ("7", "-1.5"), everything else ("007", "1e3", "") is text.
SqlValue parse_sql_value(std::string_view text);

/// Nothing is limited unless set.
struct SqlLimits {
  std::optional<int64_t> rows;        // of each statement
  std::optional<int64_t> bytes;       // of all values together
  std::optional<int64_t> timeout_ms;  // of everything
};

/// How one statement ended.
struct SqlOutcome {
  int64_t row_count = 0;   // handed out
  bool truncated = false;  // there was more: a limit was reached
  double elapsed_ms = 0;
  std::string error;     // "" when it succeeded
  bool expired = false;  // the error is the deadline
};

/// Receives results as they come: begin, its rows, end, for each statement in order.
class SqlSink {
 public:
  virtual ~SqlSink() = default;
  virtual void begin(const std::vector<std::string>& columns) = 0;
  /// The row's values are read from the statement, borrowed for the call.
  virtual void row(const Statement& values) = 0;
  virtual void end(const SqlOutcome& outcome) = 0;
};

/// Runs every statement of `sql` in one read transaction under the reading policy, and stops at the
/// first that fails. True if none did; a text without a statement is done at once.
bool run_sql(Store& store, std::string_view sql, const SqlParameters& parameters,
             const SqlLimits& limits, SqlSink& sink);

/// Results as one JSON value: {"success", "results": [{"columns", "rows", "row_count", "truncated",
/// "elapsed_ms", "error"}]}. Rows are arrays; a blob is text such as X'0aff'; an infinite number is
/// 1e999.
class JsonResults final : public SqlSink {
 public:
  void begin(const std::vector<std::string>& columns) override;
  void row(const Statement& values) override;
  void end(const SqlOutcome& outcome) override;
  /// Call once, at the end.
  std::string take();

  bool success() const { return error_.empty(); }
  /// The first.
  const std::string& error() const { return error_; }
  bool truncated() const { return truncated_; }
  /// Statements that gave rows, or to their end none.
  int answered() const { return answered_; }

 private:
  std::string results_;
  int answered_ = 0;
  bool open_ = false;
  bool any_row_ = false;
  std::string error_;
  bool truncated_ = false;
};

/// A value as JSON.
std::string sql_json(const Statement& values, int column);
/// A blob as an SQL literal: X'0aff'.
std::string blob_literal(std::string_view bytes);

}  // namespace dossier
