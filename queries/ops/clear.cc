// Clear lookup (docs/http-api.md): an identifier to the type it names and where that lies.
#include <algorithm>
#include <set>
#include <vector>

#include "engine/fact.h"
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

void write_only(Answer& answer, const Candidate& found) {
  answer.field("assemblyPath", found.path);
  answer.field("typeFullName", found.type);
  answer.field("sourcePath", found.source_path);
  if (found.member_kind.empty()) return;
  answer.field("memberFullName", found.member);
  answer.field("memberKind", found.member_kind);
}

void write_candidates(Answer& answer, const std::vector<Candidate>& found) {
  answer.begin_rows();
  for (const auto& one : found) {
    const bool is_member = !one.member_kind.empty();
    const bool is_written = answer.row({one.path, one.type, one.source_path, one.module,
                                        is_member ? Value(one.member) : Value(),
                                        is_member ? Value(one.member_kind) : Value()});
    if (!is_written) break;
  }
}

void clear(Store& store, Question& question, Answer& answer) {
  const std::string_view wanted = question.symbol();
  if (wanted.empty()) {
    answer.field("status", "bad_request");
    return answer.refuse("empty identifier");
  }
  const Scope& scope = question.scope();
  const Filter filter{question.text("module"), question.text("namespace")};
  auto found = exact(store, scope, wanted, filter);
  if (found.empty())
    found = containing(store, scope, wanted, filter, static_cast<size_t>(question.limit()) + 1);
  if (found.empty()) found = member(store, scope, wanted, filter);

  const std::string_view status = status_of(found.size());
  answer.field("status", status);
  answer.field("identifier", wanted);
  auto& [complete, refusal, log] = answer.outcome;
  log = "clear_lookup(): identifier=" + in_quotes(wanted) + ", status=" + std::string(status);
  if (found.size() == 1) {
    write_only(answer, found[0]);
    complete.total = complete.returned = 1;
    log += ", module=" + found[0].module + ", type=" + found[0].type;
  } else if (found.size() > 1) {
    write_candidates(answer, found);
    log += ", candidates=" + std::to_string(complete.returned);
  }
}

constexpr OpField kFields[] = {
    {"identifier", OpField::symbol, true, "Full name of a type or member, or a part of a type's", 0,
     0, true},
    {"module", OpField::text, false, "Only in the module of this name"},
    {"namespace", OpField::text, false, "Only in this namespace"},
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"assemblyPath", Column::text, Column::path, 3, "assembly"},
                               {"typeFullName", Column::text, Column::symbol, 1, "type"},
                               {"sourcePath", Column::text, Column::path, 4, "source"},
                               {"moduleName", Column::text, Column::nothing, 2, "module"},
                               {"memberFullName", Column::text, Column::symbol},
                               {"memberKind"}};

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
    clear,
};

}  // namespace dossier
