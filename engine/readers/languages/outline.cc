#include "engine/readers/languages/outline.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/path_parts.h"
#include "engine/readers/expansion.h"
#include "engine/readers/languages/annotate.h"
#include "engine/readers/languages/flags.h"
#include "engine/readers/languages/kinds.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

/// The kind of a type without a name.
constexpr std::string_view kAnonymous = "anonymous";

class Builder {
 public:
  Builder(const Language& language, std::string_view path, std::string_view base,
          std::string_view text, const Captures& captures)
      : language_(language),
        text_(text),
        captures_(captures),
        base_(base),
        flags_(language, text, captures, out_.entries) {
    Module& module = out_.module;
    module.text.limit(text_budget_of_source(text.size()));
    module.kind = ModuleKind::source;
    module.name = module.path = module.text.keep(path);
    module.language = language.name;
    base_ = package_ = module.text.keep(base);
    is_header_ = is_among(language.headers, ending_of(path));
  }

  Outline build() {
    out_.entries.resize(captures_.definitions.size());
    for (uint32_t i = 0; i < out_.entries.size(); ++i) place(i);
    order_members(out_);
    return std::move(out_);
  }

 private:
  Module& module() { return out_.module; }

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

  /// Whether one typedef gives both names.
  static bool is_alias_beside(const Definition& alias, const Definition& other) {
    return alias.kind == "alias" && alias.node.begin == other.node.begin &&
           alias.node.end == other.node.end;
  }

  /// The innermost entry that is open and does not merely have a type before its name, as a typedef
  /// or a variable has a struct; of a definition of another reading the one that holds it
  /// there.
  uint32_t parent_of(const Definition& definition, bool is_type) const {
    if (definition.around) {
      const auto is_around = [&](uint32_t entry) {
        return captures_.definitions[entry].name.begin == *definition.around;
      };
      const auto found = std::find_if(open_.rbegin(), open_.rend(), is_around);
      return found == open_.rend() ? kNone : *found;
    }
    // `typedef struct {…} T, *P;`: the members are T's, and P stands beside it.
    size_t innermost = open_.size();
    while (innermost > 1 && is_alias_beside(captures_.definitions[open_[innermost - 1]],
                                            captures_.definitions[open_[innermost - 2]]))
      --innermost;
    uint32_t parent = innermost == 0 ? kNone : open_[innermost - 1];
    if (parent != kNone && is_alias_beside(definition, captures_.definitions[parent]))
      parent = out_.entries[parent].parent;
    const bool is_global = definition.kind == "global_function";  // also within another one
    while (is_global && parent != kNone && out_.entries[parent].role != Entry::Role::scope)
      parent = out_.entries[parent].parent;
    while (is_type && parent != kNone &&
           captures_.definitions[parent].name.begin >= definition.node.end)
      parent = out_.entries[parent].parent;
    return parent;
  }

  /// The alias that the type stands in and that gives it the name that it has: `typedef struct T
  /// {…} T;` is one type.
  bool is_own_alias(const Entry& entry, uint32_t known) const {
    return out_.module.types[known].kind == "alias" &&
           std::any_of(open_.begin(), open_.end(), [&](uint32_t one) {
             const Entry& alias = out_.entries[one];
             return one != entry.parent && alias.role == Entry::Role::type && alias.type == known;
           });
  }

  /// Whether a C function's head without a body declares it for others. In a function it is rather
  /// a variable: `Client client(host, port);`.
  bool is_declaration() const {
    if (open_.empty()) return is_header_;
    return out_.entries[open_.back()].role != Entry::Role::member;
  }

  void place(uint32_t index) {
    const Definition& definition = captures_.definitions[index];
    const KindOf* kind = kind_of(definition.kind);
    unwind(definition);
    if (!kind || (definition.kind == "prototype" && !is_declaration())) return;
    Entry& entry = out_.entries[index];
    entry.parent = parent_of(definition, kind->role == Entry::Role::type);
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
    auto written = definition.name.of(text_);
    // What an inline namespace has, the one around it has: `inline namespace v1`, `a::inline v1`.
    const auto before =
        text_.substr(definition.node.begin, definition.name.begin - definition.node.begin);
    if (before.starts_with("inline ")) written = {};
    std::string kept(written);
    for (size_t at; (at = kept.find("::inline ")) != kept.npos;) {
      const auto next = kept.find("::", at + 2);
      kept.erase(at, next == kept.npos ? next : next - at);
    }
    const std::string name = dotted(unquoted(kept));
    if (definition.kind == "package") {
      package_ = join(language_.packages_nest ? package_ : base_, name);
      entry.path = package_;
    } else {
      entry.path = join(around, name);
    }
    entry.package = entry.path;
  }

  void place_type(Entry& entry, const Definition& definition, const KindOf& kind,
                  std::string_view around) {
    auto written = definition.name.of(text_);
    if (written == language_.nameless.first) written = language_.nameless.second;
    std::string name;
    if (definition.kind == kAnonymous) {
      const int before = anonymous_[around]++;
      name = "<anonymous" + (before == 0 ? std::string() : std::to_string(before + 1)) + ">";
    } else if (language_.arity_in_names) {
      // As in metadata, so that a type has the same name in an assembly and in its source.
      name = meant_name(language_, written);
      const auto arity = arity_of(text_.substr(definition.name.end));
      if (arity > 0) name += "`" + std::to_string(arity);
    } else {
      const auto parts = take_apart(language_.separators, written);
      name = parts.name.empty() ? std::string(written)
                                : std::string(meant_name(language_, parts.name));
      if (!parts.receiver.empty()) around = join(around, dotted(parts.receiver));
    }
    const bool nested = entry.parent != kNone && up(entry).role == Entry::Role::type;
    entry.path = join(around, name, nested ? language_.nested_separator : '.');
    const auto known = by_path_.find(entry.path);
    const auto before =
        known == by_path_.end() ? std::string_view() : module().types[known->second].kind;
    const bool partial = kind.capture == "partial";
    const bool two = !before.empty() && before != kind.word;
    const bool accompanies = two && kind.word == language_.companion;
    const bool is_known = !before.empty() && (partial || before == "partial");
    const bool is_own = !before.empty() && is_own_alias(entry, known->second);
    const bool completes =
        is_known || accompanies || is_own || (two && before == language_.companion);
    if (completes) {
      entry.type = known->second;
      if (partial || accompanies) return;
    } else {
      entry.type = add_type(entry.path, entry.package, name);
    }
    Type& type = module().types[entry.type];
    type.kind = kind.word;
    type.line = first_line(captures_, text_, definition) + 1;
    type.end_line = definition.node.end_row + 1;
    const Type* holder = nested ? &module().types[up(entry).type] : nullptr;
    type.flags = definition.kind == kAnonymous ? uint32_t{kPrivate}
                                               : flags_.of_type(type, entry, definition, holder);
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
    type.flags = flags_by_name(language_.visibility.types, type.name);
    type.line = definition.node.row + 1;
    return index;
  }

  void place_member(Entry& entry, const Definition& definition, const KindOf& kind,
                    std::string_view around) {
    Names names = names_of({language_, text_, definition, nullptr});
    const uint32_t holder = enclosing_type(out_.entries, entry.parent);
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
    // `self.x = 1` of a field that is known, `Money = ordered(Money)` of a class.
    bool is_known = false;
    if (definition.kind == "attribute_field")
      is_known = is_free || has_member(entry.type, names.name);
    else if (definition.kind == "variable" && language_.variables_name_types && is_free)
      is_known = has_member(entry.type, names.name) || by_path_.contains(join(around, names.name));
    if (is_known) {
      entry.role = Entry::Role::none;
      return;
    }
    entry.path = join(around, names.name);
    entry.member = static_cast<uint32_t>(type.members.size());
    type.members.push_back(member_of(definition, kind, names.name, entry, is_free));
    const bool grows = is_free || type.kind == "partial";
    if (grows) type.end_line = std::max(type.end_line, definition.node.end_row + 1);
  }

  bool has_member(uint32_t type, std::string_view name) {
    auto& [known, names] = member_names_[type];
    const auto& members = module().types[type].members;
    for (; known < members.size(); ++known) names.insert(members[known].name);
    return names.contains(name);
  }

  Member member_of(const Definition& definition, const KindOf& kind, std::string_view name,
                   const Entry& entry, bool is_free) {
    Member member;
    member.kind = kind.member;
    member.member_type = kind.word;
    const bool inner = entry.parent != kNone && up(entry).role == Entry::Role::member;
    const bool is_assigned = inner && kind.capture == "assigned_function";  // this.run = function
    if (kind.word == "Function" && (is_assigned || (!is_free && !inner)))
      member.member_type = "Method";
    member.name = module().text.keep(name);
    member.full_name = entry.path;
    member.signature =
        module().text.keep(definition.kind == "primary_constructor"
                               ? signature_text(std::string(module().types[entry.type].name) +
                                                std::string(list_at(text_, definition.name.begin)))
                               : signature_of(captures_, text_, definition));
    member.line = first_line(captures_, text_, definition) + 1;
    member.end_line = definition.node.end_row + 1;
    flags_.set(member, module().types[entry.type], entry, definition, is_free);
    return member;
  }

  const Language& language_;
  std::string_view text_;
  const Captures& captures_;
  std::string_view base_;
  std::string_view package_;
  bool is_header_ = false;
  Outline out_;
  FlagRules flags_;
  std::vector<uint32_t> open_;  // entries that hold the current place, outermost first
  std::unordered_map<std::string_view, uint32_t> by_path_;  // the first type of each full name
  std::unordered_map<std::string_view, int> anonymous_;     // how many each path holds
  // Of types that fields were looked for in: how many members are known, and their names.
  std::unordered_map<uint32_t, std::pair<size_t, std::unordered_set<std::string_view>>>
      member_names_;
};

}  // namespace

std::string module_path(const Language& language, std::string_view path, const Package& package) {
  return language.module_path ? language.module_path(path, package) : std::string();
}

uint32_t enclosing_type(const std::vector<Entry>& entries, uint32_t from) {
  while (from != kNone && entries[from].role != Entry::Role::type)
    from = entries[from].role == Entry::Role::scope ? kNone : entries[from].parent;
  return from;
}

Outline outline(const Language& language, std::string_view path, std::string_view base,
                std::string_view text, const Captures& captures) {
  return Builder(language, path, base, text, captures).build();
}

}  // namespace dossier::languages
