// Exact references: who refers to a symbol, or what a symbol refers to, from IL and metadata (and,
// by name alone, from sources).
#include <algorithm>
#include <set>
#include <utility>

#include "engine/fact.h"
#include "engine/json.h"
#include "queries/ops/definitions.h"
#include "queries/ops/identifier.h"
#include "queries/ops/ops.h"
#include "queries/ops/other_names.h"
#include "queries/ops/scope_fields.h"

namespace dossier {
namespace {

constexpr std::string_view kKinds =
    "call, new, ftn, read, write, addr, type, base, interface, signature, attribute, override, "
    "import, rpc";

// "call,new" as a set of bits; nothing where a word is no kind.
std::optional<uint32_t> parse_kinds(std::string_view text) {
  if (text.empty()) return ~0u;
  uint32_t set = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    uint32_t bit = 0;
    for (uint8_t kind = 1; kind <= static_cast<uint8_t>(ReferenceKind::rpc); ++kind) {
      if (name_of(static_cast<ReferenceKind>(kind)) == word) bit = 1u << kind;
    }
    if (bit == 0) return std::nullopt;
    set |= bit;
  }
  return set;
}

// Rows as they are written, up to the limit and one more counted.
struct Writer {
  JsonWriter json;
  uint32_t kinds = ~0u;
  int64_t limit = 0;
  int64_t hits = 0;
  bool more = false;
  std::set<std::pair<int64_t, int64_t>> written;  // incoming ones: a name may find them again

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

template <typename Row>
void write_incoming(Store& store, Writer& out, const Row& row) {
  if (!out.written.emplace(row.source, row.seq).second || !out.admits(row.kind)) return;
  const auto source = definition_of(store, row.source);
  out.json.begin_object()
      .field("kind", name_of(static_cast<ReferenceKind>(row.kind)))
      .field("source", source ? std::string_view(source->key) : row.module)
      .field("sourceType", source ? source->type : "")
      .field("token", source ? source->token : 0)
      .field("target", row.target)
      .field("targetScope", row.target_scope)
      .field("moduleName", row.module)
      .field("assemblyPath", row.path);
  write_place(out.json, row.il_offset, row.line, row.by_name != 0);
  out.json.end_object();
}

// What refers to a source's definition by another of its names.
void incoming_by_name(Store& store, const Scope& scope, const std::vector<Definition>& found,
                      Writer& out) {
  const auto write = [&](OtherNames& names, std::string_view name, auto rows) {
    for (const auto& row : rows) {
      if (!row.by_name || !names.may_be_meant(name, row.module_id)) continue;
      write_incoming(store, out, row);
      if (out.more) return;
    }
  };
  for (const Definition& definition : found) {
    OtherNames names(store, scope, definition);
    for (const std::string_view name : names.keys()) {
      if (definition.is_type) {
        write(names, name, store.rows<sql::RefsByType>(name, definition.snapshot));
      }
      // Of a type too: Python and others call it like a member of its module.
      write(names, name, store.rows<sql::RefsByKey>(name, definition.snapshot));
      if (out.more) return;
    }
  }
}

void incoming(Store& store, const Scope& scope, std::string_view wanted,
              const std::vector<Definition>& found, Writer& out) {
  std::vector<std::string> types, keys;
  const auto add = [](std::vector<std::string>& list, std::string text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
  };
  for (const Definition& definition : found) {
    if (definition.is_type) {
      add(types, definition.type);
    } else {
      for (auto& key : keys_of(store, definition)) add(keys, std::move(key));
    }
  }
  if (found.empty()) {
    add(types, std::string(wanted));
    for (auto& key : keys_called(store, wanted)) add(keys, std::move(key));
  }
  for (const int64_t snapshot : scope.snapshots) {
    for (const auto& type : types) {
      for (const auto& row : store.rows<sql::RefsByType>(std::string_view(type), snapshot)) {
        write_incoming(store, out, row);
        if (out.more) return;
      }
    }
  }
  // What is not defined in scope is a type or a member, never both.
  if (found.empty() && out.hits > 0) return;
  for (const int64_t snapshot : scope.snapshots) {
    for (const auto& key : keys) {
      for (const auto& row : store.rows<sql::RefsByKey>(std::string_view(key), snapshot)) {
        write_incoming(store, out, row);
        if (out.more) return;
      }
    }
  }
  incoming_by_name(store, scope, found, out);
}

void outgoing(Store& store, const std::vector<Definition>& found, Writer& out) {
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
  const auto found = find_definitions(store, scope, wanted);
  Writer out;
  out.kinds = *kinds;
  out.limit = arguments.unlimited ? INT64_MAX - 1 : *cap;
  const bool is_from = arguments.has("from") && arguments.text("from") != "false";
  out.json.begin_object()
      .field("identifier", wanted)
      .field("definitions", static_cast<int64_t>(found.size()))
      .key("hits")
      .begin_array();
  if (is_from) {
    outgoing(store, found, out);
  } else {
    incoming(store, scope, wanted, found, out);
  }
  Answer answer;
  answer.body = out.json.end_array().end_object().take();
  answer.complete = {out.hits, !out.more, out.hits, out.more, scope.text()};
  answer.log = "refs(): identifier=" + quoted(wanted) + (is_from ? ", from" : "") +
               ", hits=" + std::to_string(out.hits);
  return answer;
}

constexpr OpField kFields[] = {
    {"identifier", OpField::text, true, "A type or member, by full or short name or by key"},
    {"kind", OpField::text, false, "Only these kinds, comma separated: call, new, read, base, …"},
    {"from", OpField::flag, false, "What it refers to, instead of what refers to it"},
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
