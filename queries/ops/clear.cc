// Clear lookup (docs/http-api.md): an identifier to the type it names and where that lies.
#include <algorithm>
#include <set>
#include <vector>

#include "engine/fact.h"
#include "engine/json.h"
#include "engine/unicode.h"
#include "queries/graph/identifier.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

struct Candidate {
  std::string path;
  std::string type;
  std::string source_path;
  std::string module;
  std::string member;  // full name, when a member was named
  std::string member_kind;
};

struct Filter {
  const std::string& module;
  const std::string& name_space;

  bool admits(std::string_view m, std::string_view ns) const {
    return (module.empty() || equal_ignoring_case(m, module)) &&
           (name_space.empty() || equal_ignoring_case(ns, name_space));
  }
};

std::vector<Candidate> exact(Store& store, const Scope& scope, std::string_view wanted,
                             const Filter& filter) {
  std::vector<Candidate> found;
  for (const int64_t snapshot : scope.snapshots)
    for (const auto& row : store.rows<sql::TypesByFullName>(wanted, snapshot))
      if (filter.admits(row.module, row.name_space))
        found.push_back({std::string(row.path),
                         std::string(row.full_name),
                         std::string(row.source_path),
                         std::string(row.module),
                         {},
                         {}});
  return found;
}

std::vector<Candidate> containing(Store& store, const Scope& scope, std::string_view wanted,
                                  const Filter& filter, size_t limit) {
  std::vector<Candidate> found;
  const std::string lowered = lower(wanted), scope_text = scope.text();
  for (const auto& row :
       store.rows<sql::TypesContaining>(std::string_view(lowered), std::string_view(scope_text))) {
    // The index answers for name or full name; this lookup is about full names.
    if (!contains_ignoring_case(row.full_name, lowered)) continue;
    auto cards = store.rows<sql::TypeCard>(row.symbol, row.snapshot);
    const auto card = cards.next();
    if (!card || !filter.admits(row.module, card->name_space)) continue;
    found.push_back({std::string(row.path),
                     std::string(row.full_name),
                     std::string(card->source_path),
                     std::string(row.module),
                     {},
                     {}});
    if (found.size() == limit) break;
  }
  return found;
}

// Members of the types called `type` that are called `name`; `params` without spaces, "" = any
// overload.
void add_members(Store& store, const Scope& scope, std::string_view type, std::string_view name,
                 const std::string& params, const Filter& filter, std::vector<Candidate>& found) {
  for (const int64_t snapshot : scope.snapshots) {
    for (const auto& row : store.rows<sql::TypesByFullName>(type, snapshot)) {
      if (!filter.admits(row.module, row.name_space)) continue;
      for (const auto& member : store.rows<sql::MembersNamed>(row.symbol, name)) {
        const bool method = member.kind == static_cast<int64_t>(MemberKind::method);
        if (!params.empty() && without_spaces(member.params.value_or(method ? "()" : "")) != params)
          continue;
        const std::string full = member.full_name
                                     ? std::string(*member.full_name)
                                     : std::string(row.full_name) + "." + std::string(name);
        found.push_back({std::string(row.path), std::string(row.full_name),
                         std::string(row.source_path), std::string(row.module), full,
                         std::string(name_of(static_cast<MemberKind>(member.kind)))});
        break;  // overloads of one type are one answer
      }
    }
  }
}

// A member's full name, with or without its parameter list. Names may hold dots (explicit interface
// implementations, .ctor), so every dot may be the one between type and member.
std::vector<Candidate> member(Store& store, const Scope& scope, std::string_view wanted,
                              const Filter& filter) {
  std::vector<Candidate> found;
  const size_t open = wanted.find('(');
  const std::string_view base = wanted.substr(0, open);
  const std::string params =
      open == std::string_view::npos ? "" : without_spaces(wanted.substr(open));
  for (size_t dot = base.rfind('.'); dot != std::string_view::npos && dot > 0;
       dot = base.rfind('.', dot - 1))
    add_members(store, scope, base.substr(0, dot), base.substr(dot + 1), params, filter, found);
  if (!found.empty()) return found;
  // An export may give a member a full name that is not made of its type's.
  std::set<int64_t> types;
  for (const auto& row : store.rows<sql::MembersByStoredFullName>(wanted)) {
    if (!types.insert(row.type).second) continue;
    for (const int64_t snapshot : scope.snapshots) {
      std::string type;
      {
        auto cards = store.rows<sql::TypeCard>(row.type, snapshot);
        if (const auto card = cards.next()) type = card->full_name;
      }
      for (const auto& place : store.rows<sql::TypesByFullName>(std::string_view(type), snapshot))
        if (place.symbol == row.type && filter.admits(place.module, place.name_space))
          found.push_back({std::string(place.path), std::string(place.full_name),
                           std::string(place.source_path), std::string(place.module),
                           std::string(wanted),
                           std::string(name_of(static_cast<MemberKind>(row.kind)))});
    }
  }
  return found;
}

void write(JsonWriter& json, const Candidate& candidate, bool with_module) {
  json.field("assemblyPath", candidate.path)
      .field("typeFullName", candidate.type)
      .field("sourcePath", candidate.source_path);
  if (with_module) json.field("moduleName", candidate.module);
  if (!candidate.member_kind.empty())
    json.field("memberFullName", candidate.member).field("memberKind", candidate.member_kind);
}

std::string_view write_body(JsonWriter& json, std::string_view wanted,
                            const std::vector<Candidate>& found, size_t limit) {
  const std::string_view status = found.empty()       ? "not_found"
                                  : found.size() == 1 ? "ok"
                                                      : "ambiguous";
  json.begin_object().field("status", status).field("identifier", wanted);
  if (found.size() == 1) write(json, found.front(), false);
  if (found.size() > 1) {
    json.key("candidates").begin_array();
    for (size_t i = 0; i < std::min(found.size(), limit); ++i) {
      json.begin_object();
      write(json, found[i], true);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
  return status;
}

Answer clear(Store& store, const Arguments& arguments) {
  const std::string_view wanted = normal_identifier(arguments.text("identifier"));
  Answer answer;
  if (wanted.empty()) {
    answer.status = 400;
    answer.body = R"({"status":"bad_request","error":"empty identifier"})";
    return answer;
  }
  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  const Filter filter{arguments.text("module"), arguments.text("namespace")};
  const size_t limit = arguments.unlimited ? SIZE_MAX - 1 : static_cast<size_t>(kLookupCap);
  auto found = exact(store, scope, wanted, filter);
  if (found.empty()) found = containing(store, scope, wanted, filter, limit + 1);
  if (found.empty()) found = member(store, scope, wanted, filter);

  JsonWriter json;
  const std::string_view status = write_body(json, wanted, found, limit);
  answer.body = json.take();
  const auto returned = static_cast<int64_t>(std::min(found.size(), limit));
  answer.complete = {returned, found.size() <= limit, returned, found.size() > limit, scope.text()};
  answer.log =
      "clear_lookup(): identifier=" + in_quotes(wanted) + ", status=" + std::string(status);
  if (found.size() == 1)
    answer.log += ", module=" + found[0].module + ", type=" + found[0].type;
  else if (found.size() > 1)
    answer.log += ", candidates=" + std::to_string(returned);
  return answer;
}

constexpr OpField kFields[] = {
    {"identifier", OpField::text, true, "Full name of a type or member, or a part of a type's"},
    {"module", OpField::text, false, "Only in the module of this name"},
    {"namespace", OpField::text, false, "Only in this namespace"},
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {{"typeFullName", "type"},
                                 {"moduleName", "module"},
                                 {"assemblyPath", "assembly"},
                                 {"sourcePath", "source"}};

}  // namespace

const Op kClear = {
    "clear",
    "clear_lookup",
    "/api/lookup/clear",
    "The type that an identifier names, and the file it is in",
    "dossier clear Game.PlayerStats",
    kFields,
    "candidates",
    kColumns,
    0,
    clear,
};

}  // namespace dossier
