#include "engine/readers/languages/reference_form.h"

#include <algorithm>

#include "engine/readers/languages/external.h"
#include "engine/readers/languages/receivers.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/languages/words.h"

namespace dossier::languages {

ReferenceKind reference_kind(std::string_view mention) {
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

ReferenceForm::ReferenceForm(const Language& language, std::string_view text,
                             const Captures& captures, Outline& outline, const Imports& imports)
    : language_(language),
      text_(text),
      outline_(outline),
      ordinals_(outline.module),
      imports_(imports) {
  for (const auto& definition : captures.definitions)
    if (definition.kind == "attribute_field" && !definition.value.empty())
      written_.insert(definition.name.end);
  for (const Span& target : captures.written) written_.insert(target.end);
  for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
    newlines_.push_back(static_cast<uint32_t>(at));
}

ReferenceForm::Position ReferenceForm::position_of(const Span& span, uint32_t at) const {
  // By a table: a chain of calls is the span of each of its names.
  const auto first = std::lower_bound(newlines_.begin(), newlines_.end(), span.begin);
  const auto end = std::lower_bound(first, newlines_.end(), at);
  if (first == end) return {span.row + 1, span.column + (at - span.begin) + 1};
  return {span.row + 1 + static_cast<uint32_t>(end - first), at - *(end - 1)};
}

std::string_view ReferenceForm::keep(std::string_view text) {
  const auto found = kept_.find(text);
  if (found != kept_.end()) return *found;
  return *kept_.insert(outline_.module.text.keep(text)).first;
}

Reference ReferenceForm::begun(const Mention& mention, const Written& written, uint32_t holder) {
  const auto at = static_cast<uint32_t>(written.name.data() - text_.data());
  const auto position = position_of(mention.node, at);
  Reference reference;
  reference.kind = reference_kind(mention.kind);
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
                         : as_written(mention, mention.node.of(text_), named);
  return reference;
}

void ReferenceForm::note_address(Reference& reference, const Written& written) const {
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

// The mention's text where that is a plain path; of a longer expression its last name.
std::string_view ReferenceForm::as_written(const Mention& mention, std::string_view whole,
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

void ReferenceForm::fill_local(Reference& reference, const Target& target) {
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
    if (reference.kind == ReferenceKind::type &&
        type.members[target.member].member_type == "Constant")
      reference.kind = ReferenceKind::read;  // Ruby's LIMIT
    if (reference.kind == ReferenceKind::read && !holds_callable && !is_field(target))
      reference.kind = ReferenceKind::function_pointer;
  } else if (reference.kind == ReferenceKind::read || reference.kind == ReferenceKind::write) {
    reference.kind = ReferenceKind::type;
  } else if (reference.kind == ReferenceKind::call) {
    reference.kind = ReferenceKind::new_object;  // Python, Kotlin, Swift: a type that is called
  }
}

bool ReferenceForm::is_field(const Target& target) const {
  return outline_.module.types[target.type].members[target.member].kind != MemberKind::method;
}

// Whether a call of the member reads a property and calls what it holds.
bool ReferenceForm::is_value(const Member& member) const {
  return language_.called_property == CalledProperty::value && member.kind != MemberKind::method &&
         member.member_type != "EnumMember";
}

void ReferenceForm::fill_external(Reference& reference, const Written& written,
                                  std::string_view receiver, std::string_view setter) {
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

void ReferenceForm::fill_by_receiver(Reference& reference, std::string_view type,
                                     std::string_view name) {
  reference.by_name = true;
  reference.target_scope = {};
  reference.target_type = keep(type);
  reference.target_key = keep(name);
}

}  // namespace dossier::languages
