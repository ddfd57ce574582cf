#include "queries/ops/exact_type_refs.h"

#include <set>

#include "engine/fact.h"
#include "engine/json.h"
#include "engine/unicode.h"
#include "queries/graph/incoming.h"
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

std::string reason(Store& store, const Definition& source, const Incoming& found) {
  std::string text(name_of(static_cast<ReferenceKind>(found.kind)));
  text += " in " + source.key;
  auto rows = store.rows<sql::RefAt>(found.source, found.seq);
  if (const auto row = rows.next(); row && row->il_offset)
    text += " at IL " + std::to_string(*row->il_offset);
  return text;
}

// In discovery order.
std::vector<Hit> hits_of(Store& store, IncomingReferences& references,
                         const std::set<std::string>& types) {
  std::vector<Incoming> found;
  for (const auto& type : types) {
    const auto some = references.to_any(type, kEveryKind);
    found.insert(found.end(), some.begin(), some.end());
  }
  IncomingReferences::order(found);
  std::vector<Hit> hits;
  std::optional<Definition> source;
  bool is_subject = false;
  for (const Incoming& one : found) {
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

void write(Store& store, JsonWriter& json, const ScopeModule& module, const Hit& hit) {
  auto cards = store.rows<sql::TypeCard>(hit.type, module.snapshot);
  const auto card = cards.next();
  if (!card) throw Error(ErrorCode::corrupt, "a member has no type", "_type");
  json.begin_object()
      .field("kind", "typeRef")
      .field("name", card->name)
      .field("fullName", card->full_name)
      .field("moduleName", module.name)
      .field("assemblyPath", module.path)
      .field("sourcePath", card->source_path)
      .key("reasons")
      .begin_array();
  for (const auto& text : hit.reasons) json.value(text);
  json.end_array().end_object();
}

}  // namespace

Answer exact_type_refs(Store& store, const Arguments& arguments, std::string_view wanted,
                       int64_t limit) {
  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  const auto types = subjects(store, scope.text(), wanted);
  IncomingReferences references(store, scope);
  const auto hits = hits_of(store, references, types);
  JsonWriter json;
  json.begin_object().field("identifier", wanted).key("hits").begin_array();
  int64_t returned = 0;
  for (const Hit& hit : hits) {
    if (returned == limit) break;
    ++returned;
    write(store, json, references.modules()[hit.module], hit);
  }
  const auto total = static_cast<int64_t>(hits.size());
  Answer answer;
  answer.body = json.end_array().end_object().take();
  answer.complete = {total, true, returned, returned < total, scope.text()};
  answer.log = "find_type_references(): identifier=" + in_quotes(wanted) +
               ", exact, hits=" + std::to_string(returned);
  return answer;
}

}  // namespace dossier
