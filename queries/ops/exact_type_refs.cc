#include "queries/ops/exact_type_refs.h"

#include <set>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/stored.h"
#include "engine/unicode.h"
#include "queries/graph/definitions.h"
#include "queries/graph/reference_rows.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr size_t kReasons = 10;

// A type that refers to one that is asked for.
struct Hit {
  size_t module = 0;
  int64_t type = 0;
  std::vector<std::string> reasons;
};

// The types that the lookup is about, as the text lookup chooses them; the name itself where none
// is defined in scope.
std::set<std::string> subjects(Store& store, const std::string& scope, std::string_view wanted) {
  std::set<std::string> types;
  const std::string lowered = lower(wanted);
  for (const auto& row :
       store.rows<sql::TypesContaining>(std::string_view(lowered), std::string_view(scope))) {
    const bool is_meant =
        lower(row.name) == lowered || lower(row.full_name).find(lowered) != std::string::npos;
    if (is_meant) types.emplace(row.full_name);
  }
  if (types.empty()) types.emplace(wanted);
  return types;
}

std::string reason(Store& store, const Definition& source, const FoundReference& found) {
  std::string text(name_of(stored_reference_kind(found.kind)));
  text += " in " + source.key;
  if (const auto row = first_row<sql::RefAt>(store, found.source, found.use); row && row->il_offset)
    text += " at IL " + std::to_string(*row->il_offset);
  return text;
}

// In discovery order.
std::vector<Hit> hits_of(Store& store, ReferenceRows& references,
                         const std::set<std::string>& types) {
  std::vector<FoundReference> found;
  for (const auto& type : types) append(found, references.to_type(type, kEveryKind));
  ReferenceRows::order(found);
  std::vector<Hit> hits;
  std::optional<Definition> source;
  bool is_subject = false;
  for (const FoundReference& one : found) {
    if (!source || source->symbol != one.source) {
      source = definition_of(store, one.source);
      is_subject = source && types.contains(source->type);
    }
    if (!source || is_subject) continue;
    if (hits.empty() || hits.back().type != source->type_symbol ||
        hits.back().module != one.module) {
      hits.push_back({one.module, source->type_symbol, {}});
    }
    auto& reasons = hits.back().reasons;
    if (reasons.size() < kReasons) reasons.push_back(reason(store, *source, one));
  }
  return hits;
}

bool write(Store& store, Answer& answer, const ScopeModule& module, const Hit& hit) {
  const auto card = first_row<sql::TypeCard>(store, hit.type, module.snapshot);
  if (!card) throw Error(ErrorCode::corrupt, "a member has no type", "_type");
  return answer.row({"typeRef", card->name, card->full_name, module.name, module.path,
                     card->source_path, Value::Texts(hit.reasons)});
}

}  // namespace

void exact_type_refs(Store& store, Question& question, Answer& answer) {
  const std::string_view wanted = question.symbol();
  const Scope& scope = question.scope();
  const auto types = subjects(store, scope.text(), wanted);
  ReferenceRows references(store, scope);
  const auto hits = hits_of(store, references, types);
  for (const Hit& hit : hits)
    if (!write(store, answer, references.modules()->modules[hit.module], hit)) break;
  answer.count(static_cast<int64_t>(hits.size()));
  answer.outcome.log = "find_type_references(): identifier=" + in_quotes(wanted) +
                       ", exact, hits=" + std::to_string(answer.outcome.complete.returned);
}

}  // namespace dossier
