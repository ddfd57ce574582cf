#include "engine/readers/languages/references.h"

#include <algorithm>
#include <unordered_set>

#include "engine/readers/languages/accesses.h"
#include "engine/readers/languages/external.h"
#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/receivers.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/scopes.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/languages/words.h"
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
  if (mention == kInit || mention == kArgument) return ReferenceKind::write;
  if (mention == kWord || names_field(mention)) return ReferenceKind::read;
  return ReferenceKind::type;
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
        imports_(read_imports(language, text, base, maps, captures, outline)),
        scopes_(language, text, captures, outline, imports_),
        receivers_(language, text, captures, outline, imports_, scopes_),
        accesses_(language, text, imports_, scopes_, receivers_) {
    for (uint32_t i = 0; i < captures.definitions.size(); ++i) {
      const auto& definition = captures.definitions[i];
      // A conversion is called after the type that it gives.
      if (definition.kind == "conversion") continue;
      if (definition.kind != "attribute_field") {
        names_.insert(definition.name.begin);
        continue;
      }
      // `self.x = 1` defines x, and the method sets it.
      setters_.emplace(definition.name.begin, outline.entries[i].parent);
      if (!definition.value.empty()) written_.insert(definition.name.end);
    }
    for (const Span& target : captures.written) written_.insert(target.end);
    for (const Generic& generic : captures.generics) generics_.insert(text_of(generic.name));
    for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
      newlines_.push_back(static_cast<uint32_t>(at));
  }

  void run() {
    add_imports();
    // A name that a more telling mention covers is not reported as a mere type use again.
    std::unordered_set<uint32_t> covered, set;
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
    for (const Mention& mention : with_words(language_, text_, captures_, outline_, imports_)) {
      uint32_t holder = holders.of(mention.node);
      if (mention.kind == "attribute") {  // it stands before what it belongs to, or inside
        const auto next = std::lower_bound(by_name.begin(), by_name.end(),
                                           std::pair(mention.node.end, uint32_t{0}));
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
      if (reported.contains(at)) continue;
      if (mention.kind == kOwnField && generics_.contains(text_of(mention.node))) continue;
      const bool is_field = names_field(mention.kind);
      // What is no type may be a field: `order.send()`.
      if (!(is_field ? add_field(mention, holder) : add(mention, holder))) continue;
      reported.insert(at);
    }
    add_results();
    add_default();
    add_passed();
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
    // By a table: a chain of calls is the span of each of its names.
    const auto first = std::lower_bound(newlines_.begin(), newlines_.end(), span.begin);
    const auto end = std::lower_bound(first, newlines_.end(), at);
    if (first == end) return {span.row + 1, span.column + (at - span.begin) + 1};
    return {span.row + 1 + static_cast<uint32_t>(end - first), at - *(end - 1)};
  }

  std::string_view keep(std::string_view text) {
    const auto found = kept_.find(text);
    if (found != kept_.end()) return *found;
    return *kept_.insert(outline_.module.text.keep(text)).first;
  }

  /// False where the name means nothing that is known.
  bool add(const Mention& mention, uint32_t holder) {
    const auto whole = text_of(mention.node);
    auto written = taken_apart(mention);
    if (!mention.receiver.empty()) written.receiver = text_of(mention.receiver);
    const Written as_it_stands = written;
    written.name = meant_name(language_, written.name);
    if (written.receiver.size() > kMostWritten) {  // each name of a chain has all before it
      Reference reference = begun(mention, as_it_stands, holder);
      fill_by_receiver(reference, {}, written.name);
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
    Reference reference = begun(mention, as_it_stands, holder);
    if (target.type != kNone) {
      fill_local(reference, target);
    } else if (mention.kind == kWord && !imports_.find(written.name)) {
      fill_by_receiver(reference, kNoReceiver, written.name);
    } else if (!fill_receiver(reference, mention, written, holder)) {
      fill_external(reference, written, receiver, mention.kind == "setter" ? setter : "");
    }
    if (reference.kind == ReferenceKind::type && holder != kNone &&
        mention.node.begin < captures_.definitions[holder].head_end) {
      reference.kind = ReferenceKind::signature;
    }
    if (reference.kind == ReferenceKind::base || reference.kind == ReferenceKind::interface) {
      note_base(reference, holder, whole);
    }
    note_address(reference, as_it_stands);
    outline_.module.references.push_back(reference);
    return true;
  }

  /// Whether the name can only be one that another file of the package gives to a value.
  bool is_of_package(std::string_view name, uint32_t holder) const {
    return language_.files_share_names && holder != kNone && name != "_" &&
           generics_.count(name) == 0 && !is_among(language_.own_types, name);
  }

  /// A reference without its target.
  Reference begun(const Mention& mention, const Written& written, uint32_t holder) {
    const auto at = static_cast<uint32_t>(written.name.data() - text_.data());
    const auto position = position_of(mention.node, at);
    Reference reference;
    reference.kind = kind_of(mention.kind);
    const bool is_read = reference.kind == ReferenceKind::read;
    const auto end = at + static_cast<uint32_t>(written.name.size());
    const bool is_pattern = mention.kind == kPart || is_case(mention.kind);
    if (is_read && !is_pattern && (written_.contains(end) || is_assigned(text_, end)))
      reference.kind = ReferenceKind::write;
    reference.source = ordinals_.of(outline_, holder);
    reference.line = position.line;
    reference.column = position.column;
    auto named = written;
    named.name = meant_name(language_, written.name);
    // Of each field a database would hold the path to every object that has it.
    const bool is_deep = named.receiver.find_first_of(".>:([") != named.receiver.npos;
    const bool is_long = named.receiver.size() > kMostWritten;
    reference.target = mention.kind == kArgument || is_case(mention.kind) || is_long ||
                               (names_field(mention.kind) && is_deep)
                           ? keep(named.name)
                           : as_written(mention, text_of(mention.node), named);
    return reference;
  }

  /// `&order.price`: what has the address of a field may set it.
  void note_address(Reference& reference, const Written& written) const {
    if (reference.kind != ReferenceKind::read || language_.addresses.empty()) return;
    const auto place = [&](std::string_view part) {
      return static_cast<uint32_t>(part.data() - text_.data());
    };
    const bool has_receiver =
        !written.receiver.empty() && written.receiver.data() < written.name.data();
    const uint32_t begin = place(has_receiver ? written.receiver : written.name);
    const auto end = place(written.name) + static_cast<uint32_t>(written.name.size());
    if (is_address_taken(language_.addresses, text_, begin, end))
      reference.kind = ReferenceKind::address;
  }

  /// False where it is not known what has the field.
  bool add_field(const Mention& mention, uint32_t holder) {
    auto written = taken_apart(mention);
    if (!mention.receiver.empty()) written.receiver = text_of(mention.receiver);
    const Written as_it_stands = written;
    if (written.receiver.size() > kMostWritten) return false;
    written.name = meant_name(language_, written.name);
    const std::string receiver = receiver_of(mention, written, holder);
    const Access access = accesses_.meant(mention, written, receiver, holder);
    if (access.target.type == kNone && access.type.empty() && !access.is_external) return false;
    Reference reference = begun(mention, as_it_stands, holder);
    if (access.target.type != kNone)
      fill_local(reference, access.target);
    else if (access.is_external)
      fill_external(reference, written, receiver, {});
    else
      fill_by_receiver(reference, access.type, written.name);
    note_address(reference, as_it_stands);
    outline_.module.references.push_back(reference);
    return true;
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
      if (reference.kind == ReferenceKind::read && !holds_callable && !is_field(target))
        reference.kind = ReferenceKind::function_pointer;
    } else if (reference.kind == ReferenceKind::read || reference.kind == ReferenceKind::write) {
      reference.kind = ReferenceKind::type;
    } else if (reference.kind == ReferenceKind::call) {
      reference.kind = ReferenceKind::new_object;  // Python, Kotlin, Swift: a type that is called
    }
  }

  bool is_field(const Target& target) const {
    return outline_.module.types[target.type].members[target.member].kind != MemberKind::method;
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
    bool is_call = reference.kind == ReferenceKind::call;
    if (reference.kind == ReferenceKind::read || reference.kind == ReferenceKind::write) {
      // A type by convention, unless it is of one: `Color.Red`.
      const auto around = take_apart(language_.separators, receiver).name;
      const bool is_shouted = written.name.size() > 1 && all_capitals(written.name);
      is_call = is_shouted || !is_capital(written.name) || is_capital(around);
      if (!is_call) reference.kind = ReferenceKind::type;
    }
    External external = external_target(language_, imports_, {receiver, written.name}, is_call);
    if (!setter.empty()) external.key += '=';
    reference.by_name = true;
    reference.target_scope = keep(external.scope);
    reference.target_type = keep(external.type);
    reference.target_key = keep(external.key);
  }

  /// A call on a value: the key is the bare name, its type what the receiver's is as far as this
  /// file tells. False where the receiver names a type or a module, which the key then begins with.
  bool fill_receiver(Reference& reference, const Mention& mention, const Written& written,
                     uint32_t holder) {
    if (mention.kind != "call") return false;
    Receiver receiver;
    if (!written.receiver.empty()) {
      // The key of `super.run()` begins with the base itself.
      // Before "::" and a backslash stands a type or a namespace.
      const char separator = written.name.data()[-1];
      if (separator == ':' || separator == '\\') return false;
      // `nodes.Add()`: a type of a module.
      if (is_capital(written.name) && imports_.find(written.receiver)) return false;
      if (scopes_.is_base(written.receiver) && chain_of(written.receiver).size() == 1) return false;
      receiver = receivers_.of(written.receiver, holder);
    } else if (const uint32_t own = scopes_.type_around(holder);
               language_.implicit_receiver && own != kNone && !imports_.find(written.name) &&
               !outline_.module.types[own].base_type.empty()) {
      receiver = {std::string(outline_.module.types[own].full_name), true};
    } else if (!language_.implicit_receiver && !imports_.find(written.name)) {
      receiver = {std::string(kNoReceiver), true};
    }
    if (receiver.type.empty() || !receiver.is_value) return false;
    fill_by_receiver(reference, receiver.type, written.name);
    return true;
  }

  void fill_by_receiver(Reference& reference, std::string_view type, std::string_view name) {
    reference.by_name = true;
    reference.target_scope = {};
    reference.target_type = keep(type);
    reference.target_key = keep(name);
  }

  /// What the file gives by default.
  void add_default() {
    for (const Span& span : captures_.defaults) {
      const auto full = full_name_of(text_of(span));
      if (full.empty()) continue;
      outline_.module.details.push_back({0, DetailKind::result, keep(full)});
      return;
    }
  }

  /// The full name of what the file defines or imports under this name; "" if it does neither.
  std::string_view full_name_of(std::string_view name) const {
    const Target target = scopes_.find("word", {}, name, kNone);
    const auto& types = outline_.module.types;
    if (target.member != kNone) return types[target.type].members[target.member].full_name;
    if (target.type != kNone) return types[target.type].full_name;
    const auto* imported = imports_.find(name);
    return imported ? std::string_view(imported->full) : std::string_view();
  }

  /// What the file gives under another name, or from another file.
  void add_passed() {
    for (const auto& [name, as] : captures_.passed) {
      const auto full = full_name_of(text_of(name));
      const bool is_own = text_of(name) == text_of(as) && !imports_.find(text_of(name));
      if (full.empty() || is_own || text_of(as) == kDefault) continue;
      Reference reference;
      reference.kind = ReferenceKind::import;
      reference.line = name.row + 1;
      reference.column = name.column + 1;
      reference.target_type = reference.target_key = keep(full);
      reference.target = keep(std::string(full) + kPassedAs + std::string(text_of(as)));
      reference.by_name = true;
      outline_.module.references.push_back(reference);
    }
  }

  /// What each member holds or gives.
  void add_results() {
    std::unordered_set<uint32_t> known;
    for (uint32_t i = 0; i < outline_.entries.size(); ++i) {
      const Entry& entry = outline_.entries[i];
      uint32_t member = entry.member;
      const auto& definition = captures_.definitions[i];
      if (entry.role == Entry::Role::type && !definition.result.empty()) {  // an alias
        const std::string type = receivers_.declared(text_of(definition.result), i);
        if (!type.empty())
          outline_.module.details.push_back(
              {ordinals_.type(entry.type), DetailKind::result, keep(type)});
      }
      if (member == kNone && definition.kind == "attribute_field" && entry.type != kNone)
        member = scopes_.value_of(entry.type, text_of(definition.name));
      if (member == kNone ||
          (outline_.module.types[entry.type].members[member].flags & kConstructor))
        continue;
      const uint32_t ordinal = ordinals_.member(entry.type, member);
      if (known.contains(ordinal)) continue;
      const std::string result = receivers_.result(i);
      // Nothing is called on a number that a constant stands for, and headers have millions of
      // them.
      if (result.empty() || (definition.kind == "constant" && result == "0")) continue;
      known.insert(ordinal);
      outline_.module.details.push_back({ordinal, DetailKind::result, keep(result)});
    }
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
      reference.target_type = reference.target_key = keep(import.full);
      reference.target = reference.target_key;
      if (!import.passed.empty())
        reference.target = keep(import.full + kPassedAs + import.passed);
      else if (import.is_default)
        reference.target = keep(text_of(import.at));
      reference.target_scope = keep(import.scope);
      reference.by_name = true;
      reference.source = ordinals_.of(outline_, holders.of(import.node));
      outline_.module.references.push_back(reference);
    }
  }

  const Language& language_;
  std::string_view text_;
  std::vector<uint32_t> newlines_;  // where they are in it
  const Captures& captures_;
  Outline& outline_;
  Ordinals ordinals_;
  std::string_view base_;
  Imports imports_;
  Scopes scopes_;
  Receivers receivers_;
  Accesses accesses_;
  std::unordered_set<uint32_t> names_;              // where definitions' names start
  std::unordered_set<uint32_t> written_;            // where targets of assignments to several end
  std::unordered_map<uint32_t, uint32_t> setters_;  // of fields that methods define, by their names
  std::unordered_set<std::string_view> generics_;
  std::unordered_set<std::string_view> kept_;
};

}  // namespace

void add_references(const Language& language, std::string_view text, std::string_view base,
                    const ImportMaps* maps, const Captures& captures, Outline& outline) {
  Resolver(language, text, base, maps, captures, outline).run();
}

}  // namespace dossier::languages
