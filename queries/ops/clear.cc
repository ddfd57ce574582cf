// Clear lookup (docs/http-api.md): an identifier to the type it names and where that lies.
#include <optional>
#include <vector>

#include "engine/first_row.h"
#include "engine/unicode.h"
#include "queries/graph/split.h"
#include "queries/ops/filters.h"
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
  std::vector<std::string> also_in;
};

// What the request says beside the identifier, in any case.
struct Filter {
  Store& store;
  const std::string& module;
  const std::string& name_space;

  /// The source of a type that is not filtered out.
  std::optional<std::string> source_of(std::string_view its_module, std::string_view path,
                                       int64_t type, int64_t snapshot) const {
    const auto card = first_row<sql::TypeCard>(store, type, snapshot);
    if (!card || !is_in_module(module, its_module, path) ||
        !(name_space.empty() || equal_ignoring_case(card->name_space, name_space)))
      return std::nullopt;
    return std::string(card->source_path);
  }
};

// Overloads of one type are one answer.
std::vector<Candidate> candidates_of(const std::vector<Whole>& wholes, const Filter& filter) {
  std::vector<Candidate> found;
  const Definition* last = nullptr;
  for (const auto& [one, parts] : wholes) {
    const bool is_overload = last && !one.is_type && one.type_symbol == last->type_symbol &&
                             one.snapshot == last->snapshot && one.path == last->path;
    last = &one;
    if (is_overload) continue;
    Candidate candidate{one.path, one.type, {}, one.module, {}, {}, places_of(parts)};
    if (!one.is_type) {
      candidate.member = one.full_name.empty()
                             ? one.key.substr(0, one.key.find('(', one.type.size()))
                             : one.full_name;
      candidate.member_kind = one.kind;
    }
    const auto source = filter.source_of(one.module, one.path, one.type_symbol, one.snapshot);
    if (!source) continue;
    candidate.source_path = *source;
    found.push_back(std::move(candidate));
  }
  return found;
}

std::vector<Definition> containing(Store& store, const Scope& scope, std::string_view wanted,
                                   const Filter& filter, size_t limit) {
  std::vector<Definition> found;
  const std::string lowered = lower(wanted), scope_text = scope.text();
  for (const auto& row :
       store.rows<sql::TypesContaining>(std::string_view(lowered), std::string_view(scope_text))) {
    // The index answers for name or full name; this lookup is about full names.
    if (!contains_ignoring_case(row.full_name, lowered)) continue;
    if (!filter.source_of(row.module, row.path, row.symbol, row.snapshot)) continue;
    Definition& one = found.emplace_back();
    one.symbol = one.type_symbol = row.symbol;
    one.snapshot = row.snapshot;
    one.is_type = true;
    one.type = one.key = row.full_name;
    one.module = row.module;
    one.path = row.path;
    if (found.size() == limit) break;
  }
  return found;
}

void write_only(Answer& answer, const Candidate& found) {
  answer.field("assemblyPath", found.path);
  answer.field("typeFullName", found.type);
  answer.field("sourcePath", found.source_path);
  answer.texts("alsoIn", found.also_in);
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
  const std::string module = module_meant(store, scope, question.text("module"));
  const Filter filter{store, module, question.text("namespace")};
  const auto in_module = [&](std::vector<Definition> definitions) {
    if (!module.empty())
      std::erase_if(definitions, [&](const Definition& one) {
        return !is_in_module(module, one.module, one.path);
      });
    return put_together(store, std::move(definitions));
  };
  auto wholes = in_module(types_called(store, scope, wanted));
  auto found = candidates_of(wholes, filter);
  if (found.empty()) {
    wholes = put_together(
        store, containing(store, scope, wanted, filter, static_cast<size_t>(question.limit()) + 1));
    found = candidates_of(wholes, filter);
  }
  if (found.empty()) {
    wholes = in_module(members_called(store, scope, wanted));
    found = candidates_of(wholes, filter);
  }

  const std::string_view status = status_of(found.size());
  answer.field("status", status);
  answer.field("identifier", wanted);
  auto& [complete, refusal, is_late, log] = answer.outcome;
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
constexpr Column kColumns[] = {
    {"assemblyPath", 3, "assembly", Column::path}, {"typeFullName", 1, "type", Column::symbol},
    {"sourcePath", 4, "source", Column::path},     {"moduleName", 2, "module"},
    {"memberFullName", 0, {}, Column::symbol},     {"memberKind"}};

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
