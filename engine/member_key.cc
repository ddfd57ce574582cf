// Member keys. Signatures follow no one grammar: Mono.Cecil's full names (function pointers,
// modifiers, array bounds), C#-like ones (ref, default values), names that obfuscators chose. So
// nothing here parses types; it only finds the parameter list, splits it at commas that no bracket
// encloses, and tells a parameter's name from its type. Sources' parameters are read by the rules
// of their languages: parameters.h.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/ascii.h"
#include "engine/canonical.h"
#include "engine/occurrences.h"
#include "engine/readers/languages/language.h"

namespace dossier {
namespace {

constexpr size_t kNone = std::string_view::npos;

// By character: does it open a bracket, close one, or matter in no way.
enum class Bracket : uint8_t { none, open, close };
constexpr auto kBrackets = [] {
  std::array<Bracket, 256> table{};
  for (const char c : {'(', '<', '[', '{'}) table[static_cast<uint8_t>(c)] = Bracket::open;
  for (const char c : {')', '>', ']', '}'}) table[static_cast<uint8_t>(c)] = Bracket::close;
  return table;
}();

// Follows how many brackets enclose the next character; one too many closed counts as none.
void follow(char c, size_t& depth) {
  const Bracket bracket = kBrackets[static_cast<uint8_t>(c)];
  if (bracket == Bracket::none) return;
  if (bracket == Bracket::open) {
    ++depth;
  } else if (depth > 0) {
    --depth;
  }
}

// Index of the bracket that closes the one at `at`, of the same kind; kNone if it never closes.
size_t closing(std::string_view text, size_t at) {
  const char open = text[at];
  const char close = open == '(' ? ')' : open == '<' ? '>' : ']';
  size_t depth = 0;
  for (size_t i = at; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i;
  }
  return kNone;
}

struct List {
  bool found = false;
  std::string_view text;  // between the brackets
};

List list_at(std::string_view text, size_t at, bool is_source) {
  const size_t end = is_source ? closing_bracket(text, at) : closing(text, at);
  if (end == kNone) return {};
  return {true, text.substr(at + 1, end - at - 1)};
}

// The list that follows the member's name: Name(…), Name<T>(…), or Name[…] of an indexer.
List list_after_name(std::string_view text, std::string_view name, bool indexer) {
  Occurrences occurrences(text, name);
  for (size_t at; (at = occurrences.next()) != kNone;) {
    const bool starts =
        at == 0 || text[at - 1] == ' ' || text[at - 1] == '.' || text[at - 1] == ':';
    size_t next = at + name.size();
    if (!starts || next >= text.size()) continue;
    if (text[next] == '<') {
      const size_t end = closing(text, next);
      occurrences.spend(std::min(end, text.size()) - next);
      if (end == kNone || end + 1 >= text.size()) continue;
      next = end + 1;
    }
    if (text[next] == '(' || (indexer && text[next] == '[')) return list_at(text, next, false);
  }
  return {};
}

// Past `one` where that is next, and past the spaces behind it.
void skip(std::string_view text, size_t& next, std::string_view one) {
  if (text.substr(std::min(next, text.size())).starts_with(one)) next += one.size();
  while (next < text.size() && text[next] == ' ') ++next;
}

// The same in a source: *Name(…), Name[T any](…), Name = async <T>(…), Name: (…); this[…] in C#.
List list_in_source(std::string_view text, std::string_view name, bool indexer) {
  if (indexer) {
    const size_t at = text.find("this[");
    return at == kNone || name != "Item" ? List{} : list_at(text, at + 4, true);
  }
  Occurrences occurrences(text, name);
  for (size_t at; (at = occurrences.next()) != kNone;) {
    size_t next = at + name.size();
    if ((at > 0 && is_word_character(text[at - 1])) ||
        (next < text.size() && is_word_character(text[next])))
      continue;
    skip(text, next, "");
    for (const std::string_view word : {"=", ":", "async", "function", "*"}) skip(text, next, word);
    if (next < text.size() && (text[next] == '<' || text[next] == '[')) {
      const size_t end = closing_bracket(text, next);
      occurrences.spend(std::min(end, text.size()) - next);
      if (end == kNone) continue;
      next = end + 1;
      skip(text, next, "");
    }
    if (next < text.size() && text[next] == '(') return list_at(text, next, true);
  }
  return {};
}

// The parentheses that end the text, for signatures that spell the name in another way.
List list_at_end(std::string_view text) {
  if (!text.ends_with(')')) return {};
  size_t depth = 0;
  for (size_t i = text.size(); i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] == '(' && --depth == 0) return list_at(text, i, false);
  }
  return {};
}

// A last word that is part of the type.
bool continues_type(std::string_view word) {
  return word.starts_with("modopt(") || word.starts_with("modreq(") || word.starts_with('*') ||
         word.starts_with('&') || word == "...";
}

// A first part that needs the word after it to be a type.
bool begins_type(std::string_view rest) {
  static constexpr std::array<std::string_view, 10> kWords = {
      "ref", "out", "in", "params", "this", "scoped", "readonly", "class", "valuetype", "method"};
  return std::find(kWords.begin(), kWords.end(), rest) != kWords.end();
}

// `System.Int32 amount` → `System.Int32`, `amount: number` → `number`.
std::string_view parameter_type(std::string_view parameter) {
  parameter = trimmed(parameter, " ");
  size_t depth = 0, space = kNone, colon = kNone;
  for (size_t i = 0; i < parameter.size(); ++i) {
    const char c = parameter[i];
    follow(c, depth);
    if (depth > 0) continue;
    const char next = i + 1 < parameter.size() ? parameter[i + 1] : '\0';
    if (c == '=' && i > 0 && parameter[i - 1] == ' ' && next != '>') {
      return parameter_type(parameter.substr(0, i));  // a default value
    }
    if (c == ' ') space = i;
    if (c == ':' && next == ' ' && colon == kNone) colon = i;
  }
  if (colon != kNone) return trimmed(parameter.substr(colon + 1), " ");
  if (space == kNone) return parameter;
  const auto rest = trimmed(parameter.substr(0, space), " ");
  if (continues_type(parameter.substr(space + 1)) || begins_type(rest)) return parameter;
  return rest;
}

// The type without spaces after commas.
void append_type(std::string& out, std::string_view type) {
  for (size_t at; (at = type.find(", ")) != kNone; type.remove_prefix(at + 2)) {
    out.append(type, 0, at + 1);
  }
  out += type;
}

void append_parameters(std::string& out, std::string_view list) {
  out += '(';
  size_t depth = 0, begin = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    if (i < list.size()) {
      follow(list[i], depth);
      if (list[i] != ',' || depth > 0) continue;
    }
    if (begin > 0) out += ',';
    append_type(out, parameter_type(list.substr(begin, i - begin)));
    begin = i + 1;
  }
  out += ')';
}

List parameter_list(const Type& type, const Member& member, bool is_source) {
  const bool is_method = member.kind == MemberKind::method;
  if (!is_method && member.kind != MemberKind::property) return {};
  List list;
  if (is_source) {
    const auto arity = type.name.find('`');
    const bool is_constructor = member.name.ends_with("ctor") && member.name.starts_with('.');
    const auto name = is_constructor ? type.name.substr(0, arity) : member.name;
    list = list_in_source(member.signature, name, !is_method);
  } else {
    list = list_after_name(member.full_name, member.name, !is_method);
    if (!list.found) list = list_after_name(member.signature, member.name, !is_method);
  }
  if (!list.found && is_method) list = list_at_end(member.signature);
  return list;
}

}  // namespace

std::string member_key(const Type& type, const Member& member, std::string_view language) {
  const std::string_view owner = type.full_name.empty() ? type.name : type.full_name;
  std::string key;
  key.reserve(owner.size() + member.name.size() + member.signature.size() + 1);
  key += owner;
  key += '.';
  key += member.name;
  const ParameterRules& rules = languages::named(language).parameters;
  const bool is_source = rules.types != nullptr;
  const List list = parameter_list(type, member, is_source);
  if (list.found && is_source) {
    append_parameter_types(key += '(', list.text, rules);
    key += ')';
  } else if (list.found) {
    append_parameters(key, list.text);
  }
  return key;
}

}  // namespace dossier
