#include "engine/readers/indexes/scip.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "engine/canonical.h"
#include "engine/error.h"
#include "engine/readers/indexes/assemble.h"
#include "engine/readers/indexes/scip_document.h"
#include "engine/readers/indexes/scip_enclosing.h"
#include "engine/readers/indexes/scip_symbol.h"
#include "engine/readers/indexes/scip_text.h"
#include "engine/readers/indexes/wire.h"

namespace dossier::indexes {
namespace {

// Field numbers of scip.proto.
enum IndexField : uint32_t { index_metadata = 1, index_document = 2 };
enum MetadataField : uint32_t { metadata_tool = 2, metadata_root = 3 };

/// One document's module.
class Document {
 public:
  Document(std::string_view message, ScipSummary& summary)
      : summary_(summary), said_(read_document(message)) {}

  void hand_over(const FactSink& sink) {
    if (said_.path.empty()) throw Error(ErrorCode::invalid, "a document of the index has no path");
    declare();
    Assembled made = assemble(said_.path, language_of(said_.path, said_.language), declarations_);
    refer(made);
    sink(std::move(made.module));
  }

 private:
  /// Null: local, or against the grammar.
  const ScipName* named(std::string_view symbol, const std::string** package = nullptr) {
    const auto [found, is_new] = names_.try_emplace(symbol);
    if (is_new) {
      const auto parsed = parse_symbol(symbol);
      if (!parsed && !symbol.starts_with("local ")) ++summary_.unreadable_symbols;
      if (parsed) found->second = {name_of(*parsed), parsed->package};
    }
    if (package) *package = &found->second.second;
    return found->second.first ? &*found->second.first : nullptr;
  }

  void declare() {
    std::stable_sort(said_.occurrences.begin(), said_.occurrences.end(),
                     [](const ScipOccurrence& a, const ScipOccurrence& b) {
                       return std::pair(a.range.line, a.range.column) <
                              std::pair(b.range.line, b.range.column);
                     });
    for (const ScipOccurrence& one : said_.occurrences) {
      if (!(one.roles & role_definition)) continue;
      const ScipName* name = named(one.symbol);
      if (!name || name->kind == Descriptor::Kind::package) continue;
      const size_t index = declarations_.size();
      const auto [first, is_new] = declared_.emplace(name->key, Declared{index});
      // A getter and a setter are one property.
      if (!is_new && (name->is_property || name->kind == Descriptor::Kind::type)) continue;
      const bool is_other = by_symbol_.try_emplace(one.symbol, index).second;
      first->second.is_overloaded |= !is_new && is_other;
      declarations_.push_back(declaration(one, *name));
      definitions_.push_back({one.enclosing.value_or(one.range), one.enclosing.has_value(),
                              declarations_[index].member_kind == MemberKind::method, index});
    }
  }

  Declaration declaration(const ScipOccurrence& one, const ScipName& name) {
    Declaration made;
    made.is_type = name.kind == Descriptor::Kind::type;
    made.type = name.type;
    made.name = name.name;
    made.name_space = name.name_space;
    made.flags = kPublic;
    made.line = static_cast<uint32_t>(one.range.line) + 1;
    made.end_line =
        static_cast<uint32_t>(one.enclosing ? one.enclosing->end_line : one.range.line) + 1;
    uint64_t kind = 0;
    if (const auto found = said_.symbols.find(one.symbol); found != said_.symbols.end()) {
      kind = found->second.kind;
      made.signature = without_label(one_line(found->second.signature));
      for (const auto& text : found->second.documentation) {
        std::string signature = fenced(text, made.doc);
        if (made.signature.empty()) made.signature = without_label(one_line(signature));
      }
    }
    if (made.is_type)
      made.kind = type_kind(kind, made.signature);
    else
      describe(made, name, kind);
    // Where nothing is said to hold it: as in sources, its file stands for the global scope.
    made.is_global = !made.is_type && made.type.empty();
    if (made.is_global) made.type = said_.path;
    return made;
  }

  /// What a member is.
  static void describe(Declaration& made, const ScipName& name, uint64_t kind) {
    const bool is_macro = name.kind == Descriptor::Kind::macro || kind == kind_macro;
    if (name.is_property) {
      made.member_kind = MemberKind::property;
      made.kind = "Property";
    } else if (name.kind == Descriptor::Kind::method || is_macro) {
      const bool is_constructor = name.is_constructor || kind == kind_constructor;
      made.member_kind = MemberKind::method;
      made.kind = is_macro ? "Macro" : is_constructor ? "Constructor" : "Method";
      if (is_constructor) made.flags |= kConstructor;
    } else {
      made.kind = "Field";
      if (kind == kind_constant || kind == kind_enum_member) made.flags |= kStatic | kConstant;
    }
  }

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
    ScipEnclosing enclosing(std::move(definitions_));
    for (const ScipOccurrence& one : said_.occurrences) {
      const std::string* package = nullptr;
      const ScipName* name = named(one.symbol, &package);
      if (!name || (one.roles & role_definition)) continue;
      const ScipDefinition* holder = enclosing.of(one.range);
      const uint32_t source = holder ? made.ordinals[holder->declaration] : 0;
      add(made, one.symbol, *name, *package, kind_of(one, *name), source, one.range);
    }
    for (const ScipOccurrence& one : said_.occurrences) {
      if (one.roles & role_definition) implement(made, one);
    }
  }

  /// What a definition's relationships say that it implements.
  void implement(Assembled& made, const ScipOccurrence& one) {
    const ScipName* own = named(one.symbol);
    const auto found = said_.symbols.find(one.symbol);
    if (!own || found == said_.symbols.end() || !declared_.count(own->key)) return;
    const auto same = by_symbol_.find(one.symbol);
    const size_t declaration =
        same == by_symbol_.end() ? declared_.at(own->key).first : same->second;
    const auto kind =
        declarations_[declaration].is_type ? ReferenceKind::interface : ReferenceKind::override;
    for (const auto& symbol : found->second.implements) {
      const std::string* package = nullptr;
      const ScipName* name = named(symbol, &package);
      if (name) add(made, symbol, *name, *package, kind, made.ordinals[declaration], one.range);
    }
  }

  /// What a reference calls its target. Overloads bear one name; which of them is meant is known
  /// of those that this document declares, since it takes their parameters.
  std::string key_of(std::string_view symbol, const ScipName& name) const {
    const auto first = declared_.find(name.key);
    const auto own = by_symbol_.find(symbol);
    if (first == declared_.end() || !first->second.is_overloaded) return name.key;
    if (own == by_symbol_.end()) return name.key;
    const Declaration& declared = declarations_[own->second];
    Type type;
    type.full_name = declared.type;
    Member member;
    member.kind = declared.member_kind;
    member.name = declared.name;
    member.signature = declared.signature;
    return member_key(type, member, language_of(said_.path, said_.language));
  }

  void add(Assembled& made, std::string_view symbol, const ScipName& name,
           const std::string& package, ReferenceKind kind, uint32_t source,
           const ScipRange& range) {
    Reference reference;
    reference.kind = kind;
    reference.source = source;
    reference.target = keep(made, name.name);
    const bool is_own = declared_.count(name.key) > 0;
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

  ScipSummary& summary_;
  ScipDocument said_;
  std::unordered_map<std::string_view, std::pair<std::optional<ScipName>, std::string>> names_;
  struct Declared {
    size_t first = 0;  // of the declarations
    bool is_overloaded = false;
  };
  std::unordered_map<std::string, Declared> declared_;      // by key
  std::unordered_map<std::string_view, size_t> by_symbol_;  // declarations
  std::vector<Declaration> declarations_;
  std::vector<ScipDefinition> definitions_;
  std::unordered_map<std::string, std::string_view> kept_;
};

void read_metadata(std::string_view message, ScipSummary& summary) {
  Wire wire(message);
  while (const auto field = wire.next()) {
    if (field->number == metadata_root) summary.project_root = field->bytes;
    if (field->number != metadata_tool) continue;
    Wire tool(field->bytes);
    while (const auto part = tool.next()) {
      if (part->number > 2) continue;
      if (!summary.tool.empty()) summary.tool += ' ';
      summary.tool += part->bytes;
    }
  }
}

}  // namespace

ScipSummary read_scip(ByteSource& source, const FactSink& sink) {
  ScipSummary summary;
  WireStream index(source);
  bool is_index = false;
  while (const auto field = index.next()) {
    if (field->number == index_metadata && field->is_bytes) {
      is_index = true;
      read_metadata(field->bytes, summary);
    } else if (field->number == index_document && field->is_bytes) {
      is_index = true;
      ++summary.documents;
      Document(field->bytes, summary).hand_over(sink);
    }
  }
  if (!is_index) throw Error(ErrorCode::invalid, "it is no SCIP index", source.name());
  return summary;
}

}  // namespace dossier::indexes
