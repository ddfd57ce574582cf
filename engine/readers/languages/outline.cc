#include "engine/readers/languages/outline.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <unordered_map>

#include "engine/readers/languages/annotate.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/text.h"

namespace dossier::languages {
namespace {

struct KindOf {
  std::string_view capture;
  Entry::Role role;
  MemberKind member;
  std::string_view word;  // the type's kind, or the member's type
};

constexpr KindOf kKinds[] = {
    {"package", Entry::Role::scope, {}, ""},
    {"namespace", Entry::Role::scope, {}, ""},
    {"class", Entry::Role::type, {}, "class"},
    {"struct", Entry::Role::type, {}, "struct"},
    {"interface", Entry::Role::type, {}, "interface"},
    {"enum", Entry::Role::type, {}, "enum"},
    {"union", Entry::Role::type, {}, "union"},
    {"trait", Entry::Role::type, {}, "trait"},
    {"record", Entry::Role::type, {}, "record"},
    {"delegate", Entry::Role::type, {}, "delegate"},
    {"annotation", Entry::Role::type, {}, "annotation"},
    {"object", Entry::Role::type, {}, "object"},
    {"protocol", Entry::Role::type, {}, "protocol"},
    {"module", Entry::Role::type, {}, "module"},
    {"type", Entry::Role::type, {}, "type"},
    {"alias", Entry::Role::type, {}, "alias"},
    {"partial", Entry::Role::type, {}, "partial"},
    {"function", Entry::Role::member, MemberKind::method, "Function"},
    {"assigned_function", Entry::Role::member, MemberKind::method, "Function"},
    {"prototype", Entry::Role::member, MemberKind::method, "Function"},
    {"macro", Entry::Role::member, MemberKind::method, "Macro"},
    {"static_method", Entry::Role::member, MemberKind::method, "Method"},
    {"method", Entry::Role::member, MemberKind::method, "Method"},
    {"operator", Entry::Role::member, MemberKind::method, "Method"},
    {"conversion", Entry::Role::member, MemberKind::method, "Method"},
    {"constructor", Entry::Role::member, MemberKind::method, "Constructor"},
    {"destructor", Entry::Role::member, MemberKind::method, "Method"},
    {"field", Entry::Role::member, MemberKind::field, "Field"},
    {"component_field", Entry::Role::member, MemberKind::field, "Field"},
    {"component_property", Entry::Role::member, MemberKind::property, "Property"},
    {"attribute_field", Entry::Role::member, MemberKind::field, "Field"},
    {"variable", Entry::Role::member, MemberKind::field, "Variable"},
    {"constant", Entry::Role::member, MemberKind::field, "Constant"},
    {"enum_member", Entry::Role::member, MemberKind::field, "EnumMember"},
    {"property", Entry::Role::member, MemberKind::property, "Property"},
    {"indexer", Entry::Role::member, MemberKind::property, "Property"},
    {"event", Entry::Role::member, MemberKind::event, "Event"},
};

const KindOf* kind_of(std::string_view capture) {
  const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const KindOf& kind) { return kind.capture == capture; });
  return found == std::end(kKinds) ? nullptr : found;
}

class Builder {
 public:
  Builder(const Language& language, std::string_view path, std::string_view base,
          std::string_view text, const Captures& captures)
      : language_(language), text_(text), captures_(captures), base_(base) {
    Module& module = out_.module;
    module.kind = ModuleKind::source;
    module.name = module.path = module.text.keep(path);
    module.language = language.name;
    base_ = package_ = module.text.keep(base);
    is_header_ = path.ends_with(".h") || path.ends_with(".hpp") || path.ends_with(".hh");
  }

  Outline build() {
    out_.entries.resize(captures_.definitions.size());
    Holders holders(captures_);
    for (const Span& access : captures_.accesses) accesses_.push_back(holders.of(access));
    for (uint32_t i = 0; i < out_.entries.size(); ++i) place(i);
    order_members();
    return std::move(out_);
  }

 private:
  std::string_view text_of(const Span& span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }
  Module& module() { return out_.module; }
  bool is(std::string_view language) const { return language_.name == language; }

  /// Leaves the entries on the stack that hold `definition`.
  void unwind(const Definition& definition) {
    while (!open_.empty()) {
      const Definition& top = captures_.definitions[open_.back()];
      const bool same =
          top.node.begin == definition.node.begin && top.node.end == definition.node.end;
      const bool leaf = out_.entries[open_.back()].role == Entry::Role::member;
      if (top.node.holds(definition.node) && !(same && leaf)) break;
      open_.pop_back();
    }
  }

  void place(uint32_t index) {
    const Definition& definition = captures_.definitions[index];
    const KindOf* kind = kind_of(definition.kind);
    unwind(definition);
    if (!kind || (definition.kind == "prototype" && !is_header_ && open_.empty())) return;
    Entry& entry = out_.entries[index];
    entry.parent = open_.empty() ? kNone : open_.back();
    entry.role = kind->role;
    const std::string_view around = entry.parent == kNone ? package_ : up(entry).path;
    entry.package = entry.parent == kNone ? package_ : up(entry).package;
    switch (kind->role) {
      case Entry::Role::scope:
        place_scope(entry, definition, around);
        break;
      case Entry::Role::type:
        place_type(entry, definition, *kind, around);
        break;
      case Entry::Role::member:
        place_member(entry, definition, *kind, around);
        break;
      case Entry::Role::none:
        break;
    }
    if (definition.kind == "package") {
      entry.parent = kNone;
    } else if (entry.role != Entry::Role::none) {
      open_.push_back(index);
    }
  }

  const Entry& up(const Entry& entry) const { return out_.entries[entry.parent]; }

  std::string_view join(std::string_view scope, std::string_view name, char separator = '.') {
    if (scope.empty()) return module().text.keep(name);
    if (name.empty()) return scope;
    return module().text.join({scope, std::string_view(&separator, 1), name});
  }

  void place_scope(Entry& entry, const Definition& definition, std::string_view around) {
    const std::string name = dotted(unquoted(text_of(definition.name)));
    if (definition.kind == "package") {
      package_ = join(base_, name);
      entry.path = package_;
    } else {
      entry.path = join(around, name);
    }
    entry.package = entry.path;
  }

  /// The innermost entry from `from` outwards that is a type; kNone if there is none.
  uint32_t enclosing_type(uint32_t from) const {
    while (from != kNone && out_.entries[from].role != Entry::Role::type) {
      from = out_.entries[from].role == Entry::Role::scope ? kNone : out_.entries[from].parent;
    }
    return from;
  }

  void place_type(Entry& entry, const Definition& definition, const KindOf& kind,
                  std::string_view around) {
    auto written = text_of(definition.name);
    std::string name;
    if (is("C#")) {
      // As metadata spells it, so that a type of an assembly and its source bear one name.
      name = written;
      const auto arity = arity_of(text_.substr(definition.name.end));
      if (arity > 0) name += "`" + std::to_string(arity);
    } else {
      const auto parts = take_apart(written);
      name = parts.name.empty() ? std::string(written) : std::string(parts.name);
      if (!parts.receiver.empty()) around = join(around, dotted(parts.receiver));
    }
    const bool nested = entry.parent != kNone && up(entry).role == Entry::Role::type;
    entry.path = join(around, name, nested && is("C#") ? '+' : '.');
    const bool partial = kind.capture == "partial";
    const auto known = by_path_.find(entry.path);
    const bool completes =
        known != by_path_.end() && (partial || module().types[known->second].kind == "partial");
    if (completes) {
      entry.type = known->second;
      if (partial) return;
    } else {
      entry.type = add_type(entry.path, entry.package, name);
    }
    Type& type = module().types[entry.type];
    type.kind = kind.word;
    type.line = first_line(captures_, text_, definition) + 1;
    type.end_line = definition.node.end_row + 1;
    type.flags = flags_of(language_, captures_, text_, definition, type_visibility(entry, nested));
    if (is("C++") && is_final(definition)) type.flags |= kSealed;
  }

  Visibility type_visibility(const Entry& entry, bool nested) const {
    if (nested && is_open(out_.module.types[up(entry).type])) return Visibility::everyone;
    if (nested && implements_trait(entry)) return Visibility::everyone;
    return nested && is("C#") ? Visibility::type : language_.types;
  }

  /// Whether all that stands in the type is seen by whoever sees the type.
  static bool is_open(const Type& type) {
    return type.kind == "interface" || type.kind == "trait" || type.kind == "protocol" ||
           type.kind == "annotation";
  }

  /// Whether the entry stands in Rust's `impl Trait for Type`: it is seen like the trait.
  bool implements_trait(const Entry& entry) const {
    if (!is("Rust") || entry.parent == kNone) return false;
    const Definition& holder = captures_.definitions[entry.parent];
    const auto head = text_.substr(holder.node.begin, holder.name.begin - holder.node.begin);
    return holder.kind == "partial" && head.find(" for ") != head.npos;
  }

  /// `class Price final : …`
  bool is_final(const Definition& definition) const {
    const auto behind = text_.substr(definition.name.end, 8);
    return behind.starts_with(" final") &&
           (behind.size() < 7 || !std::isalnum(static_cast<unsigned char>(behind[6])));
  }

  uint32_t add_type(std::string_view full_name, std::string_view package, std::string_view name) {
    const auto index = static_cast<uint32_t>(module().types.size());
    Type& type = module().types.emplace_back();
    type.full_name = full_name;
    type.name_space = package;
    type.name = module().text.keep(name);
    type.source_path = module().path;
    by_path_.emplace(full_name, index);
    return index;
  }

  /// The namespace's block that holds the entry; what is free in no block is where it stands.
  const Definition& block_around(const Entry& entry, const Definition& definition) const {
    uint32_t at = entry.parent;
    while (at != kNone && out_.entries[at].role != Entry::Role::scope) at = out_.entries[at].parent;
    return at == kNone ? definition : captures_.definitions[at];
  }

  /// The type that stands for the package, module or file around free functions and variables;
  /// `first` is the block, or the first of them.
  uint32_t type_of_scope(std::string_view scope, const Definition& first) {
    const bool named = !scope.empty();
    const std::string_view full = named ? scope : module().path;
    const auto found = by_path_.find(full);
    if (found != by_path_.end()) return found->second;
    const bool is_path = !named || (language_.naming == Naming::path && full == base_);
    const char separator = is_path ? '/' : '.';
    const auto cut = full.rfind(separator);
    const auto name = full.substr(cut == full.npos ? 0 : cut + 1);
    const auto package = cut == full.npos ? std::string_view() : full.substr(0, cut);
    const auto index = add_type(full, package, name);
    Type& type = module().types[index];
    type.kind = !named ? "file" : language_.naming == Naming::package ? "package" : "module";
    type.flags = kPublic | kStatic | kAbstract | kSealed;
    type.line = first.node.row + 1;
    type.end_line = first.node.end_row + 1;
    return index;
  }

  /// The type that a method declared outside of it belongs to: in this file, else a part of it.
  uint32_t owner_of(std::string_view owner, std::string_view around, const Entry& entry,
                    const Definition& definition) {
    const auto full = join(around, owner);
    const auto found = by_path_.find(full);
    if (found != by_path_.end()) return found->second;
    const auto cut = full.rfind('.');
    const auto index = add_type(full, entry.package, full.substr(cut == full.npos ? 0 : cut + 1));
    Type& type = module().types[index];
    type.kind = "partial";
    type.flags = flags_by_name(language_.types, type.name);
    type.line = definition.node.row + 1;
    return index;
  }

  void place_member(Entry& entry, const Definition& definition, const KindOf& kind,
                    std::string_view around) {
    Names names = names_of(language_, text_, definition);
    const uint32_t holder = enclosing_type(entry.parent);
    bool is_free = false;
    if (!names.owner.empty()) {
      const auto scope = entry.parent == kNone ? package_ : up(entry).path;
      entry.type = owner_of(names.owner, scope, entry, definition);
      around = module().types[entry.type].full_name;
    } else if (holder != kNone) {
      entry.type = out_.entries[holder].type;
    } else {
      entry.type = type_of_scope(entry.package, block_around(entry, definition));
      is_free = true;
    }
    Type& type = module().types[entry.type];
    const bool is_method = kind.member == MemberKind::method;
    if (!is_method && holder != kNone) around = out_.entries[holder].path;  // not the method's own
    if (definition.kind == "attribute_field") {
      if (is_free || has_field(type, names.name)) {
        entry.role = Entry::Role::none;
        return;
      }
    }
    entry.path = join(around, names.name);
    entry.member = static_cast<uint32_t>(type.members.size());
    type.members.push_back(member_of(definition, kind, names.name, entry, is_free));
    const bool grows = is_free || type.kind == "partial";
    if (grows) type.end_line = std::max(type.end_line, definition.node.end_row + 1);
  }

  static bool has_field(const Type& type, std::string_view name) {
    return std::any_of(type.members.begin(), type.members.end(),
                       [&](const Member& member) { return member.name == name; });
  }

  Member member_of(const Definition& definition, const KindOf& kind, std::string_view name,
                   const Entry& entry, bool is_free) {
    const Type& type = module().types[entry.type];
    Member member;
    member.kind = kind.member;
    member.member_type = kind.word;
    const bool inner = entry.parent != kNone && up(entry).role == Entry::Role::member;
    if (kind.word == "Function" && !is_free && !inner) member.member_type = "Method";
    member.name = module().text.keep(name);
    member.full_name = entry.path;
    member.signature = module().text.keep(signature_of(captures_, text_, definition));
    member.line = first_line(captures_, text_, definition) + 1;
    member.end_line = definition.node.end_row + 1;
    const bool open_type = is_open(type) || implements_trait(entry) || kind.word == "EnumMember" ||
                           (is("Rust") && type.kind == "enum" && kind.word == "Field");
    const auto visibility = open_type ? Visibility::everyone
                            : is_free ? language_.types
                                      : language_.members;
    member.flags = flags_of(language_, captures_, text_, definition, visibility);
    if (definition.kind == "component_field") member.flags = kPrivate | kReadOnly;
    if (definition.kind == "component_property") member.flags = kPublic;
    if (!open_type && !is_free) apply_access(member, entry, definition);
    // C's static at file level hides; it does not say whose it is.
    const bool hides = is_free && (is("C") || is("C++")) && (member.flags & kStatic);
    if (hides) member.flags = (member.flags & ~uint32_t{kPublic}) | kPrivate;
    if (is_free || definition.kind == "static_method") member.flags |= kStatic;
    if (is("Rust") && member.member_type == "Method" && !takes_self(member.signature)) {
      member.flags |= kStatic;
    }
    if (is_exported(definition)) member.flags = (member.flags & ~uint32_t{kPrivate}) | kPublic;
    if (is("C++") && is_pure(definition)) {
      member.flags |= kAbstract;
      module().types[entry.type].flags |= kAbstract;
    }
    if (is_constructor(definition, name)) {
      member.flags |= kConstructor;
      member.member_type = "Constructor";
    }
    if (definition.kind == "destructor") member.flags = kProtected;  // C#'s
    if (is("Java") && type.kind == "enum" && (member.flags & kConstructor)) {
      member.flags = (member.flags & ~uint32_t{kInternal}) | kPrivate;
    }
    if (kind.word == "EnumMember") member.flags |= kStatic | kConstant;
    if (kind.word == "Constant") member.flags |= kStatic | kConstant;
    if ((member.flags & kConstant) && is("C#")) member.flags |= kStatic;
    fit_flags(member);
    return member;
  }

  /// Whether Rust's function has a receiver: `self`, `&self`, `&'a mut self`, `self: Box<Self>`.
  static bool takes_self(std::string_view signature) {
    for (auto at = signature.find('('); at != signature.npos; at = signature.find('(', at + 1)) {
      auto first = signature.substr(at + 1, signature.find_first_of(",:)", at) - at - 1);
      if (first == "self" || (first.ends_with(" self") && first.find('(') == first.npos))
        return true;
      if (first == "&self") return true;
    }
    return false;
  }

  /// CommonJS: what is assigned to `exports.x` or `module.exports` can be seen by all.
  bool is_exported(const Definition& definition) const {
    if (definition.assigned.empty()) return false;
    const auto assigned = text_of(definition.assigned);
    return assigned.starts_with("exports.") || assigned == "module.exports" ||
           assigned.starts_with("module.exports.");
  }

  /// `virtual void changed() = 0;`
  bool is_pure(const Definition& definition) const {
    if (definition.kind != "method") return false;
    const std::string_view blank = " \t\r\n;";
    auto head = text_of(definition.node);
    head = head.substr(0, head.find_last_not_of(blank) + 1);
    if (!head.ends_with('0')) return false;
    head.remove_suffix(1);
    head = head.substr(0, head.find_last_not_of(blank) + 1);
    return head.ends_with('=');
  }

  /// "private:" and the like, for a member without a modifier of its own; before any of them, a C++
  /// class hides its members.
  void apply_access(Member& member, const Entry& entry, const Definition& definition) const {
    const uint32_t holder = enclosing_type(entry.parent);
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

  /// Gives keywords that mean different things in different places their meaning here.
  void fit_flags(Member& member) const {
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
      const bool fixed =
          member.flags & kConstant;  // JavaScript's const binds once; its let does not
      member.flags = (member.flags & ~(kConstant | kReadOnly)) | (fixed ? kReadOnly : 0u);
    }
  }

  bool is_constructor(const Definition& definition, std::string_view name) const {
    if (definition.kind == "constructor") return true;
    if (is("Python")) return name == "__init__";
    if (language_.naming == Naming::path) return name == "constructor";
    if (is("Ruby")) return name == "initialize";
    if (is("PHP")) return name == "__construct";
    if (is("C++")) return !definition.owner.empty() ? false : is_named_like_type(definition, name);
    return false;
  }

  bool is_named_like_type(const Definition& definition, std::string_view name) const {
    if (definition.kind != "method" && definition.kind != "function") return false;
    for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
      if (out_.entries[*open].role != Entry::Role::type) continue;
      return text_of(captures_.definitions[*open].name) == name;
    }
    const auto written = text_of(definition.name);  // Price::Price
    return written.ends_with(std::string(name) + "::" + std::string(name));
  }

  /// Fields, methods, properties, events: each in the file's order.
  void order_members() {
    std::vector<std::vector<uint32_t>> places(module().types.size());
    for (size_t t = 0; t < places.size(); ++t) {
      auto& members = module().types[t].members;
      std::vector<uint32_t> order(members.size());
      std::iota(order.begin(), order.end(), 0u);
      std::stable_sort(order.begin(), order.end(),
                       [&](uint32_t a, uint32_t b) { return members[a].kind < members[b].kind; });
      std::vector<Member> sorted;
      places[t].resize(order.size());
      for (uint32_t to = 0; to < order.size(); ++to) {
        places[t][order[to]] = to;
        sorted.push_back(members[order[to]]);
      }
      members = std::move(sorted);
    }
    for (auto& entry : out_.entries) {
      if (entry.member != kNone) entry.member = places[entry.type][entry.member];
    }
  }

  const Language& language_;
  std::string_view text_;
  const Captures& captures_;
  std::string_view base_;
  std::string_view package_;
  bool is_header_ = false;
  Outline out_;
  std::vector<uint32_t> accesses_;  // the entry that holds each of captures_.accesses
  std::vector<uint32_t> open_;      // entries that hold the current place, outermost first
  std::unordered_map<std::string_view, uint32_t> by_path_;  // the first type of each full name
};

}  // namespace

Outline outline(const Language& language, std::string_view path, std::string_view base,
                std::string_view text, const Captures& captures) {
  return Builder(language, path, base, text, captures).build();
}

}  // namespace dossier::languages
