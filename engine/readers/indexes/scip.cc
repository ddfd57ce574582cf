#include "engine/readers/indexes/scip.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "engine/error.h"
#include "engine/readers/indexes/assemble.h"
#include "engine/readers/indexes/scip_symbol.h"
#include "engine/readers/indexes/scip_text.h"
#include "engine/readers/indexes/wire.h"

namespace dossier::indexes {
namespace {

// Field numbers of scip.proto.
enum IndexField : uint32_t { index_metadata = 1, index_document = 2 };
enum MetadataField : uint32_t { metadata_tool = 2, metadata_root = 3 };
enum DocumentField : uint32_t {
  document_path = 1,
  document_occurrence = 2,
  document_symbol = 3,
  document_language = 4,
  document_text = 5,
};
enum OccurrenceField : uint32_t {
  occurrence_range = 1,
  occurrence_symbol = 2,
  occurrence_roles = 3,
  occurrence_enclosing = 7,
};
enum SymbolField : uint32_t {
  symbol_name = 1,
  symbol_documentation = 3,
  symbol_relationship = 4,
  symbol_kind = 5,
  symbol_signature = 7,
};
enum RelationshipField : uint32_t { relationship_symbol = 1, relationship_implements = 3 };
enum Role : uint64_t { role_definition = 1, role_import = 2, role_write = 4, role_read = 8 };

/// 0-based, end exclusive.
struct Range {
  int64_t line = 0, column = 0, end_line = 0, end_column = 0;

  bool begins_before(const Range& other) const {
    return std::pair(line, column) < std::pair(other.line, other.column);
  }
  bool ends_by(const Range& other) const {
    return std::pair(end_line, end_column) <= std::pair(other.line, other.column);
  }
  bool holds(const Range& other) const {
    return !other.begins_before(*this) &&
           std::pair(other.end_line, other.end_column) <= std::pair(end_line, end_column);
  }
};

std::optional<Range> range_of(const std::vector<int64_t>& parts) {
  if (parts.size() != 3 && parts.size() != 4) return std::nullopt;
  for (const int64_t part : parts) {
    if (part < 0 || part > INT32_MAX) return std::nullopt;
  }
  if (parts.size() == 3) return Range{parts[0], parts[1], parts[0], parts[2]};
  return Range{parts[0], parts[1], parts[2], parts[3]};
}

struct Occurrence {
  Range range;
  std::optional<Range> enclosing;
  std::string_view symbol;
  uint64_t roles = 0;
};

struct Information {
  std::vector<std::string_view> documentation;
  std::vector<std::string_view> implements;
  std::string_view signature;
  uint64_t kind = 0;
};

/// The text of a Document message.
std::string_view text_of(std::string_view document) {
  std::string_view text;
  Wire wire(document);
  while (const auto field = wire.next())
    if (field->number == document_text) text = field->bytes;
  return text;
}

/// One document's module.
class Document {
 public:
  Document(std::string_view message, ScipSummary& summary) : summary_(summary) { read(message); }

  void hand_over(const FactSink& sink) {
    if (path_.empty()) throw Error(ErrorCode::invalid, "a document of the index has no path");
    declare();
    Assembled made = assemble(path_, language_of(path_, language_), declarations_);
    refer(made);
    sink(std::move(made.module));
  }

 private:
  struct Definition {
    Range range;  // of everything that belongs to it
    bool is_exact = false;
    size_t declaration = 0;
  };

  void read(std::string_view message) {
    Wire wire(message);
    while (const auto field = wire.next()) {
      if (field->number == document_path) path_ = field->bytes;
      if (field->number == document_language) language_ = field->bytes;
      if (field->number == document_occurrence) read_occurrence(field->bytes);
      if (field->number == document_symbol) read_symbol(field->bytes);
    }
  }

  void read_occurrence(std::string_view message) {
    Wire wire(message);
    Occurrence one;
    range_.clear();
    enclosing_.clear();
    while (const auto field = wire.next()) {
      if (field->number == occurrence_range) append_integers(*field, range_);
      if (field->number == occurrence_enclosing) append_integers(*field, enclosing_);
      if (field->number == occurrence_symbol) one.symbol = field->bytes;
      if (field->number == occurrence_roles) one.roles = field->value;
    }
    const auto range = range_of(range_);
    if (!range || one.symbol.empty()) return;
    one.range = *range;
    one.enclosing = range_of(enclosing_);
    occurrences_.push_back(one);
  }

  void read_symbol(std::string_view message) {
    Wire wire(message);
    std::string_view name;
    Information information;
    while (const auto field = wire.next()) {
      if (field->number == symbol_name) name = field->bytes;
      if (field->number == symbol_documentation) information.documentation.push_back(field->bytes);
      if (field->number == symbol_kind) information.kind = field->value;
      if (field->number == symbol_signature) information.signature = text_of(field->bytes);
      if (field->number == symbol_relationship) {
        std::string_view to;
        bool implements = false;
        Wire relation(field->bytes);
        while (const auto part = relation.next()) {
          if (part->number == relationship_symbol) to = part->bytes;
          if (part->number == relationship_implements) implements = part->value != 0;
        }
        if (implements) information.implements.push_back(to);
      }
    }
    symbols_[name] = std::move(information);
  }

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
    std::stable_sort(
        occurrences_.begin(), occurrences_.end(), [](const Occurrence& a, const Occurrence& b) {
          return std::pair(a.range.line, a.range.column) < std::pair(b.range.line, b.range.column);
        });
    for (const Occurrence& one : occurrences_) {
      if (!(one.roles & role_definition)) continue;
      const ScipName* name = named(one.symbol);
      if (!name || name->kind == Descriptor::Kind::package) continue;
      // A getter and a setter are one property.
      if (!declared_.emplace(name->key, declarations_.size()).second &&
          (name->is_property || name->kind == Descriptor::Kind::type)) {
        continue;
      }
      definitions_.push_back(
          {one.enclosing.value_or(one.range), one.enclosing.has_value(), declarations_.size()});
      declarations_.push_back(declaration(one, *name));
    }
  }

  Declaration declaration(const Occurrence& one, const ScipName& name) {
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
    if (const auto found = symbols_.find(one.symbol); found != symbols_.end()) {
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
    if (made.is_global) made.type = path_;
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

  /// The symbol that an occurrence belongs to; 0 = the module. To be asked in ascending order.
  uint32_t holder_of(const Range& range, const Assembled& made) {
    for (; next_ < definitions_.size() && !range.begins_before(definitions_[next_].range);
         ++next_) {
      const Definition& one = definitions_[next_];
      if (one.is_exact) {
        leave(one.range);
        open_.push_back(&one);
      } else if (declarations_[one.declaration].member_kind == MemberKind::method) {
        last_ = &one;
      }
    }
    leave(range);
    const auto around = std::find_if(open_.rbegin(), open_.rend(), [&](const Definition* one) {
      return one->range.holds(range);
    });
    const Definition* holder = around == open_.rend() ? last_ : *around;
    // A method without a range of its own, in a class that has one.
    if (holder && last_ && holder->range.holds(last_->range)) holder = last_;
    return holder ? made.ordinals[holder->declaration] : 0;
  }

  /// Forgets the definitions that have ended where `range` begins.
  void leave(const Range& range) {
    while (!open_.empty() && open_.back()->range.ends_by(range)) open_.pop_back();
  }

  static ReferenceKind kind_of(const Occurrence& one, const ScipName& name) {
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
    // Of two that begin together the outer one first.
    std::stable_sort(definitions_.begin(), definitions_.end(),
                     [](const Definition& a, const Definition& b) {
                       if (a.range.begins_before(b.range)) return true;
                       if (b.range.begins_before(a.range)) return false;
                       return std::pair(a.range.end_line, a.range.end_column) >
                              std::pair(b.range.end_line, b.range.end_column);
                     });
    for (const Occurrence& one : occurrences_) {
      const std::string* package = nullptr;
      const ScipName* name = named(one.symbol, &package);
      if (!name || (one.roles & role_definition)) continue;
      add(made, *name, *package, kind_of(one, *name), holder_of(one.range, made), one.range);
    }
    for (const Occurrence& one : occurrences_) {
      if (one.roles & role_definition) implement(made, one);
    }
  }

  /// What a definition's relationships say that it implements.
  void implement(Assembled& made, const Occurrence& one) {
    const ScipName* own = named(one.symbol);
    const auto found = symbols_.find(one.symbol);
    if (!own || found == symbols_.end() || !declared_.count(own->key)) return;
    const size_t declaration = declared_.at(own->key);
    const auto kind =
        declarations_[declaration].is_type ? ReferenceKind::interface : ReferenceKind::override;
    for (const auto& symbol : found->second.implements) {
      const std::string* package = nullptr;
      const ScipName* name = named(symbol, &package);
      if (name) add(made, *name, *package, kind, made.ordinals[declaration], one.range);
    }
  }

  void add(Assembled& made, const ScipName& name, const std::string& package, ReferenceKind kind,
           uint32_t source, const Range& range) {
    Reference reference;
    reference.kind = kind;
    reference.source = source;
    reference.target = keep(made, name.name);
    const bool is_own = declared_.count(name.key) > 0;
    reference.target_type = name.type.empty() && is_own ? made.module.name : keep(made, name.type);
    reference.target_key = keep(made, name.key);
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
  std::string_view path_, language_;
  std::vector<int64_t> range_, enclosing_;  // of the occurrence being read
  std::vector<Occurrence> occurrences_;
  std::unordered_map<std::string_view, Information> symbols_;
  std::unordered_map<std::string_view, std::pair<std::optional<ScipName>, std::string>> names_;
  std::unordered_map<std::string, size_t> declared_;  // keys, and the first declaration of each
  std::vector<Declaration> declarations_;
  std::vector<Definition> definitions_;
  size_t next_ = 0;                      // of definitions_: not yet begun
  std::vector<const Definition*> open_;  // begun, with ranges of their own
  const Definition* last_ = nullptr;     // the method begun last of those without
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
