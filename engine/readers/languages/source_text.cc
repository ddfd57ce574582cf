#include "engine/readers/languages/source_text.h"

#include <algorithm>
#include <array>

#include "engine/ascii.h"
#include "engine/fact.h"

namespace dossier::languages {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// `text` without one balanced bracket pair at its end; unchanged where it does not balance.
std::string_view without_arguments(std::string_view text, char open, char close) {
  if (text.empty() || text.back() != close) return text;
  int depth = 0;
  for (size_t i = text.size(); i-- > 0;) {
    if (text[i] == close) ++depth;
    if (text[i] == open && --depth == 0) return trim(text.substr(0, i));
  }
  return text;
}

/// `text` without a separator at its end; unchanged where there is none.
std::string_view without_separator(std::span<const std::string_view> separators,
                                   std::string_view text) {
  for (const std::string_view separator : separators) {
    if (text.ends_with(separator)) return text.substr(0, text.size() - separator.size());
  }
  return text;
}

}  // namespace

bool is_part_of_name(char c) {
  return is_word_character(c) || c == '$' || c == '@' || c == '#' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_capital(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

Written take_apart(std::span<const std::string_view> separators, std::string_view written) {
  written = trim(written);
  written = without_arguments(written, '<', '>');
  if (written.ends_with("::")) written.remove_suffix(2);
  written = trim(written);
  while (!written.empty() && (written.back() == '?' || written.back() == '*' ||
                              written.back() == '&' || written.back() == '!')) {
    written.remove_suffix(1);
  }
  written = without_arguments(without_arguments(trim(written), '[', ']'), '<', '>');
  size_t begin = written.size();
  if (written.ends_with('`') && written.size() > 1) {
    const auto open = written.rfind('`', written.size() - 2);
    if (open != written.npos) begin = open;
  } else {
    while (begin > 0 && is_part_of_name(written[begin - 1])) --begin;
    if (begin > 0 && begin < written.size() && written[begin - 1] == '~') --begin;
  }
  Written result;
  result.name = written.substr(begin);
  if (!result.name.empty() && result.name.front() >= '0' && result.name.front() <= '9') return {};
  const auto before = trim(written.substr(0, begin));
  const auto receiver = without_separator(separators, before);
  if (receiver.size() != before.size()) result.receiver = trim(receiver);
  return result;
}

std::string_view meant_name(const Language& language, std::string_view written) {
  const auto escape = language.name_escape;
  if (!escape.empty() && written.starts_with(escape)) return written.substr(escape.size());
  if (written.size() > 2 && written.starts_with('`') && written.ends_with('`'))
    return written.substr(1, written.size() - 2);
  return written;
}

std::string collapse(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : trim(text)) {
    if (!is_space(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

std::string dotted(std::string_view path) {
  std::string out;
  for (size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    const auto two = path.substr(i, 2);
    if (two == "::" || two == "->" || two == "?.") {
      if (!out.empty()) out += '.';
      ++i;
    } else if (c == '\\') {
      if (!out.empty()) out += '.';
    } else if (!is_space(c)) {
      out += c;
    }
  }
  return out;
}

std::string_view stem_of(std::string_view path) {
  const auto slash = path.rfind('/') + 1;  // npos + 1 is 0
  const auto dot = path.rfind('.');
  return path.substr(0, dot == path.npos || dot < slash ? path.size() : dot);
}

std::string signature_text(std::string_view head) {
  constexpr size_t kLimit = 600;
  std::string out = collapse(head.substr(0, 4 * kLimit));
  const auto drop = [&](std::string_view tail) {
    if (!out.ends_with(tail)) return false;
    out.resize(out.size() - tail.size());
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return true;
  };
  while (drop("{") || drop("=>") || drop(":=") || drop(";") || drop(",") || drop(":") ||
         drop(" default") || (!out.ends_with("operator =") && !out.ends_with("==") && drop("="))) {
  }
  if (out.size() > kLimit) {
    out.resize(kLimit);
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80) out.pop_back();
    if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0xC0) out.pop_back();
    out += "…";
  }
  return out;
}

std::string_view list_at(std::string_view text, size_t at) {
  size_t depth = 0;
  char quote = 0;
  for (size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote || c == '\n') quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return text.substr(at, i + 1 - at);
    }
  }
  return text.substr(std::min(at, text.size()));
}

uint32_t modifiers_in(std::span<const Modifier> modifiers, std::string_view text) {
  uint32_t flags = 0;
  int depth = 0;
  for (size_t i = 0; !modifiers.empty() && i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '<') ++depth;
    if (c == ')' || c == ']' || c == '>') depth = std::max(0, depth - 1);
    if (!is_part_of_name(c)) continue;
    const size_t begin = i;
    while (i + 1 < text.size() && is_part_of_name(text[i + 1])) ++i;
    if (depth > 0) continue;
    const auto word = text.substr(begin, i + 1 - begin);
    const auto bracketed = text.substr(begin, i + 2 - begin);
    const auto said = [&](std::string_view one) {
      const auto found = std::find_if(modifiers.begin(), modifiers.end(),
                                      [&](const Modifier& known) { return known.word == one; });
      return found == modifiers.end() ? 0u : found->flags;
    };
    const bool opens = bracketed.ends_with('(') || bracketed.ends_with('[');
    const uint32_t with_bracket = opens ? said(bracketed) : 0u;
    flags |= with_bracket != 0 ? with_bracket : said(word);
  }
  return flags;
}

unsigned arity_of(std::string_view text) {
  if (!text.starts_with('<')) return 0;
  unsigned count = 1;
  int depth = 0;
  for (const char c : text) {
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (depth == 0) break;
    if (c == ',' && depth == 1) ++count;
  }
  return count;
}

}  // namespace dossier::languages
