#include "engine/readers/languages/references.h"

#include <algorithm>
#include <unordered_set>

#include "engine/readers/languages/accesses.h"
#include "engine/readers/languages/exports.h"
#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/receivers.h"
#include "engine/readers/languages/reference_form.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/scopes.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/languages/words.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

Imports imports_of(const Language& language, std::string_view text, std::string_view base,
                   const ImportMaps* maps, const Captures& captures, Outline& outline) {
  Imports imports = read_imports(language, text, base, maps, captures, outline);
  if (language.naming == Naming::crate) name_parts(imports, outline);
  return imports;
}

class Resolver {
 public:
  Resolver(const Language& language, std::string_view text, std::string_view base,
           const ImportMaps* maps, const Captures& captures, Outline& outline)
      : language_(language),
        text_(text),
        captures_(captures),
        outline_(outline),
        ordinals_(outline.module),
        base_(base),
        imports_(imports_of(language, text, base, maps, captures, outline)),
        scopes_(language, text, captures, outline, imports_),
        receivers_(language, text, captures, outline, imports_, scopes_),
        accesses_(language, text, imports_, scopes_, receivers_),
        form_(language, text, captures, outline, imports_) {
    for (uint32_t i = 0; i < captures.definitions.size(); ++i) {
      const auto& definition = captures.definitions[i];
      // A conversion is called after the type that it gives.
      if (definition.kind == "conversion") continue;
      // Of a variable that is set again the first place defines it.
      if (definition.kind == "variable" && outline.entries[i].role == Entry::Role::none) continue;
      if (definition.kind != "attribute_field") {
        names_.insert(definition.name.begin);
        continue;
      }
      // `self.x = 1` defines x, and the method sets it.
      setters_.emplace(definition.name.begin, outline.entries[i].parent);
    }
    for (const Generic& generic : captures.generics) generics_.insert(generic.name.of(text_));
  }

  void run() {
    add_imports();
    // A name that a more telling mention covers is not reported as a mere type use again.
    std::unordered_set<uint32_t> covered, set, assigned;
    for (const Mention& mention : captures_.mentions) {
      if (mention.kind == "setter") set.insert(name_at(mention));
      if (mention.kind != "type" && mention.kind != "maybe_type" && mention.kind != kField &&
          mention.kind != kCase)
        covered.insert(name_at(mention));
    }
    std::unordered_set<uint32_t> reported;
    Holders holders(captures_);
    std::vector<std::pair<uint32_t, uint32_t>> by_name;  // definitions in the order of their names
    for (uint32_t i = 0; i < captures_.definitions.size(); ++i) {
      by_name.emplace_back(captures_.definitions[i].name.begin, i);
    }
    std::sort(by_name.begin(), by_name.end());
    for (const Local& local : captures_.locals) assigned.insert(local.name.begin);
    for (Mention& mention : with_words(language_, text_, captures_, outline_, imports_)) {
      uint32_t holder = holders.of(mention.node);
      // Of a type without a name, in the expression that makes one.
      const bool is_head =
          (mention.kind == "base" || mention.kind == "interface") && !mention.of.empty();
      if (mention.kind == "attribute" || is_head) {  // before what it belongs to, or inside
        const uint32_t from = is_head ? mention.of.begin : mention.node.end;
        const auto next =
            std::lower_bound(by_name.begin(), by_name.end(), std::pair(from, uint32_t{0}));
        if (next != by_name.end()) holder = next->second;
      }
      const uint32_t at = name_at(mention);
      if (const auto setter = setters_.find(at); setter != setters_.end()) holder = setter->second;
      if (mention.kind == "call" && set.count(at)) continue;  // Ruby's `price.cents = 1`
      const bool weak = mention.kind == "type" || mention.kind == "maybe_type";
      if (at == kNone || names_.count(at)) {
        if (mention.kind != "base") continue;  // an embedded field is named after its type
      }
      if (mention.kind == kField && names_.count(mention.node.begin)) continue;  // `Price::total()`
      if (weak && (covered.count(at) || is_of_language(mention))) continue;
      // <section> is HTML, <Section> a component.
      const bool lower = at != kNone && text_[at] >= 'a' && text_[at] <= 'z';
      if (mention.kind == "component" && lower && text_.substr(at - 1, 1) != ".") continue;
      const bool is_word = mention.kind == kWord || mention.kind == kOwnField;
      if (is_word && (covered.count(at) ||
                      !stands_alone(language_, text_, mention.node, receivers_.locals(), holder)))
        continue;
      if (reported.contains(at) && !is_head) continue;
      if (is_word && calls_by_name(language_)) {
        const bool is_inherited = mention.kind == kOwnField;
        if (assigned.contains(at) || (is_inherited && !receivers_.has_base(holder))) continue;
        mention.kind = "call";
      }
      if (mention.kind == kOwnField && generics_.contains(mention.node.of(text_))) continue;
      const bool is_field = names_field(mention.kind);
      // What is no type may be a field: `order.send()`.
      if (!(is_field ? add_field(mention, holder) : add(mention, holder))) continue;
      if (!is_head) reported.insert(at);
    }
    add_exports(text_, captures_, imports_, scopes_, receivers_, form_, outline_);
    auto& references = outline_.module.references;
    std::stable_sort(references.begin(), references.end(),
                     [](const Reference& a, const Reference& b) {
                       return a.line != b.line ? a.line < b.line : a.column < b.column;
                     });
  }

 private:
  /// Where methods may end in ? and !, these do not belong to a type.
  Written taken_apart(const Mention& mention) const {
    const auto text = mention.node.of(text_);
    const bool whole =
        language_.marked_methods && (mention.kind == "call" || mention.kind == "setter" ||
                                     mention.kind == kWord || mention.kind == kOwnField);
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
    const auto name = take_apart(language_.separators, mention.node.of(text_)).name;
    return generics_.count(name) > 0 || is_among(language_.own_types, name);
  }

  /// False where the name means nothing that is known.
  bool add(const Mention& mention, uint32_t holder) {
    const auto whole = mention.node.of(text_);
    auto written = taken_apart(mention);
    if (!mention.receiver.empty()) written.receiver = mention.receiver.of(text_);
    const Written as_it_stands = written;
    written.name = meant_name(language_, written.name);
    if (written.receiver.size() > kMostWritten) {  // each name of a chain has all before it
      Reference reference = form_.begun(mention, as_it_stands, holder);
      form_.fill_by_receiver(reference, {}, written.name);
      outline_.module.references.push_back(reference);
      return true;
    }
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
    const bool may_be_alias = language_.variables_name_types && mention.kind == "type";
    if (may_be_alias && target.type == kNone && receiver.empty() && !imports_.find(written.name))
      target = scopes_.value(written.name, holder);
    if (mention.kind == "maybe_type" && target.type == kNone && !imports_.find(written.name))
      return false;
    if (mention.kind == kWord) {
      const bool is_elsewhere = target.type == kNone && !imports_.find(written.name);
      if (is_elsewhere && !is_of_package(written.name, holder)) return false;
      const bool is_constructor =
          target.member != kNone &&
          (outline_.module.types[target.type].members[target.member].flags & kConstructor) != 0;
      if (is_constructor) target.member = kNone;  // named like its type
    }
    Reference reference = form_.begun(mention, as_it_stands, holder);
    if (target.type != kNone) {
      form_.fill_local(reference, target);
    } else if (mention.kind == kWord && !imports_.find(written.name)) {
      form_.fill_by_receiver(reference, kNoReceiver, written.name);
    } else if (!fill_receiver(reference, mention, written, holder)) {
      form_.fill_external(reference, written, receiver, mention.kind == "setter" ? setter : "");
    }
    if (reference.kind == ReferenceKind::type && holder != kNone &&
        mention.node.begin < captures_.definitions[holder].head_end) {
      reference.kind = ReferenceKind::signature;
    }
    if (reference.kind == ReferenceKind::base || reference.kind == ReferenceKind::interface) {
      note_base(reference, holder, whole);
    }
    form_.note_address(reference, as_it_stands);
    outline_.module.references.push_back(reference);
    return true;
  }

  /// Whether the name can only be one that another file of the package gives to a value.
  bool is_of_package(std::string_view name, uint32_t holder) const {
    return language_.files_share_names && holder != kNone && name != "_" &&
           generics_.count(name) == 0 && !is_among(language_.own_types, name);
  }

  /// False where it is not known what has the field.
  bool add_field(const Mention& mention, uint32_t holder) {
    auto written = taken_apart(mention);
    if (!mention.receiver.empty()) written.receiver = mention.receiver.of(text_);
    const Written as_it_stands = written;
    if (written.receiver.size() > kMostWritten) return false;
    written.name = meant_name(language_, written.name);
    const std::string receiver = receiver_of(mention, written, holder);
    const Access access = accesses_.meant(mention, written, receiver, holder);
    const bool is_known = access.target.type != kNone || !access.type.empty();
    if (!is_known && !access.is_external && !access.is_by_name) return false;
    Reference reference = form_.begun(mention, as_it_stands, holder);
    if (access.target.type != kNone)
      form_.fill_local(reference, access.target);
    else if (access.is_external)
      form_.fill_external(reference, written, receiver, {});
    else
      form_.fill_by_receiver(reference, access.type, written.name);
    form_.note_address(reference, as_it_stands);
    outline_.module.references.push_back(reference);
    return true;
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
                                            reference_kind(mention.kind) == ReferenceKind::call});
      if (!qualified.empty()) return qualified;
    }
    const auto base = type ? take_apart(language_.separators, type->base_type) : Written{};
    if (base.name.empty() || !scopes_.is_base(receiver)) return std::string(receiver);
    return (base.receiver.empty() ? "" : dotted(base.receiver) + ".") + std::string(base.name);
  }

  /// A call on a value: the key is the bare name, its type what the receiver's is as far as this
  /// file tells. False where the receiver names a type or a module, which the key then begins with.
  bool fill_receiver(Reference& reference, const Mention& mention, const Written& written,
                     uint32_t holder) {
    if (mention.kind != "call") return false;
    Receiver receiver;
    if (!written.receiver.empty()) {
      // The key of `super.run()` begins with the base itself.
      // Before "::" and a backslash stands a type or a namespace, but for `panel::reset` of Java,
      // where the grammar tells a receiver.
      const char separator = written.name.data()[-1];
      if (separator == '\\' || (separator == ':' && mention.receiver.empty())) return false;
      // `nodes.Add()`: a type of a module.
      if (is_capital(written.name) && imports_.lead_to(written.receiver)) return false;
      if (scopes_.is_base(written.receiver) && chain_of(written.receiver).size() == 1) return false;
      receiver = receivers_.of(written.receiver, holder);
    } else if (language_.implicit_receiver && !imports_.find(written.name)) {
      // Of the types around that inherit, and of those whose members are imported.
      receiver.type = receivers_.heirs(holder);
      if (!imports_.stars.empty())
        (receiver.type += receiver.type.empty() ? "" : kElse).append(imports_.stars);
      receiver.is_value = true;
    } else if (!language_.implicit_receiver && !imports_.find(written.name)) {
      receiver = {std::string(kNoReceiver), true};
    }
    if (receiver.type.empty() || !receiver.is_value) return false;
    form_.fill_by_receiver(reference, receiver.type, written.name);
    return true;
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
      type.base_type = form_.keep(collapse(whole));
    } else {
      outline_.module.details.push_back(
          {ordinals_.type(owner), DetailKind::interface_name, form_.keep(collapse(whole))});
    }
  }

  void add_imports() {
    Holders holders(captures_);
    for (const auto& import : imports_.list) {
      Reference reference;
      reference.kind = ReferenceKind::import;
      reference.line = import.at.row + 1;
      reference.column = import.at.column + 1;
      reference.target_type = reference.target_key = form_.keep(import.full);
      reference.target = reference.target_key;
      if (!import.passed.empty())
        reference.target = form_.keep(import.full + kPassedAs + import.passed);
      else if (import.is_default)
        reference.target = form_.keep(import.at.of(text_));
      reference.target_scope = form_.keep(import.scope);
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
  Receivers receivers_;
  Accesses accesses_;
  ReferenceForm form_;
  std::unordered_set<uint32_t> names_;              // where definitions' names start
  std::unordered_map<uint32_t, uint32_t> setters_;  // of fields that methods define, by their names
  std::unordered_set<std::string_view> generics_;
};

}  // namespace

void add_references(const Language& language, std::string_view text, std::string_view base,
                    const ImportMaps* maps, const Captures& captures, Outline& outline) {
  Resolver(language, text, base, maps, captures, outline).run();
}

}  // namespace dossier::languages
