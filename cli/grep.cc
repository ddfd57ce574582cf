// grep: as text, lines are printed as they are found, by several threads (cli/hits.h); what another
// program reads is the op's answer.
#include <algorithm>
#include <iostream>
#include <set>

#include "cli/files_without.h"
#include "cli/hits.h"
#include "cli/lookup.h"
#include "cli/terminal.h"
#include "cli/typed_path.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/search/grep_pattern.h"
#include "engine/unicode.h"
#include "queries/lang/resolved.h"
#include "queries/ops/filters.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/index/span_search.h"
#include "store/sql.h"

namespace dossier::cli {
namespace {

constexpr int64_t kMostRows = 999'999'999;

int64_t number(const Invocation& invocation, const std::string& option) {
  return invocation.has(option) ? invocation.number(option, 0, kMostRows) : 0;
}

int64_t seconds_of(const Invocation& invocation) {
  return invocation.has("--timeout") ? invocation.number("--timeout", 1, kMostSearchSeconds)
                                     : kLineSearchSeconds;
}

// The exit status, where what is to be said is why the search stopped.
int say_stopped(const std::string& why) {
  if (why.empty()) return 0;
  std::cout.flush();
  std::cerr << "dossier: " << printable(why) << "\n";
  return 2;
}

// Passes on each file once, with how many of its lines match.
class Files final : public Sink {
 public:
  Files(Sink& to, bool counts) : to_(to), counts_(counts) {}

  void field(std::string_view, const Value&) override {}
  void begin_rows(std::string_view key, std::span<const Column> columns) override {
    for (size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].key == "project") project_at_ = i;
      if (columns[i].key == "path") path_at_ = i;
    }
    to_.begin_rows(key, kColumns);
  }
  void row(std::span<const Value> values) override {
    const std::string_view project = values[project_at_].text(), path = values[path_at_].text();
    if (project != project_ || path != path_) {
      flush();
      project_ = project;
      path_ = path;
    }
    ++lines_;
  }
  void note(std::string_view text) override { to_.note(text); }
  void end(const Outcome& outcome) override {
    flush();
    to_.end(outcome);
  }

 private:
  static constexpr Column kColumns[] = {{"project"},
                                        {"path", 0, {}, Column::path},
                                        {"lines", 0, {}, Column::nothing, Column::integer}};

  void flush() {
    const Value values[] = {project_, path_, counts_ ? Value(lines_) : Value()};
    if (lines_ > 0) to_.row(values);
    lines_ = 0;
  }

  Sink& to_;
  bool counts_;
  size_t project_at_ = 0, path_at_ = 0;
  std::string project_, path_;
  int64_t lines_ = 0;
};

// As the op answers it, but whole: with every line, however many and however long.
int print_answer(Store& store, const Invocation& invocation, const Scope& scope,
                 const LineQuery& query, const HitFormat& format) {
  Arguments arguments = arguments_of(kGrep, invocation, false);
  arguments.set("pattern", query.pattern);
  arguments.set("ignoreCase", query.ignore_case ? "true" : "false");
  arguments.set_all("file", query.globs);
  if (scope.snapshots.size() == 1)
    for (const auto& row : store.rows<sql::SnapshotOrigin>(scope.snapshots.front()))
      arguments.set("project", std::string(row.project));
  arguments.set("timeout", std::to_string(seconds_of(invocation)));
  arguments.unlimited = true;
  JsonSink json;
  Printed rows(format_of(invocation));
  Sink& to = invocation.json() ? static_cast<Sink&>(json) : rows;
  Files files(to, format.counts);
  const auto outcome = ask(store, kGrep, invocation, arguments,
                           format.counts || format.paths ? static_cast<Sink&>(files) : to);
  if (!outcome) return 1;
  if (invocation.json())
    std::cout << json.take() << "\n";
  else
    rows.print_rows(rows.rows());
  if (outcome->complete.returned == 0 && !query.globs.empty()) {
    const Transaction reading(store.database(), Transaction::reading);
    print_notes({unmatched_files(store, scope, query.globs)});
  }
  if (outcome->complete.stale) print_stale();
  return say_stopped(invocation.json() ? json.note_beside() : rows.fields().text("note"));
}

// What is searched for: one pattern, or the alternatives of several -e.
std::string pattern_of(const Invocation& invocation) {
  std::vector<std::string> patterns = invocation.all("--regexp");
  if (patterns.empty()) patterns.push_back(invocation.text("PATTERN"));
  std::string whole;
  for (std::string& one : patterns) {
    if (one.empty()) throw Error(ErrorCode::invalid, "grep needs a pattern: -e REGEX");
    if (invocation.has("--fixed-strings")) one = lang::quote_regex(one);
    if (patterns.size() > 1) one = "(?:" + one + ")";
    whole += (whole.empty() ? "" : "|") + one;
  }
  if (invocation.has("--line-regexp")) return "^(?:" + whole + ")$";
  return invocation.has("--word-regexp") ? "(?<!\\w)(?:" + whole + ")(?!\\w)" : whole;
}

// A path as a glob that it alone matches: app/[id]/page.tsx is a name.
std::string glob_of(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool is_special = std::string_view("*?[{").find(c) != std::string_view::npos;
    if (c == '\\') out += c;
    out += is_special ? "[" + std::string(1, c) + "]" : std::string(1, c);
  }
  return out;
}

// What is selected below a path: all of it, or what one of the globs selects, too.
void add_below(const std::string& path, const std::vector<std::string>& globs,
               std::vector<std::string>& out) {
  const std::string place = "/" + glob_of(path);
  bool is_any = true;
  for (const auto& glob : globs) {
    if (glob.starts_with('!')) continue;
    is_any = false;
    if (glob.find('/') != glob.npos)
      throw Error(ErrorCode::invalid,
                  "a glob with a folder says where, as PATH does: give one of them", glob);
    if (path_matches(glob, path)) out.push_back(place);
    out.push_back(place + "/**/" + glob);
  }
  if (is_any) out.insert(out.end(), {place, place + "/**"});
}

// Which files are searched: by --file, and by paths behind the pattern, as grep takes them. The
// scope becomes what the paths are in.
std::vector<std::string> globs_of(Store& store, const Invocation& invocation, Scope& scope) {
  const std::vector<std::string>& globs = invocation.all("--file");
  std::vector<std::string> paths = invocation.all("PATH"), out;
  if (const std::string first = invocation.text("PATTERN");
      invocation.has("--regexp") && !first.empty())
    paths.insert(paths.begin(), first);
  std::set<int64_t> searched;
  bool is_all = paths.empty();
  for (const std::string& path : paths) {
    const PlacedPath place = typed_path(store, scope, path);
    const auto& snapshots = place.scope.snapshots;
    if (!searched.empty() && searched != std::set(snapshots.begin(), snapshots.end()))
      throw Error(ErrorCode::invalid, "paths of different projects: search each by itself", path);
    searched.insert(place.scope.snapshots.begin(), place.scope.snapshots.end());
    is_all |= place.path.empty();
    if (!is_all) add_below(place.path, globs, out);
  }
  if (!paths.empty())
    std::erase_if(scope.snapshots, [&](int64_t one) { return !searched.contains(one); });
  if (is_all) return globs;
  for (const auto& glob : globs)
    if (glob.starts_with('!')) out.push_back(glob);
  return out;
}

// Whether a person wrote a capital letter; that of \W or \S is none.
bool has_capital(std::string_view pattern) {
  std::string letters;
  for (size_t at = 0; at < pattern.size(); ++at)
    if (pattern[at] == '\\')
      ++at;
    else
      letters += pattern[at];
  return lower(letters) != letters;
}

int run_grep(const Invocation& invocation) {
  LineQuery query;
  query.pattern = pattern_of(invocation);
  query.ignore_case = invocation.has("--ignore-case") ||
                      (invocation.has("--smart-case") && !has_capital(query.pattern));
  query.inverts = invocation.has("--invert");
  query.language = language_meant(invocation.text("--language"));
  HitFormat format;
  format.counts = invocation.has("--count");
  format.nulls = invocation.has("--null");
  format.paths = format.nulls || invocation.has("--files-with-matches");
  format.most = number(invocation, "--max-results");
  if (invocation.has("--max-count"))
    format.per_file = invocation.number("--max-count", 1, kMostRows);
  if (!format.counts && !format.paths) {
    const int64_t around = number(invocation, "--context");
    format.before = std::max(around, number(invocation, "--before-context"));
    format.after = std::max(around, number(invocation, "--after-context"));
  }

  const bool is_around = format.before > 0 || format.after > 0;
  if (is_around && !query.inverts && spans_lines(query))
    throw Error(ErrorCode::invalid, "a pattern with a newline has no lines of context");
  std::optional<search::RegexMatcher> only;
  const bool lacks = invocation.has("--files-without-match");
  if (lacks && (format.counts || (format.paths && !format.nulls)))
    throw Error(ErrorCode::invalid, "-L prints files without a match: not with -l or -c");
  if (invocation.has("--only-matching")) {
    if (query.inverts || is_around || format.counts || format.paths || lacks)
      throw Error(ErrorCode::invalid, "-o prints matches: not with -v, -c, -l, -L, -A, -B or -C");
    only.emplace("(?m:" + search::pattern_of_grep(query.pattern) + ")",
                 search::RegexOptions{query.ignore_case});
    format.only = &*only;
  }

  const RowFormat rows = format_of(invocation);
  const bool is_plain =
      !invocation.json() && (rows == RowFormat::table || rows == RowFormat::null_paths);
  if (!is_plain && (is_around || format.only || lacks || format.per_file > 0))
    throw Error(ErrorCode::invalid, "lines of context, -L, -m and -o are printed as text only");
  Store store = open_reading(invocation);
  std::optional<Transaction> reading(std::in_place, store.database(), Transaction::reading);
  Scope scope = store.scope(invocation.text("--project"), invocation.text("--snapshot"));
  const size_t all = scope.snapshots.size();
  query.globs = globs_of(store, invocation, scope);
  if (!is_plain && scope.snapshots.size() > 1 && scope.snapshots.size() < all)
    throw Error(ErrorCode::invalid,
                "the paths are in several projects: rows are of one; choose it with --project");
  if (!is_plain) {
    reading.reset();
    return print_answer(store, invocation, scope, query, format);
  }
  format.projects = scope.snapshots.size() > 1;
  if (auto problem = unknown_language(store, scope, query.language); !problem.empty())
    throw Error(ErrorCode::invalid, problem);
  SearchTime time(seconds_of(invocation));
  const auto print = lacks ? print_files_without : print_hits;
  const HitsEnd end = print(store, scope, query, format, time);
  if (end.stale) print_stale();
  // Found or not: nothing of what does not exist was searched.
  if (!query.globs.empty()) print_notes({unmatched_files(store, scope, query.globs)});
  return say_stopped(end.stopped);
}

// What is so without being asked for: every file of a folder, of binaries none, Perl's expressions,
// and patterns that may hold \n.
constexpr char kUsual[] =
    "-n,-r,-R,-H,-I,-P,-E,-U,-s,--line-number,--column,--all,--recursive,--with-filename,--pcre2,"
    "--perl-regexp,--extended-regexp,--multiline,--no-heading,--case-sensitive,--hidden";

}  // namespace

void change_grep(Command& command) {
  command.details =
      "Prints path:line:column:text for every matching line, in the order of paths, through "
      "the index of\ncontents. Case matters unless -i is given. Exit status 2: stopped at "
      "--timeout.";
  command.example = "dossier grep -e 'http.Handle(Func)?' --lang Go";
  std::erase_if(command.options, [](const Option& option) { return option.name == "--all"; });
  Option& pattern = option_of(command, "PATTERN");
  pattern.required = false;
  pattern.doc += "; or say -e";
  command.options.insert(
      command.options.begin() + 1,
      {"PATH", "PATH", "Only these files and folders, by their paths in the tree or on disk", false,
       true});
  option_of(command, "--ignore-case").name = "-i,--ignore-case";
  option_of(command, "--invert").name = "-v,--invert-match,--invert";
  option_of(command, "--file").name = "-g,--glob,--include,--file";
  option_of(command, "--language").name = "-t,--lang,--type,--language";
  option_of(command, "--timeout").value = "SECONDS";
  option_of(command, "--timeout").doc = "Stop after so long (default: 10)";
  option_of(command, "--max-results").doc = "Maximum number of rows (default 0: all)";
  option_of(command, "--paths").name = "-l,--paths,--files-with-matches";
  option_of(command, "--null").name = "-0,--null";
  command.options.insert(
      command.options.begin() + 2,
      {{"-e,--regexp", "REGEX", "The regular expression; of several, any", false, true},
       {"-F,--fixed-strings", "", "The pattern is plain text", false, false},
       {"-o,--only-matching", "", "Print what matches, not the line", false, false},
       {"-w,--word-regexp", "", "Only where no letter or digit stands beside", false, false},
       {"-x,--line-regexp", "", "Only where the whole line matches", false, false},
       {"-S,--smart-case", "", "As -i, unless the pattern has a capital letter", false, false},
       {kUsual, "", "Nothing: this is how grep searches and prints anyway", false, false},
       {"-C,--context", "N", "Show N lines before and after", false, false},
       {"-B,--before-context", "N", "Show N lines before", false, false},
       {"-A,--after-context", "N", "Show N lines after", false, false},
       {"-m,--max-count", "N", "At most N lines of each file", false, false},
       {"-c,--count", "", "Print how many lines of each file match", false, false},
       {"-L,--files-without-match", "", "The files in which nothing matches", false, false}});
  command.foreign = {
      {"-q", "the exit status tells nothing; see whether -l --max-results 1 prints anything"},
      {"--quiet", "the exit status tells nothing; see whether -l --max-results 1 prints anything"},
      {"--no-filename", "--json, --jsonl and --csv give the text of a line apart from its file"},
      {"--exclude", "-g '!GLOB'"},
      {"--exclude-dir", "-g '!FOLDER/**'"},
      {"-T", "-g '!*.EXTENSION'"},
      {"--type-not", "-g '!*.EXTENSION'"},
      {"-f", "-e REGEX, once for each line of the file"},
  };
  command.run = run_grep;
}

}  // namespace dossier::cli
