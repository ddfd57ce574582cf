#include "engine/readers/languages/references.h"

#include <algorithm>
#include <unordered_set>

#include "engine/readers/languages/external.h"
#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/scopes.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

/// A place inside a mention's text.
struct Position {
  uint32_t line;
  uint32_t column;
};

ReferenceKind kind_of(std::string_view mention) {
  if (mention == "call" || mention == "setter" || mention == "component")
    return ReferenceKind::call;
  if (mention == "new") return ReferenceKind::new_object;
  if (mention == "base") return ReferenceKind::base;
  if (mention == "interface") return ReferenceKind::interface;
  if (mention == "attribute") return ReferenceKind::attribute;
  return ReferenceKind::type;
}

class Resolver {
 public:
  Resolver(const Language& language, std::string_view text, std::string_view base,
           const Captures& captures, Outline& outline)
      : language_(language),
        text_(text),
        captures_(captures),
        outline_(outline),
        ordinals_(outline.module),
        base_(base),
        imports_(read_imports(language, text, base, captures, outline)),
        scopes_(language, text, captures, outline, imports_) {
    for (const auto& definition : captures.definitions) names_.insert(definition.name.begin);
    for (const Span& generic : captures.generics) {
      generics_.insert(text.substr(generic.begin, generic.end - generic.begin));
    }
  }

  void run() {
    add_imports();
    // A name that a more telling mention covers is not reported as a mere type use again.
    std::unordered_set<uint32_t> covered, set;
    for (const Mention& mention : captures_.mentions) {
      if (mention.kind == "setter") set.insert(name_at(mention));
      if (mention.kind != "type" && mention.kind != "maybe_type") covered.insert(name_at(mention));
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
      const uint32_t at = name_at(mention);
      if (mention.kind == "call" && set.count(at)) continue;  // Ruby's `price.cents = 1`
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
  std::string_view text_of(const Span& span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }

  /// Where methods may end in ? and !, these do not belong to a type.
  Written taken_apart(const Mention& mention) const {
    const auto text = text_of(mention.node);
    const bool whole =
        language_.marked_methods && (mention.kind == "call" || mention.kind == "setter");
    return whole ? Written{{}, text} : take_apart(language_.separators, text);
  }

  /// The byte where the mention's last name starts; kNone where it ends in no name.
  uint32_t name_at(const Mention& mention) const {
    const auto written = taken_apart(mention);
    if (written.name.empty()) return kNone;
    return static_cast<uint32_t>(written.name.data() - text_.data());
  }

  /// A type parameter, or a type that belongs to the language itself.
  bool is_of_language(const Mention& mention) const {
    const auto name = take_apart(language_.separators, text_of(mention.node)).name;
    return generics_.count(name) > 0 || is_among(language_.own_types, name);
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

  void add(const Mention& mention, uint32_t holder) {
    const auto whole = text_of(mention.node);
    auto written = taken_apart(mention);
    if (!mention.receiver.empty()) written.receiver = text_of(mention.receiver);
    const auto position =
        position_of(mention.node, static_cast<uint32_t>(written.name.data() - text_.data()));
    written.name = meant_name(language_, written.name);
    if (names_base(mention, written) && scopes_.type_around(holder) != kNone) {
      const auto base = outline_.module.types[scopes_.type_around(holder)].base_type;
      if (!base.empty()) written = take_apart(language_.separators, base);
    }
    const uint32_t own = scopes_.type_around(holder);
    if (own != kNone && written.receiver.empty() &&
        scopes_.names_own_type(written.name, mention.kind)) {
      // `impl Display for Money`, where Money is imported: Self is what the import names.
      const Type& type = outline_.module.types[own];
      if (type.kind == "partial" && imports_.find(type.name)) written.name = type.name;
    }
    const std::string_view kind = mention.kind == "setter" ? "call" : mention.kind;
    const std::string setter = std::string(written.name) + "=";
    Target target;
    if (mention.kind == "setter") target = scopes_.find(kind, written.receiver, setter, holder);
    const std::string receiver = receiver_of(mention, written, holder);
    if (target.type == kNone) target = scopes_.find(kind, receiver, written.name, holder);
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
      fill_external(reference, written, receiver, mention.kind == "setter" ? setter : "");
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
      const bool holds_callable = is_value(type.members[target.member]);
      if (reference.kind == ReferenceKind::call && holds_callable)
        reference.kind = ReferenceKind::read;
    } else if (reference.kind == ReferenceKind::call) {
      reference.kind = ReferenceKind::new_object;  // Python, Kotlin, Swift: a type that is called
    }
  }

  /// Whether a call of the member reads a property and calls what it holds.
  bool is_value(const Member& member) const {
    return language_.called_property == CalledProperty::value &&
           member.kind != MemberKind::method && member.member_type != "EnumMember";
  }

  /// `new parent`, `: parent`.
  bool names_base(const Mention& mention, const Written& written) const {
    return mention.kind != "call" && written.receiver.empty() && !written.name.empty() &&
           written.name == language_.base_type;
  }

  /// The receiver as other files would write it: what the type around is based on for super, and
  /// what the language's row makes of it.
  std::string receiver_of(const Mention& mention, const Written& written, uint32_t holder) const {
    const auto receiver = written.receiver;
    const uint32_t own = scopes_.type_around(holder);
    const Type* const type = own == kNone ? nullptr : &outline_.module.types[own];
    if (language_.qualified && !receiver.empty()) {
      const auto module = scopes_.module_around(holder, base_);
      auto qualified = language_.qualified({receiver, written.name.data()[-1], module,
                                            type ? type->full_name : std::string_view(),
                                            kind_of(mention.kind) == ReferenceKind::call});
      if (!qualified.empty()) return qualified;
    }
    const auto base = type ? take_apart(language_.separators, type->base_type) : Written{};
    if (base.name.empty() || !scopes_.is_base(receiver)) return std::string(receiver);
    return (base.receiver.empty() ? "" : dotted(base.receiver) + ".") + std::string(base.name);
  }

  void fill_external(Reference& reference, const Written& written, std::string_view receiver,
                     std::string_view setter) {
    const bool is_call = reference.kind == ReferenceKind::call;
    External external = external_target(language_, imports_, {receiver, written.name}, is_call);
    if (!setter.empty()) external.key += '=';
    reference.by_name = true;
    reference.target_scope = keep(external.scope);
    reference.target_type = keep(external.type);
    reference.target_key = keep(external.key);
  }

  void note_base(Reference& reference, uint32_t holder, std::string_view whole) {
    const uint32_t owner = scopes_.type_around(holder);
    if (owner == kNone) return;
    Type& type = outline_.module.types[owner];
    const bool extends = captures_.definitions[holder].kind == "partial";
    if (language_.is_interface &&
        language_.is_interface(outline_.module, type, reference, extends)) {
      reference.kind = ReferenceKind::interface;
    }
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
  std::string_view base_;
  Imports imports_;
  Scopes scopes_;
  std::unordered_set<uint32_t> names_;  // where definitions' names start
  std::unordered_set<std::string_view> generics_;
  std::unordered_set<std::string_view> kept_;
};

}  // namespace

void add_references(const Language& language, std::string_view text, std::string_view base,
                    const Captures& captures, Outline& outline) {
  Resolver(language, text, base, captures, outline).run();
}

}  // namespace dossier::languages
