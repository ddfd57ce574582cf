#include "queries/ops/explain_find.h"

#include <algorithm>

#include "queries/graph/definitions.h"
#include "queries/graph/file_log.h"
#include "queries/graph/named_references.h"
#include "queries/graph/related.h"
#include "queries/graph/symbol_names.h"
#include "queries/lang/collection.h"
#include "queries/lang/fields.h"
#include "queries/ops/explain.h"
#include "queries/ops/filters.h"
#include "queries/ops/query_scope.h"

namespace dossier {
namespace {

using lang::Condition;
using lang::Node;
using lang::Subject;

bool is_of_references(const Condition& condition) {
  static constexpr Subject kSubjects[] = {Subject::calls,  Subject::calledby, Subject::reads,
                                          Subject::writes, Subject::refs,     Subject::refby};
  return condition.kind == Condition::relation &&
         std::find(std::begin(kSubjects), std::end(kSubjects), condition.subject) !=
             std::end(kSubjects);
}

bool is_of_history(const Condition& condition) {
  return condition.subject == Subject::author || condition.subject == Subject::dated;
}

// Explains what the relations of a query to a name, such as calls:NAME, leave out or do not find.
class RelationNotes {
 public:
  RelationNotes(Store& store, const Scope& scope, std::vector<std::string>& notes)
      : store_(store), scope_(scope), notes_(notes) {}

  /// What is referred to and not imported has overrides that nothing states.
  void add_few_override(const Condition& where) {
    each(where, [&](const Condition& one) {
      if (one.subject == Subject::overrides) add(why_few_override(store_, scope_, one.written));
    });
  }
  /// References by name alone; else names that nothing has; and what types need not say.
  void add_why_empty(const Condition& where) {
    const size_t said = notes_.size();
    each(where, [&](const Condition& one) { add_by_name(one); });
    if (notes_.size() == said)
      each(where, [&](const Condition& one) { add_unknown(one.subject, one.written); });
    each(where, [&](const Condition& one) {
      if (one.subject == Subject::implements || one.subject == Subject::derives)
        add(why_none_implements(store_, find_definitions(store_, scope_, one.written)));
    });
  }

 private:
  template <typename Visit>
  void each(const Condition& condition, const Visit& visit) {
    for (const Condition& part : condition.parts) each(part, visit);
    if (condition.kind == Condition::relation && !condition.written.empty()) visit(condition);
  }
  void add(std::string why) {
    if (!why.empty()) notes_.push_back(std::move(why));
  }
  void add_by_name(const Condition& condition);
  void add_unknown(Subject subject, const std::string& wanted);

  Store& store_;
  const Scope& scope_;
  std::vector<std::string>& notes_;
};

void RelationNotes::add_by_name(const Condition& condition) {
  const auto relation = relation_called(lang::name_of(condition.subject));
  if (!relation || relation->backwards || !lang::any_part(condition, is_of_references)) return;
  const std::string& wanted = condition.written;
  References references(store_, scope_);
  const auto named =
      NamedReferences(store_, scope_, references)
          .by_name(wanted, find_definitions(store_, scope_, wanted), relation->kinds, {});
  if (!named.empty()) add(by_name_alone(wanted, named.size(), "refs " + wanted + " --by-name"));
}

void RelationNotes::add_unknown(Subject subject, const std::string& wanted) {
  const auto named = symbol_named(store_, scope_, wanted);
  const bool is_known = !named.definitions.empty() ||
                        !References(store_, scope_).to(named.name, kEveryKind).empty() ||
                        !external_names(store_, scope_, named.name).names.empty();
  // What few override is said.
  if (is_known ||
      (subject == Subject::overrides && !why_few_override(store_, scope_, wanted).empty()))
    return;
  add(unknown_name(store_, scope_, named.name));
}

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

std::vector<std::string> notes_of(Store& store, const Scope& scope, const AskedQuery& asked,
                                  bool is_empty) {
  const lang::Resolved& query = asked.query;
  auto notes = query.notes;
  const auto add = [&](std::string why) {
    if (!why.empty()) notes.push_back(std::move(why));
  };
  if (lang::any_part(query.where, is_of_history))
    for (const int64_t snapshot : scope.snapshots)
      if (const auto log = file_log(store.index(), snapshot); !log->note.empty())
        add("snapshot " + std::to_string(snapshot) + ": " + log->note);
  RelationNotes relations(store, scope, notes);
  relations.add_few_override(query.where);
  if (!is_empty) return notes;
  if (lang::any_part(query.where, is_of_references)) add(why_no_references(store, scope));
  if (lang::any_part(query.where,
                     [](const Condition& one) { return one.kind == Condition::chain; }))
    add("a chain follows calls as they are written: from a method of an interface or a base none "
        "goes on to what implements or overrides it");
  relations.add_why_empty(query.where);
  const auto& collections = asked.plan.collections;
  if (!query.words.empty() &&
      std::any_of(collections.begin(), collections.end(),
                  [](const auto* collection) { return collection->kind == "file"; }))
    add(why_no_words(store, scope));
  return notes;
}

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
