#include "engine/readers/languages/receivers.h"

#include <algorithm>
#include <functional>

#include "engine/ascii.h"
#include "engine/readers/languages/external.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr size_t kMostType = 1000;  // bytes of an expression that are kept
constexpr int kMostDeep = 12;       // values of values
constexpr int kMostHeirs = 4;       // types in types

/// What no definition of a program is called.
constexpr std::string_view kText = "\"\"", kNumber = "0", kList = "[]";

/// An element of a collection.
std::string element_of(std::string collection) {
  if (collection.size() > 2 && collection.starts_with('[') && collection.ends_with(']'))
    return collection.substr(1, collection.size() - 2);
  return collection.empty() || collection == kList ? std::string() : collection + "[]";
}

struct Deeper {
  int& depth;
  explicit Deeper(int& counted) : depth(counted) { ++depth; }
  ~Deeper() { --depth; }
};

bool begins_with_capital(std::string_view name) {
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

std::string_view without_word(std::string_view text, std::string_view word) {
  const bool is_there =
      text.size() > word.size() && text.starts_with(word) && !is_part_of_name(text[word.size()]);
  return is_there
             ? text.substr(std::min(text.find_first_not_of(" \t\r\n", word.size()), text.size()))
             : text;
}

/// The type of Go's `x.(Money)`.
std::string_view asserted_type(std::string_view written) {
  const auto dot = written.rfind(".(");
  if (!written.ends_with(')') || dot == written.npos || dot == 0 || written[dot - 1] == '?')
    return {};
  const auto type = written.substr(dot + 2, written.size() - dot - 3);
  return closing(written, dot + 1) + 1 == written.size() ? type : std::string_view();
}

}  // namespace

Receivers::Receivers(const Language& language, std::string_view text, const Captures& captures,
                     const Outline& outline, const Imports& imports, const Scopes& scopes)
    : language_(language),
      text_(text),
      captures_(captures),
      outline_(outline),
      imports_(imports),
      scopes_(scopes),
      locals_(text, captures, outline) {
  Holders returning(captures);
  for (const Span& value : captures.returned) returned_[returning.of(value)].push_back(value);
  for (const Generic& generic : captures.generics)
    generics_[generic.name.of(text_)].push_back(&generic);
}

std::string Receivers::own_type(uint32_t holder) const {
  const uint32_t own = scopes_.type_around(holder);
  if (own == kNone || scopes_.is_scope(own)) return {};
  return std::string(outline_.module.types[own].full_name);
}

bool Receivers::has_base(uint32_t holder) const {
  const uint32_t own = scopes_.type_around(holder);
  return own != kNone && !outline_.module.types[own].base_type.empty();
}

std::string Receivers::heirs(uint32_t holder) const {
  std::string found;
  uint32_t last = kNone;
  for (int left = kMostHeirs; holder != kNone && left > 0;
       holder = outline_.entries[holder].parent) {
    const uint32_t type = scopes_.type_around(holder);
    if (type == kNone || type == last || outline_.module.types[type].base_type.empty()) continue;
    found.append(found.empty() ? "" : kElse).append(outline_.module.types[type].full_name);
    last = type;
    --left;
  }
  return found;
}

std::string Receivers::base_of(uint32_t holder) {
  const uint32_t own = scopes_.type_around(holder);
  return own == kNone ? std::string() : one_type(outline_.module.types[own].base_type, holder);
}

/// Ruby calls without brackets, too: `Money.new`.
bool Receivers::passes(const Link& link) const {
  const bool is_called = link.is_called || language_.called_property == CalledProperty::method;
  return is_called && is_among(language_.passing, link.name);
}

/// `(x)`, `(Money) x` or `(x).y`.
Receiver Receivers::parenthesized(std::string_view written, uint32_t holder) {
  const auto close = closing(written, 0);
  if (close == written.npos) return {};
  const auto inner = written.substr(1, close - 1);
  auto rest = written.substr(close + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  if (rest.empty()) return of(inner, holder);
  if (is_part_of_name(rest.front()) || rest.front() == '(')
    return {declared(inner, holder), true};  // a cast
  const auto separator = std::find_if(language_.separators.begin(), language_.separators.end(),
                                      [&](std::string_view one) { return rest.starts_with(one); });
  if (separator == language_.separators.end()) return {};
  Receiver start = of(inner, holder);
  if (start.type.empty()) return {};
  for (const Link& link : chain_of(rest.substr(separator->size()))) {
    if (passes(link)) continue;
    start.type.append(".").append(link.name).append(link.is_called ? "()" : "");
    if (link.is_indexed) start.type = element_of(std::move(start.type));
  }
  if (start.type.size() > kMostType) return {};
  return {std::move(start.type), true};
}

Receiver Receivers::of(std::string_view written, uint32_t holder) {
  const Deeper deeper(depth_);
  if (depth_ > kMostDeep || written.size() > kMostLong) return {};
  bool is_new = false;
  for (size_t before = 0; before != written.size();) {
    before = written.size();
    written = written.substr(std::min(written.find_first_not_of(" \t\r\n&*"), written.size()));
    for (const std::string_view word : {"await", "mut", "try"})
      written = without_word(written, word);
    const auto constructed = without_word(written, "new");
    is_new = is_new || constructed.size() != written.size();
    written = constructed;
  }
  if (written.empty()) return {};
  const char begin = written.front();
  if (begin == '"' || begin == '\'' || begin == '`') {
    const bool is_name = begin == '`' && chain_of(written).size() > 1;
    if (!is_name) return {std::string(kText), true};
  }
  if (is_digit(begin)) return {std::string(kNumber), true};
  if (begin == '[') return {std::string(kList), true};
  if (written.size() > kMostWritten) return made(written, holder, is_new);
  if (begin == '(') return parenthesized(written, holder);
  if (const auto type = asserted_type(written); !type.empty())
    return {declared(type, holder), true};
  for (const std::string_view cast : {" as? ", " as "}) {
    const auto at = outside_brackets(written, cast);
    if (at != written.npos) return {declared(written.substr(at + cast.size()), holder), true};
  }
  for (const std::string_view either : {" ?? ", " || ", " or ", " ?: ", " if "}) {
    const auto at = outside_brackets(written, either);
    if (at == written.npos) continue;
    Receiver left = of(written.substr(0, at), holder);
    if (!left.type.empty() || either == " if ") return left;
    return of(written.substr(at + either.size()), holder);
  }
  return chain(written, holder, is_new);
}

Receiver Receivers::chain(std::string_view written, uint32_t holder, bool is_new) {
  return chain(chain_of(written), holder, is_new);
}

/// `Command{ … }`, `load( … )`: what is too long to be looked at, but for its name.
Receiver Receivers::made(std::string_view written, uint32_t holder, bool is_new) {
  const auto open = written.find_first_of("({");
  if (open > kMostWritten || closing(written, open) != trimmed(written).size() - 1) return {};
  auto links = chain_of(written.substr(0, open));
  if (links.empty()) return {};
  links.back().is_called = true;
  return chain(links, holder, is_new);
}

Receiver Receivers::chain(const std::vector<Link>& links, uint32_t holder, bool is_new) {
  if (links.empty()) return {};
  Receiver result = first(links.front(), holder, is_new && links.size() == 1);
  if (result.type.empty()) return {};
  if (links.front().is_indexed) result.type = element_of(std::move(result.type));
  result.is_value = result.is_value || links.front().is_indexed;
  for (size_t i = 1; i < links.size(); ++i) {
    const Link& link = links[i];
    if (passes(link)) {
      result.is_value = true;
      continue;
    }
    result.type.append(".").append(meant_name(language_, link.name));
    if (link.is_called) result.type += "()";
    if (link.is_indexed) result.type = element_of(std::move(result.type));
    result.is_value = result.is_value || link.is_called || link.is_indexed;
  }
  if (result.type.empty() || result.type.size() > kMostType) return {};
  return result;
}

std::string Receivers::function(std::string_view called, uint32_t holder) {
  const auto links = chain_of(called);
  if (links.empty()) return {};
  if (links.size() > 1) return of(called, holder).type;
  if (locals_.find(links.front().name, place_of(called), holder)) return {};
  std::string type = this->called(links.front().name, holder, false).type;
  if (type.ends_with("()")) type.resize(type.size() - 2);
  return type;
}

Receiver Receivers::first(const Link& link, uint32_t holder, bool is_new) {
  const auto name = meant_name(language_, link.name);
  if (is_among("None null nil undefined True False true false", name)) return {};
  if (scopes_.is_self(link.name, holder))
    if (std::string own = own_type(holder); !own.empty()) return {std::move(own), true};
  if (scopes_.is_base(std::string(link.name) + (link.is_called ? "(" : "")))  // super, super()
    return {base_of(holder), true};
  if (link.is_scope) {
    const std::string type = named_type(name, holder);
    return {type.empty() ? std::string(name) : type, false};
  }
  if (!is_new) {
    if (const auto found = locals_.find(link.name, place_of(link.name), holder)) {
      const bool is_known = !link.is_called && found->index != kNone;
      return {is_known ? type_of_local(found->index, found->holder) : std::string(), true};
    }
  }
  if (passes(link))  // on this
    if (std::string own = own_type(holder); !own.empty()) return {std::move(own), true};
  return link.is_called || is_new ? called(name, holder, is_new) : named(name, holder);
}

Receiver Receivers::called(std::string_view name, uint32_t holder, bool is_new) const {
  const auto& types = outline_.module.types;
  const Target target = scopes_.find(is_new ? "new" : "call", {}, name, holder);
  if (target.member != kNone)
    return {std::string(types[target.type].members[target.member].full_name) + "()", true};
  if (target.type != kNone) return {std::string(types[target.type].full_name) + "()", true};
  if (const auto* imported = imports_.find(name)) return {imported->full + "()", true};
  const uint32_t own = scopes_.type_around(holder);
  const bool may_inherit = language_.implicit_receiver && !is_new && own != kNone &&
                           !scopes_.is_scope(own) && !types[own].base_type.empty() &&
                           !begins_with_capital(name);
  return {(may_inherit ? own_type(holder) + "." : "") + std::string(name) + "()", true};
}

Receiver Receivers::named(std::string_view name, uint32_t holder) const {
  const auto& types = outline_.module.types;
  if (const Target value = scopes_.value(name, holder); value.type != kNone)
    return {std::string(types[value.type].members[value.member].full_name), true};
  if (const Target type = scopes_.find("type", {}, name, holder); type.type != kNone)
    return {std::string(types[type.type].full_name), false};
  if (const auto* imported = imports_.find(name))
    return {imported->bound.empty() ? imported->full : imported->bound,
            imported->is_near_name && !begins_with_capital(name)};
  if (begins_with_capital(name) || is_among(language_.own_types, name))
    return {std::string(name), false};
  if (name.starts_with('@')) return {};  // assigned in another file
  const uint32_t own = scopes_.type_around(holder);
  // Where no locals are known it may be one of them.
  const bool may_inherit = language_.implicit_receiver && own != kNone && !scopes_.is_scope(own) &&
                           !locals_.empty() && !types[own].base_type.empty();
  if (may_inherit) return {own_type(holder) + "." + std::string(name), true};
  if (language_.full_names_anywhere && name != "_") return {std::string(name), true};
  return {};
}

std::string Receivers::type_of_local(uint32_t index, uint32_t holder) {
  if (const auto found = types_.find(index); found != types_.end()) return found->second;
  const Local& one = captures_.locals[index];
  const bool is_inferred = one.type.empty() || is_among("var auto let val", one.type.of(text_));
  std::string type;
  if (!is_inferred)
    type = declared(one.type.of(text_), holder);
  else if (!one.value.empty())
    type = of(one.value.of(text_), holder).type;
  if (one.is_element && is_inferred) type = element_of(std::move(type));
  if (!one.part.empty() && !type.empty())
    type.append(".").append(meant_name(language_, one.part.of(text_)));
  types_.emplace(index, type);
  return type;
}

std::string Receivers::declared(std::string_view written, uint32_t holder) {
  const Deeper deeper(depth_);
  if (depth_ > kMostDeep || written.size() > kMostWritten) return {};
  written = bare_type(written);
  std::string types;
  for (bool is_last = false; !is_last;) {
    const auto bar = outside_brackets(written, "|");
    is_last = bar == written.npos;
    const auto one = bare_type(written.substr(0, bar));
    if (!is_last) written.remove_prefix(bar + 1);
    if (one.empty() || is_among("None null undefined nil Nothing", one)) continue;
    const std::string type = one_type(one, holder);
    if (type.empty()) return {};
    types.append(types.empty() ? "" : "|").append(type);
  }
  return types.size() > kMostType ? std::string() : types;
}

std::string Receivers::one_type(std::string_view bare, uint32_t holder) {
  if (bare.starts_with('(') && bare.ends_with(')') && closing(bare, 0) == bare.size() - 1) {
    // Go's results: the first of them, which may have a name.
    auto one = bare_type(bare.substr(1, bare.size() - 2));
    one = bare_type(one.substr(0, outside_brackets(one, ",")));
    const auto space = one.find(' ');
    return declared(space == one.npos ? one : one.substr(space + 1), holder);
  }
  if (bare.starts_with("[]")) return collection(bare.substr(2), holder);  // Go's
  const TypeParts parts = type_parts(bare);
  if (parts.name.empty()) return {};
  if (parts.is_array) return collection(bare.substr(0, bare.rfind('[')), holder);
  const auto name = take_apart(language_.separators, parts.name).name;
  if (name == "Union" && bare.ends_with(']'))
    return either_of(parts.arguments, holder);  // Python's
  if (!parts.arguments.empty() && is_among(language_.wrappers, name))
    return declared(parts.arguments.substr(0, outside_brackets(parts.arguments, ",")), holder);
  if (!parts.arguments.empty() && is_among(language_.collections, name)) {
    const auto comma = outside_brackets(parts.arguments, ",");
    const auto last = comma == parts.arguments.npos ? 0 : comma + 1;
    return collection(parts.arguments.substr(last), holder);
  }
  return named_type(parts.name, holder);
}

/// `Money, "Price", None` of Python's `Union[…]`.
std::string Receivers::either_of(std::string_view types, uint32_t holder) {
  std::string either;
  for (bool is_last = false; !is_last;) {
    const auto comma = outside_brackets(types, ",");
    is_last = comma == types.npos;
    const auto one = trimmed(types.substr(0, comma));
    if (!is_last) types.remove_prefix(comma + 1);
    if (one == "None") continue;
    const std::string type = declared(one, holder);
    if (type.empty()) return {};
    either.append(either.empty() ? "" : "|").append(type);
  }
  return either;
}

std::string Receivers::collection(std::string_view of_what, uint32_t holder) {
  const std::string element = declared(of_what, holder);
  return element.empty() ? std::string(kList) : "[" + element + "]";
}

/// What the type parameter, the last of that name above, is declared to be.
std::string Receivers::bound_of(std::string_view generic, uint32_t holder) {
  const bool is_here = !std::less<>()(generic.data(), text_.data()) &&
                       std::less<>()(generic.data(), text_.data() + text_.size());
  if (!is_here) return {};  // of a base, which is kept elsewhere
  const auto& all = generics_.at(generic);
  const auto above =
      std::upper_bound(all.begin(), all.end(), place_of(generic),
                       [](uint32_t place, const Generic* one) { return place < one->name.begin; });
  if (above == all.begin()) return {};
  const Generic& meant = **(above - 1);
  const auto [known, is_new] = bounds_.try_emplace(meant.name.begin);
  if (!is_new || meant.bound.empty()) return known->second;  // "" also where it bounds itself
  std::string bound = declared(meant.bound.of(text_), holder);
  return bounds_[meant.name.begin] = std::move(bound);
}

std::string Receivers::named_type(std::string_view path, uint32_t holder) {
  const Written written = take_apart(language_.separators, path);
  if (written.name.empty()) return {};
  if (written.receiver.empty() && generics_.contains(written.name))
    return bound_of(written.name, holder);
  const Target found = scopes_.find("type", written.receiver, written.name, holder);
  if (found.type != kNone) return std::string(outline_.module.types[found.type].full_name);
  return external_target(language_, imports_, written, false).type;
}

std::string Receivers::result(uint32_t entry) {
  const Definition& definition = captures_.definitions[entry];
  if (definition.kind == "enum_member") return own_type(entry);
  const Span& type = definition.result.empty() ? definition.type : definition.result;
  if (!type.empty()) return declared(type.of(text_), entry);
  if (!definition.value.empty()) return of(definition.value.of(text_), entry).type;
  const auto found = returned_.find(entry);
  if (found == returned_.end()) return {};
  for (const Span& value : found->second)
    if (auto yields = of(value.of(text_), entry); yields.is_value && !yields.type.empty())
      return std::move(yields.type);
  return {};
}

}  // namespace dossier::languages
