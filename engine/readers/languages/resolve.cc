#include "engine/readers/languages/resolve.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/text.h"

namespace dossier::languages {
namespace {

/// A place inside a mention's text.
struct Position {
  uint32_t line;
  uint32_t column;
};

ReferenceKind kind_of(std::string_view mention) {
  if (mention == "call" || mention == "component") return ReferenceKind::call;
  if (mention == "new") return ReferenceKind::new_object;
  if (mention == "base") return ReferenceKind::base;
  if (mention == "interface") return ReferenceKind::interface;
  if (mention == "attribute") return ReferenceKind::attribute;
  return ReferenceKind::type;
}

/// What a name turned out to be.
struct Target {
  uint32_t type = kNone;    // in this file
  uint32_t member = kNone;  // of that type
};

class Resolver {
 public:
  Resolver(const Language& language, std::string_view text, std::string_view base,
           const Captures& captures, Outline& outline)
      : language_(language),
        text_(text),
        captures_(captures),
        outline_(outline),
        ordinals_(outline.module),
        imports_(read_imports(language, text, base, outline.module.path, captures)) {
    const auto& types = outline.module.types;
    for (uint32_t t = 0; t < types.size(); ++t) {
      const bool scope =
          types[t].kind == "module" || types[t].kind == "package" || types[t].kind == "file";
      if (scope) {
        scopes_.push_back(t);
      } else {
        types_.emplace(bare(types[t].name), t);
      }
      for (uint32_t m = 0; m < types[t].members.size(); ++m) {
        members_.emplace(types[t].members[m].name, Target{t, m});
      }
    }
    for (const auto& definition : captures.definitions) names_.insert(definition.name.begin);
    for (const Span& generic : captures.generics) {
      generics_.insert(text.substr(generic.begin, generic.end - generic.begin));
    }
  }

  void run() {
    add_imports();
    // A name that a more telling mention covers is not reported as a mere type use again.
    std::unordered_set<uint32_t> covered;
    for (const Mention& mention : captures_.mentions) {
      if (mention.kind != "type" && mention.kind != "maybe_type") {
        covered.insert(name_at(mention.node));
      }
    }
    std::unordered_set<uint32_t> reported;
    Holders holders(captures_);
    std::vector<std::pair<uint32_t, uint32_t>> by_name;  // definitions in the order of their names
    for (uint32_t i = 0; i < captures_.definitions.size(); ++i) {
      by_name.emplace_back(captures_.definitions[i].name.begin, i);
    }
    std::sort(by_name.begin(), by_name.end());
    for (const Mention& mention : captures_.mentions) {
      uint32_t holder = holders.of(mention.node);
      if (mention.kind == "attribute") {  // it stands before what it belongs to, or inside
        const auto next = std::lower_bound(by_name.begin(), by_name.end(),
                                           std::pair(mention.node.end, uint32_t{0}));
        if (next != by_name.end()) holder = next->second;
      }
      const uint32_t at = name_at(mention.node);
      const bool weak = mention.kind == "type" || mention.kind == "maybe_type";
      if (at == kNone || names_.count(at)) {
        if (mention.kind != "base") continue;  // an embedded field is named after its type
      }
      if (weak && (covered.count(at) || is_of_language(mention))) continue;
      // <section> is HTML, <Section> a component.
      const bool lower = at != kNone && text_[at] >= 'a' && text_[at] <= 'z';
      if (mention.kind == "component" && lower && text_.substr(at - 1, 1) != ".") continue;
      if (!reported.insert(at).second) continue;
      add(mention, holder);
    }
    auto& references = outline_.module.references;
    std::stable_sort(references.begin(), references.end(),
                     [](const Reference& a, const Reference& b) {
                       return a.line != b.line ? a.line < b.line : a.column < b.column;
                     });
  }

 private:
  /// A type's name without its arity: "List`1" is looked up as "List".
  static std::string_view bare(std::string_view name) { return name.substr(0, name.find('`')); }

  std::string_view text_of(const Span& span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }

  /// The byte where the mention's last name starts; kNone where it ends in no name.
  uint32_t name_at(const Span& span) const {
    const auto written = take_apart(text_of(span));
    if (written.name.empty()) return kNone;
    return static_cast<uint32_t>(written.name.data() - text_.data());
  }

  /// A type parameter, or a type that belongs to the language itself.
  bool is_of_language(const Mention& mention) const {
    static const std::unordered_set<std::string_view> kGo = {
        "any",     "bool",  "byte",   "comparable", "complex64", "complex128", "error", "float32",
        "float64", "int",   "int8",   "int16",      "int32",     "int64",      "rune",  "string",
        "uint",    "uint8", "uint16", "uint32",     "uint64",    "uintptr"};
    static const std::unordered_set<std::string_view> kCSharp = {
        "bool",   "byte", "char",  "decimal", "double", "dynamic", "float",
        "int",    "long", "nint",  "nuint",   "object", "sbyte",   "short",
        "string", "uint", "ulong", "ushort",  "var",    "void"};
    static const std::unordered_set<std::string_view> kPython = {
        "bool", "bytes",  "complex", "dict", "float", "frozenset", "int",
        "list", "object", "set",     "str",  "tuple", "type"};
    const auto name = take_apart(text_of(mention.node)).name;
    if (generics_.count(name)) return true;
    if (language_.name == "Go") return kGo.count(name) > 0;
    if (language_.name == "C#") return kCSharp.count(name) > 0;
    return language_.name == "Python" && kPython.count(name) > 0;
  }

  Position position_of(const Span& span, uint32_t at) const {
    const auto before = text_.substr(span.begin, at - span.begin);
    const auto newline = before.rfind('\n');
    const auto rows = static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
    if (newline == before.npos) return {span.row + 1, span.column + (at - span.begin) + 1};
    return {span.row + 1 + rows, static_cast<uint32_t>(before.size() - newline)};
  }

  std::string_view keep(std::string_view text) {
    const auto found = kept_.find(text);
    if (found != kept_.end()) return *found;
    return *kept_.insert(outline_.module.text.keep(text)).first;
  }

  /// The type entry that holds `entry`, itself included.
  uint32_t type_around(uint32_t entry) const {
    for (; entry != kNone; entry = outline_.entries[entry].parent) {
      const Entry& one = outline_.entries[entry];
      if (one.role == Entry::Role::type || one.role == Entry::Role::member) return one.type;
    }
    return kNone;
  }

  Target member_of(uint32_t type, std::string_view name) const {
    const auto [begin, end] = members_.equal_range(name);
    Target best;
    for (auto it = begin; it != end; ++it) {
      const bool earlier = best.type == kNone || it->second.member < best.member;
      if (it->second.type == type && earlier) best = it->second;
    }
    return best;
  }

  Target type_named(std::string_view name, uint32_t from) const {
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
      if (best.type == kNone || closeness > closest ||
          (closeness == closest && it->second < best.type)) {
        best.type = it->second;
        closest = closeness;
      }
    }
    return best;
  }

  /// A function declared inside the entry or one around it.
  Target local_function(std::string_view name, uint32_t holder) const {
    for (; holder != kNone; holder = outline_.entries[holder].parent) {
      const Entry& around = outline_.entries[holder];
      if (around.role != Entry::Role::member) continue;
      const auto [begin, end] = members_.equal_range(name);
      for (auto it = begin; it != end; ++it) {
        const auto full =
            outline_.module.types[it->second.type].members[it->second.member].full_name;
        const bool inside =
            full.size() == around.path.size() + 1 + name.size() && full.starts_with(around.path);
        if (inside) return it->second;
      }
    }
    return {};
  }

  /// A bare name that is called: a member of the types around, a free function, or a type.
  Target callable(std::string_view name, uint32_t holder) const {
    if (const auto found = local_function(name, holder); found.type != kNone) return found;
    const bool implicit_this = language_.naming == Naming::package && language_.name != "Go";
    if (implicit_this || language_.naming == Naming::file) {
      for (uint32_t entry = holder; entry != kNone; entry = outline_.entries[entry].parent) {
        const auto found = member_of(outline_.entries[entry].type, name);
        if (outline_.entries[entry].type != kNone && found.type != kNone) return found;
      }
    }
    for (const uint32_t scope : scopes_) {
      if (const auto found = member_of(scope, name); found.type != kNone) return found;
    }
    return type_named(name, type_around(holder));
  }

  bool is_self(std::string_view receiver, uint32_t holder) const {
    if (receiver == "this" || receiver == "self" || receiver == "cls" || receiver == "Self" ||
        receiver == "$this") {
      return true;
    }
    for (; holder != kNone; holder = outline_.entries[holder].parent) {
      const Span& self = captures_.definitions[holder].self;
      if (!self.empty()) return text_of(self) == receiver;
    }
    return false;
  }

  Target find(std::string_view kind, std::string_view receiver, std::string_view name,
              uint32_t holder) const {
    const bool call = kind == "call" || kind == "attribute" || kind == "component";
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
    const auto type = type_named(take_apart(receiver).name, type_around(holder));
    const bool simple = take_apart(receiver).receiver.empty();
    const std::string path = dotted(receiver);
    for (const uint32_t scope : scopes_) {  // shop::prices::largest()
      const auto full = outline_.module.types[scope].full_name;
      if (full != path && !full.ends_with("." + path)) continue;
      if (const auto found = member_of(scope, name); found.type != kNone) return found;
    }
    return simple && type.type != kNone ? member_of(type.type, name) : Target{};
  }

  void add(const Mention& mention, uint32_t holder) {
    const auto whole = text_of(mention.node);
    auto written = take_apart(whole);
    if (!mention.receiver.empty()) written.receiver = text_of(mention.receiver);
    const auto position =
        position_of(mention.node, static_cast<uint32_t>(written.name.data() - text_.data()));
    const auto target = find(mention.kind, written.receiver, written.name, holder);
    if (mention.kind == "maybe_type" && target.type == kNone && !imports_.find(written.name)) {
      return;
    }
    Reference reference;
    reference.kind = kind_of(mention.kind);
    reference.source = ordinals_.of(outline_, holder);
    reference.line = position.line;
    reference.column = position.column;
    reference.target = as_written(mention, whole, written);
    if (target.type != kNone) {
      fill_local(reference, target);
    } else {
      fill_foreign(reference, written);
    }
    if (reference.kind == ReferenceKind::type && holder != kNone &&
        mention.node.begin < captures_.definitions[holder].head_end) {
      reference.kind = ReferenceKind::signature;
    }
    if (reference.kind == ReferenceKind::base || reference.kind == ReferenceKind::interface) {
      note_base(reference, holder, whole);
    }
    outline_.module.references.push_back(reference);
  }

  /// The mention's text where that is a plain path; of a longer expression its last name.
  std::string_view as_written(const Mention& mention, std::string_view whole,
                              const Written& written) {
    const auto plain = [](std::string_view text) {
      return text.size() <= 120 && text.find_first_of("(){}\"'\n\r") == text.npos;
    };
    if (!mention.receiver.empty() && plain(written.receiver)) {
      return keep(std::string(written.receiver) + "." + std::string(written.name));
    }
    if (mention.receiver.empty() && plain(whole)) return keep(collapse(whole));
    return keep(written.name);
  }

  void fill_local(Reference& reference, const Target& target) {
    const Type& type = outline_.module.types[target.type];
    reference.in_module = true;
    reference.target_type = type.full_name;
    reference.target_scope = outline_.module.name;
    reference.target_key = type.full_name;
    if (target.member != kNone) {
      reference.target_key = type.members[target.member].full_name;
    } else if (reference.kind == ReferenceKind::call) {
      reference.kind = ReferenceKind::new_object;  // Python, Kotlin, Swift: a type that is called
    }
  }

  void fill_foreign(Reference& reference, const Written& written) {
    reference.by_name = true;
    const std::string receiver = dotted(written.receiver);
    const bool is_call = reference.kind == ReferenceKind::call;
    const auto first =
        receiver.empty() ? written.name : std::string_view(receiver).substr(0, receiver.find('.'));
    const auto* imported = imports_.find(first);
    if (!imported) {
      // `Money.Parse()` names a type by convention where the receiver is capitalised.
      const auto last = take_apart(written.receiver).name;
      // So does what stands before "::" or a backslash in any case.
      const char separator = receiver.empty() ? '.' : written.name.data()[-1];
      const bool capital = separator == ':' || separator == '\\' ||
                           (!last.empty() && last.front() >= 'A' && last.front() <= 'Z');
      if (!is_call) {
        reference.target_type = keep(receiver.empty() ? std::string(written.name)
                                                      : receiver + "." + std::string(written.name));
      } else if (capital && receiver.find_first_of("()[]{} \"'") == receiver.npos) {
        reference.target_type = keep(receiver);
      }
      reference.target_key =
          keep(is_call && !reference.target_type.empty()
                   ? std::string(reference.target_type) + "." + std::string(written.name)
               : is_call ? std::string(written.name)
                         : std::string(reference.target_type));
      return;
    }
    reference.target_scope = keep(imported->scope);
    std::string full = imported->full;
    if (!receiver.empty()) {
      const auto rest = std::string_view(receiver).substr(first.size());
      full.append(rest);
      if (is_call) reference.target_type = keep(full);
      full.append(".").append(written.name);
      if (!is_call) reference.target_type = keep(full);
    } else {
      const auto dot = full.rfind('.');
      const bool member = is_call && dot != full.npos;
      reference.target_type = keep(member ? full.substr(0, dot) : full);
    }
    reference.target_key = keep(full);
  }

  void note_base(Reference& reference, uint32_t holder, std::string_view whole) {
    const uint32_t owner = type_around(holder);
    if (owner == kNone) return;
    Type& type = outline_.module.types[owner];
    const std::string_view name = take_apart(whole).name;
    // C# lists bases and interfaces alike; by its naming rules an interface is I and a capital.
    const bool named_interface = language_.name == "C#" && name.size() > 1 && name[0] == 'I' &&
                                 name[1] >= 'A' && name[1] <= 'Z' && type.kind != "interface";
    const bool later = language_.name == "C#" && !type.base_type.empty();
    if (named_interface || later) reference.kind = ReferenceKind::interface;
    if (type.base_type.empty() && reference.kind == ReferenceKind::base) {
      type.base_type = keep(collapse(whole));
    } else {
      outline_.module.details.push_back(
          {ordinals_.type(owner), DetailKind::interface_name, keep(collapse(whole))});
    }
  }

  void add_imports() {
    Holders holders(captures_);
    for (const auto& import : imports_.list) {
      Reference reference;
      reference.kind = ReferenceKind::import;
      reference.line = import.at.row + 1;
      reference.column = import.at.column + 1;
      reference.target = keep(import.full);
      reference.target_scope = keep(import.scope);
      reference.target_type = reference.target_key = reference.target;
      reference.by_name = true;
      reference.source = ordinals_.of(outline_, holders.of(import.node));
      outline_.module.references.push_back(reference);
    }
  }

  const Language& language_;
  std::string_view text_;
  const Captures& captures_;
  Outline& outline_;
  Ordinals ordinals_;
  Imports imports_;
  std::vector<uint32_t> scopes_;
  std::unordered_multimap<std::string_view, uint32_t> types_;
  std::unordered_multimap<std::string_view, Target> members_;
  std::unordered_set<uint32_t> names_;  // where definitions' names start
  std::unordered_set<std::string_view> generics_;
  std::unordered_set<std::string_view> kept_;
};

}  // namespace

Ordinals::Ordinals(const Module& module) {
  uint32_t next = 1;
  for (const Type& type : module.types) {
    first_.push_back(next);
    next += 1 + static_cast<uint32_t>(type.members.size());
  }
}

uint32_t Ordinals::of(const Outline& outline, uint32_t entry) const {
  for (; entry != kNone; entry = outline.entries[entry].parent) {
    const Entry& one = outline.entries[entry];
    if (one.member != kNone) return member(one.type, one.member);
    if (one.type != kNone && one.role == Entry::Role::type) return type(one.type);
  }
  return 0;
}

uint32_t Holders::of(const Span& span) {
  const auto& definitions = captures_.definitions;
  while (next_ < definitions.size() && definitions[next_].node.begin <= span.begin) {
    while (!open_.empty() && definitions[open_.back()].node.end <= definitions[next_].node.begin) {
      open_.pop_back();
    }
    open_.push_back(next_++);
  }
  while (!open_.empty() && definitions[open_.back()].node.end <= span.begin) open_.pop_back();
  for (auto it = open_.rbegin(); it != open_.rend(); ++it) {
    const Definition& one = definitions[*it];
    if (one.node.holds(span) && one.kind != "package") return *it;
  }
  return kNone;
}

void resolve(const Language& language, std::string_view text, std::string_view base,
             const Captures& captures, Outline& outline) {
  Resolver(language, text, base, captures, outline).run();
}

}  // namespace dossier::languages
