#include "store/import/import.h"

#include <malloc.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <memory>
#include <utility>

#include "cli/database_path.h"
#include "cli/import.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "cli/watch.h"
#include "engine/error.h"
#include "engine/json.h"
#include "engine/readers/bytes.h"
#include "engine/reserved.h"
#include "queries/open.h"
#include "store/import/import_assemblies.h"
#include "store/import/import_tree.h"
#include "store/import/new_database.h"
#include "store/origin.h"
#include "store/store.h"

namespace dossier::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// One line on a terminal's standard error, rewritten a few times a second.
class ProgressLine {
 public:
  void operator()(const ImportProgress& progress) {
    const auto now = steady_clock::now();
    if (!terminal_ || now - last_ < milliseconds(100)) return;
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - began_).count();
    const double megabytes = static_cast<double>(progress.bytes) / 1e6;
    char text[160];
    std::snprintf(text, sizeof text, "\r\x1b[K%s%lld modules, %lld rows, %.0f MB (%.0f MB/s)",
                  bar(progress).c_str(), static_cast<long long>(progress.modules),
                  static_cast<long long>(progress.rows), megabytes,
                  megabytes / std::max(seconds, 0.001));
    std::cerr << text << std::flush;
    shown_ = true;
  }
  ~ProgressLine() {
    if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  }

 private:
  static std::string bar(const ImportProgress& progress) {
    if (!progress.total_bytes || *progress.total_bytes == 0) return {};
    constexpr size_t kWidth = 20;
    const size_t filled = std::min<size_t>(kWidth, progress.bytes * kWidth / *progress.total_bytes);
    return "[" + std::string(filled, '#') + std::string(kWidth - filled, ' ') + "] ";
  }

  const bool terminal_ = isatty(STDERR_FILENO) != 0;
  const steady_clock::time_point began_ = steady_clock::now();
  steady_clock::time_point last_ = began_;
  bool shown_ = false;
};

// Ctrl-C ends an import where it next reports its progress, so that it takes back what it has
// written; a second one ends the process at once, and what it wrote goes with the next import.
class Interruption {
 public:
  Interruption() {
    asked_ = 0;
    struct sigaction action {};
    action.sa_handler = [](int) { asked_ = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(SIGINT, &action, &before_);
  }
  ~Interruption() { ::sigaction(SIGINT, &before_, nullptr); }
  Interruption(const Interruption&) = delete;

  /// Throws Error{limit} once it was asked for.
  static void check() {
    if (asked_ != 0)
      throw Error(ErrorCode::limit, "stopped; the database is as it was before the import");
  }

 private:
  static volatile std::sig_atomic_t asked_;
  struct sigaction before_ {};
};
volatile std::sig_atomic_t Interruption::asked_ = 0;

std::string to_json(const ImportReport& report) {
  JsonWriter json;
  json.begin_object()
      .field("project", report.project)
      .field("snapshot", report.snapshot)
      .field("modules", report.modules)
      .field("types", report.types)
      .field("members", report.members)
      .field("references", report.references)
      .field("files", report.files)
      .field("unchanged", report.unchanged)
      .key("skipped")
      .begin_array();
  for (const auto& [path, reason] : report.skipped)
    json.begin_object().field("path", path).field("reason", reason).end_object();
  json.end_array().field("seconds", report.seconds).end_object();
  return json.take();
}

void print_summary(const ImportReport& report) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.1f s", report.seconds);
  std::cout << "project '" << printable(report.project) << "', snapshot " << report.snapshot
            << ": ";
  if (!report.is_new) {
    std::cout << "nothing new: its newest snapshot holds exactly this (" << seconds << ")\n";
    return;
  }
  std::cout << counted(report.modules, "module") << ", " << counted(report.types, "type") << ", "
            << counted(report.members, "member");
  if (report.files != 0) std::cout << ", " << counted(report.files, "file");
  if (report.unchanged != 0)
    std::cout << ", " << counted(report.unchanged, "module") << " unchanged";
  std::cout << " (" << seconds << ")\n";
}

// What was not read whole of a tree, each kind in a line of its own.
void print_tree(const snapshot::TreeSummary& tree, int64_t cap) {
  const auto line = [](uint64_t count, std::string_view what, const std::string& why) {
    if (count != 0)
      std::cerr << "dossier: " << counted(static_cast<int64_t>(count), what) << why << "\n";
  };
  line(tree.over_limit, "file",
       " above " + std::to_string(cap) + " bytes: listed without contents");
  const std::string which = tree.assemblies < tree.binary
                                ? std::to_string(tree.assemblies) + " of them"
                            : tree.binary == 1 ? "it"
                                               : "all of them";
  const std::string managed = tree.assemblies == 0 ? ""
                              : tree.assemblies == 1
                                  ? "; " + which + " is a .NET assembly, which --assemblies reads"
                                  : "; " + which + " are .NET assemblies, which --assemblies reads";
  line(tree.binary, "binary file", ": listed without contents" + managed);
  line(tree.links, "link", " (symbolic, or to a submodule): not followed");
  line(tree.specials, "special file", " (a pipe, a socket or a device): not read");
  const std::string mostly = tree.mostly_lost == 0 ? ""
                                                   : ", " + std::to_string(tree.mostly_lost) +
                                                         " of them for the most part";
  line(tree.with_errors, "source file",
       " with parts that did not parse" + mostly +
           "; the rest was read (dossier ls --damaged names them)");
}

int64_t parse_bytes(const std::string& text) {
  size_t used = 0;
  int64_t bytes = -1;
  if (!text.empty() && text.find_first_not_of("0123456789") == text.npos && text.size() < 13) {
    bytes = std::stoll(text, &used);
  }
  if (bytes < 0) throw Error(ErrorCode::invalid, "--max-file-bytes takes a number of bytes");
  return bytes;
}

ImportOptions options_of(const Invocation& invocation) {
  ImportOptions options;
  options.path = invocation.all("PATH").front();
  options.kinds = InputKinds::files_and_pipes;
  options.others.assign(invocation.all("PATH").begin() + 1, invocation.all("PATH").end());
  options.assemblies = invocation.has("--assemblies");
  options.lenient = invocation.has("--lenient");
  options.project = invocation.optional("--project");
  options.label = invocation.optional("--label");
  options.revision = invocation.optional("--rev");
  options.all = invocation.has("--all");
  options.symbols = !invocation.has("--no-symbols");
  if (const auto cap = invocation.optional("--max-file-bytes"))
    options.max_file_bytes = parse_bytes(*cap);
  for (const auto& entry : invocation.all("--path-map"))
    options.path_map.push_back(parse_path_map(entry));
  return options;
}

}  // namespace

// What an import takes in large pieces (texts, tables that grow) goes back to the system when it is
// let go, as it would not once some pieces had been freed: the allocator then keeps ever larger
// ones among its small ones.
void return_large_blocks() {
  constexpr int kLarge = 320 << 10;  // above the state that LZ4HC takes for each unit of texts
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
}

std::function<void()> tell_waiting(const std::string& database) {
  return [database, is_told = false]() mutable {
    Interruption::check();
    if (!std::exchange(is_told, true))
      std::cerr << "dossier: waiting for another import or compaction of " << printable(database)
                << " to end" << std::endl;
  };
}

ImportReport import_visibly(Store& store, ImportOptions options) {
  ProgressLine line;
  const Interruption interruption;
  options.wait.meanwhile = tell_waiting(store.database().path());
  options.progress = [&](const ImportProgress& progress) {
    Interruption::check();
    line(progress);
  };
  return import(store, options);
}

void look_for(const ImportOptions& options) {
  // What is taken from a pipe is gone, and opening one waits for who writes.
  std::error_code none;
  const auto kind = std::filesystem::status(options.path, none).type();
  using std::filesystem::file_type;
  if (options.path != "-" && kind != file_type::fifo && kind != file_type::character)
    open_bytes(options.path, options.kinds);
}

std::optional<ImportReport> import_as_new(const std::string& database,
                                          const ImportOptions& options) {
  std::error_code none;
  if (std::filesystem::exists(database, none)) return std::nullopt;
  NewDatabase made(database, {.meanwhile = tell_waiting(database)});
  if (!made.store()) return std::nullopt;
  ImportReport report = import_visibly(*made.store(), options);
  if (made.publish()) {
    if (const std::string& why = made.why_not_remembered(); !why.empty())
      tell_not_remembered(database, why);
    return report;
  }
  if (options.path == "-")
    throw Error(ErrorCode::conflict,
                "another program has created the database meanwhile; import again", database);
  return std::nullopt;
}

namespace {

void print_result(const Invocation& invocation, const ImportReport& report) {
  if (invocation.json())
    std::cout << to_json(report) << "\n";
  else
    print_summary(report);
  std::cout.flush();
}

int print(const Invocation& invocation, const ImportReport& report, int64_t cap) {
  for (const auto& warning : report.warnings)
    std::cerr << "dossier: warning: " << printable(warning) << "\n";
  for (const auto& [path, reason] : report.skipped)
    std::cerr << "dossier: skipped " << printable(path) << ": " << printable(reason) << "\n";
  if (report.tree) print_tree(*report.tree, cap);
  print_result(invocation, report);
  return report.skipped.empty() ? 0 : 2;
}

int run_import(const Invocation& invocation) {
  return_large_blocks();
  const ImportOptions options = options_of(invocation);
  const bool watching = invocation.has("--watch");
  if (watching && (options.revision || !is_tree(options) || is_assemblies(options)))
    throw Error(ErrorCode::invalid, "only a folder of sources can be watched", options.path);
  const std::string database = invocation.database();
  const Reservation own(database);
  // Nothing is created for input that is not there.
  if (!is_assemblies(options) && !is_tree(options)) look_for(options);
  exclude_from_git(database);
  std::optional<ImportReport> report = import_as_new(database, options);
  if (!report || watching) {
    Store store = open_or_make(database);
    if (!report) report = import_visibly(store, options);
    if (watching) {
      print(invocation, *report, options.max_file_bytes);
      watch(store, options, [&](const ImportReport& next) { print_result(invocation, next); });
      return 0;
    }
  }
  return print(invocation, *report, options.max_file_bytes);
}

}  // namespace

Command import_command() {
  return {
      "import",
      Group::store,
      "Store an export, .NET assemblies or a source tree as a new snapshot",
      "Reads a project export (JSON, gzip or not; - is standard input), all or nothing: "
      "stopped at any\n"
      "moment, the database stays as it was. The same content again is a no-op, and a new "
      "version shares\n"
      "what did not change.\n\n"
      ".NET assemblies (.dll, .exe, .netmodule, .winmd, webcil) are read as they are: files, "
      "globs, or a folder\n"
      "outside git with more of them than source files. Of several, those that cannot be read "
      "are listed, and\n"
      "the exit status is 2.\n\n"
      "Any other folder is stored as a tree of sources: its text files, and of those in a language "
      "that is read\n"
      "their types, members and references. .gitignore and .ignore are honoured, outside of git "
      "too. "
      "With\n"
      "--rev, a revision of the git repository at PATH (bare or not) is read without a "
      "checkout.\n\n"
      "What another indexer found is read from its file: SCIP (.scip, exact definitions and "
      "references), and\n"
      "tags of universal-ctags as JSON lines (ctags --output-format=json --fields=* -R -f "
      "tags.json "
      ".).",
      "dossier import game.project.json.gz --project Game",
      {{"PATH", "", "The export, or -; assemblies: files, folders, globs; a folder or repository",
        true, true},
       {"--project", "NAME", "The project that this is a version of (default: from the path)",
        false, false},
       {"--label", "TEXT", "A name for this snapshot", false, false},
       {"--assemblies", "", "Import a folder's assemblies, whatever else it contains", false,
        false},
       {"--lenient", "", "Import the readable parts of damaged assemblies and list the rest", false,
        false},
       {"--rev", "REV", "This revision of the repository at PATH", false, false},
       {"--all", "", "Include hidden and ignored files of a folder", false, false},
       {"--no-symbols", "",
        "Import files without symbols, for grep, cat and ls; find knows their paths", false, false},
       {"--max-file-bytes", "N", "List larger files without contents (default: 16777216)", false,
        false},
       {"--watch", "", "Keep running and update the snapshot whenever a file of the folder changes",
        false, false},
       {"--path-map", "FROM=TO", "Rewrite path prefixes, such as /mnt/c=C:\\", false, true},
       {"--json", "", "Print the counts as one JSON object", false, false}},
      run_import};
}

}  // namespace dossier::cli
