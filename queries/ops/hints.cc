#include "queries/ops/hints.h"

#include <algorithm>

#include "queries/lang/fields.h"
#include "queries/lang/resolved.h"
#include "queries/ops/settle.h"

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
  const Settled settled = settle(store, *query, project, snapshot);
  query->words.clear();
  query->sort.clear();
  query->count.clear();
  const lang::Plan plan = lang::plan(*query);
  if (std::any_of(plan.scanned.begin(), plan.scanned.end(),
                  [](const auto* source) { return source->kind == "line"; }))
    return 0;
  lang::Sql sql = lang::emit(plan, settled.scope);
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
  if (store.scope("", "").snapshots.empty()) return {"nothing is imported yet"};
  std::vector<std::string> hints;
  if (tree.kind != Node::all_of) return hints;
  const auto parts = std::count_if(tree.parts.begin(), tree.parts.end(),
                                   [](const Node& part) { return !is_directive(part); });
  if (parts < 2 || parts > static_cast<std::ptrdiff_t>(kParts)) return hints;
  for (size_t i = 0; i < tree.parts.size(); ++i) {
    if (is_directive(tree.parts[i])) continue;
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
