// Type references by text (docs/http-api.md): the types whose base type or members'
// signatures and full names contain a type's name. The index finds the rows that contain one; this
// groups them by type.
#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/json.h"
#include "engine/stored.h"
#include "engine/unicode.h"
#include "queries/graph/identifier.h"
#include "queries/ops/exact_type_refs.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"
#include "store/member_word.h"

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

std::string reason_of(Store& store, const sql::Mentions::Row& row) {
  std::string word = "member";
  if (const auto owner = first_row<sql::MemberOwner>(store, row.symbol)) {
    if (!owner->member_type)
      word = lower(usual_word(stored_member_kind(owner->kind), owner->flags));
    else if (!owner->member_type->empty())
      word = lower(*owner->member_type);
  }
  std::string reason = word + " " + std::string(row.name);
  return row.signature.empty() ? reason + " fullName=" + std::string(row.full_name)
                               : reason + " sig=" + std::string(row.signature);
}

void enter_type(Store& store, const sql::Mentions::Row& row, const Subject& subject,
                Current& current) {
  int64_t type = row.symbol;
  if (row.kind == "member") {
    if (const auto owner = first_row<sql::MemberOwner>(store, row.symbol)) type = owner->type;
  }
  const auto card = first_row<sql::TypeCard>(store, type, row.snapshot);
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

// False once there are more hits than are to be written.
bool write(Answer& answer, Current& hit) {
  if (hit.reasons.empty()) return true;
  const bool is_written = answer.row({"typeRef", hit.name, hit.full_name, hit.module, hit.path,
                                      hit.source_path, Value::Texts(hit.reasons)});
  hit.reasons.clear();
  return is_written;
}

void write_hits(Store& store, Answer& answer, std::string_view scope, const Subject& subject) {
  Current current;
  const std::string tokens = to_json(subject.tokens);
  for (const auto& row : store.rows<sql::Mentions>(std::string_view(tokens), scope)) {
    // The same module may stand twice in a scope: its types come round again.
    const bool again = row.kind == "type" && row.symbol == current.id;
    if (!current.holds(row.symbol, row.snapshot) || again || row.path != current.path) {
      if (!write(answer, current)) return;
      enter_type(store, row, subject, current);
    }
    if (!current.counts || current.reasons.size() >= kReasons) continue;
    current.reasons.push_back(row.kind == "type" ? "baseType=" + std::string(row.base_type)
                                                 : reason_of(store, row));
  }
  write(answer, current);
}

void type_refs(Store& store, Question& question, Answer& answer) {
  const std::string_view wanted = question.symbol();
  answer.field("identifier", wanted);
  answer.begin_rows();
  if (question.flag("exact")) return exact_type_refs(store, question, answer);
  const std::string scope = question.scope().text();
  write_hits(store, answer, scope, find_subject(store, scope, lower(wanted)));
  answer.outcome.log = "find_type_references(): identifier=" + in_quotes(wanted) +
                       ", max_results=" + std::to_string(question.number("maxResults")) +
                       ", hits=" + std::to_string(answer.outcome.complete.returned);
}

constexpr OpField kFields[] = {
    {"identifier", OpField::symbol, true, "Name or full name of a type, or a part of it"},
    {"exact", OpField::flag, false, "Use exact references instead of text"},
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"kind"},
                               {"name"},
                               {"fullName", 1, "type", Column::symbol},
                               {"moduleName", 3, "module"},
                               {"assemblyPath", 0, {}, Column::path},
                               {"sourcePath", 0, {}, Column::path},
                               {"reasons", 2, "because of", Column::nothing, Column::texts}};

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
    type_refs,
};

}  // namespace dossier
