#include "engine/readers/indexes/scip_declarations.h"

#include <algorithm>
#include <utility>

#include "engine/canonical.h"
#include "engine/readers/indexes/scip_text.h"

namespace dossier::indexes {
namespace {

/// What a member is.
void describe(Declaration& made, const ScipName& name, uint64_t kind) {
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

}  // namespace

ScipDeclarations::ScipDeclarations(ScipDocument document) : document_(std::move(document)) {
  std::stable_sort(document_.occurrences.begin(), document_.occurrences.end(),
                   [](const ScipOccurrence& a, const ScipOccurrence& b) {
                     return std::pair(a.range.line, a.range.column) <
                            std::pair(b.range.line, b.range.column);
                   });
  for (const ScipOccurrence& one : document_.occurrences) {
    if (one.roles & role_definition) declare(one);
  }
}

const ScipName* ScipDeclarations::named(std::string_view symbol, const std::string** package) {
  const auto [found, is_new] = names_.try_emplace(symbol);
  if (is_new) {
    const auto parsed = parse_symbol(symbol);
    if (!parsed && !symbol.starts_with("local ")) ++unreadable_;
    if (parsed) found->second = {name_of(*parsed), parsed->package};
  }
  if (package) *package = &found->second.second;
  return found->second.first ? &*found->second.first : nullptr;
}

void ScipDeclarations::declare(const ScipOccurrence& one) {
  const ScipName* name = named(one.symbol);
  if (!name || name->kind == Descriptor::Kind::package) return;
  const size_t index = declarations_.size();
  const auto [first, is_new] = declared_.emplace(name->key, Declared{index});
  // A getter and a setter are one property.
  if (!is_new && (name->is_property || name->kind == Descriptor::Kind::type)) return;
  const bool is_other = by_symbol_.try_emplace(one.symbol, index).second;
  first->second.is_overloaded |= !is_new && is_other;
  declarations_.push_back(declaration(one, *name));
  definitions_.push_back({one.enclosing.value_or(one.range), one.enclosing.has_value(),
                          declarations_[index].member_kind == MemberKind::method, index});
}

Declaration ScipDeclarations::declaration(const ScipOccurrence& one, const ScipName& name) const {
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
  if (const auto found = document_.symbols.find(one.symbol); found != document_.symbols.end()) {
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
  if (made.is_global) made.type = document_.path;
  return made;
}

std::optional<size_t> ScipDeclarations::declaration_of(std::string_view symbol,
                                                       const ScipName& name) const {
  if (const auto own = by_symbol_.find(symbol); own != by_symbol_.end()) return own->second;
  const auto first = declared_.find(name.key);
  return first == declared_.end() ? std::nullopt : std::optional(first->second.first);
}

std::unordered_map<std::string_view, std::string> ScipDeclarations::overloads() const {
  std::unordered_map<std::string_view, std::string> keys;
  const auto language = language_of(document_.path, document_.language);
  for (const auto& [symbol, index] : by_symbol_) {
    const auto name = names_.find(symbol);
    if (!declared_.at(name->second.first->key).is_overloaded) continue;
    const Declaration& declared = declarations_[index];
    Type type;
    type.full_name = declared.type;
    Member member;
    member.kind = declared.member_kind;
    member.name = declared.name;
    member.signature = declared.signature;
    keys.emplace(symbol, member_key(type, member, language));
  }
  return keys;
}

}  // namespace dossier::indexes
