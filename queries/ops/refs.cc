// Exact references: who refers to a symbol, or what a symbol refers to, from IL and metadata (and,
// by name, from sources; `sure` says how sure it is that such a one means the symbol). Metadata
// states only explicit overrides; those by name and signature follow, marked `implicit`, where that
// kind is asked for: they take longer to find. In assemblies a read or a write of a property is a
// call of its accessor, and is found by either.
#include <algorithm>
#include <set>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/nearest.h"
#include "engine/stored.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/implicit_overrides.h"
#include "queries/graph/named_references.h"
#include "queries/graph/source_overrides.h"
#include "queries/graph/symbol_names.h"
#include "queries/ops/explain.h"
#include "queries/ops/filters.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

std::vector<std::string_view> every_kind() {
  std::vector<std::string_view> names;
  for (uint8_t kind = 1; kind <= static_cast<uint8_t>(ReferenceKind::rpc); ++kind)
    names.push_back(name_of(static_cast<ReferenceKind>(kind)));
  return names;
}

std::string no_kind(std::string_view word) {
  const auto known = every_kind();
  std::string text =
      "no kind of reference is called '" + std::string(word) + "'" + suggestion(word, known) + "; ";
  for (const auto name : known)
    text.append(name == known.front() ? "kinds are " : ", ").append(name);
  return text;
}

// "call,new" as a set of bits; absent if a word is not a kind, which `wrong` then is.
std::optional<uint32_t> parse_kinds(std::string_view text, std::string_view& wrong) {
  if (text.empty()) return kEveryKind;
  const auto known = every_kind();
  uint32_t set = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const auto at = std::find(known.begin(), known.end(), word);
    if (at == known.end()) {
      wrong = word;
      return std::nullopt;
    }
    set |= 2u << (at - known.begin());
  }
  return set;
}

struct Wanted {
  uint32_t set = kEveryKind;
  bool by_name = false;   // also what goes by the name alone
  bool implicit = false;  // overrides by name and signature, too: asked for by their kind
};

bool write_incoming(Store& store, Answer& answer, const ScopeModule& module,
                    const FoundReference& found) {
  const auto row = first_row<sql::RefAt>(store, found.source, found.use);
  if (!row)
    throw Error(ErrorCode::corrupt, "an index names a reference that is missing", "_reference");
  const auto source = definition_of(store, found.source);
  // Of what a .proto defines the name that its generators made says little: price, Price, GetPrice.
  const bool is_made = found.kind == static_cast<int64_t>(ReferenceKind::rpc);
  return answer.row(
      {name_of(stored_reference_kind(found.kind)), source ? source->key : module.name,
       source ? source->type : "", source ? source->token : 0,
       is_made ? row->target_key : row->target, row->target_scope, module.name, module.path,
       Value(), Value(), row->il_offset, Value::present(row->line), Value::present(row->column),
       Value::only_if(row->by_name != 0), Value(),
       row->by_name != 0 || found.sure != Sure::resolved ? Value(name_of(found.sure)) : Value()});
}

bool write_implicit(Answer& answer, const Definition& from, const Definition& to,
                    const Definition& place) {
  return answer.row({name_of(ReferenceKind::override), from.key, from.type, from.token, to.key,
                     to.module, place.module, place.path, Value(), Value(), nullptr, Value(),
                     Value(), Value(), true, Value()});
}

void incoming(Store& store, const Scope& scope, std::string_view wanted,
              const std::vector<Definition>& definitions, const Wanted& kinds, Answer& answer) {
  References references(store, scope);
  std::vector<FoundReference> found;
  for (const Definition& definition : definitions)
    append(found, references.to_used(definition, kinds.set));
  if (definitions.empty()) found = references.to(wanted, kinds.set);
  NamedReferences by_name(store, scope, references);
  append(found, by_name.to_bare(wanted, definitions, kinds.set));
  ReferenceRows::order(found);
  const auto named = by_name.by_name(wanted, definitions, kinds.set, found);
  if (kinds.by_name) {
    append(found, named);
    ReferenceRows::order(found);
  }
  for (const FoundReference& one : found)
    if (!write_incoming(store, answer, references.module(one), one)) break;
  auto total = static_cast<int64_t>(found.size());
  bool is_cut = false;
  if (kinds.implicit) {
    ImplicitOverrides implicit(store.statements(), scope);
    SourceOverrides sources(store.statements(), store.index().modules(scope.text()));
    std::set<std::pair<int64_t, std::string>> written;
    const auto write = [&](const std::vector<Definition>& all, const Definition& definition) {
      for (const Definition& from : all) {
        // Of what is declared in one place and defined in another one.
        if (!written.emplace(from.symbol, definition.key).second) continue;
        ++total;
        if (!answer.is_full()) write_implicit(answer, from, definition, from);
      }
    };
    for (const Definition& definition : definitions) {
      write(implicit.of({definition}), definition);
      write(sources.of(definition), definition);
    }
    is_cut = sources.is_cut();
  }
  answer.count(total);
  if (note_cut(answer, references.evidence().is_cut() || is_cut)) return;
  if (kinds.implicit && definitions.empty())
    if (auto why = why_few_override(store, scope, wanted); !why.empty())
      return answer.note(std::move(why));
  const bool is_used_elsewhere =
      std::any_of(found.begin(), found.end(), [&](const FoundReference& one) {
        return std::none_of(definitions.begin(), definitions.end(), [&](const Definition& it) {
          return it.module == references.module(one).name;
        });
      });
  if (!is_used_elsewhere && note_unrecorded(answer, store, definitions)) return;
  explain(answer, store, scope, {wanted, definitions, kinds.by_name ? 0 : named.size()});
}

void outgoing(Store& store, const Scope& scope, std::string_view wanted,
              const std::vector<Definition>& found, const Wanted& kinds, Answer& answer) {
  ImplicitOverrides implicit(store.statements(), scope);
  SourceOverrides sources(store.statements(), store.index().modules(scope.text()));
  for (const Definition& definition : found) {
    for (const auto& row : store.rows<sql::RefsFrom>(definition.symbol, definition.last)) {
      if ((kinds.set & bit(stored_reference_kind(row.kind))) == 0) continue;
      const auto source = definition_of(store, row.source);
      const bool is_written = answer.row(
          {name_of(stored_reference_kind(row.kind)), source ? source->key : "",
           source ? source->type : "", source ? source->token : 0, row.target, row.target_scope,
           definition.module, definition.path, row.target_type, row.target_key, row.il_offset,
           Value::present(row.line), Value::present(row.column), Value::only_if(row.by_name != 0),
           Value(), Value()});
      if (!is_written) return;
    }
    if (!kinds.implicit) continue;
    for (const auto& all : {implicit.by(definition), sources.by(definition)})
      for (const Definition& to : all)
        if (!write_implicit(answer, definition, to, definition)) return;
  }
  if (note_cut(answer, sources.is_cut())) return;
  if (!note_unknown(answer, store, scope, {wanted, found}) && answer.outcome.complete.returned == 0)
    answer.note(why_no_references(store, scope));
}

void refs(Store& store, Question& question, Answer& answer) {
  std::string_view wrong;
  const auto set = parse_kinds(question.text("kind"), wrong);
  if (!set) return answer.refuse("kind: " + no_kind(wrong));
  const Scope& scope = question.scope();
  const std::string module = module_meant(store, scope, question.text("module"));
  if (auto problem = unknown_module(store, scope, module); !problem.empty())
    return answer.refuse(std::move(problem));
  const auto [wanted, found] = symbol_named(store, scope, question.symbol(), module);
  const Wanted kinds = {*set, question.flag("byName"),
                        *set != kEveryKind && (*set & bit(ReferenceKind::override)) != 0};
  const bool is_from = question.flag("from");
  answer.field("identifier", wanted);
  answer.field("definitions", found.size());
  answer.begin_rows();
  if (found.empty() && !module.empty()) return answer.note(nothing_in_module(module, wanted));
  if (is_from)
    outgoing(store, scope, wanted, found, kinds, answer);
  else
    incoming(store, scope, wanted, found, kinds, answer);
  answer.outcome.log = "refs(): identifier=" + in_quotes(wanted) + (is_from ? ", from" : "") +
                       ", hits=" + std::to_string(answer.outcome.complete.returned);
}

constexpr OpField kFields[] = {
    {"identifier", OpField::symbol, true, "A type or member, by full or short name or by key"},
    {"kind", OpField::text, false, "Only these kinds, comma separated: call, new, read, base, …"},
    {"from", OpField::flag, false, "What it refers to, instead of what refers to it"},
    kByNameField,
    kModuleField,
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"kind", 1, "kind"},
                               {"source", 2, "from", Column::symbol},
                               {"sourceType", 0, {}, Column::symbol},
                               {"token", 0, {}, Column::nothing, Column::integer},
                               {"target", 3, "to", Column::symbol},
                               {"targetScope"},
                               {"moduleName", 7, "module"},
                               {"assemblyPath", 0, {}, Column::path},
                               {"targetType", 0, {}, Column::symbol},
                               {"targetKey", 0, {}, Column::symbol},
                               {"ilOffset", 4, "IL", Column::nothing, Column::integer},
                               {"line", 5, "line", Column::nothing, Column::integer},
                               {"column", 6, "column", Column::nothing, Column::integer},
                               {"byName", 0, {}, Column::nothing, Column::flag},
                               {"implicit", 0, {}, Column::nothing, Column::flag},
                               {"sure", 8, "sure", Column::nothing, Column::text, "resolved"}};

}  // namespace

const Op kRefs = {
    "refs",
    "refs",
    "/api/refs",
    "Exact references to a type or member, or those that it makes",
    "dossier refs UnityEngine.MonoBehaviour",
    kFields,
    "hits",
    kColumns,
    refs,
};

}  // namespace dossier
