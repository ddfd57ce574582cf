#include "queries/ops/exact_type_refs.h"

#include <map>
#include <set>
#include <tuple>

#include "engine/fact.h"
#include "engine/json.h"
#include "engine/unicode.h"
#include "queries/ops/definitions.h"

namespace dossier {
namespace {

constexpr size_t kReasons = 10;

struct Hit {
  std::string module, path;
  std::vector<std::string> reasons;
};

// Hits in discovery order: snapshots as the scope lists them, modules by position, types by id.
using Place = std::tuple<size_t, int64_t, int64_t>;
using Hits = std::map<Place, Hit>;

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

std::string reason(const Definition& source, int64_t kind, std::optional<int64_t> il_offset) {
  std::string text(name_of(static_cast<ReferenceKind>(kind)));
  text += " in " + source.key;
  if (il_offset) text += " at IL " + std::to_string(*il_offset);
  return text;
}

void collect(Store& store, size_t index, int64_t snapshot, const std::string& type,
             const std::set<std::string>& types, Hits& hits) {
  for (const auto& row : store.rows<sql::RefsByType>(std::string_view(type), snapshot)) {
    const auto source = definition_of(store, row.source);
    if (!source || types.contains(source->type)) continue;
    Hit& hit = hits[{index, row.position, source->type_symbol}];
    if (hit.module.empty()) {
      hit.module = row.module;
      hit.path = row.path;
    }
    if (hit.reasons.size() < kReasons) {
      hit.reasons.push_back(reason(*source, row.kind, row.il_offset));
    }
  }
}

void write(Store& store, JsonWriter& json, int64_t type, int64_t snapshot, const Hit& hit) {
  auto cards = store.rows<sql::TypeCard>(type, snapshot);
  const auto card = cards.next();
  if (!card) throw Error(ErrorCode::corrupt, "a member has no type", "_type");
  json.begin_object()
      .field("kind", "typeRef")
      .field("name", card->name)
      .field("fullName", card->full_name)
      .field("moduleName", hit.module)
      .field("assemblyPath", hit.path)
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
  Hits hits;
  for (size_t i = 0; i < scope.snapshots.size(); ++i) {
    for (const auto& type : types) collect(store, i, scope.snapshots[i], type, types, hits);
  }
  JsonWriter json;
  json.begin_object().field("identifier", wanted).key("hits").begin_array();
  int64_t returned = 0;
  for (const auto& [place, hit] : hits) {
    if (returned == limit) break;
    ++returned;
    write(store, json, std::get<2>(place), scope.snapshots[std::get<0>(place)], hit);
  }
  const auto total = static_cast<int64_t>(hits.size());
  Answer answer;
  answer.body = json.end_array().end_object().take();
  answer.complete = {total, true, returned, returned < total, scope.text()};
  answer.log = "find_type_references(): identifier=" + quoted(wanted) +
               ", exact, hits=" + std::to_string(returned);
  return answer;
}

}  // namespace dossier
