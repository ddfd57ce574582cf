// SQL over everything the database holds, for reading: as arguments, a file or standard input.
#include <unistd.h>

#include <charconv>
#include <functional>
#include <iostream>
#include <iterator>

#include "cli/command.h"
#include "cli/database_path.h"
#include "cli/failure.h"
#include "cli/sql_output.h"
#include "cli/sql_shell.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/reserved.h"
#include "queries/adhoc/sql_request.h"

namespace dossier::cli {
namespace {

constexpr int64_t kTimeoutMs = 60'000;
constexpr int64_t kMostSeconds = 86'400;
constexpr int64_t kMemoryMb = 1024;

int64_t positive(const Invocation& invocation, const std::string& name, int64_t otherwise) {
  const auto text = invocation.optional(name);
  if (!text) return otherwise;
  int64_t value = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), value);
  if (read.ec != std::errc() || read.ptr != text->data() + text->size() || value < 1)
    throw Error(ErrorCode::invalid, name + " takes a positive integer, not '" + *text + "'");
  return value;
}

/// Seconds, parts of them too, in milliseconds.
int64_t timeout_of(const Invocation& invocation) {
  const auto text = invocation.optional("--timeout");
  if (!text) return kTimeoutMs;
  double seconds = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), seconds);
  if (read.ec != std::errc() || read.ptr != text->data() + text->size() ||
      !(seconds >= 0.001 && seconds <= kMostSeconds))
    throw Error(ErrorCode::invalid, "--timeout takes a number of seconds from 0.001 to " +
                                        std::to_string(kMostSeconds) + ", not '" + *text + "'");
  return static_cast<int64_t>(seconds * 1000);
}

std::string everything(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string statements_of(const Invocation& invocation) {
  const bool given = invocation.has("SQL"), file = invocation.has("--file");
  if (given && file)
    throw Error(ErrorCode::invalid, "give SQL as an argument or with -f, not both");
  if (given) return invocation.text("SQL");
  if (!file || invocation.text("--file") == "-") return everything(std::cin);
  return read_unreserved(invocation.text("--file"));
}

SqlParameters parameters_of(const Invocation& invocation) {
  SqlParameters out;
  for (const auto& text : invocation.all("--param")) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error(ErrorCode::invalid, "-p takes NAME=VALUE, not '" + text + "'");
    const size_t sigil = text.find_first_of(":@$") == 0 ? 1 : 0;
    out[text.substr(sigil, equals - sigil)] = parse_sql_value(text.substr(equals + 1));
  }
  return out;
}

// What ends the process where a statement cannot be interrupted: the rows that are still to be
// printed go with it.
std::function<void()> ending_with(int descriptor, std::string message, int status) {
  return [=] {
    const ssize_t written = ::write(descriptor, message.data(), message.size());
    ::_exit(written >= 0 ? status : 1);
  };
}

int answer_request(const Invocation& invocation) {
  SqlRequest request = parse_sql_request(everything(std::cin));
  request.limits.on_overrun =
      ending_with(STDOUT_FILENO, expired_answer(*request.limits.timeout_ms) + "\n", 1);
  Store store = open_reading(invocation);
  // The first read makes what WAL needs beside the file; afterwards nothing may be written.
  store.index().generation();
  JsonResults results;
  SqlRun run;
  {
    const Confinement confined(kRequestMemoryMb);
    run = run_sql(store, request.sql, request.parameters, request.limits, results);
  }
  std::cout << results.take() << "\n";
  return run.error.empty() ? 0 : 1;
}

int print_json(Store& store, const std::string& sql, const SqlParameters& parameters,
               const SqlLimits& limits) {
  JsonResults results;
  const SqlRun run = run_sql(store, sql, parameters, limits, results);
  // What failed before anything was answered is told like any other failure, and only so.
  if (run.error.empty() || run.answered > 0) std::cout << results.take() << "\n";
  if (run.truncated) return 2;
  if (!run.error.empty()) throw Error(ErrorCode::invalid, run.error);
  return 0;
}

int print_rows(const Invocation& invocation, Store& store, const std::string& sql,
               const SqlParameters& parameters, const SqlLimits& limits) {
  const auto format = invocation.has("--csv")     ? SqlFormat::csv
                      : invocation.has("--jsonl") ? SqlFormat::jsonl
                                                  : SqlFormat::table;
  const SqlRun run = run_sql(store, sql, parameters, limits, *make_printer(format, std::cout));
  std::cout.flush();
  if (!run.error.empty() && !run.expired) throw Error(ErrorCode::invalid, run.error);
  if (run.expired)
    std::cerr << "dossier: " << run.error << "\n";
  else if (run.truncated)
    std::cerr << "dossier: cut at " << *limits.rows << " rows; --limit N allows more\n";
  return run.truncated || run.expired ? 2 : 0;
}

int run_sql_command(const Invocation& invocation) {
  if (invocation.has("--request")) return answer_request(invocation);
  const bool prompts =
      !invocation.has("SQL") && !invocation.has("--file") && ::isatty(STDIN_FILENO);
  const Reservation own(database_path(invocation.optional("--db")));
  const std::string sql = prompts ? "" : statements_of(invocation);
  const SqlParameters parameters = parameters_of(invocation);
  SqlLimits limits;
  limits.timeout_ms = timeout_of(invocation);
  if (invocation.has("--limit")) limits.rows = positive(invocation, "--limit", 0);
  const int64_t memory_mb = positive(invocation, "--memory", kMemoryMb);
  // Statements after the first find the text of the index unpacked.
  const auto units = std::make_shared<UnitCache>(static_cast<size_t>(memory_mb) << 20 >> 3);
  Store store = open_reading(invocation, units);
  limit_memory(memory_mb);
  const Error late(ErrorCode::limit, time_limit_reached(*limits.timeout_ms));
  limits.on_overrun = ending_with(STDERR_FILENO, failure_line(late, invocation.json()), 2);
  if (prompts) return run_sql_shell(store, limits);
  return invocation.json() ? print_json(store, sql, parameters, limits)
                           : print_rows(invocation, store, sql, parameters, limits);
}

}  // namespace

Command sql_command() {
  return {
      "sql",
      Group::look,
      "Run read-only SQL",
      "Views: projects, snapshots, modules, types, members, refs, literals, details; virtual "
      "tables with\nindexed REGEXP, LIKE, GLOB and equality: symbols, lines. docs/schema.md "
      "describes "
      "them. Several\nstatements may be given; the first that fails ends the run. A number "
      "given with -p in its shortest\nform (7, -1.5) is bound as a number, anything else (007, "
      "1e3) as text. Exit status 2: cut at --limit or --timeout.",
      "dossier sql \"SELECT name FROM symbols WHERE full_name REGEXP 'Player.*Health'\"",
      {{"SQL", "", "Statements (default: standard input, or a prompt on a terminal)", false, false},
       {"-f,--file", "FILE", "Read the statements from a file", false, false},
       {"-p,--param", "NAME=VALUE", "A parameter: :NAME, or NAME=1, 2, … for ?", false, true},
       {"--csv", "", "As CSV with a header", false, false},
       {"--json", "", "As one JSON value {success, results: […]}", false, false},
       {"--jsonl", "", "One JSON object a row", false, false},
       {"--limit", "N", "Maximum number of rows per statement (default: all)", false, false},
       {"--timeout", "SECONDS", "Stop after so long (default: 60)", false, false},
       {"--memory", "MB", "Use no more than this (default: 1024)", false, false},
       {"--request", "", "Answer the body of POST /api/sql from standard input, under its limits",
        false, false}},
      run_sql_command};
}

}  // namespace dossier::cli
