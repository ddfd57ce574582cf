#include "engine/readers/languages/scopes.h"
#include "engine/readers/languages/receivers.h"

#include <algorithm>
#include <string>

#include "engine/error.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

/// A type's name without its arity: "List`1" is looked up as "List".
std::string_view bare(std::string_view name) { return name.substr(0, name.find('`')); }

/// Whether a function of the type is declared inside of another one. Others are called by their
/// type's full name and their own, or in a language with one global scope by their own alone.
bool is_in_function(const Type& type, const Member& member) {
  if (member.member_type != "Function") return false;
  const size_t owned = type.full_name.size() + 1 + member.name.size();
  const bool is_owned = member.full_name.size() == owned &&
                        member.full_name.starts_with(type.full_name) &&
                        member.full_name[type.full_name.size()] == '.';
  return !is_owned && member.full_name.size() != member.name.size();
}

}  // namespace

Scopes::Scopes(const Language& language, std::string_view text, const Captures& captures,
               const Outline& outline, const Imports& imports)
    : language_(language), text_(text), captures_(captures), outline_(outline), imports_(imports) {
  const auto& types = outline.module.types;
  for (uint32_t t = 0; t < types.size(); ++t) {
    if (is_scope(t)) {
      scopes_.push_back(t);
    } else {
      types_.emplace(bare(types[t].name), t);
    }
    for (uint32_t m = 0; m < types[t].members.size(); ++m) {
      members_.emplace(types[t].members[m].name, Target{t, m});
    }
  }
  if (language.open_enums) find_open_cases();
}

/// Those of an "enum", not of a "scoped_enum" (C++).
void Scopes::find_open_cases() {
  for (uint32_t i = 0; i < outline_.entries.size(); ++i) {
    const Entry& entry = outline_.entries[i];
    if (entry.parent == kNone || entry.member == kNone) continue;
    if (captures_.definitions[i].kind != "enum_member" ||
        captures_.definitions[entry.parent].kind != "enum")
      continue;
    const Target target{entry.type, entry.member};
    open_cases_.emplace(outline_.module.types[entry.type].members[entry.member].name, target);
  }
}

/// The type entry that holds `entry`, itself included.
uint32_t Scopes::type_around(uint32_t entry) const {
  for (; entry != kNone; entry = outline_.entries[entry].parent) {
    const Entry& one = outline_.entries[entry];
    if (one.role == Entry::Role::type || one.role == Entry::Role::member) return one.type;
  }
  return kNone;
}

void Scopes::charge(size_t work) const {
  constexpr size_t kMost = 500'000'000;  // some seconds
  work_ += work;
  if (work_ > kMost)
    throw Error(ErrorCode::limit, "too many candidates of one name to resolve its references");
}

Target Scopes::member_of(uint32_t type, std::string_view name) const {
  const auto [begin, end] = members_.equal_range(name);
  Target best;
  for (auto it = begin; it != end; ++it) {
    charge(1);
    const bool earlier = best.type == kNone || it->second.member < best.member;
    if (it->second.type != type || !earlier) continue;
    const Member& member = outline_.module.types[type].members[it->second.member];
    if (only_ == Only::callable && !can_be_called(member)) continue;
    if (only_ == Only::values && member.kind == MemberKind::method) continue;
    if (is_in_function(outline_.module.types[type], member)) continue;  // local_function finds it
    best = it->second;
  }
  return best;
}

Target Scopes::type_named(std::string_view name, uint32_t from) const {
  const auto [begin, end] = types_.equal_range(name);
  Target best;
  size_t closest = 0;
  const auto& types = outline_.module.types;
  const auto here = from == kNone ? std::string_view() : types[from].full_name;
  for (auto it = begin; it != end; ++it) {
    // Methods for a type that is imported make no type of this file.
    if (types[it->second].kind == "partial" && imports_.find(name)) continue;
    const auto full = types[it->second].full_name;
    const auto common = std::mismatch(full.begin(), full.end(), here.begin(), here.end());
    const auto closeness = static_cast<size_t>(common.first - full.begin()) + 1;
    charge(closeness);
    if (best.type == kNone || closeness > closest ||
        (closeness == closest && it->second < best.type)) {
      best.type = it->second;
      closest = closeness;
    }
  }
  return best;
}

/// A function declared inside the entry or one around it.
Target Scopes::local_function(std::string_view name, uint32_t holder) const {
  for (; holder != kNone; holder = outline_.entries[holder].parent) {
    const Entry& around = outline_.entries[holder];
    if (around.role != Entry::Role::member) continue;
    const auto [begin, end] = members_.equal_range(name);
    charge(1);
    for (auto it = begin; it != end; ++it) {
      charge(1);
      const auto full = outline_.module.types[it->second.type].members[it->second.member].full_name;
      const bool inside =
          full.size() == around.path.size() + 1 + name.size() && full.starts_with(around.path);
      if (inside) return it->second;
    }
  }
  return {};
}

/// A bare name that is called: a member of the types around, a free function, or a type.
Target Scopes::callable(std::string_view name, uint32_t holder) const {
  if (const auto found = local_function(name, holder); found.type != kNone) return found;
  if (language_.implicit_receiver) {
    for (uint32_t entry = holder; entry != kNone; entry = outline_.entries[entry].parent) {
      charge(1);
      const auto found = member_of(outline_.entries[entry].type, name);
      if (outline_.entries[entry].type != kNone && found.type != kNone) return found;
    }
  }
  for (const uint32_t scope : scopes_) {
    if (const auto found = member_of(scope, name); found.type != kNone) return found;
  }
  const auto open = only_ == Only::callable ? open_cases_.end() : open_cases_.find(name);
  if (open != open_cases_.end()) return open->second;
  return type_named(name, type_around(holder));
}

Target Scopes::value(std::string_view name, uint32_t holder) const {
  only_ = Only::values;
  Target found;
  if (language_.implicit_receiver) {
    for (uint32_t entry = holder; entry != kNone && found.type == kNone;
         entry = outline_.entries[entry].parent) {
      charge(1);
      if (outline_.entries[entry].type != kNone)
        found = member_of(outline_.entries[entry].type, name);
    }
  }
  for (const uint32_t scope : scopes_)
    if (found.type == kNone) found = member_of(scope, name);
  only_ = Only::any;
  const auto open = open_cases_.find(name);
  return found.type == kNone && open != open_cases_.end() ? open->second : found;
}

bool Scopes::is_case(const Target& target) const {
  return target.member != kNone &&
         outline_.module.types[target.type].members[target.member].member_type == "EnumMember";
}

bool Scopes::is_scope(uint32_t type) const {
  const auto kind = outline_.module.types[type].kind;
  return kind == "module" || kind == "package" || kind == "file";
}

uint32_t Scopes::value_of(uint32_t type, std::string_view name) const {
  only_ = Only::values;
  const Target found = member_of(type, name);
  only_ = Only::any;
  return found.member;
}

bool Scopes::is_self(std::string_view receiver, uint32_t holder) const {
  if (is_among(language_.receivers, receiver)) return true;
  for (; holder != kNone; holder = outline_.entries[holder].parent) {
    const Span& self = captures_.definitions[holder].self;
    if (!self.empty()) return self.of(text_) == receiver;
  }
  return false;
}

bool Scopes::is_base(std::string_view receiver) const {
  return is_among(language_.bases, receiver);
}

std::string_view Scopes::module_around(uint32_t entry, std::string_view base) const {
  const bool named = entry != kNone && !outline_.entries[entry].package.empty();
  return named ? outline_.entries[entry].package : base;
}

bool Scopes::names_own_type(std::string_view name, std::string_view kind) const {
  const OwnType& own = language_.own_type;
  return (kind == "call" ? own.where_called : own.elsewhere) && is_among(own.words, name);
}

/// Methods, and what makes a value of an enum. In a language whose properties are values of a type,
/// `total()` calls what the property holds; Ruby's are methods.
bool Scopes::can_be_called(const Member& member) const {
  return member.kind == MemberKind::method || member.member_type == "EnumMember" ||
         language_.called_property == CalledProperty::method;
}

Target Scopes::find(std::string_view kind, std::string_view receiver, std::string_view name,
                    uint32_t holder) const {
  const bool reads = kind == "word" || kind == "field";
  if (kind != "call" && !reads) return named(kind, receiver, name, holder);
  only_ = reads ? Only::values : Only::callable;
  const Target found = named(kind, receiver, name, holder);
  only_ = Only::any;
  const bool is_found = reads ? found.member != kNone : found.type != kNone;
  return is_found ? found : named(kind, receiver, name, holder);
}

Target Scopes::named(std::string_view kind, std::string_view receiver, std::string_view name,
                     uint32_t holder) const {
  if (receiver.size() > kMostWritten) return {};  // a chain of calls without end
  // Functions decorate where files import names (Python, TypeScript), else types.
  const bool decorates = kind == "attribute" && language_.imports_names;
  const bool call =
      kind == "call" || decorates || kind == "component" || kind == "word" || kind == "field";
  if (receiver.empty() && names_own_type(name, kind)) {
    if (const auto own = type_around(holder); own != kNone) return {own, kNone};
  }
  if (receiver.empty())
    return call ? callable(name, holder) : type_named(name, type_around(holder));
  if (!call) {
    // A qualified type: of this file only if the qualifier ends the type's own path.
    const auto found = type_named(name, type_around(holder));
    if (found.type == kNone) return {};
    const auto full = outline_.module.types[found.type].full_name;
    const std::string wanted = dotted(receiver) + "." + std::string(name);
    return full == wanted || full.ends_with("." + wanted) ? found : Target{};
  }
  if (is_self(receiver, holder)) {
    const auto own = type_around(holder);
    return own == kNone ? Target{} : member_of(own, name);
  }
  if (const auto at = receiver.find('@'); receiver.starts_with("this@"))  // Kotlin's outer this
    return named(kind, receiver.substr(at + 1), name, holder);
  if (receiver.ends_with(".this"))  // Java's
    return named(kind, receiver.substr(0, receiver.size() - 5), name, holder);
  const auto type =
      type_named(take_apart(language_.separators, receiver).name, type_around(holder));
  const bool simple = take_apart(language_.separators, receiver).receiver.empty();
  const std::string path = dotted(receiver);
  for (const uint32_t scope : scopes_) {  // shop::prices::largest()
    const auto full = outline_.module.types[scope].full_name;
    if (full != path && !full.ends_with("." + path)) continue;
    if (const auto found = member_of(scope, name); found.type != kNone) return found;
  }
  const bool exact = type.type != kNone && outline_.module.types[type.type].full_name == path;
  return (simple || exact) && type.type != kNone ? member_of(type.type, name) : Target{};
}

}  // namespace dossier::languages
