#include "engine/readers/languages/definers.h"

#include <algorithm>
#include <vector>

#include "engine/ascii.h"
#include "engine/parameters.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr std::string_view kBlank = " \t\r\n";
constexpr size_t kLongest = 2000;  // bytes of the arguments
constexpr size_t kMost = 20'000;   // calls in one text that are looked at

/// A call of one of the macros with a block behind it.
struct Call {
  const Definer* definer = nullptr;
  size_t begin = 0, open = 0, close = 0;  // the macro, and the brackets of its arguments
};

size_t behind_blank(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(kBlank, at), text.size());
}

std::string_view shouted_at(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && (text[end] == '_' || (text[end] >= 'A' && text[end] <= 'Z') ||
                               (text[end] >= '0' && text[end] <= '9')))
    ++end;
  return text.substr(at, end - at);
}

const Definer* definer_at(const Language& language, std::string_view text, size_t at) {
  const auto word = shouted_at(text, at);
  const auto found = std::find_if(language.definers.begin(), language.definers.end(),
                                  [&](const Definer& one) { return is_among(one.macros, word); });
  return word.empty() || found == language.definers.end() ? nullptr : &*found;
}

/// The call that begins there with that macro, if a block follows it.
std::optional<Call> call_at(std::string_view text, size_t at, const Definer& definer) {
  const size_t open = behind_blank(text, at + shouted_at(text, at).size());
  if (text.substr(open, 1) != "(") return {};
  const auto near = text.substr(0, std::min(text.size(), open + kLongest));
  const size_t close = closing_bracket(near, open);
  if (close == text.npos || text.substr(behind_blank(text, close + 1), 1) != "{") return {};
  return Call{&definer, at, open, close};
}

/// The arguments as written, at the outermost commas.
std::vector<std::string_view> arguments_of(std::string_view text, const Call& call) {
  std::vector<std::string_view> arguments;
  size_t begin = call.open + 1;
  for (size_t at = begin; at <= call.close; ++at) {
    const char c = text[at];
    const bool opens = c == '(' || c == '[' || c == '{';
    if (opens) {
      const size_t close = closing_bracket(text.substr(0, call.close), at);
      if (close != text.npos) at = close;
    } else if (c == '"') {
      const size_t close = text.substr(0, call.close).find('"', at + 1);
      if (close < call.close) at = close;
    } else if (c == ',' || at == call.close) {
      arguments.push_back(text.substr(begin, at - begin));
      begin = at + 1;
    }
  }
  return arguments;
}

/// The macro of `class MACRO Name {` at `at`, which parses as something else; empty: there is none.
std::string_view shape_macro_at(std::string_view text, size_t at) {
  const auto word_at = [&](size_t begin) {
    size_t end = begin;
    while (end < text.size() && is_word_character(text[end])) ++end;
    return text.substr(begin, end - begin);
  };
  const auto shape = word_at(at);
  if (!is_among("class struct union", shape)) return {};
  const auto macro = word_at(behind_blank(text, at + shape.size()));
  const bool shouts = macro.size() > 2 && std::none_of(macro.begin(), macro.end(), is_lower);
  if (!shouts) return {};
  const size_t behind = static_cast<size_t>(macro.data() - text.data()) + macro.size();
  const auto name = word_at(behind_blank(text, behind));
  if (name.empty() || name == "final") return {};
  const size_t next =
      behind_blank(text, static_cast<size_t>(name.data() - text.data()) + name.size());
  const bool opens = text.substr(next, 1) == "{" || text.substr(next, 5) == "final" ||
                     (text.substr(next, 1) == ":" && text.substr(next, 2) != "::");
  return opens ? macro : std::string_view();
}

}  // namespace

namespace {

/// The text of string literals that stand behind each other: `one " "two`.
std::string joined(std::string_view title) {
  std::string text;
  for (size_t at; (at = title.find("\" \"")) != title.npos; title.remove_prefix(at + 3))
    text += title.substr(0, at);
  return text.append(title);
}

}  // namespace

std::string defined_by_macro(const Language& language, std::string_view text, size_t at) {
  const Definer* const definer = definer_at(language, text, at);
  const auto call = definer ? call_at(text, at, *definer) : std::nullopt;
  if (!call) return {};
  const auto arguments = arguments_of(text, *call);
  switch (call->definer->names) {
    case Definer::first:
      break;
    case Definer::suite:
      if (arguments.size() < 2) break;
      return collapse(arguments[0]) + "." + collapse(arguments[1]);
    case Definer::title:
      for (const auto argument : arguments) {
        const std::string title = collapse(argument);
        if (title.starts_with('"')) return joined(unquoted(title));
      }
      break;
  }
  return arguments.empty() ? std::string() : collapse(arguments[0]);
}

std::optional<std::string> with_definers_as_heads(const Language& language, std::string_view text) {
  if (language.definers.empty()) return {};
  std::optional<std::string> heads;
  constexpr std::string_view kVoid = "void";
  size_t looked_at = 0;
  for (size_t line = 0; line < text.size() && looked_at < kMost;) {
    const size_t at = std::min(text.find_first_not_of(" \t", line), text.size());
    line = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (at >= text.size()) continue;
    if (const auto macro = shape_macro_at(text, at); !macro.empty()) {
      if (!heads) heads = std::string(text);
      heads->replace(static_cast<size_t>(macro.data() - text.data()), macro.size(), macro.size(),
                     ' ');
    }
    if (text[at] < 'A' || text[at] > 'Z') continue;
    const Definer* const definer = definer_at(language, text, at);
    if (!definer) continue;
    ++looked_at;
    const auto call = call_at(text, at, *definer);
    if (!call || call->open - call->begin < kVoid.size() || call->close - call->open < 3) continue;
    // The name is what stands on the first argument's line, all but the last byte of the list.
    const size_t name = behind_blank(text, call->open + 1);
    size_t end = std::min(text.find_first_of("\r\n", name), call->close - 1);
    // Or, where the list ends on a line of its own, all but the last byte of that line.
    const size_t open = text[call->close - 1] == '\n' ? --end : call->close - 1;
    if (name >= end) continue;
    if (!heads) heads = std::string(text);
    for (size_t i = call->begin; i < call->close; ++i) {
      char& c = (*heads)[i];
      const size_t in_word = i - call->begin;
      const bool is_name = i >= name && i < end;
      if (c != '\n' && c != '\r') c = in_word < kVoid.size() ? kVoid[in_word] : is_name ? '_' : ' ';
    }
    (*heads)[open] = '(';
  }
  return heads;
}

}  // namespace dossier::languages
