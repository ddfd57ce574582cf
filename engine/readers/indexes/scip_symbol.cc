#include "engine/readers/indexes/scip_symbol.h"

#include <algorithm>
#include <tuple>

#include "engine/ascii.h"
#include "engine/readers/languages/language.h"

namespace dossier::indexes {
namespace {

using Kind = Descriptor::Kind;

/// Up to the next single space; a doubled one stands for one.
std::optional<std::string> word(std::string_view& rest) {
  std::string text;
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == ' ') {
      if (!rest.starts_with(' ')) return text;
      rest.remove_prefix(1);
    }
    text += c;
  }
  return std::nullopt;
}

bool is_plain(char c) { return is_word_character(c) || c == '+' || c == '-' || c == '$'; }

/// A simple or `quoted` identifier.
std::optional<std::string> identifier(std::string_view& rest) {
  std::string text;
  if (!rest.starts_with('`')) {
    while (!rest.empty() && is_plain(rest.front())) {
      text += rest.front();
      rest.remove_prefix(1);
    }
    return text;
  }
  rest.remove_prefix(1);
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == '`') {
      if (!rest.starts_with('`')) return text;
      rest.remove_prefix(1);
    }
    text += c;
  }
  return std::nullopt;
}

bool expect(std::string_view& rest, char wanted) {
  if (!rest.starts_with(wanted)) return false;
  rest.remove_prefix(1);
  return true;
}

std::optional<Descriptor> descriptor(std::string_view& rest) {
  for (const auto& [open, close, kind] :
       {std::tuple{'[', ']', Kind::type_parameter}, std::tuple{'(', ')', Kind::parameter}}) {
    if (!rest.starts_with(open)) continue;
    rest.remove_prefix(1);
    auto name = identifier(rest);
    if (!name || !expect(rest, close)) return std::nullopt;
    return Descriptor{kind, std::move(*name)};
  }
  auto name = identifier(rest);
  if (!name || rest.empty()) return std::nullopt;
  const char suffix = rest.front();
  rest.remove_prefix(1);
  switch (suffix) {
    case '/':
      return Descriptor{Kind::package, std::move(*name)};
    case '#':
      return Descriptor{Kind::type, std::move(*name)};
    case '.':
      return Descriptor{Kind::term, std::move(*name)};
    case ':':
      return Descriptor{Kind::meta, std::move(*name)};
    case '!':
      return Descriptor{Kind::macro, std::move(*name)};
    case '(':
      break;
    default:
      return std::nullopt;
  }
  // What tells overloads apart stands between the parentheses.
  if (!identifier(rest) || !expect(rest, ')') || !expect(rest, '.')) return std::nullopt;
  return Descriptor{Kind::method, std::move(*name)};
}

/// `src/`, `prices.ts/` is "src/prices", `shop.money/` itself, com/, example/ "com.example".
std::string module_of(const std::vector<Descriptor>& packages) {
  if (packages.empty()) return {};
  const auto* language = languages::of(packages.back().name);
  const bool is_path = language && packages.back().name.find('.') != std::string::npos;
  std::string text;
  for (const auto& one : packages) {
    if (!text.empty()) text += is_path ? '/' : '.';
    text += one.name;
  }
  if (is_path) text.resize(text.rfind('.'));
  if (is_path && text.ends_with(".d")) text.resize(text.size() - 2);
  return text;
}

}  // namespace

std::optional<ScipSymbol> parse_symbol(std::string_view text) {
  if (text.starts_with("local ")) return std::nullopt;
  ScipSymbol symbol;
  for (const bool is_package : {false, false, true, false}) {  // scheme, manager, name, version
    auto part = word(text);
    if (!part) return std::nullopt;
    if (is_package && *part != ".") symbol.package = std::move(*part);
  }
  while (!text.empty()) {
    auto one = descriptor(text);
    if (!one) return std::nullopt;
    symbol.descriptors.push_back(std::move(*one));
  }
  if (symbol.descriptors.empty()) return std::nullopt;
  return symbol;
}

std::optional<ScipName> name_of(const ScipSymbol& symbol) {
  const auto& all = symbol.descriptors;
  const auto first = std::find_if(all.begin(), all.end(),
                                  [](const Descriptor& one) { return one.kind != Kind::package; });
  ScipName made;
  made.name_space = module_of({all.begin(), first});
  std::string path = made.name_space;
  const auto append = [](std::string& text, const std::string& name) {
    text.append(text.empty() ? "" : ".").append(name);
  };
  made.type = path;
  for (auto at = first; at != all.end(); ++at) {
    const bool is_last = at + 1 == all.end();
    if (at->kind == Kind::meta && is_last && at == first) break;  // the module itself
    if (at->kind == Kind::parameter || at->kind == Kind::type_parameter) return std::nullopt;
    std::string name = at->name;
    if (name.starts_with("<get>") || name.starts_with("<set>")) {
      name.erase(0, 5);
      made.is_property = is_last;
    }
    made.is_constructor =
        is_last && (name == "<constructor>" || name == "__init__" || name == "<init>");
    if (name == "<constructor>") name = "constructor";
    if (at->kind == Kind::type) {
      append(path, name);
      made.type = path;
    } else if (!is_last) {
      return std::nullopt;  // inside of a function or an object
    }
    if (is_last) {
      made.kind = at->kind;
      made.name = name;
    }
  }
  made.key = made.type;
  if (made.kind != Kind::type && made.kind != Kind::package) append(made.key, made.name);
  if (made.kind == Kind::package) {
    made.name = made.type.substr(made.type.rfind('/') + 1);
    const auto cut = made.name_space.rfind('.');
    made.name_space.resize(cut == std::string::npos ? 0 : cut);
  }
  return made;
}

}  // namespace dossier::indexes
