// find: the query language (docs/query-language.md).
#include <algorithm>
#include <array>

#include "engine/first_row.h"
#include "engine/search/identifier_words.h"
#include "queries/lang/ast.h"
#include "queries/lang/cost.h"
#include "queries/ops/find_asked.h"
#include "queries/ops/find_columns.h"
#include "queries/ops/find_rows.h"
#include "queries/ops/ops.h"
#include "queries/ops/query_scope.h"
#include "queries/ops/saved_queries.h"
#include "queries/ops/scope_fields.h"
#include "queries/ops/search_time.h"

namespace dossier {
namespace {

// How much each of several words counts: rare ones more. One word needs no weight.
std::vector<int64_t> weights_of(Store& store, const std::vector<std::string>& words) {
  std::vector<int64_t> weights;
  if (words.size() < 2) return weights;
  for (const auto& word : words) {
    std::string all;
    for (const auto& part : search::split_words(word))
      all += (all.empty() ? "\"" : " AND \"") + part + '"';
    int64_t names = 0;
    if (!all.empty()) {
      all += " *";
      auto rows = store.rows<sql::NamesWithWords>(std::string_view(all));
      names = rows.next()->names;
    }
    weights.push_back(lang::word_weight(names));
  }
  return weights;
}

// What a condition holds for depends on transcripts or notes, which grow.
bool grows(const lang::Condition& condition) {
  return lang::any_part(condition, [](const lang::Condition& one) {
    return one.kind == lang::Condition::session || one.subject == lang::Subject::note;
  });
}

std::vector<int64_t> ends_of(Store& store) {
  const auto row = first_row<sql::TranscriptEnds>(store);
  return {row->sessions, row->findings, row->notes, row->events};
}

void explain(Store& store, const AskedQuery& asked, const lang::Node& tree, Answer& answer) {
  const lang::Sql sql = lang::emit(asked.plan, asked.from.scope, bounds_of(asked.from));
  answer.field("query", asked.text);
  answer.field("tree", tree.dump());
  answer.field("means", asked.query.dump());
  answer.field("plan", asked.plan.dump());
  answer.field("scans", !asked.plan.scanned.empty() || !asked.plan.wide.empty());
  std::vector<std::array<Cell, 5>> costs;
  std::vector<Value> cost, bindings;
  const auto known = lang::cost_of(store, asked.plan, asked.from.scope, bounds_of(asked.from));
  for (const auto& one : known)
    costs.push_back({{{"of", one.collection->plural},
                      {"set", one.set},
                      {"read", one.read},
                      {"all", one.of},
                      {"unit", one.unit}}});
  for (const auto& cells : costs) cost.push_back(object_of(cells));
  answer.field("cost", list_of(cost));
  answer.field("sqlite3", sql.dump());
  answer.field("sql", sql.text);
  for (const auto& binding : sql.bindings)
    std::visit([&](const auto& value) { bindings.emplace_back(value); }, binding);
  answer.field("bindings", list_of(bindings));
  answer.texts("notes", asked.query.notes);
}

// Where the answer begins: at a cursor, or in the newest snapshots of what the request names. False
// where the cursor is of another query.
bool begin(Store& store, const Question& question, AskedQuery& asked) {
  const std::string& given = question.text("cursor");
  if (given.empty()) {
    QueryScope bound =
        bind_names(store, asked.query, question.text("project"), question.text("snapshot"));
    asked.from = {std::move(bound.scope),
                  asked.query.offset,
                  weights_of(store, asked.query.words),
                  {},
                  std::move(bound.named),
                  {}};
  } else if (auto cursor = parse_cursor(given, asked.whole)) {
    asked.from = std::move(*cursor);
    rebind_names(store, asked.query, {asked.from.scope, asked.from.named});
  } else {
    return false;
  }
  asked.plan = lang::plan(asked.query);
  const auto& collections = asked.plan.collections;
  if (given.empty() && (grows(asked.query.where) ||
                        std::any_of(collections.begin(), collections.end(),
                                    [](const auto* collection) { return collection->grows; })))
    asked.from.ends = ends_of(store);
  for (size_t i = 0; i < asked.plan.words.size() && i < asked.from.weights.size(); ++i)
    asked.plan.words[i].weight = std::min(asked.from.weights[i], lang::word_weight(0));
  return true;
}

void refuse(Answer& answer, const lang::Diagnostic& diagnostic, std::string_view text) {
  answer.refuse(diagnostic.print(text));
  answer.field("begin", diagnostic.span.begin);
  answer.field("end", diagnostic.span.end);
}

// Time ran out: which part of the query takes it, and what to do.
lang::Diagnostic too_slow(const AskedQuery& asked) {
  lang::Diagnostic told;
  told.message = "stopped at the time limit: ";
  told.span = {0, asked.text.size()};
  if (!asked.plan.wide.empty()) {
    told.message += "this part looks at every symbol; narrow it with name:, in: or file:";
    told.span = asked.plan.wide.front().span;
  } else if (!asked.plan.scanned.empty()) {
    told.message += "nothing narrows what is looked at; three letters of a name would";
  } else {
    told.message += "this finds, sorts or follows too much";
  }
  return told;
}

void find(Store& store, Question& question, Answer& answer) {
  AskedQuery asked;
  asked.text = question.text("q");
  auto read = lang::parse(asked.text);
  if (const auto* failure = std::get_if<lang::Diagnostic>(&read))
    return refuse(answer, *failure, asked.text);
  lang::Node& tree = std::get<lang::Node>(read);
  asked.whole = asked.text;
  if (const auto failure = expand_saved(store, tree, asked.whole))
    return refuse(answer, *failure, asked.text);
  auto resolved = lang::resolve(tree);
  if (const auto* failure = std::get_if<lang::Diagnostic>(&resolved))
    return refuse(answer, *failure, asked.text);
  asked.query = std::move(std::get<lang::Resolved>(resolved));
  bool is_own_cursor = true;
  if (!in_time([&] { is_own_cursor = begin(store, question, asked); })) {
    answer.outcome.is_late = true;
    return refuse(answer, too_slow(asked), asked.text);
  }
  if (!is_own_cursor) return answer.refuse("the cursor belongs to another query");

  const lang::Resolved& query = asked.query;
  auto& [complete, refusal, is_late, log] = answer.outcome;
  if (question.flag("explain")) {
    explain(store, asked, tree, answer);
  } else {
    question.set_scope(parse_scope(asked.from.scope));
    const int64_t wanted = query.limit ? *query.limit : question.number("limit");
    const int64_t limit = question.is_unlimited() ? INT32_MAX
                          : query.budget          ? kLookupCap
                                                  : std::min(wanted, kLookupCap);
    // The deadline is the caller's (Database::set_checkpoint).
    const bool is_whole = in_time([&] {
      if (!query.count.empty())
        write_groups(store, asked, answer);
      else
        write_rows(store, question, asked, tree, limit, answer);
    });
    if (!is_whole) {
      refuse(answer, too_slow(asked), asked.text);
      is_late = true;
    }
  }
  log = "find(): q=" + in_quotes(asked.text) + ", total=" + complete.total_text();
}

constexpr OpField kFields[] = {
    {"q", OpField::text, true, "The query, as docs/query-language.md describes it"},
    {"limit", OpField::limit, false, "Maximum number of rows (default 50, limit 500)", 50,
     kLookupCap},
    {"cursor", OpField::text, false, "Continue an earlier answer to the same query"},
    {"explain", OpField::flag, false,
     "Print how the query is understood and answered, instead of rows"},
    kProjectField,
    kSnapshotField,
};

}  // namespace

const Op kFind = {
    "find",
    "find",
    "/api/find",
    "What a query matches: symbols, references, files, lines, literals, sessions, findings, notes",
    "dossier find kind:method in:PlayerStats heal",
    kFields,
    "rows",
    kFindColumns,
    find,
};

}  // namespace dossier
