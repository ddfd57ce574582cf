#pragma once
// Runs read-only SQL that a person or a model wrote: one or several statements, with parameters by
// name or position, under limits on rows, bytes and time. An error in a statement is part of its
// result, because the results before it are answers.
//
// Rejected: returning rows as a vector of variants. A million rows are written to a file as they
// arrive.
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

/// The parameter value of a text: an integer or decimal number in its shortest form is a number
/// ("7", "-1.5"), anything else ("007", "1e3", "") is text.
SqlValue parse_sql_value(std::string_view text);

/// A limit that is not set does not apply.
struct SqlLimits {
  std::optional<int64_t> rows;        // of each statement
  std::optional<int64_t> bytes;       // of all values together
  std::optional<int64_t> timeout_ms;  // of everything
  /// Ends the process; called by a signal handler if a statement goes on after the time limit
  /// (queries/adhoc/overrun.h).
  std::function<void()> on_overrun{};
};

/// What is said of a run that its time limit stopped.
std::string time_limit_reached(int64_t timeout_ms);

/// How one statement ended.
struct SqlOutcome {
  int64_t row_count = 0;   // rows delivered
  bool truncated = false;  // a limit was reached before the last row
  double elapsed_ms = 0;
  std::string error;  // "" when it succeeded
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

/// How all of them ended.
struct SqlRun {
  int answered = 0;        // statements that gave rows, or to their end none
  bool truncated = false;  // something was cut at a limit
  bool expired = false;    // the error is the deadline
  std::string error;       // of the statement that failed, "" when none did
};

/// Runs every statement of `sql` in one read transaction under the reading policy, and stops at the
/// first that fails. A text without a statement is done at once.
SqlRun run_sql(Store& store, std::string_view sql, const SqlParameters& parameters,
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

 private:
  std::string results_;
  bool any_row_ = false;
  bool failed_ = false;
};

/// A value as JSON.
std::string sql_json(const Statement& values, int column);
/// A blob as an SQL literal: X'0aff'.
std::string blob_literal(std::string_view bytes);

}  // namespace dossier
