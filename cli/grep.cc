// grep: the lines of repository snapshots that match.
#include <iostream>

#include "cli/command.h"
#include "cli/hits.h"
#include "cli/terminal.h"
#include "engine/error.h"

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
  Store store = Store::open_to_read(invocation.database());
  const Transaction reading(store.database(), Transaction::reading);
  const Scope scope = store.scope(invocation.text("--project"), invocation.text("--snapshot"));
  format.projects = scope.snapshots.size() > 1;
  if (print_hits(store, scope, query, format)) print_stale();
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

}  // namespace dossier::cli
