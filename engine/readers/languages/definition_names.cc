#include "engine/readers/languages/definition_names.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "engine/fact.h"
#include "engine/readers/languages/text.h"

namespace dossier::languages {
namespace {

std::string_view text_of(std::string_view text, const Span& span) {
  return text.substr(span.begin, span.end - span.begin);
}

std::string operator_name(std::string_view symbol, bool unary) {
  // ECMA-335 I.10.3.
  static constexpr std::pair<std::string_view, std::string_view> kBinary[] = {
      {"+", "Addition"},
      {"-", "Subtraction"},
      {"*", "Multiply"},
      {"/", "Division"},
      {"%", "Modulus"},
      {"^", "ExclusiveOr"},
      {"&", "BitwiseAnd"},
      {"|", "BitwiseOr"},
      {"<<", "LeftShift"},
      {">>", "RightShift"},
      {"==", "Equality"},
      {"!=", "Inequality"},
      {"<", "LessThan"},
      {">", "GreaterThan"},
      {"<=", "LessThanOrEqual"},
      {"++", "Increment"},
      {"--", "Decrement"},
      {">=", "GreaterThanOrEqual"},
      {"!", "LogicalNot"},
      {"true", "True"},
      {"~", "OnesComplement"},
      {"false", "False"},
      {">>>", "UnsignedRightShift"},
  };
  if (unary && symbol == "+") return "op_UnaryPlus";
  if (unary && symbol == "-") return "op_UnaryNegation";
  for (const auto& [text, name] : kBinary) {
    if (text == symbol) return "op_" + std::string(name);
  }
  return "op_" + std::string(symbol);
}

/// Where C++'s `operator` begins in "Price::operator ==", which is no part of a longer word.
size_t operator_at(std::string_view written) {
  constexpr std::string_view kWord = "operator";
  for (size_t at = written.find(kWord); at != written.npos; at = written.find(kWord, at + 1)) {
    const auto is_word = [&](size_t i) {
      return i < written.size() &&
             (std::isalnum(static_cast<unsigned char>(written[i])) != 0 || written[i] == '_');
    };
    if (!is_word(at - 1) && !is_word(at + kWord.size())) return at;
  }
  return written.npos;
}

/// "operator==" of "operator ==", "operator bool" as it is: one name, however it is spaced.
std::string operator_text(std::string_view written) {
  std::string text = collapse(written.substr(std::min(operator_at(written), written.size())));
  const auto space = text.find(' ');
  const bool is_symbol = space != text.npos && space + 1 < text.size() &&
                         std::isalpha(static_cast<unsigned char>(text[space + 1])) == 0 &&
                         text[space + 1] != '_';
  if (is_symbol) text.erase(space, 1);
  return text;
}

/// Names as metadata has them, so that a member of an assembly and its source bear one name.
std::string c_sharp_name(std::string_view text, const Definition& definition) {
  const auto head = text_of(text, definition.node);
  const auto before =
      text.substr(definition.node.begin, definition.name.begin - definition.node.begin);
  if (definition.kind == "constructor") {
    return modifiers_in(before) & kStatic ? ".cctor" : ".ctor";
  }
  if (definition.kind == "primary_constructor") return ".ctor";
  if (definition.kind == "destructor") return "Finalize";
  if (definition.kind == "indexer") return "Item";
  if (definition.kind == "conversion") {
    return before.find("implicit") != before.npos ? "op_Implicit" : "op_Explicit";
  }
  if (definition.kind == "operator") {
    const auto parameters = head.substr(0, head.find(')'));
    const auto name = text_of(text, definition.name);
    return operator_name(name, parameters.find(',') == parameters.npos);
  }
  return std::string(text_of(text, definition.name));
}

}  // namespace

Names names_of(const Language& language, std::string_view text, const Definition& definition) {
  Names names;
  if (language.name == "C#") {
    const std::string name = c_sharp_name(text, definition);
    names.name = meant_name(language.name, name);
    return names;
  }
  if (definition.kind == "primary_constructor") {  // as a secondary one of Kotlin is called
    names.name = "constructor";
    return names;
  }
  std::string_view written = text_of(text, definition.name);
  if (!written.starts_with('<')) written = unquoted(written);  // Ruby has a method <=>
  if (language.name == "Ruby" && written.starts_with(':'))
    written.remove_prefix(1);  // attr_reader :x
  if (!definition.owner.empty()) {
    names.owner = dotted(take_apart(text_of(text, definition.owner)).name);
  }
  if (!definition.assigned.empty()) {  // exports.run = …, Shape.prototype.area = …
    std::string owner = dotted(take_apart(text_of(text, definition.assigned)).receiver);
    if (owner.ends_with(".prototype")) owner.resize(owner.size() - 10);
    const bool exported = owner == "exports" || owner == "module.exports" || owner == "module" ||
                          owner == "this" || owner == "window" || owner.find('(') != owner.npos;
    if (!exported) names.owner = owner;
  }
  const auto symbols = language.name == "C++" ? operator_at(written) : written.npos;
  const auto scope = written.substr(0, symbols).rfind("::");
  if (scope != written.npos && scope + 2 < written.size()) {
    const auto owner = take_apart(written.substr(0, scope));
    names.owner = owner.receiver.empty() ? std::string(owner.name)
                                         : dotted(owner.receiver) + "." + std::string(owner.name);
    written.remove_prefix(scope + 2);
  }
  names.name = symbols == written.npos ? collapse(meant_name(language.name, written))
                                       : operator_text(written);
  return names;
}

}  // namespace dossier::languages
