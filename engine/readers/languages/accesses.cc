#include "engine/readers/languages/accesses.h"

#include <algorithm>

#include "engine/readers/languages/type_text.h"
#include "engine/readers/languages/words.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr size_t kMostName = 120;

/// `a` of `a.b().c`; "" where it begins with something else.
std::string_view first_name(std::string_view path) {
  size_t end = 0;
  while (end < path.size() && is_part_of_name(path[end])) ++end;
  return path.substr(0, end);
}

void add_else(std::string_view other, std::string& type) {
  if (!other.empty()) type.append(type.empty() ? "" : kElse).append(other);
}

bool is_path(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_part_of_name(c) || c == '.' || c == ':' || c == '\\' || c == ' ' || c == '\n';
  });
}

/// What no definition of a program is: a text, a number, a collection.
bool is_literal(std::string_view type) {
  return type.starts_with('"') || type.starts_with('[') || type.starts_with('0');
}

}  // namespace

/// A field of the type around that is named alone.
Access Accesses::of_own(std::string_view name, uint32_t holder) {
  Access access;
  access.target = scopes_.value(name, holder);
  if (access.target.type != kNone) return access;
  if (language_.implicit_receiver)
    access.type =
        language_.inherits_fields ? receivers_.heirs(holder) : receivers_.own_type(holder);
  if (is_capital(name)) add_else(imports_.stars, access.type);
  if (!is_among(language_.own_types, name)) add_shared(holder, access.type);
  return access;
}

/// The packages that the values of other files are looked up in, the innermost first.
void Accesses::add_shared(uint32_t holder, std::string& type) const {
  const auto package = scopes_.module_around(holder, {});
  if (language_.shared_values >= SharedValues::package) {
    for (auto end = package.size(); end != package.npos && end > 0;
         end = package.rfind('.', end - 1)) {
      add_else(package.substr(0, end), type);
      if (!language_.packages_nest) break;
    }
  }
  add_else(imports_.star_modules, type);
}

/// A field of the object that a function is given: "x.open(1)" is what its second parameter is.
Access Accesses::of_argument(const Mention& mention, uint32_t holder) {
  const auto text_of = [&](uint32_t begin, uint32_t end) {
    return text_.substr(begin, end - begin);
  };
  Access access;
  const auto called = text_of(mention.receiver.begin, mention.receiver.end);
  if (mention.of.empty()) {  // an attribute of JSX: a component's, whose first parameter has it
    if (!is_capital(take_apart(language_.separators, called).name)) return access;
    std::string component = receivers_.function(called, holder);
    if (!component.empty()) access.type = std::move(component) + "(0)";
    return access;
  }
  auto before = text_of(mention.receiver.end, mention.of.begin);
  const auto open = outside_brackets(before, "(");
  if (before.size() > kMostWritten || open == before.npos) return access;
  before.remove_prefix(open + 1);
  int index = 0;
  for (auto comma = outside_brackets(before, ","); comma != before.npos;) {
    before.remove_prefix(comma + 1);
    ++index;
    comma = outside_brackets(before, ",");
  }
  std::string type = receivers_.function(called, holder);
  constexpr int kMostArguments = 10;  // of a function; its parameters are told by a digit
  if (!type.empty() && index < kMostArguments)
    access.type = std::move(type) + "(" + std::to_string(index) + ")";
  return access;
}

/// A value that is named without its type: `case RED`, `.red`.
Access Accesses::of_case(const Mention& mention, std::string_view name, uint32_t holder) {
  Access access;
  std::string type;
  if (!mention.of.empty())
    type = receivers_.declared(mention.of.of(text_), holder);
  else if (!mention.receiver.empty())
    type = receivers_.of(mention.receiver.of(text_), holder).type;
  else if (holder != kNone)
    type = receivers_.result(holder);
  if (type.empty() || is_literal(type)) return access;
  // `case LIMIT`, a constant of the type around.
  if (const Target own = scopes_.value(name, holder); own.type != kNone)
    if (!scopes_.is_case(own)) return access;
  access.target = scopes_.find("field", type, name, holder);
  if (access.target.member == kNone) access.target = {};
  if (access.target.type == kNone) access.type = std::move(type);
  return access;
}

Access Accesses::meant(const Mention& mention, const Written& written, const std::string& receiver,
                       uint32_t holder) {
  Access access;
  const auto name = written.name;
  const bool is_keyword = name == "class" || is_among(language_.receivers, name);
  if (name.empty() || is_keyword || name.size() > kMostName ||
      written.receiver.size() > kMostWritten)
    return access;
  if (mention.kind == kArgument || mention.kind == kCaseArgument)
    return of_argument(mention, holder);
  if (mention.kind == kCase) return of_case(mention, name, holder);
  if (!mention.of.empty()) {
    const auto of = mention.of.of(text_);
    access.type = receivers_.declared(of, holder);
    if (is_literal(access.type)) access.type.clear();
    return access;
  }
  if (written.receiver.empty()) return of_own(name, holder);
  const auto first = first_name(written.receiver);
  const bool is_local = !first.empty() && !scopes_.is_self(first, holder) &&
                        receivers_.locals().is_declared(first, mention.node.begin, holder);
  if (!is_local) access.target = scopes_.find("field", receiver, name, holder);
  if (access.target.type != kNone) return access;
  if (written.receiver.ends_with("::class")) return access;  // Kotlin's `Money::class.java`
  const bool is_base = scopes_.is_base(written.receiver);
  // Before "::" and a backslash no value stands, but for one that is held: Kotlin's `price::total`.
  const char separator = name.data()[-1];
  const bool is_held =
      is_local || (language_.implicit_receiver && !first.empty() && !is_capital(first) &&
                   (scopes_.is_self(first, holder) || scopes_.value(first, holder).type != kNone));
  const bool is_scoped = !is_held && (separator == ':' || separator == '\\');
  if (!is_local && is_capital(name) && imports_.lead_to(written.receiver)) {  // `nodes.Add`
    access.is_external = true;
    return access;
  }
  const Receiver value = is_scoped ? Receiver{} : receivers_.of(written.receiver, holder);
  if (value.is_value || is_base) {
    if (!is_literal(value.type)) access.type = value.type;
    return access;
  }
  const bool is_inferred =
      language_.infers_variables && ((is_local && written.receiver == first) ||
                                     is_among(language_.implicit_variables, written.receiver));
  access.is_by_name = is_inferred && value.type.empty();
  if (is_local || access.is_by_name || !is_path(written.receiver)) return access;
  const auto last = take_apart(language_.separators, written.receiver).name;
  // `crate::engine::LIMIT`: what begins at a module of the program, and goes no further.
  const bool is_whole =
      text_.substr(mention.node.end, 2) != "::" && text_.substr(mention.node.end, 1) != "<";
  const bool is_of_program = is_scoped && is_whole && receiver != written.receiver;
  access.is_external = imports_.find(first) != nullptr || is_of_program ||
                       (is_capital(last) && !language_.imports_names);
  return access;
}

}  // namespace dossier::languages
