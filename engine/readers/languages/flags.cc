#include "engine/readers/languages/flags.h"

#include <algorithm>
#include <string>

#include "engine/readers/languages/annotate.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

/// Whether everyone who sees the type sees all its members.
bool is_open(const Type& type) {
  return type.kind == "interface" || type.kind == "trait" || type.kind == "protocol" ||
         type.kind == "annotation";
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
  const Site site = site_of(entry, definition);
  const auto visibility = holder == nullptr ? language_.visibility.types
                          : is_open(*holder) || opens(*holder, nullptr, site)
                              ? Visibility::everyone
                              : language_.visibility.nested;
  uint32_t flags = flags_of(language_, captures_, text_, definition, visibility);
  if (language_.type_flags) flags |= language_.type_flags(site);
  if (is_among(language_.shapes, type.kind)) flags |= kAbstract;
  if (holder != nullptr && language_.access_labels == AccessLabels::closed)
    apply_access(flags, entry, definition);
  return flags;
}

void FlagRules::set(Member& member, Type& type, const Entry& entry, const Definition& definition,
                    bool is_free) const {
  const Site site = site_of(entry, definition);
  const bool open_type =
      is_open(type) || member.member_type == "EnumMember" || opens(type, &member, site);
  const auto visibility = open_type ? Visibility::everyone
                          : is_free ? language_.visibility.types
                                    : language_.visibility.members;
  member.flags = flags_of(language_, captures_, text_, definition, visibility);
  if (definition.kind == "component_field") member.flags = kPrivate | kReadOnly;
  if (definition.kind == "component_property") member.flags = kPublic;
  if (definition.kind == "primary_constructor")
    member.flags = type.kind == "enum" ? kPrivate : primary_access(definition);
  if (!open_type && !is_free) apply_access(member.flags, entry, definition);
  const bool hides = is_free && language_.static_hides && (member.flags & kStatic);
  if (hides) member.flags = (member.flags & ~uint32_t{kPublic}) | kPrivate;
  if (is_free || definition.kind == "static_method") member.flags |= kStatic;
  const bool has_default = type.kind == "annotation" && member.kind == MemberKind::method;
  if (is_among(language_.shapes, type.kind) && (has_default || lacks_body(site, member))) {
    member.flags |= kAbstract;
    type.flags |= kAbstract;
  }
  if (language_.refine) language_.refine(member, type, site);
  if (is_constructor(entry, definition, member.name)) {
    member.flags |= kConstructor;
    member.member_type = "Constructor";
  }
  if (definition.kind == "destructor") member.flags = kProtected;  // C#'s
  if (member.member_type == "EnumMember") member.flags |= kStatic | kConstant;
  if (member.member_type == "Constant") member.flags |= kStatic | kConstant;
  fit(member);
}

// Whether an interface's member leaves it to others what it does.
bool FlagRules::lacks_body(const Site& site, const Member& member) const {
  if (member.kind == MemberKind::field || (member.flags & kConstructor)) return false;
  if (language_.lacks_body) return language_.lacks_body(site);
  const Definition& definition = site.definition;
  if (definition.accessors.empty()) return definition.head_end >= definition.node.end;
  const auto accessors = definition.accessors.of(text_);  // { get; set { … } }
  return accessors.find('{', 1) == accessors.npos && accessors.find("=>") == accessors.npos;
}

Site FlagRules::site_of(const Entry& entry, const Definition& definition) const {
  const bool is_held = entry.parent != kNone;
  return {language_, text_, definition, is_held ? &captures_.definitions[entry.parent] : nullptr};
}

bool FlagRules::opens(const Type& around, const Member* member, const Site& site) const {
  return language_.is_open && language_.is_open(around, member, site);
}

// "private:" and the like, for what has no modifier of its own.
void FlagRules::apply_access(uint32_t& flags, const Entry& entry,
                             const Definition& definition) const {
  const uint32_t holder = enclosing_type(entries_, entry.parent);
  if (holder == kNone || language_.access_labels == AccessLabels::none) return;
  const bool closed = language_.access_labels == AccessLabels::closed;
  uint32_t visibility =
      captures_.definitions[holder].kind == "class" && closed ? uint32_t{kPrivate} : 0u;
  for (size_t i = 0; i < accesses_.size(); ++i) {
    const Span& access = captures_.accesses[i];
    if (access.begin > definition.node.begin) break;
    if (accesses_[i] == holder) visibility = modifiers_in(language_.modifiers, access.of(text_));
  }
  if (visibility == 0) return;
  flags = (flags & ~uint32_t{kPublic | kPrivate | kProtected}) | visibility;
}

// Gives keywords that mean different things in different places their meaning here.
void FlagRules::fit(Member& member) const {
  if (member.kind == MemberKind::method) {  // const and readonly say something of its result
    member.flags &= ~(kConstant | kReadOnly);
  } else if (language_.refine_value) {
    language_.refine_value(member);
  } else if (member.flags & kSealed) {  // Java's final
    member.flags = (member.flags & ~kSealed) | kReadOnly;
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
  if (!language_.constructor.empty()) return name == language_.constructor;
  return language_.constructor_named_like_type && definition.owner.empty() &&
         is_named_like_type(entry, definition, name);
}

bool FlagRules::is_named_like_type(const Entry& entry, const Definition& definition,
                                   std::string_view name) const {
  if (definition.kind != "method" && definition.kind != "function") return false;
  for (uint32_t at = entry.parent; at != kNone; at = entries_[at].parent) {
    if (entries_[at].role != Entry::Role::type) continue;
    return captures_.definitions[at].name.of(text_) == name;
  }
  const auto written = definition.name.of(text_);  // Price::Price
  return written.ends_with(std::string(name) + "::" + std::string(name));
}

}  // namespace dossier::languages
