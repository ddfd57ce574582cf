#include "cli/sql_shell.h"

#include <editline/readline.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>

#include "cli/line_editor.h"
#include "cli/sql_output.h"
#include "cli/terminal.h"

namespace dossier::cli {
namespace {

constexpr char kHelp[] =
    ".tables           views and tables to ask\n"
    ".schema [NAME]    the columns of one, or of all\n"
    ".mode FORMAT      table, csv, jsonl or json\n"
    ".quit             leave (so does Ctrl-D)\n"
    "Everything else is SQL and ends with a semicolon.\n";

// The names of all views and virtual tables, or the columns of one.
std::vector<std::string> names_of(Store& store, const std::string& table) {
  Statement statement(store.database(),
                      table.empty()
                          ? "SELECT name FROM sqlite_schema WHERE type = 'view' UNION SELECT "
                            "'symbols' UNION SELECT 'lines' ORDER BY 1"
                          : "SELECT name FROM pragma_table_info(?1)");
  if (!table.empty()) statement.bind(1, std::string_view(table));
  std::vector<std::string> names;
  while (statement.step()) names.emplace_back(statement.text(0));
  return names;
}

// What completion offers. libedit's callbacks take no argument of ours.
std::vector<std::string>& candidates() {
  static std::vector<std::string> words;
  return words;
}

char* next_candidate(const char* prefix, int state) {
  static size_t at = 0;
  if (state == 0) at = 0;
  const std::string_view wanted(prefix);
  while (at < candidates().size()) {
    const std::string& word = candidates()[at++];
    if (word.starts_with(wanted)) return ::strdup(word.c_str());
  }
  return nullptr;
}

void collect_candidates(Store& store) {
  auto& words = candidates();
  words = {"SELECT", "FROM",     "WHERE",   "GROUP BY", "ORDER BY", "LIMIT", "JOIN",
           "REGEXP", "LIKE",     "GLOB",    "AND",      "OR",       "NOT",   "count(",
           "WITH",   "DISTINCT", ".tables", ".schema",  ".mode",    ".help", ".quit"};
  for (const auto& table : names_of(store, "")) {
    words.push_back(table);
    for (const auto& column : names_of(store, table)) words.push_back(column);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

// What does not fit the screen goes through $PAGER (less, unless it says otherwise).
void show(const std::string& text) {
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
  if (known && std::count(text.begin(), text.end(), '\n') >= size.ws_row) {
    const char* pager = std::getenv("PAGER");
    if (FILE* pipe = ::popen(pager && *pager ? pager : "less -FRSX", "w")) {
      std::fwrite(text.data(), 1, text.size(), pipe);
      if (::pclose(pipe) == 0) return;
    }
  }
  std::cout << text << std::flush;
}

class Shell {
 public:
  Shell(Store& store, const SqlLimits& limits) : store_(store), limits_(limits) {}

  /// A line as typed; false to leave.
  bool take(const std::string& line);
  bool in_statement() const { return !sql_.empty(); }

 private:
  bool command(const std::string& line);
  void run();

  Store& store_;
  SqlLimits limits_;
  std::string mode_ = "table";
  std::string sql_;  // of a statement that is not finished
};

bool Shell::take(const std::string& line) {
  if (sql_.empty() && line.find_first_not_of(" \t") == std::string::npos) return true;
  if (sql_.empty() && line.front() == '.') return command(line);
  sql_ += line + "\n";
  if (Statement::is_complete(sql_)) {
    run();
    sql_.clear();
  }
  return true;
}

bool Shell::command(const std::string& line) {
  std::stringstream words(line);
  std::string name, argument;
  words >> name >> argument;
  if (name == ".quit" || name == ".exit") return false;
  if (name == ".tables") {
    for (const auto& table : names_of(store_, "")) std::cout << table << "\n";
  } else if (name == ".schema") {
    for (const auto& table : names_of(store_, "")) {
      if (!argument.empty() && table != argument) continue;
      std::cout << table << "(";
      const char* comma = "";
      for (const auto& column : names_of(store_, table)) {
        std::cout << comma << column;
        comma = ", ";
      }
      std::cout << ")\n";
    }
  } else if (name == ".mode" && (argument == "table" || argument == "csv" || argument == "jsonl" ||
                                 argument == "json")) {
    mode_ = argument;
  } else {
    std::cout << kHelp;
  }
  return true;
}

void Shell::run() {
  std::ostringstream out;
  if (mode_ == "json") {
    JsonResults results;
    run_sql(store_, sql_, {}, limits_, results);
    return show(results.take() + "\n");
  }
  const auto format = mode_ == "csv"     ? SqlFormat::csv
                      : mode_ == "jsonl" ? SqlFormat::jsonl
                                         : SqlFormat::table;
  const SqlRun run = run_sql(store_, sql_, {}, limits_, *make_printer(format, out));
  show(out.str());
  if (!run.error.empty()) std::cout << styled("error: " + printable(run.error), Style::red) << "\n";
}

}  // namespace

int run_sql_shell(Store& store, const SqlLimits& limits) {
  collect_candidates(store);
  rl_initialize();
  rl_completion_entry_function = next_candidate;
  const std::string history = state_file("sql_history");
  if (!history.empty()) read_history(history.c_str());
  std::cout << "Reading " << printable(store.database().path()) << "; .help lists the commands\n";
  Shell shell(store, limits);
  while (char* typed = readline(shell.in_statement() ? "    ...> " : "dossier> ")) {
    const std::string line(typed);
    std::free(typed);
    if (line.find_first_not_of(" \t") != std::string::npos) add_history(line.c_str());
    if (!shell.take(line)) break;
    std::cout.flush();  // before the prompt, which is not written through it
  }
  if (!history.empty()) {
    stifle_history(1000);
    write_history(history.c_str());
  }
  return 0;
}

}  // namespace dossier::cli
