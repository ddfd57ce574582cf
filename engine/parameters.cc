#include "engine/parameters.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/parameter_text.h"

namespace dossier {
namespace {

using namespace parameters;

constexpr size_t kNone = std::string_view::npos;

/// `String... names` is String..., `ref int count` is ref int, `String args[]` is String[].
std::string type_first(std::string_view parameter, std::string_view language) {
  parameter = without_default(parameter);
  for (size_t before = 0; before != parameter.size();) {
    before = parameter.size();
    parameter = without_attributes(parameter, language == "C#" ? "[" : "@");
    parameter = without_words(parameter, {"final", "this", "params", "scoped"});
  }
  size_t space = kNone;
  find_outside(parameter, [&](size_t i) {
    if (parameter[i] == ' ') space = i;
    return false;
  });
  const auto type = trimmed(parameter.substr(0, space));
  const bool is_type = space == kNone || is_word(type, {"ref", "out", "in", "ref readonly"});
  if (is_type) return std::string(parameter);
  const auto name = parameter.substr(space + 1);
  return std::string(type).append(name.substr(std::min(name.find('['), name.size())));
}

std::string name_first(std::string_view parameter, std::string_view language) {
  parameter = without_default(parameter);
  const size_t colon = find_outside(parameter, [&](size_t i) {
    const bool is_path = parameter.substr(i + 1, 1) == ":" || (i > 0 && parameter[i - 1] == ':');
    return parameter[i] == ':' && !is_path;
  });
  const auto name = trimmed(parameter.substr(0, colon));
  const size_t stars =
      std::min(name.find_first_not_of(language == "Python" ? "*" : "."), name.size());
  std::string type(name.substr(0, stars));
  if (colon == kNone) {
    if (language == "TypeScript" || language == "TSX") return type + "any";
    return std::string(language == "Rust" ? without_words(parameter, {"mut"}) : parameter);
  }
  if (language == "Kotlin" && name.find("vararg ") != kNone) type = "vararg ";
  if (language == "Swift") {
    const auto label = without_attributes(name, "@");
    const auto first = label.substr(0, label.find(' '));
    if (first != "_") type = std::string(first) + ":";
  }
  return type.append(trimmed(parameter.substr(colon + 1)));
}

/// The word that names a Go parameter before its type; empty where there is none.
std::string_view go_name(std::string_view parameter) {
  const auto space = parameter.find(' ');
  const auto word = parameter.substr(0, space);
  const bool is_name = space != kNone && std::all_of(word.begin(), word.end(), in_name);
  return is_name && !is_word(word, {"chan", "func", "struct", "interface", "map"})
             ? word
             : std::string_view();
}

/// Either all parameters have names, or none.
std::vector<std::string> go_types(const std::vector<std::string_view>& parameters) {
  const bool named = std::any_of(parameters.begin(), parameters.end(),
                                 [](std::string_view one) { return !go_name(one).empty(); });
  std::vector<std::string> types;
  std::string_view last;  // `a, b int`: a has the type behind b
  for (auto one = parameters.rbegin(); one != parameters.rend(); ++one) {
    const auto name = named ? go_name(*one) : std::string_view();
    if (!named || !name.empty()) last = trimmed(one->substr(name.size()));
    types.emplace_back(last);
  }
  std::reverse(types.begin(), types.end());
  return types;
}

/// Where the parameter's name begins in a declarator without its array bounds; its end where it has
/// none.
size_t c_name_begin(std::string_view head) {
  size_t begin = head.size();
  while (begin > 0 && in_name(head[begin - 1])) --begin;
  const auto rest = trimmed(head.substr(0, begin));
  const auto unqualified = without_words(
      rest, {"const", "volatile", "struct", "enum", "union", "class", "typename", "register"});
  const bool is_type =
      unqualified.empty() || rest.ends_with(':') ||
      is_word(head.substr(begin), {"int", "char", "long", "short", "double", "float", "void",
                                   "bool", "unsigned", "signed", "const", "volatile", "auto"});
  return is_type ? head.size() : begin;
}

std::string c_type(std::string_view parameter) {
  parameter = without_attributes(without_default(parameter), "[");
  std::string type;
  const size_t pointer = std::min(parameter.find("(*"), parameter.find("(&"));
  if (pointer != kNone) {  // void (*done)(int)
    const size_t begin = pointer + 2;
    size_t end = begin;
    while (end < parameter.size() && in_name(parameter[end])) ++end;
    type.append(parameter.substr(0, begin)).append(parameter.substr(end));
  } else {
    const size_t bounds = std::min(
        find_outside(parameter, [&](size_t i) { return parameter[i] == '['; }), parameter.size());
    const auto head = trimmed(parameter.substr(0, bounds));
    type.append(trimmed(head.substr(0, c_name_begin(head)))).append(parameter.substr(bounds));
  }
  std::string tight;  // `char *const p` and `char * const p` are one
  for (const char c : type) {
    const bool is_mark = c == '*' || c == '&' || c == '[';
    while (is_mark && tight.ends_with(' ')) tight.pop_back();
    if (c == ' ' && (tight.ends_with('*') || tight.ends_with('&'))) continue;
    if (in_name(c) && (tight.ends_with('*') || tight.ends_with('&'))) tight += ' ';
    tight += c;
  }
  return tight;
}

std::string php_type(std::string_view parameter) {
  parameter = without_attributes(parameter, "#[");
  const auto dollar = parameter.find('$');
  if (dollar == kNone) return std::string(parameter);
  auto head = trimmed(parameter.substr(0, dollar));
  const size_t marks = head.find_last_not_of("&. ") == kNone ? 0 : head.find_last_not_of("&. ") + 1;
  std::string behind(head.substr(marks));
  std::erase(behind, ' ');
  head = without_words(trimmed(head.substr(0, marks)),
                       {"public", "protected", "private", "readonly", "final"});
  return (head.empty() ? "mixed" : std::string(head)) + behind;
}

/// `base = Base` is base, `key: 1` is key:.
std::string_view ruby_name(std::string_view parameter) {
  parameter = without_default(parameter);
  const auto colon = std::min(parameter.find(':'), parameter.size());
  const auto key = parameter.substr(0, colon);
  const bool is_key = colon < parameter.size() && std::all_of(key.begin(), key.end(), in_name);
  return is_key ? parameter.substr(0, colon + 1) : parameter;
}

std::string type_of(std::string_view parameter, std::string_view language, ParameterStyle style) {
  switch (style) {
    case ParameterStyle::name_first:
      return name_first(parameter, language);
    case ParameterStyle::c:
      return c_type(parameter);
    case ParameterStyle::type_first:
      return type_first(parameter, language);
    case ParameterStyle::php:
      return php_type(parameter);
    case ParameterStyle::names:
      return std::string(ruby_name(parameter));
    case ParameterStyle::unknown:
    case ParameterStyle::go:
      break;
  }
  return std::string(parameter);
}

/// The type without spaces after commas.
void append_type(std::string& out, std::string_view type) {
  for (size_t at; (at = type.find(", ")) != kNone; type.remove_prefix(at + 2)) {
    out.append(type, 0, at + 1);
  }
  out += type;
}

}  // namespace

ParameterStyle parameter_style(std::string_view language) {
  static constexpr std::pair<std::string_view, ParameterStyle> kStyles[] = {
      {"Rust", ParameterStyle::name_first},
      {"Kotlin", ParameterStyle::name_first},
      {"Swift", ParameterStyle::name_first},
      {"TypeScript", ParameterStyle::name_first},
      {"TSX", ParameterStyle::name_first},
      {"Python", ParameterStyle::name_first},
      {"JavaScript", ParameterStyle::name_first},
      {"Go", ParameterStyle::go},
      {"C", ParameterStyle::c},
      {"C++", ParameterStyle::c},
      {"Java", ParameterStyle::type_first},
      {"C#", ParameterStyle::type_first},
      {"PHP", ParameterStyle::php},
      {"Ruby", ParameterStyle::names},
  };
  for (const auto& [name, style] : kStyles) {
    if (name == language) return style;
  }
  return ParameterStyle::unknown;
}

void append_parameter_types(std::string& out, std::string_view list, std::string_view language) {
  if (trimmed(list).empty()) return;
  const ParameterStyle style = parameter_style(language);
  const auto parameters = split(list);
  if (style == ParameterStyle::c && parameters.size() == 1 && parameters[0] == "void") return;
  const auto types =
      style == ParameterStyle::go ? go_types(parameters) : std::vector<std::string>();
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) out += ',';
    append_type(out, types.empty() ? type_of(parameters[i], language, style) : types[i]);
  }
}

}  // namespace dossier
