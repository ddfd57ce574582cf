#include "queries/ops/hints.h"

#include <algorithm>

#include "queries/graph/definitions.h"
#include "queries/lang/fields.h"
#include "queries/lang/resolved.h"
#include "queries/ops/filters.h"
#include "queries/ops/query_scope.h"
#include "queries/ops/unknown_name.h"
#include "queries/sql.h"

namespace dossier {
namespace {

using lang::Node;

// Each part is asked for once more without it: not for queries that are long anyway.
constexpr size_t kParts = 6;
constexpr int64_t kCounted = 100;

bool is_directive(const Node& node) {
  if (node.kind != Node::field) return false;
  return node.name == "depth" || lang::find_field(node.name)->kind == lang::FieldKind::directive;
}

// Whether it names a kind that transcripts have.
bool asks_of_sessions(const Node& node) {
  const bool own =
      node.kind == Node::field && node.name == "kind" &&
      std::any_of(node.values.begin(), node.values.end(), [](const auto& value) {
        return value.text == "session" || value.text == "finding" || value.text == "note";
      });
  return own || std::any_of(node.parts.begin(), node.parts.end(), asks_of_sessions);
}

// The languages that it asks for, as words.
void add_unknown_languages(Store& store, const Scope& scope, const Node& node,
                           std::vector<std::string>& hints) {
  if (node.kind == Node::field && node.name == "lang")
    for (const auto& value : node.values)
      if (value.form == lang::Value::word)
        if (auto hint = unknown_language(store, scope, language_meant(value.text)); !hint.empty())
          hints.push_back(std::move(hint));
  for (const auto& part : node.parts) add_unknown_languages(store, scope, part, hints);
}

// Namespaces that it asks for as types.
void add_namespaces(Store& store, const Scope& scope, const Node& node,
                    std::vector<std::string>& hints) {
  if (node.kind == Node::field && node.name == "in" && node.parts.empty())
    for (const auto& value : node.values)
      if (value.form == lang::Value::word && unknown_namespace(store, scope, value.text).empty() &&
          find_definitions(store, scope, value.text).empty())
        hints.push_back("'" + value.text + "' is a namespace: ns:" + value.text);
  for (const auto& part : node.parts) add_namespaces(store, scope, part, hints);
}

// `name:=X` where nothing is called X: all else is found without it, which tells nothing.
bool is_unknown_name(Store& store, const Scope& scope, const Node& node) {
  return node.kind == Node::field && node.name == "name" && node.sign == "=" &&
         node.values.size() == 1 && find_definitions(store, scope, node.values[0].text).empty();
}

bool is_depth(const Node& node) { return node.kind == Node::field && node.name == "depth"; }

// The tree without one part, and without the depth: that belongs to it.
Node without(const Node& tree, size_t part) {
  Node rest = tree;
  const auto at = rest.parts.begin() + static_cast<std::ptrdiff_t>(part);
  const bool has_depth = part + 1 < rest.parts.size() && is_depth(rest.parts[part + 1]);
  rest.parts.erase(at, at + (has_depth ? 2 : 1));
  return rest;
}

// How many rows the tree finds, up to kCounted; 0 too where counting would scan every line.
int64_t count(Store& store, const Node& tree, const std::string& project,
              const std::string& snapshot) {
  auto resolved = lang::resolve(tree);
  auto* query = std::get_if<lang::Resolved>(&resolved);
  if (!query) return 0;
  const QueryScope bound = bind_names(store, *query, project, snapshot);
  query->words.clear();
  query->sort.clear();
  query->count.clear();
  const lang::Plan plan = lang::plan(*query);
  if (std::any_of(plan.scanned.begin(), plan.scanned.end(),
                  [](const auto* collection) { return collection->kind == "line"; }))
    return 0;
  lang::Sql sql = lang::emit(plan, bound.scope);
  sql.text = "SELECT count(*) FROM (SELECT 1 FROM (" + sql.text + ") LIMIT " +
             std::to_string(kCounted) + ")";
  const StatementRun statement = store.written().run(sql.text);
  bind(*statement, sql);
  return statement->step() ? statement->integer(0) : 0;
}

}  // namespace

std::vector<std::string> hints_for_nothing(Store& store, const std::string& text, const Node& tree,
                                           const std::string& project,
                                           const std::string& snapshot) {
  std::vector<std::string> hints;
  if (store.scope("", "").snapshots.empty()) {
    const bool has_sessions = store.rows<sql::CollectionsPresent>().next()->sessions != 0;
    if (!has_sessions) return {"nothing is imported yet"};
    if (!asks_of_sessions(tree)) return {"no code is imported yet, only sessions: kind:session"};
  }
  const Scope scope = store.scope(project, snapshot);
  add_unknown_languages(store, scope, tree, hints);
  add_namespaces(store, scope, tree, hints);
  if (is_unknown_name(store, scope, tree))
    hints.push_back(unknown_name(store, scope, tree.values[0].text));
  if (tree.kind != Node::all_of) return hints;
  const auto parts = std::count_if(tree.parts.begin(), tree.parts.end(),
                                   [](const Node& part) { return !is_directive(part); });
  if (parts < 2 || parts > static_cast<std::ptrdiff_t>(kParts)) return hints;
  for (size_t i = 0; i < tree.parts.size(); ++i) {
    if (is_directive(tree.parts[i])) continue;
    if (is_unknown_name(store, scope, tree.parts[i]) &&
        count(store, tree.parts[i], project, snapshot) == 0) {
      hints.push_back(unknown_name(store, scope, tree.parts[i].values[0].text));
      continue;
    }
    const int64_t found = count(store, without(tree, i), project, snapshot);
    if (found == 0) continue;
    const lang::Span& span = tree.parts[i].span;
    hints.push_back("without '" + text.substr(span.begin, span.end - span.begin) + "' " +
                    std::to_string(found) + (found == kCounted ? " or more" : "") +
                    (found == 1 ? " is found" : " are found"));
  }
  return hints;
}

}  // namespace dossier
