#include "engine/readers/indexes/scip.h"

#include <functional>
#include <utility>

#include "engine/error.h"
#include "engine/readers/indexes/assemble.h"
#include "engine/readers/indexes/scip_declarations.h"
#include "engine/readers/indexes/wire.h"

namespace dossier::indexes {
namespace {

// Field numbers of scip.proto.
enum IndexField : uint32_t { index_metadata = 1, index_document = 2 };

/// One document's module.
class Document {
 public:
  /// Borrows both.
  Document(std::string_view message, const ScipOverloads& overloads)
      : declared_(read_document(message)),
        own_overloads_(declared_.overloads()),
        overloads_(overloads) {}

  /// Returns how many of its symbols could not be read.
  uint64_t hand_over(const FactSink& sink) {
    const ScipDocument& said = declared_.document();
    if (said.path.empty()) throw Error(ErrorCode::invalid, "a document in the index has no path");
    Assembled made = assemble(said.path, language_of(said.path, said.language), declared_.list());
    refer(made);
    sink(std::move(made.module));
    return declared_.unreadable();
  }

 private:
  static ReferenceKind kind_of(const ScipOccurrence& one, const ScipName& name) {
    using Kind = Descriptor::Kind;
    if (one.roles & role_import) return ReferenceKind::import;
    if (name.is_property || name.kind == Kind::term) {
      return one.roles & role_write ? ReferenceKind::write : ReferenceKind::read;
    }
    if (name.kind == Kind::type) return ReferenceKind::type;
    if (name.kind == Kind::package) return ReferenceKind::import;
    return name.is_constructor ? ReferenceKind::new_object : ReferenceKind::call;
  }

  void refer(Assembled& made) {
    ScipEnclosing enclosing(declared_.definitions());
    for (const ScipOccurrence& one : declared_.document().occurrences) {
      const std::string* package = nullptr;
      const ScipName* name = declared_.named(one.symbol, &package);
      if (!name || (one.roles & role_definition)) continue;
      const ScipDefinition* holder = enclosing.of(one.range);
      const uint32_t source = holder ? made.ordinals[holder->declaration] : 0;
      add(made, one.symbol, *name, *package, kind_of(one, *name), source, one.range);
    }
    for (const ScipOccurrence& one : declared_.document().occurrences) {
      if (one.roles & role_definition) implement(made, one);
    }
  }

  /// What a definition's relationships say that it implements.
  void implement(Assembled& made, const ScipOccurrence& one) {
    const ScipName* own = declared_.named(one.symbol);
    const auto& symbols = declared_.document().symbols;
    const auto found = symbols.find(one.symbol);
    if (!own || found == symbols.end()) return;
    const auto declaration = declared_.declaration_of(one.symbol, *own);
    if (!declaration) return;
    const auto kind =
        declared_.list()[*declaration].is_type ? ReferenceKind::interface : ReferenceKind::override;
    for (const auto& symbol : found->second.implements) {
      const std::string* package = nullptr;
      const ScipName* name = declared_.named(symbol, &package);
      if (name) add(made, symbol, *name, *package, kind, made.ordinals[*declaration], one.range);
    }
  }

  /// What a reference calls its target: of an overload with its parameters.
  const std::string& key_of(std::string_view symbol, const ScipName& name) const {
    if (const auto own = own_overloads_.find(symbol); own != own_overloads_.end())
      return own->second;
    const auto other = overloads_.find(std::hash<std::string_view>()(symbol));
    return other == overloads_.end() ? name.key : other->second;
  }

  void add(Assembled& made, std::string_view symbol, const ScipName& name,
           const std::string& package, ReferenceKind kind, uint32_t source,
           const ScipRange& range) {
    Reference reference;
    reference.kind = kind;
    reference.source = source;
    reference.target = keep(made, name.name);
    const bool is_own = declared_.declares(name.key);
    reference.target_type = name.type.empty() && is_own ? made.module.name : keep(made, name.type);
    reference.target_key = keep(made, key_of(symbol, name));
    reference.in_module = is_own;
    reference.target_scope = reference.in_module ? made.module.name : keep(made, package);
    reference.line = static_cast<uint32_t>(range.line) + 1;
    reference.column = static_cast<uint32_t>(range.column) + 1;
    made.module.references.push_back(reference);
  }

  std::string_view keep(Assembled& made, const std::string& text) {
    auto& kept = kept_[text];
    if (kept.data() == nullptr) kept = made.module.text.keep(text);
    return kept;
  }

  ScipDeclarations declared_;
  std::unordered_map<std::string_view, std::string> own_overloads_;
  const ScipOverloads& overloads_;
  std::unordered_map<std::string, std::string_view> kept_;
};

/// Whether a symbol in the document may be an overload: only those say which one, `run(+1).`.
bool may_overload(std::string_view document) {
  for (size_t at = document.find(")."); at != document.npos; at = document.find(").", at + 1)) {
    if (at > 0 && document[at - 1] != '(') return true;
  }
  return false;
}

}  // namespace

uint64_t read_scip(ByteInput& input, const ScipOverloads& overloads, const FactSink& sink) {
  uint64_t unreadable = 0;
  WireStream index(input);
  bool is_index = false;
  while (const auto field = index.next()) {
    if (field->number == index_metadata && field->is_bytes) {
      is_index = true;
      for (Wire metadata(field->bytes); metadata.next();) continue;  // throws if it is none
    } else if (field->number == index_document && field->is_bytes) {
      is_index = true;
      unreadable += Document(field->bytes, overloads).hand_over(sink);
    }
  }
  if (!is_index) throw Error(ErrorCode::invalid, "not a SCIP index", input.name());
  return unreadable;
}

ScipOverloads read_overloads(ByteInput& input) {
  constexpr size_t kMost = 500'000;
  ScipOverloads overloads;
  WireStream index(input);
  while (const auto field = index.next()) {
    if (field->number != index_document || !field->is_bytes) continue;
    if (!may_overload(field->bytes)) continue;
    for (auto& [symbol, key] : ScipDeclarations(read_document(field->bytes)).overloads()) {
      if (overloads.size() >= kMost) return overloads;
      overloads.emplace(std::hash<std::string_view>()(symbol), std::move(key));
    }
  }
  return overloads;
}

}  // namespace dossier::indexes
