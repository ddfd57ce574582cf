// Exact references: who refers to a symbol, or what a symbol refers to, from IL and metadata (and,
// by name alone, from sources). Metadata states only explicit overrides; those by name and
// signature follow, marked `implicit`, where that kind is asked for: they take longer to find.
#include <algorithm>

#include "engine/fact.h"
#include "engine/json.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/implicit_overrides.h"
#include "queries/graph/incoming.h"
#include "queries/ops/lacking.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr std::string_view kKinds =
    "call, new, ftn, read, write, addr, type, base, interface, signature, attribute, override, "
    "import, rpc";

// "call,new" as a set of bits; nothing where a word is no kind.
std::optional<uint32_t> parse_kinds(std::string_view text) {
  if (text.empty()) return kEveryKind;
  uint32_t set = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    uint32_t named = 0;
    for (uint8_t kind = 1; kind <= static_cast<uint8_t>(ReferenceKind::rpc); ++kind) {
      if (name_of(static_cast<ReferenceKind>(kind)) == word) named = 1u << kind;
    }
    if (named == 0) return std::nullopt;
    set |= named;
  }
  return set;
}

// Rows as they are written, up to the limit and one more counted.
struct Writer {
  JsonWriter json;
  uint32_t kinds = kEveryKind;
  bool implicit = false;  // overrides by name and signature, too: asked for by their kind
  int64_t limit = 0;
  int64_t hits = 0;
  bool more = false;

  /// Whether a row of this kind is to be written; false also when the limit is reached.
  bool admits(int64_t kind) {
    if ((kinds >> kind & 1) == 0) return false;
    if (hits == limit) more = true;
    if (!more) ++hits;
    return !more;
  }
};

void write_place(JsonWriter& json, std::optional<int64_t> il_offset, std::optional<int64_t> line,
                 bool by_name) {
  json.key("ilOffset");
  if (il_offset) {
    json.value(*il_offset);
  } else {
    json.null();
  }
  if (line) json.field("line", *line);
  if (by_name) json.field("byName", true);
}

void write_incoming(Store& store, Writer& out, const ScopeModule& module, const Incoming& found) {
  auto rows = store.rows<sql::RefAt>(found.source, found.seq);
  const auto row = rows.next();
  if (!row) throw Error(ErrorCode::corrupt, "an index names a reference that is not", "_reference");
  const auto source = definition_of(store, found.source);
  // Of what a .proto defines the name that its generators made says little: price, Price, GetPrice.
  const bool is_made = found.kind == static_cast<int64_t>(ReferenceKind::rpc);
  out.json.begin_object()
      .field("kind", name_of(static_cast<ReferenceKind>(found.kind)))
      .field("source", source ? source->key : module.name)
      .field("sourceType", source ? source->type : "")
      .field("token", source ? source->token : 0)
      .field("target", is_made ? row->target_key : row->target)
      .field("targetScope", row->target_scope)
      .field("moduleName", module.name)
      .field("assemblyPath", module.path);
  write_place(out.json, row->il_offset, row->line, row->by_name != 0);
  out.json.end_object();
}

void write_implicit(JsonWriter& json, const Definition& from, const Definition& to,
                    const Definition& place) {
  json.begin_object()
      .field("kind", name_of(ReferenceKind::override))
      .field("source", from.key)
      .field("sourceType", from.type)
      .field("token", from.token)
      .field("target", to.key)
      .field("targetScope", to.module)
      .field("moduleName", place.module)
      .field("assemblyPath", place.path);
  write_place(json, std::nullopt, std::nullopt, false);
  json.field("implicit", true).end_object();
}

/// Writes those up to the limit, and answers how many there are.
int64_t incoming(Store& store, const Scope& scope, std::string_view wanted,
                 const std::vector<Definition>& definitions, Writer& out) {
  IncomingReferences references(store, scope);
  std::vector<Incoming> found;
  for (const Definition& definition : definitions) {
    const auto some = references.to(definition, out.kinds);
    found.insert(found.end(), some.begin(), some.end());
  }
  if (definitions.empty()) found = references.to(wanted, out.kinds);
  const auto bare = references.to_bare(wanted, definitions, out.kinds);
  found.insert(found.end(), bare.begin(), bare.end());
  IncomingReferences::order(found);
  for (const Incoming& one : found) {
    if (!out.admits(one.kind)) break;
    write_incoming(store, out, references.module(one), one);
  }
  auto total = static_cast<int64_t>(found.size());
  if (!out.implicit) return total;
  ImplicitOverrides implicit(store.statements(), scope);
  for (const Definition& definition : definitions) {
    for (const Definition& from : implicit.of({definition})) {
      ++total;
      if (out.admits(static_cast<int64_t>(ReferenceKind::override)))
        write_implicit(out.json, from, definition, from);
    }
  }
  return total;
}

void outgoing(Store& store, const Scope& scope, const std::vector<Definition>& found, Writer& out) {
  ImplicitOverrides implicit(store.statements(), scope);
  for (const Definition& definition : found) {
    for (const auto& row : store.rows<sql::RefsFrom>(definition.symbol, definition.last)) {
      if (!out.admits(row.kind)) {
        if (out.more) return;
        continue;
      }
      const auto source = definition_of(store, row.source);
      out.json.begin_object()
          .field("kind", name_of(static_cast<ReferenceKind>(row.kind)))
          .field("source", source ? source->key : "")
          .field("sourceType", source ? source->type : "")
          .field("token", source ? source->token : 0)
          .field("target", row.target)
          .field("targetScope", row.target_scope)
          .field("moduleName", definition.module)
          .field("assemblyPath", definition.path)
          .field("targetType", row.target_type)
          .field("targetKey", row.target_key);
      write_place(out.json, row.il_offset, row.line, row.by_name != 0);
      out.json.end_object();
    }
    if (!out.implicit) continue;
    for (const Definition& to : implicit.by(definition)) {
      if (!out.admits(static_cast<int64_t>(ReferenceKind::override))) return;
      write_implicit(out.json, definition, to, definition);
    }
  }
}

Answer refs(Store& store, const Arguments& arguments) {
  const auto cap = parse_cap(arguments.text("maxResults"), kLookupCap);
  if (!cap) return refusal(400, "maxResults must be an integer");
  const auto kinds = parse_kinds(arguments.text("kind"));
  if (!kinds) return refusal(400, "kind must be one or more of " + std::string(kKinds));
  const std::string_view wanted = normal_identifier(arguments.text("identifier"));
  if (wanted.empty()) return refusal(400, "missing 'identifier' query parameter");

  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  const auto found = find_definitions(store, scope, wanted, arguments.text("module"));
  Writer out;
  out.kinds = *kinds;
  out.implicit = *kinds != kEveryKind && (*kinds & bit(ReferenceKind::override)) != 0;
  out.limit = arguments.unlimited ? INT64_MAX - 1 : *cap;
  const bool is_from = arguments.flag("from");
  out.json.begin_object()
      .field("identifier", wanted)
      .field("definitions", static_cast<int64_t>(found.size()))
      .key("hits")
      .begin_array();
  Answer answer;
  if (is_from) {
    outgoing(store, scope, found, out);
    answer.complete = {out.hits, !out.more, out.hits, out.more, scope.text()};
  } else {
    const int64_t total = incoming(store, scope, wanted, found, out);
    answer.complete = {total, true, out.hits, out.more, scope.text()};
  }
  out.json.end_array();
  write_lacking(out.json, store, scope, out.hits);
  answer.body = out.json.end_object().take();
  answer.log = "refs(): identifier=" + in_quotes(wanted) + (is_from ? ", from" : "") +
               ", hits=" + std::to_string(out.hits);
  return answer;
}

constexpr OpField kFields[] = {
    {"identifier", OpField::text, true, "A type or member, by full or short name or by key"},
    {"kind", OpField::text, false, "Only these kinds, comma separated: call, new, read, base, …"},
    {"from", OpField::flag, false, "What it refers to, instead of what refers to it"},
    kModuleField,
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {{"kind", "kind"},   {"source", "from"}, {"target", "to"},
                                 {"ilOffset", "IL"}, {"line", "line"},   {"moduleName", "module"}};

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
    kLookupCap,
    refs,
};

}  // namespace dossier
