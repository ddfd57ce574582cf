#include "engine/readers/proto/schema.h"

#include <charconv>
#include <optional>
#include <utility>

#include "engine/readers/proto/tokens.h"
#include "engine/readers/word_list.h"

namespace dossier::proto {
namespace {

using Kind = Token::Kind;

/// Decimal, hexadecimal or octal (the language specification's intLit).
std::optional<int64_t> integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text.starts_with('0')) {
    base = 8;
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return negative ? -value : value;
}

}  // namespace

int64_t number_of(std::string_view text) { return integer(text).value_or(0); }

namespace {

/// Adds a string to what is written in double quotes; one right behind another goes on with it.
void add_string(std::string_view literal, bool goes_on, std::string& value) {
  if (goes_on)
    value.pop_back();
  else
    value += '"';
  for (const char c : unquoted(literal)) {
    if (c == '"' && literal.starts_with('\'')) value += '\\';
    value += c;
  }
  value += '"';
}

}  // namespace

std::vector<Option> options_in(std::string_view text) {
  std::vector<Option> options;
  const std::vector<Token> tokens = tokens_of(text);
  const size_t last = tokens.size() - 1;  // of kind end
  size_t at = tokens[0].text == "[" ? 1 : 0;
  while (at < last) {
    Option option;
    for (; at < last && tokens[at].text != "=" && tokens[at].text != ","; ++at)
      if (tokens[at].text != "(" && tokens[at].text != ")") option.name += tokens[at].text;
    const bool has_value = at < last && tokens[at].text == "=";
    if (has_value) ++at;
    int depth = 0;
    bool is_behind_string = false;
    for (; at < last; ++at) {
      const std::string_view token = tokens[at].text;
      const bool is_symbol = tokens[at].kind == Kind::symbol;
      if (depth == 0 && is_symbol && (token == "," || token == "]")) break;
      if (is_symbol && (token == "{" || token == "[")) ++depth;
      if (is_symbol && (token == "}" || token == "]")) --depth;
      const bool is_string = tokens[at].kind == Kind::text;
      const bool goes_on = std::exchange(is_behind_string, is_string) && is_string;
      if (depth > 0 && !option.value.empty() && !goes_on) option.value += ' ';
      if (is_string)
        add_string(token, goes_on, option.value);
      else
        option.value += token;
    }
    if (has_value && !option.name.empty()) options.push_back(std::move(option));
    if (at < last) ++at;  // ',' or ']'
  }
  return options;
}

void reserve(Declaration& of, std::string_view statement) {
  const std::vector<Token> tokens = tokens_of(statement);
  std::optional<int64_t> first;
  bool negative = false, is_range = false;
  auto& ranges = tokens[0].text == "extensions" ? of.extension_ranges : of.reserved;
  for (const Token& token : tokens) {
    if (token.text == "[") break;  // options of extensions
    if (token.kind == Kind::text) {
      of.reserved_names.emplace_back(unquoted(token.text));
    } else if (token.kind == Kind::symbol) {
      negative = token.text == "-";
    } else if (token.text == "to") {
      is_range = true;
    } else if (token.kind == Kind::number || token.text == "max") {
      const int64_t number = token.text == "max" ? kMaxNumber : number_of(token.text);
      if (is_range && first) {
        ranges.back().last = negative ? -number : number;
      } else {
        first = negative ? -number : number;
        ranges.push_back({*first, *first});
      }
      is_range = negative = false;
    } else if (token.kind == Kind::word && token.text != "reserved" && token.text != "extensions") {
      of.reserved_names.emplace_back(token.text);
    }
  }
}

}  // namespace dossier::proto
