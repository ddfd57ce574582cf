// Type references by text (docs/http-api.md): the types whose base type or members'
// signatures and full names contain a type's name. The index finds the rows that contain one; this
// groups them by type.
#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include "engine/fact.h"
#include "engine/json.h"
#include "engine/unicode.h"
#include "queries/graph/identifier.h"
#include "queries/ops/exact_type_refs.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr size_t kReasons = 10;

// The types that a lookup is about, and the texts that count as a mention of one.
struct Subject {
  std::unordered_set<std::string> full_names;
  std::vector<std::string>
      tokens;  // lower-cased; none contains the identifier but the first, which is it
};

Subject find_subject(Store& store, std::string_view scope, const std::string& lowered) {
  Subject subject;
  std::unordered_set<std::string> tokens = {lowered};
  subject.tokens.push_back(lowered);
  const auto add = [&](std::string token) {
    // A token that contains the identifier is implied by it.
    if (token.empty() || token.find(lowered) != std::string::npos) return;
    if (tokens.insert(token).second) subject.tokens.push_back(std::move(token));
  };
  for (const auto& row : store.rows<sql::TypesContaining>(std::string_view(lowered), scope)) {
    std::string name = lower(row.name), full = lower(row.full_name);
    if (name != lowered && full.find(lowered) == std::string::npos) continue;
    subject.full_names.emplace(row.full_name);
    add(std::move(name));
    add(std::move(full));
  }
  return subject;
}

std::string to_json(const std::vector<std::string>& tokens) {
  JsonWriter json;
  json.begin_array();
  for (const auto& token : tokens) json.value(token);
  return json.end_array().take();
}

// The type at hand while rows come in discovery order: its row if its base type counts, then its
// members.
struct Current {
  int64_t id = 0;
  int64_t last = -1;
  int64_t snapshot = 0;
  std::string name, full_name, module, path, source_path;
  std::vector<std::string> reasons;
  bool counts = false;  // not one of the types asked about

  bool holds(int64_t symbol, int64_t in) const {
    return symbol >= id && symbol <= last && snapshot == in;
  }
};

std::string_view usual_word(int64_t kind, int64_t flags) {
  switch (static_cast<MemberKind>(kind)) {
    case MemberKind::field:
      return "field";
    case MemberKind::method:
      return (flags & kConstructor) != 0 ? "constructor" : "method";
    case MemberKind::property:
      return "property";
    case MemberKind::event:
      return "event";
  }
  return "member";
}

std::string reason_of(Store& store, const sql::Mentions::Row& row) {
  std::string word = "member";
  {
    auto owners = store.rows<sql::MemberOwner>(row.symbol);
    if (const auto owner = owners.next()) {
      if (!owner->member_type)
        word = usual_word(owner->kind, owner->flags);
      else if (!owner->member_type->empty())
        word = lower(*owner->member_type);
    }
  }
  std::string reason = word + " " + std::string(row.name);
  return row.signature.empty() ? reason + " fullName=" + std::string(row.full_name)
                               : reason + " sig=" + std::string(row.signature);
}

void enter_type(Store& store, const sql::Mentions::Row& row, const Subject& subject,
                Current& current) {
  int64_t type = row.symbol;
  if (row.kind == "member") {
    auto owners = store.rows<sql::MemberOwner>(row.symbol);
    if (const auto owner = owners.next()) type = owner->type;
  }
  auto cards = store.rows<sql::TypeCard>(type, row.snapshot);
  const auto card = cards.next();
  if (!card) throw Error(ErrorCode::corrupt, "a member has no type", "_type");
  current = {type,
             card->last,
             row.snapshot,
             std::string(card->name),
             std::string(card->full_name),
             std::string(row.module),
             std::string(row.path),
             std::string(card->source_path),
             {},
             !subject.full_names.contains(std::string(card->full_name))};
}

void write(JsonWriter& json, const Current& hit) {
  json.begin_object()
      .field("kind", "typeRef")
      .field("name", hit.name)
      .field("fullName", hit.full_name)
      .field("moduleName", hit.module)
      .field("assemblyPath", hit.path)
      .field("sourcePath", hit.source_path)
      .key("reasons")
      .begin_array();
  for (const auto& reason : hit.reasons) json.value(reason);
  json.end_array().end_object();
}

// Writes at most `limit` hits; returns how many there are, counted to limit + 1.
int64_t write_hits(Store& store, JsonWriter& json, std::string_view scope, const Subject& subject,
                   int64_t limit) {
  int64_t hits = 0;
  Current current;
  const auto flush = [&] {
    if (current.reasons.empty()) return;
    if (++hits <= limit) write(json, current);
    current.reasons.clear();
  };
  const std::string tokens = to_json(subject.tokens);
  for (const auto& row : store.rows<sql::Mentions>(std::string_view(tokens), scope)) {
    // The same module may stand twice in a scope: its types come round again.
    const bool again = row.kind == "type" && row.symbol == current.id;
    if (!current.holds(row.symbol, row.snapshot) || again || row.path != current.path) {
      flush();
      if (hits > limit) return hits;
      enter_type(store, row, subject, current);
    }
    if (!current.counts || current.reasons.size() >= kReasons) continue;
    current.reasons.push_back(row.kind == "type" ? "baseType=" + std::string(row.base_type)
                                                 : reason_of(store, row));
  }
  flush();
  return hits;
}

Answer type_refs(Store& store, const Arguments& arguments) {
  const auto cap = parse_cap(arguments.text("maxResults"), kLookupCap);
  if (!cap) return refusal(400, "maxResults must be an integer");
  const std::string_view wanted = normal_identifier(arguments.text("identifier"));
  if (wanted.empty()) return refusal(400, "missing 'identifier' query parameter");

  if (arguments.flag("exact")) {
    return exact_type_refs(store, arguments, wanted, arguments.unlimited ? INT64_MAX - 1 : *cap);
  }
  const std::string scope =
      store.scope(arguments.text("project"), arguments.text("snapshot")).text();
  const int64_t limit = arguments.unlimited ? INT64_MAX - 1 : *cap;
  const Subject subject = find_subject(store, scope, lower(wanted));
  JsonWriter json;
  json.begin_object().field("identifier", wanted).key("hits").begin_array();
  const int64_t hits = write_hits(store, json, scope, subject, limit);
  Answer answer;
  answer.body = json.end_array().end_object().take();
  const int64_t returned = std::min(hits, limit);
  answer.complete = {returned, hits <= limit, returned, hits > limit, scope};
  answer.log = "find_type_references(): identifier=" + in_quotes(wanted) +
               ", max_results=" + std::to_string(*cap) + ", hits=" + std::to_string(returned);
  return answer;
}

constexpr OpField kFields[] = {
    {"identifier", OpField::text, true, "Name or full name of a type, or a part of it"},
    {"exact", OpField::flag, false, "From exact references instead of text"},
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {
    {"fullName", "type"}, {"reasons", "because of"}, {"moduleName", "module"}};

}  // namespace

const Op kTypeRefs = {
    "type-refs",
    "type_refs",
    "/api/search/typeRefs",
    "The types that mention a type in a base type, signature or full name",
    "dossier type-refs Game.PlayerStats",
    kFields,
    "hits",
    kColumns,
    kLookupCap,
    type_refs,
};

}  // namespace dossier
