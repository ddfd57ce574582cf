#include "engine/readers/languages/flags.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "engine/canonical.h"
#include "engine/readers/languages/annotate.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/text.h"

namespace dossier::languages {
namespace {

/// Whether all that stands in the type is seen by whoever sees the type.
bool is_open(const Type& type) {
  return type.kind == "interface" || type.kind == "trait" || type.kind == "protocol" ||
         type.kind == "annotation";
}

/// Whether nobody can make one of the type itself, which every language but PHP says of traits.
bool is_shape(const Type& type, std::string_view language) {
  return is_open(type) && !(type.kind == "trait" && language == "PHP");
}

/// The parameters' types, by which a declaration and a definition are known to be one.
std::string parameters_of(const Type& type, const Member& member, std::string_view language) {
  const auto key = member_key(type, member, language);
  return key.substr(std::min(key.size(), key.find('(')));
}

/// Whether Rust's function has a receiver: `self`, `&self`, `&'a mut self`, `self: Box<Self>`.
bool takes_self(std::string_view signature) {
  for (auto at = signature.find('('); at != signature.npos; at = signature.find('(', at + 1)) {
    auto first = signature.substr(at + 1, signature.find_first_of(",:)", at) - at - 1);
    if (first == "self" || (first.ends_with(" self") && first.find('(') == first.npos)) return true;
    if (first == "&self") return true;
  }
  return false;
}

}  // namespace

FlagRules::FlagRules(const Language& language, std::string_view text, const Captures& captures,
                     const std::vector<Entry>& entries)
    : language_(language), text_(text), captures_(captures), entries_(entries) {
  Holders holders(captures_);
  for (const Span& access : captures_.accesses) accesses_.push_back(holders.of(access));
}

uint32_t FlagRules::of_type(const Type& type, const Entry& entry, const Definition& definition,
                            const Type* holder) const {
  const bool is_seen = holder != nullptr && (is_open(*holder) || implements_trait(entry));
  const auto visibility = is_seen                         ? Visibility::everyone
                          : holder != nullptr && is("C#") ? Visibility::type
                                                          : language_.types;
  uint32_t flags = flags_of(language_, captures_, text_, definition, visibility);
  if (is("C++") && is_final(definition)) flags |= kSealed;
  if (is_shape(type, language_.name)) flags |= kAbstract;
  return flags;
}

void FlagRules::set(Member& member, Type& type, const Entry& entry, const Definition& definition,
                    bool is_free) const {
  const bool open_type = is_open(type) || implements_trait(entry) ||
                         member.member_type == "EnumMember" ||
                         (is("Rust") && type.kind == "enum" && member.member_type == "Field");
  const auto visibility = open_type ? Visibility::everyone
                          : is_free ? language_.types
                                    : language_.members;
  member.flags = flags_of(language_, captures_, text_, definition, visibility);
  if (definition.kind == "component_field") member.flags = kPrivate | kReadOnly;
  if (definition.kind == "component_property") member.flags = kPublic;
  if (definition.kind == "primary_constructor")
    member.flags = type.kind == "enum" ? kPrivate : primary_access(definition);
  if (!open_type && !is_free) apply_access(member, entry, definition);
  // C's static at file level hides; it does not say whose it is.
  const bool hides = is_free && (is("C") || is("C++")) && (member.flags & kStatic);
  if (hides) member.flags = (member.flags & ~uint32_t{kPublic}) | kPrivate;
  if (is_free || definition.kind == "static_method") member.flags |= kStatic;
  if (is("Rust") && member.member_type == "Method" && !takes_self(member.signature)) {
    member.flags |= kStatic;
  }
  if (is_exported(definition)) member.flags = (member.flags & ~uint32_t{kPrivate}) | kPublic;
  const bool pure = is("C++") && is_pure(definition);
  const bool has_default = type.kind == "annotation" && member.kind == MemberKind::method;
  const bool shaped =
      is_shape(type, language_.name) && (has_default || lacks_body(definition, member));
  if (pure || shaped) {
    member.flags |= kAbstract;
    type.flags |= kAbstract;
  }
  if (is("C++") && names_owner(definition)) take_declared(member, type);
  if (is_constructor(entry, definition, member.name)) {
    member.flags |= kConstructor;
    member.member_type = "Constructor";
  }
  if (definition.kind == "destructor") member.flags = kProtected;  // C#'s
  if (is("Java") && type.kind == "enum" && (member.flags & kConstructor)) {
    member.flags = (member.flags & ~uint32_t{kInternal}) | kPrivate;
  }
  if (member.member_type == "EnumMember") member.flags |= kStatic | kConstant;
  if (member.member_type == "Constant") member.flags |= kStatic | kConstant;
  if ((member.flags & kConstant) && is("C#")) member.flags |= kStatic;
  fit(member);
}

// Whether an interface's member leaves it to others what it does.
bool FlagRules::lacks_body(const Definition& definition, const Member& member) const {
  if (member.kind == MemberKind::field || (member.flags & kConstructor)) return false;
  if (is("Swift")) return definition.kind != "function";  // `var name: String { get }`
  if (definition.accessors.empty()) return definition.head_end >= definition.node.end;
  const auto accessors = text_of(definition.accessors);  // { get; set { … } }
  return accessors.find('{', 1) == accessors.npos && accessors.find("=>") == accessors.npos;
}

// Whether the entry stands in Rust's `impl Trait for Type`: it is seen like the trait.
bool FlagRules::implements_trait(const Entry& entry) const {
  if (!is("Rust") || entry.parent == kNone) return false;
  const Definition& holder = captures_.definitions[entry.parent];
  const auto head = text_.substr(holder.node.begin, holder.name.begin - holder.node.begin);
  return holder.kind == "partial" && head.find(" for ") != head.npos;
}

// `class Price final : …`
bool FlagRules::is_final(const Definition& definition) const {
  const auto behind = text_.substr(definition.name.end, 8);
  return behind.starts_with(" final") &&
         (behind.size() < 7 || !std::isalnum(static_cast<unsigned char>(behind[6])));
}

// `void Price::round() {…}`
bool FlagRules::names_owner(const Definition& definition) const {
  return text_of(definition.name).find("::") != std::string_view::npos;
}

// What a definition outside of its class is said to be stands where it is declared: in this file,
// or where nothing here can see it.
void FlagRules::take_declared(Member& member, const Type& type) const {
  constexpr uint32_t kSaid =
      kPublic | kPrivate | kProtected | kInternal | kStatic | kVirtual | kOverride;
  constexpr size_t kMost = 5000;  // members of one class: each is looked for among all
  if (type.members.size() > kMost) return;
  const Member* found = nullptr;
  bool is_exact = false;
  for (const Member& one : type.members) {
    if (one.kind != member.kind || one.name != member.name) continue;
    const bool same =
        parameters_of(type, one, language_.name) == parameters_of(type, member, language_.name);
    if (found && (is_exact || !same)) continue;
    found = &one;
    is_exact = same;
  }
  if (found) member.flags = (member.flags & ~kSaid) | (found->flags & kSaid);
}

// CommonJS: what is assigned to `exports.x` or `module.exports` can be seen by all.
bool FlagRules::is_exported(const Definition& definition) const {
  if (definition.assigned.empty()) return false;
  const auto assigned = text_of(definition.assigned);
  return assigned.starts_with("exports.") || assigned == "module.exports" ||
         assigned.starts_with("module.exports.");
}

// `virtual void changed() = 0;`
bool FlagRules::is_pure(const Definition& definition) const {
  if (definition.kind != "method") return false;
  const std::string_view blank = " \t\r\n;";
  auto head = text_of(definition.node);
  head = head.substr(0, head.find_last_not_of(blank) + 1);
  if (!head.ends_with('0')) return false;
  head.remove_suffix(1);
  head = head.substr(0, head.find_last_not_of(blank) + 1);
  return head.ends_with('=');
}

// "private:" and the like, for a member without a modifier of its own; before any of them, a C++
// class hides its members.
void FlagRules::apply_access(Member& member, const Entry& entry,
                             const Definition& definition) const {
  const uint32_t holder = enclosing_type(entries_, entry.parent);
  if (holder == kNone || (!is("C++") && !is("Ruby"))) return;
  uint32_t visibility =
      captures_.definitions[holder].kind == "class" && is("C++") ? uint32_t{kPrivate} : 0u;
  for (size_t i = 0; i < accesses_.size(); ++i) {
    const Span& access = captures_.accesses[i];
    if (access.begin > definition.node.begin) break;
    if (accesses_[i] == holder) visibility = modifiers_in(text_of(access));
  }
  if (visibility == 0) return;
  member.flags = (member.flags & ~uint32_t{kPublic | kPrivate | kProtected}) | visibility;
}

// Gives keywords that mean different things in different places their meaning here.
void FlagRules::fit(Member& member) const {
  if (member.kind == MemberKind::method) {  // const and readonly say something of its result
    member.flags &= ~(kConstant | kReadOnly);
  } else if (is("C") || is("C++")) {  // const may be that of what a pointer points at
    const auto star = member.signature.rfind('*');
    const bool pointee = star != member.signature.npos &&
                         member.signature.find("const", star) == member.signature.npos;
    if (member.member_type == "Field" || pointee) member.flags &= ~uint32_t{kConstant};
  } else if (member.flags & kSealed) {  // Java's final
    member.flags = (member.flags & ~kSealed) | kReadOnly;
  }
  if (language_.naming == Naming::path && member.member_type == "Variable") {
    const bool fixed = member.flags & kConstant;  // JavaScript's const binds once; its let does not
    member.flags = (member.flags & ~(kConstant | kReadOnly)) | (fixed ? kReadOnly : 0u);
  }
}

// `class Money private constructor(…)`; C#'s bear no word.
uint32_t FlagRules::primary_access(const Definition& definition) const {
  const auto before =
      collapse(text_.substr(0, definition.name.begin)
                   .substr(definition.name.begin - std::min<uint32_t>(definition.name.begin, 64)));
  if (before.ends_with("private constructor")) return kPrivate;
  if (before.ends_with("protected constructor")) return kProtected;
  return before.ends_with("internal constructor") ? kInternal : kPublic;
}

bool FlagRules::is_constructor(const Entry& entry, const Definition& definition,
                               std::string_view name) const {
  if (definition.kind.ends_with("constructor")) return true;
  if (is("Python")) return name == "__init__";
  if (language_.naming == Naming::path) return name == "constructor";
  if (is("Ruby")) return name == "initialize";
  if (is("PHP")) return name == "__construct";
  if (is("C++"))
    return !definition.owner.empty() ? false : is_named_like_type(entry, definition, name);
  return false;
}

bool FlagRules::is_named_like_type(const Entry& entry, const Definition& definition,
                                   std::string_view name) const {
  if (definition.kind != "method" && definition.kind != "function") return false;
  for (uint32_t at = entry.parent; at != kNone; at = entries_[at].parent) {
    if (entries_[at].role != Entry::Role::type) continue;
    return text_of(captures_.definitions[at].name) == name;
  }
  const auto written = text_of(definition.name);  // Price::Price
  return written.ends_with(std::string(name) + "::" + std::string(name));
}

}  // namespace dossier::languages
