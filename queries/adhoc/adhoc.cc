#include "queries/adhoc/adhoc.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <new>

#include "engine/digest.h"
#include "engine/error.h"
#include "engine/json.h"
#include "engine/policy.h"
#include "queries/adhoc/overrun.h"

namespace dossier {
namespace {

using SteadyClock = std::chrono::steady_clock;

double ms_since(SteadyClock::time_point start) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - start).count();
}

// The statements of one text, run one after the other.
class Run {
 public:
  Run(Store& store, const SqlParameters& parameters, const SqlLimits& limits, SqlSink& sink)
      : store_(store),
        parameters_(parameters),
        limits_(limits),
        sink_(sink),
        policy_(store.database()) {
    if (limits.timeout_ms && limits.on_overrun)
      watch_.emplace(clock_, *limits.timeout_ms, limits.on_overrun);
  }

  /// Runs the next statement of `sql`; false when none is left, or it failed.
  bool step(std::string_view sql);
  const SqlRun& result() const { return result_; }
  void check_deadline() {
    if (!limits_.timeout_ms || clock_.used_ms() < static_cast<double>(*limits_.timeout_ms)) return;
    result_.expired = true;
    throw Error(ErrorCode::limit, time_limit_reached(*limits_.timeout_ms));
  }

 private:
  void bind(Statement& statement) const;
  void rows(Statement& statement, SqlOutcome& outcome);
  bool within_bytes(const Statement& statement);
  template <typename Part>
  void hand_over(const Part& part) {
    const StatementClock::Pause paused(clock_);
    part();
  }

  Store& store_;
  const SqlParameters& parameters_;
  const SqlLimits& limits_;
  SqlSink& sink_;
  ReadingPolicy policy_;
  StatementClock clock_;
  std::optional<OverrunWatch> watch_;
  size_t at_ = 0;  // where the next statement begins
  int64_t bytes_ = 0;
  SqlRun result_;
};

void Run::bind(Statement& statement) const {
  for (int i = 1; i <= statement.parameters(); ++i) {
    std::string_view name = statement.parameter_name(i);
    if (!name.empty()) name.remove_prefix(1);
    const std::string position = std::to_string(i);
    auto at = parameters_.find(name.empty() ? std::string_view(position) : name);
    if (at == parameters_.end())
      throw Error(ErrorCode::invalid, name.empty() ? "no value for parameter " + position
                                                   : "no value for parameter " +
                                                         std::string(statement.parameter_name(i)));
    if (const auto* integer = std::get_if<int64_t>(&at->second))
      statement.bind(i, *integer);
    else if (const auto* real = std::get_if<double>(&at->second))
      statement.bind(i, *real);
    else if (const auto* text = std::get_if<std::string>(&at->second))
      statement.bind(i, std::string_view(*text));
    else
      statement.bind_null(i);
  }
}

// Counts the row's bytes against the limit.
bool Run::within_bytes(const Statement& statement) {
  if (!limits_.bytes) return true;
  for (int i = 0; i < statement.columns(); ++i) {
    const auto type = statement.type(i);
    bytes_ += type == Statement::Type::text || type == Statement::Type::blob
                  ? static_cast<int64_t>(statement.blob(i).size())
                  : 8;
  }
  return bytes_ <= *limits_.bytes;
}

void Run::rows(Statement& statement, SqlOutcome& outcome) {
  while (statement.step()) {
    if ((limits_.rows && outcome.row_count == *limits_.rows) || !within_bytes(statement)) {
      outcome.truncated = true;
      break;
    }
    hand_over([&] { sink_.row(statement); });
    ++outcome.row_count;
  }
}

bool Run::step(std::string_view sql) {
  SqlOutcome outcome;
  const auto start = SteadyClock::now();
  bool begun = false;
  try {
    check_deadline();
    auto statement = Statement::first_of(store_.database(), sql, at_);
    if (!statement) return false;
    bind(*statement);
    std::vector<std::string> columns;
    for (int i = 0; i < statement->columns(); ++i) columns.emplace_back(statement->column_name(i));
    hand_over([&] { sink_.begin(columns); });
    begun = true;
    rows(*statement, outcome);
  } catch (const Error& failure) {
    outcome.error = failure.message();
    // A refused write is stopped by the policy where it is prepared.
    if (failure.code() == ErrorCode::denied) outcome.error += ": only reading is allowed here";
  } catch (const std::bad_alloc&) {
    outcome.error = "out of memory";
  }
  if (!begun) hand_over([&] { sink_.begin({}); });
  outcome.truncated = outcome.truncated || (begun && !outcome.error.empty());
  outcome.elapsed_ms = ms_since(start);
  hand_over([&] { sink_.end(outcome); });
  result_.answered += outcome.error.empty() || outcome.truncated || outcome.row_count > 0;
  result_.truncated = result_.truncated || outcome.truncated;
  result_.error = outcome.error;
  return outcome.error.empty();
}

std::string rounded(double ms) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, ms, std::chars_format::fixed, 3).ptr;
  return {text, static_cast<size_t>(end - text)};
}

}  // namespace

std::string time_limit_reached(int64_t timeout_ms) {
  return "stopped at the time limit of " + std::to_string(timeout_ms) + " ms";
}

SqlValue parse_sql_value(std::string_view text) {
  const char* end = text.data() + text.size();
  int64_t integer = 0;
  if (const auto read = std::from_chars(text.data(), end, integer);
      read.ec == std::errc() && read.ptr == end && std::to_string(integer) == text)
    return integer;
  double real = 0;
  if (text.find('.') != std::string_view::npos &&
      text.find_first_not_of("-.0123456789") == text.npos)
    if (const auto read = std::from_chars(text.data(), end, real);
        read.ec == std::errc() && read.ptr == end) {
      char shortest[64];
      const auto written = std::to_chars(shortest, shortest + sizeof shortest, real);
      if (std::string_view(shortest, static_cast<size_t>(written.ptr - shortest)) == text)
        return real;
    }
  return std::string(text);
}

SqlRun run_sql(Store& store, std::string_view sql, const SqlParameters& parameters,
               const SqlLimits& limits, SqlSink& sink) {
  // What a sort needs comes out of the process's memory limit, not out of /tmp.
  store.database().execute("PRAGMA temp_store = MEMORY");
  const Transaction snapshot(store.database(), Transaction::reading);
  Run run(store, parameters, limits, sink);  // with the reading policy
  struct Checked {
    Database& db;
    ~Checked() { db.set_checkpoint({}); }
  } checked{store.database()};
  if (limits.timeout_ms) store.database().set_checkpoint([&run] { run.check_deadline(); });
  while (run.step(sql)) {
  }
  return run.result();
}

std::string blob_literal(std::string_view bytes) { return "X'" + hex(bytes, bytes.npos) + "'"; }

std::string sql_json(const Statement& values, int column) {
  JsonWriter json;
  switch (values.type(column)) {
    case Statement::Type::integer:
      return json.value(values.integer(column)).take();
    case Statement::Type::real: {
      const double real = values.real(column);
      if (std::isinf(real)) return real < 0 ? "-1e999" : "1e999";
      return json.value(real).take();
    }
    case Statement::Type::text:
      return json.value(values.text(column)).take();
    case Statement::Type::blob:
      return json.value(blob_literal(values.blob(column))).take();
    case Statement::Type::null:
      break;
  }
  return "null";
}

void JsonResults::begin(const std::vector<std::string>& columns) {
  results_ += results_.empty() ? "{\"columns\":[" : ",{\"columns\":[";
  for (size_t i = 0; i < columns.size(); ++i) {
    if (i) results_ += ',';
    append_json_string(results_, columns[i]);
  }
  results_ += "],\"rows\":[";
  any_row_ = false;
}

void JsonResults::row(const Statement& values) {
  results_ += any_row_ ? ",[" : "[";
  any_row_ = true;
  for (int i = 0; i < values.columns(); ++i) {
    if (i) results_ += ',';
    results_ += sql_json(values, i);
  }
  results_ += ']';
}

void JsonResults::end(const SqlOutcome& outcome) {
  results_ += "],\"row_count\":" + std::to_string(outcome.row_count) +
              ",\"truncated\":" + (outcome.truncated ? "true" : "false") +
              ",\"elapsed_ms\":" + rounded(outcome.elapsed_ms) + ",\"error\":";
  if (outcome.error.empty())
    results_ += "null";
  else
    append_json_string(results_, outcome.error);
  results_ += '}';
  failed_ = !outcome.error.empty();
}

std::string JsonResults::take() {
  return std::string("{\"success\":") + (failed_ ? "false" : "true") + ",\"results\":[" +
         std::move(results_) + "]}";
}

}  // namespace dossier
