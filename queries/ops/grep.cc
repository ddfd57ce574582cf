// Content search: the lines of the stored files that match a regular expression. The
// command of this name prints them as text in its own way (cli/grep.cc).
#include "engine/unicode.h"
#include "queries/ops/filters.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/ops/search_time.h"
#include "store/freshness.h"
#include "store/index/span_search.h"

namespace dossier {
namespace {

// A line of a minified file would crowd out every other hit.
constexpr size_t kTextLimit = 2000;

template <typename Search>
void write_hits(Store& store, const Scope& scope, Search& search, const SearchTime& time,
                bool whole, Answer& answer) {
  Freshness fresh(store, scope);
  int64_t seen = -1;
  bool stale = false;
  const bool is_done = in_time([&] {
    while (const auto hit = search.next()) {
      if (hit->text != seen && !answer.is_full()) stale = fresh.is_stale(*hit->file);
      seen = hit->text;
      const auto text = whole ? hit->content : utf8_prefix(hit->content, kTextLimit);
      if (!answer.row({hit->file->path, hit->line, hit->column, text, hit->file->project,
                       Value::only_if(stale)}))
        break;
    }
  });
  if (!is_done) {
    answer.outcome.complete.truncated = true;
    answer.outcome.complete.exact = false;
    answer.note(stopped_in(search, time.is_over()));
  }
  answer.outcome.complete.stale = fresh.stale();
}

void grep(Store& store, Question& question, Answer& answer) {
  LineQuery query;
  query.pattern = question.text("pattern");
  query.ignore_case = question.flag("ignoreCase");
  query.inverts = question.flag("invert");
  for (const auto& glob : question.all("file"))
    if (!glob.empty()) query.globs.push_back(glob);
  query.language = language_meant(question.text("language"));
  const SearchTime time(question.number("timeout"));
  query.checkpoint = [&time] { time.check(); };

  const Scope& scope = question.scope();
  if (auto problem = unknown_language(store, scope, query.language); !problem.empty())
    return answer.refuse(std::move(problem));
  answer.begin_rows();
  if (!query.inverts && spans_lines(query)) {
    SpanSearch search(store.index(), scope.text(), query);
    write_hits(store, scope, search, time, question.is_unlimited(), answer);
  } else {
    LineSearch search = search_lines(store.index(), scope.text(), query);
    write_hits(store, scope, search, time, question.is_unlimited(), answer);
  }
  answer.outcome.log = "grep(): pattern=" + in_quotes(query.pattern) +
                       ", max_results=" + std::to_string(question.number("maxResults")) +
                       ", hits=" + std::to_string(answer.outcome.complete.returned);
}

constexpr OpField kFields[] = {
    {"pattern", OpField::text, true, "Regular expression; case matters; \\n spans lines"},
    {"ignoreCase", OpField::flag, false, "Letters match in both cases"},
    {"invert", OpField::flag, false, "Lines that do not match"},
    {"file", OpField::text, false, "Only files whose path (or name) matches this glob", 0, 0, false,
     true},
    {"language", OpField::text, false, "Only files of this language"},
    kMaxResultsField,
    {"timeout", OpField::integer, false,
     "Seconds, after which the answer is what was found until then (default 10)",
     kLineSearchSeconds, kMostSearchSeconds},
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"path", 1, "path", Column::path},
                               {"line", 2, "line", Column::nothing, Column::integer},
                               {"column", 3, "column", Column::nothing, Column::integer},
                               {"text", 4, "text"},
                               {"project"},
                               {"stale", 0, {}, Column::nothing, Column::flag}};

}  // namespace

const Op kGrep = {
    "grep",
    "grep",
    "/api/search/lines",
    "Lines of the stored files that match a regular expression",
    "dossier grep 'func New\\w+'",
    kFields,
    "",
    kColumns,
    grep,
    false,  // hit by hit
};

}  // namespace dossier
