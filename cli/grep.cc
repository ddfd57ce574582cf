// grep: the lines of repository snapshots that match.
#include <iostream>
#include <optional>

#include "cli/command.h"
#include "cli/hits.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/json.h"
#include "queries/open.h"
#include "store/freshness.h"

namespace dossier::cli {
namespace {

int64_t number(const Invocation& invocation, const std::string& option, int64_t otherwise) {
  const auto text = invocation.optional(option);
  if (!text) return otherwise;
  const bool digits = !text->empty() && text->size() < 10 &&
                      text->find_first_not_of("0123456789") == std::string::npos;
  if (!digits) throw Error(ErrorCode::invalid, option + " takes a number");
  return std::stoll(*text);
}

// One array: of lines, of files with how many of their lines match, or of files. True when one of
// them has changed since.
bool print_json(Store& store, const Scope& scope, const LineQuery& query, const HitFormat& format) {
  if (format.context > 0) throw Error(ErrorCode::invalid, "--json has no lines of context");
  LineSearch search = search_lines(store.index(), scope.text(), query);
  Freshness fresh(store, scope);
  JsonWriter json;
  json.begin_array();
  std::optional<FileName> file;
  int64_t text = -1, lines = 0, printed = 0;
  const auto end_file = [&] {
    if (!file || !(format.counts || format.paths)) return;
    json.begin_object().field("project", file->project).field("path", file->path);
    if (format.counts) json.field("lines", lines);
    json.end_object();
  };
  while (const auto hit = search.next()) {
    if (hit->text != text) {
      end_file();
      file = *hit->file;
      fresh.is_stale(*file);
      lines = 0;
    }
    text = hit->text;
    ++lines;
    if (format.paths) search.skip_file();
    if (!format.counts && !format.paths)
      json.begin_object()
          .field("project", hit->file->project)
          .field("path", hit->file->path)
          .field("line", hit->line)
          .field("column", hit->column)
          .field("text", hit->content)
          .end_object();
    if (++printed == format.most) break;
  }
  end_file();
  std::cout << json.end_array().text() << "\n";
  return fresh.stale();
}

int run_grep(const Invocation& invocation) {
  LineQuery query;
  query.pattern =
      invocation.has("--regexp") ? invocation.text("--regexp") : invocation.text("PATTERN");
  if (query.pattern.empty()) throw Error(ErrorCode::invalid, "grep needs a pattern: -e REGEX");
  query.ignore_case = invocation.has("--ignore-case");
  query.globs = invocation.all("--file");
  query.language = invocation.text("--lang");
  HitFormat format;
  format.counts = invocation.has("--count");
  format.paths = invocation.has("--files-with-matches");
  format.most = number(invocation, "--max-results", 0);
  if (!format.counts && !format.paths) format.context = number(invocation, "--context", 0);

  std::ios::sync_with_stdio(false);
  Store store = open_to_read(invocation.database());
  const Transaction reading(store.database(), Transaction::reading);
  const Scope scope = store.scope(invocation.text("--project"), invocation.text("--snapshot"));
  format.projects = scope.snapshots.size() > 1;
  if (invocation.json() ? print_json(store, scope, query, format)
                        : print_hits(store, scope, query, format))
    print_stale();
  return 0;
}

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
           project_option(),
           snapshot_option(),
           {"--json", "", "Print an array of objects", false, false}},
          run_grep};
}

}  // namespace dossier::cli
