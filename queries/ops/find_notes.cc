#include "queries/ops/find_notes.h"

#include <algorithm>

#include "queries/graph/definitions.h"
#include "queries/graph/file_log.h"
#include "queries/graph/named_references.h"
#include "queries/graph/related.h"
#include "queries/graph/symbol_names.h"
#include "queries/lang/collection.h"
#include "queries/ops/empty_answer.h"
#include "queries/ops/unknown_name.h"

namespace dossier {
namespace {

bool asks_of_references(const lang::Condition& condition) {
  static constexpr lang::Subject kSubjects[] = {lang::Subject::calls, lang::Subject::calledby,
                                                lang::Subject::reads, lang::Subject::writes,
                                                lang::Subject::refs,  lang::Subject::refby};
  const bool own = condition.kind == lang::Condition::relation &&
                   std::find(std::begin(kSubjects), std::end(kSubjects), condition.subject) !=
                       std::end(kSubjects);
  return own || std::any_of(condition.parts.begin(), condition.parts.end(), asks_of_references);
}

// References by name alone that calls:NAME and its like leave out.
void add_by_name(Store& store, const Scope& scope, const lang::Condition& condition,
                 std::vector<std::string>& notes) {
  for (const auto& part : condition.parts) add_by_name(store, scope, part, notes);
  if (condition.kind != lang::Condition::relation || condition.written.empty()) return;
  const auto relation = relation_called(lang::name_of(condition.subject));
  if (!relation || relation->backwards || !asks_of_references(condition)) return;
  const std::string& wanted = condition.written;
  References references(store, scope);
  const auto named =
      NamedReferences(store, scope, references)
          .by_name(wanted, find_definitions(store, scope, wanted), relation->kinds, {});
  if (!named.empty())
    notes.push_back(by_name_alone(wanted, named.size(), "refs " + wanted + " --by-name"));
}

// What types need not say in every language.
void add_unstated(Store& store, const Scope& scope, const lang::Condition& condition,
                  std::vector<std::string>& notes) {
  for (const auto& part : condition.parts) add_unstated(store, scope, part, notes);
  const bool asks = condition.kind == lang::Condition::relation && !condition.written.empty() &&
                    (condition.subject == lang::Subject::implements ||
                     condition.subject == lang::Subject::derives);
  if (!asks) return;
  auto why = why_none_implements(store, find_definitions(store, scope, condition.written));
  if (!why.empty()) notes.push_back(std::move(why));
}

bool asks_of_chain(const lang::Condition& condition) {
  return condition.kind == lang::Condition::chain ||
         std::any_of(condition.parts.begin(), condition.parts.end(), asks_of_chain);
}

// What is referred to and not imported has overrides that nothing states.
void add_few_override(Store& store, const Scope& scope, const lang::Condition& condition,
                      std::vector<std::string>& notes) {
  for (const auto& part : condition.parts) add_few_override(store, scope, part, notes);
  const bool asks = condition.kind == lang::Condition::relation && !condition.written.empty() &&
                    condition.subject == lang::Subject::overrides;
  if (!asks) return;
  auto why = why_few_override(store, scope, condition.written);
  if (!why.empty()) notes.push_back(std::move(why));
}

// Names of relations that nothing is called.
void add_unknown(Store& store, const Scope& scope, const lang::Condition& condition,
                 std::vector<std::string>& notes) {
  for (const auto& part : condition.parts) add_unknown(store, scope, part, notes);
  if (condition.kind != lang::Condition::relation || condition.written.empty()) return;
  const auto named = symbol_named(store, scope, condition.written);
  const bool is_unknown = named.definitions.empty() &&
                          References(store, scope).to(named.name, kEveryKind).empty() &&
                          external_names(store, scope, named.name).names.empty();
  if (!is_unknown) return;
  if (condition.subject == lang::Subject::overrides &&
      !why_few_override(store, scope, condition.written).empty())
    return;  // which is said
  notes.push_back(unknown_name(store, scope, named.name));
}

bool asks_of_history(const lang::Condition& condition) {
  return condition.subject == lang::Subject::author || condition.subject == lang::Subject::dated ||
         std::any_of(condition.parts.begin(), condition.parts.end(), asks_of_history);
}

// Says why the history of a snapshot's files is not known.
void add_history(Store& store, const Scope& scope, std::vector<std::string>& notes) {
  for (const int64_t snapshot : scope.snapshots)
    if (const auto log = file_log(store.index(), snapshot); !log->note.empty())
      notes.push_back("snapshot " + std::to_string(snapshot) + ": " + log->note);
}

}  // namespace

std::vector<std::string> notes_of(Store& store, const Scope& scope, const lang::Resolved& query,
                                  const lang::Plan& plan, bool is_empty) {
  auto notes = query.notes;
  const auto add = [&](std::string why) {
    if (!why.empty()) notes.push_back(std::move(why));
  };
  if (asks_of_history(query.where)) add_history(store, scope, notes);
  add_few_override(store, scope, query.where, notes);
  if (!is_empty) return notes;
  if (asks_of_references(query.where)) add(why_no_references(store, scope));
  if (asks_of_chain(query.where))
    notes.emplace_back(
        "a chain follows calls as they are written: from a method of an interface or a base none "
        "goes on to what implements or overrides it");
  const size_t said = notes.size();
  add_by_name(store, scope, query.where, notes);
  if (notes.size() == said) add_unknown(store, scope, query.where, notes);
  add_unstated(store, scope, query.where, notes);
  const auto& collections = plan.collections;
  if (!query.words.empty() &&
      std::any_of(collections.begin(), collections.end(),
                  [](const auto* collection) { return collection->kind == "file"; }))
    add(why_no_words(store, scope));
  return notes;
}

}  // namespace dossier
