// grep, cat and ls: the files of repository snapshots. They print bytes as they are when piped, and
// what a terminal can take on a terminal.
#include <algorithm>
#include <charconv>
#include <iostream>

#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/json.h"
#include "queries/contents.h"
#include "queries/freshness.h"
#include "queries/store.h"

namespace dossier::cli {
namespace {

std::string shown(std::string_view text) {
  return on_terminal() ? printable(text) : std::string(text);
}

int64_t number(const Invocation& invocation, const std::string& option, int64_t otherwise) {
  const auto text = invocation.optional(option);
  if (!text) return otherwise;
  const bool digits = !text->empty() && text->size() < 10 &&
                      text->find_first_not_of("0123456789") == std::string::npos;
  if (!digits) throw Error(ErrorCode::invalid, option + " takes a number");
  return std::stoll(*text);
}

// Prints hits as they come: the first at once, so that it does not wait for the last; the rest by
// the page.
class Printer {
 public:
  Printer(Store& store, bool several, int64_t context)
      : index_(store.index()), several_(several), context_(context) {}

  void line(const LineHit& hit) {
    if (context_ > 0) return with_context(hit);
    put(hit);
    if (out_.size() > kPage || first_) flush();
  }
  void count(const FileEntry& file, int64_t lines) {
    out_ += name(file) + ":" + std::to_string(lines) + "\n";
    if (out_.size() > kPage || first_) flush();
  }
  void file(const FileEntry& file) {
    out_ += name(file) + "\n";
    if (out_.size() > kPage || first_) flush();
  }
  void end() {
    if (current_ >= 0 && context_ > 0) after(file_, last_ + context_);
    flush();
  }

 private:
  static constexpr size_t kPage = 64 << 10;

  // Two projects may hold files of one name.
  std::string name(const FileEntry& file) const {
    const std::string path = styled(shown(file.path), Style::cyan);
    return several_ ? shown(file.project) + "/" + path : path;
  }

  void flush() {
    std::cout << out_ << std::flush;
    out_.clear();
    first_ = false;
  }

  void put_number(int64_t number, char after) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    out_.append(digits, static_cast<size_t>(end - digits)) += after;
  }

  void put(const LineHit& hit) {
    if (hit.text != named_) name_ = name(*hit.file);
    named_ = hit.text;
    out_ += name_;
    out_ += ':';
    put_number(hit.line, ':');
    put_number(hit.column, ':');
    if (on_terminal())
      out_ += printable(hit.content);
    else
      out_ += hit.content;
    out_ += '\n';
  }

  void with_context(const LineHit& hit) {
    if (hit.text != current_) {
      if (current_ >= 0) after(file_, last_ + context_);
      if (current_ >= 0) out_ += "--\n";
      current_ = hit.text;
      file_ = *hit.file;
      text_ = text_of(index_, file_);
      last_ = 0;
      printed_ = 0;
    } else {
      after(*hit.file, std::min(last_ + context_, hit.line - 1));
    }
    const int64_t first = std::max({int64_t{1}, hit.line - context_, printed_ + 1});
    if (printed_ > 0 && first > printed_ + 1) out_ += "--\n";
    for (int64_t line = first; line < hit.line; ++line) beside(*hit.file, line);
    put(hit);
    last_ = printed_ = hit.line;
    if (out_.size() > kPage || first_) flush();
  }

  void beside(const FileEntry& file, int64_t line) {
    auto text = lines_of(text_, line, line);
    if (text.ends_with('\n')) text.remove_suffix(1);
    out_ += name(file) + "-" + std::to_string(line) + "-" + shown(text) + "\n";
    printed_ = line;
  }

  void after(const FileEntry& file, int64_t last) {
    for (int64_t line = printed_ + 1; line <= std::min(last, file.lines); ++line)
      beside(file, line);
  }

  SearchIndex& index_;
  bool several_;
  int64_t context_;
  std::string out_;
  bool first_ = true;
  int64_t named_ = -1;  // the text of the file that name_ names
  std::string name_;
  int64_t current_ = -1;  // the text of the last hit
  FileEntry file_;        // its file
  std::string text_;
  int64_t last_ = 0;     // line of the last match
  int64_t printed_ = 0;  // last line printed
};

Scope scope_of(Store& store, const Invocation& invocation) {
  return store.scope(invocation.text("--project"), invocation.text("--snapshot"));
}

int run_grep(const Invocation& invocation) {
  LineQuery query;
  query.pattern =
      invocation.has("--regexp") ? invocation.text("--regexp") : invocation.text("PATTERN");
  if (query.pattern.empty()) throw Error(ErrorCode::invalid, "grep needs a pattern: -e REGEX");
  query.ignore_case = invocation.has("--ignore-case");
  query.globs = invocation.all("--file");
  query.language = invocation.text("--lang");
  const int64_t most = number(invocation, "--max-results", 0);
  const bool counting = invocation.has("--count");
  const bool files_only = invocation.has("--files-with-matches");

  std::ios::sync_with_stdio(false);
  Store store = Store::open_to_read(invocation.database());
  const Transaction reading(store.database(), Transaction::reading);
  const Scope scope = scope_of(store, invocation);
  LineSearch search = search_lines(store.index(), scope.text(), query);
  Printer printer(store, scope.snapshots.size() > 1,
                  counting || files_only ? 0 : number(invocation, "--context", 0));
  int64_t printed = 0;
  Freshness fresh(store, scope);
  std::optional<FileEntry> current;  // where lines are counted
  int64_t text = -1;
  int64_t lines = 0;
  while (const auto hit = search.next()) {
    const bool is_next = hit->text != text;
    if (is_next) fresh.is_stale(*hit->file);
    text = hit->text;
    if (counting && is_next) {
      if (current) printer.count(*current, lines);
      current = *hit->file;
      lines = 0;
    }
    ++lines;
    if (files_only) {
      printer.file(*hit->file);
      search.skip_file();
    } else if (!counting) {
      printer.line(*hit);
    }
    ++printed;
    if (most > 0 && printed >= most) break;
  }
  if (counting && current) printer.count(*current, lines);
  printer.end();
  if (fresh.stale()) print_stale();
  return 0;
}

FileEntry find_file(Store& store, const Scope& scope, const std::string& path) {
  const auto found = files_at(store.statements(), scope, path);
  if (found.empty())
    throw Error(ErrorCode::not_found, "no file of the snapshots is called that", path);
  if (found.size() > 1)
    throw Error(ErrorCode::invalid, "several projects hold it; say --project NAME", path);
  return found.front();
}

// "A-B", "A-", "-B" or "A" as a pair of lines.
std::pair<int64_t, int64_t> parse_lines(const std::string& text) {
  const auto dash = text.find('-');
  const std::string first = text.substr(0, dash);
  const std::string last = dash == std::string::npos ? first : text.substr(dash + 1);
  const auto read = [&](const std::string& digits, int64_t otherwise) {
    if (digits.empty() && dash != std::string::npos) return otherwise;
    const bool good = !digits.empty() && digits.size() < 10 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
    if (!good) throw Error(ErrorCode::invalid, "--lines takes A-B, A-, -B or A");
    return static_cast<int64_t>(std::stoll(digits));
  };
  return {read(first, 1), read(last, INT64_MAX - 1)};
}

int run_cat(const Invocation& invocation) {
  Store store = Store::open_to_read(invocation.database());
  const Transaction reading(store.database(), Transaction::reading);
  const Scope scope = scope_of(store, invocation);
  const FileEntry file = find_file(store, scope, invocation.text("PATH"));
  if (Freshness(store, scope).is_stale(file)) print_stale();
  if (!file.has_text) {
    throw Error(ErrorCode::not_found,
                file.is_binary ? "a binary file: no text is stored"
                               : "above the cap of its import: no text is stored",
                file.path);
  }
  const std::string text = text_of(store.index(), file);
  std::string_view part = text;
  if (const auto lines = invocation.optional("--lines")) {
    const auto [first, last] = parse_lines(*lines);
    part = lines_of(text, first, last);
  }
  if (on_terminal()) {
    while (!part.empty()) {
      const auto line = part.substr(0, part.find('\n'));
      std::cout << printable(line) << "\n";
      part.remove_prefix(std::min(part.size(), line.size() + 1));
    }
  } else {
    std::cout << part;
  }
  return 0;
}

int run_ls(const Invocation& invocation) {
  Store store = Store::open_to_read(invocation.database());
  const Transaction reading(store.database(), Transaction::reading);
  const Scope scope = scope_of(store, invocation);
  const auto files = files_in(store.statements(), scope);
  Freshness fresh(store, scope);
  std::string below = invocation.text("PATH");
  while (below.ends_with('/')) below.pop_back();
  JsonWriter json;
  json.begin_array();
  Table table{{"lines", "size", "language", "path"}, {}};
  for (const auto& file : files) {
    const bool inside =
        below.empty() || below == "." || file.path == below || file.path.starts_with(below + "/");
    if (!inside) continue;
    const bool stale = fresh.is_stale(file);
    if (invocation.json()) {
      json.begin_object()
          .field("project", file.project)
          .field("snapshot", file.snapshot)
          .field("path", file.path)
          .field("language", file.language)
          .field("size", file.size)
          .field("lines", file.lines)
          .field("hasText", file.has_text)
          .field("stale", stale)
          .end_object();
    } else if (on_terminal()) {
      table.rows.push_back(
          {std::to_string(file.lines), std::to_string(file.size), file.language, file.path});
    } else {
      std::cout << file.path << "\n";
    }
  }
  json.end_array();
  if (invocation.json()) {
    std::cout << json.text() << "\n";
  } else if (on_terminal()) {
    std::cout << print(table);
  }
  if (fresh.stale()) print_stale();
  return 0;
}

const Option kProject = {"--project", "NAME", "Only this project (default: every one)", false,
                         false};
const Option kSnapshot = {"--snapshot", "ID", "This snapshot, by id or label (default: the newest)",
                          false, false};

}  // namespace

Command grep_command() {
  return {"grep",
          Group::look,
          "Lines of the stored files that match a regular expression",
          "Prints path:line:column:text for every matching line, in the order of paths, through "
          "the index of\ncontents. Case matters unless -i is given.",
          "dossier grep -e 'http.Handle(Func)?' --lang Go",
          {{"PATTERN", "", "The regular expression; or say -e", false, false},
           {"-e,--regexp", "REGEX", "The regular expression", false, false},
           {"-i,--ignore-case", "", "Letters match in both cases", false, false},
           {"--file", "GLOB", "Only files whose path (or name) matches", false, true},
           {"--lang", "NAME", "Only files of this language", false, false},
           {"-C,--context", "N", "Show N lines before and after", false, false},
           {"--count", "", "Print how many lines of each file match", false, false},
           {"--files-with-matches", "", "Print only the files' paths", false, false},
           {"--max-results", "N", "At most so many (default 0: all)", false, false},
           kProject,
           kSnapshot},
          run_grep};
}

Command cat_command() {
  return {"cat",
          Group::look,
          "The text of a stored file",
          "",
          "dossier cat src/main.go --lines 10-20",
          {{"PATH", "", "The file's path in its tree", true, false},
           {"--lines", "A-B", "Only these lines", false, false},
           kProject,
           kSnapshot},
          run_cat};
}

Command ls_command() {
  return {"ls",
          Group::look,
          "The stored files, or those below a folder",
          "",
          "dossier ls src",
          {{"PATH", "", "A folder or file of the tree", false, false},
           kProject,
           kSnapshot,
           {"--json", "", "Print an array of objects", false, false}},
          run_ls};
}

}  // namespace dossier::cli
