#include "engine/readers/languages/type_text.h"

#include <algorithm>

#include "engine/ascii.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr std::string_view kSpaces = " \t\r\n\f";

/// Behind the quoted text that begins at `at`; `at` + 1 if it does not end.
size_t behind_quote(std::string_view text, size_t at) {
  for (size_t end = at + 1; end < text.size(); ++end) {
    if (text[end] == '\\')
      ++end;
    else if (text[end] == text[at])
      return end + 1;
  }
  return at + 1;
}

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

/// Where the type arguments at `open` end, of `a<B>(c)` and not of `a < b`; npos if there are none.
size_t behind_arguments(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '<') ++depth;
    if (c == '>' && --depth == 0) return at + 1;
    if (!is_part_of_name(c) && std::string_view("<>,.:?&[]* ").find(c) == std::string_view::npos)
      return text.npos;
  }
  return text.npos;
}

size_t word_at(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '`') return behind_quote(text, at);
  while (at < text.size() && is_part_of_name(text[at])) ++at;
  return at;
}

size_t behind_spaces(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(kSpaces, at), text.size());
}

/// What follows a name in a chain, up to the next separator; npos if it is no chain.
size_t behind_suffixes(std::string_view text, size_t at, Link& link) {
  for (;;) {
    at = behind_spaces(text, at);
    if (at == text.size()) return at;
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '(' || c == '[' || c == '{') {
      const auto close = closing(text, at);
      if (close == text.npos) return text.npos;
      if (c == '[')
        link.is_indexed = true;
      else
        link.is_called = true;
      if (c == '(') link.is_indexed = false;  // `Box[int](7)`
      at = close + 1;
    } else if (c == '<') {
      at = behind_arguments(text, at);
      if (at == text.npos) return at;
    } else if (c == '!' && next == '!') {  // Kotlin's
      at += 2;
    } else if (c == '!' && (next == '[' || next == '(')) {  // Swift's `x![0]`
      ++at;
    } else if ((c == '!' || c == '?') && at + 1 == text.size()) {
      ++at;
    } else {
      return at;
    }
  }
}

}  // namespace

size_t closing(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size();) {
    const char c = text[at];
    if (is_quote(c)) {
      at = behind_quote(text, at);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) return at;
    ++at;
  }
  return text.npos;
}

size_t outside_brackets(std::string_view text, std::string_view word) {
  for (size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(word)) return at;
    const char c = text[at];
    if (is_quote(c)) {
      at = behind_quote(text, at);
    } else if (c == '(' || c == '[' || c == '{' || c == '<') {
      const auto close = c == '<' ? behind_arguments(text, at) : closing(text, at);
      at = close == text.npos ? at + 1 : close + (c == '<' ? 0 : 1);
    } else {
      ++at;
    }
  }
  return text.npos;
}

std::vector<Link> chain_of(std::string_view text) {
  constexpr std::string_view kSeparators[] = {"?.", "::", "->", "!.", ".", "\\"};
  std::vector<Link> links;
  size_t at = behind_spaces(text, 0);
  while (true) {
    const size_t end = word_at(text, at);
    if (end == at || (links.empty() && text[at] >= '0' && text[at] <= '9')) return {};
    Link& link = links.emplace_back(Link{text.substr(at, end - at)});
    at = behind_suffixes(text, end, link);
    if (at == text.npos) return {};
    if (at == text.size()) return links;
    const auto* separator =
        std::find_if(std::begin(kSeparators), std::end(kSeparators),
                     [&](std::string_view one) { return text.substr(at).starts_with(one); });
    if (separator == std::end(kSeparators)) return {};
    link.is_scope = *separator == "::" || *separator == "\\";
    at = behind_spaces(text, at + separator->size());
    if (at < text.size() && text[at] == '<') {  // Rust's ::<T>
      at = behind_suffixes(text, at, link);
      if (at == text.npos) return {};
      if (at == text.size()) return links;
      if (text[at] == '.') ++at;
    }
  }
}

std::string_view bare_type(std::string_view written) {
  constexpr std::string_view kWords =
      "const mut dyn impl readonly final in out ref params vararg struct class typename some";
  for (;;) {
    written = trimmed(written);
    const auto before = written.size();
    if (written.starts_with("->")) written.remove_prefix(2);
    while (!written.empty() && std::string_view(":&*?").find(written.front()) != written.npos)
      written.remove_prefix(1);
    while (!written.empty() && std::string_view("?!*&").find(written.back()) != written.npos)
      written.remove_suffix(1);
    if (written.size() > 1 && (written.front() == '"' || written.front() == '\'')) {
      if (written.back() == written.front())
        written = written.substr(1, written.size() - 2);
      else  // a lifetime
        written.remove_prefix(std::min(written.find(' '), written.size()));
    }
    const auto space = written.find(' ');
    if (space != written.npos && is_among(kWords, written.substr(0, space)))
      written.remove_prefix(space);
    if (written.size() == before) return written;
  }
}

TypeParts type_parts(std::string_view bare) {
  TypeParts parts;
  size_t end = 0;
  for (;;) {
    const size_t word = word_at(bare, end);
    if (word == end) return {};
    end = word;
    if (bare.substr(end).starts_with("::") && word_at(bare, end + 2) > end + 2)
      end += 2;
    else if (end + 1 < bare.size() && (bare[end] == '.' || bare[end] == '\\'))
      ++end;
    else
      break;
  }
  parts.name = bare.substr(0, end);
  auto rest = trimmed(bare.substr(end));
  const auto is_open = [&](char c) { return !rest.empty() && rest.front() == c; };
  if (is_open('<')) {
    const auto close = rest.rfind('>');
    if (close == rest.npos) return {};
    parts.arguments = trimmed(rest.substr(1, close - 1));
    rest = trimmed(rest.substr(close + 1));
  } else if (is_open('[') && !rest.starts_with("[]")) {
    const auto close = closing(rest, 0);
    if (close == rest.npos) return {};
    parts.arguments = trimmed(rest.substr(1, close - 1));
    rest = trimmed(rest.substr(close + 1));
  }
  if (rest.starts_with("[")) {
    parts.is_array = true;
    return parts;
  }
  if (!rest.empty() && rest != "?" && rest != "!") return {};
  return parts;
}

}  // namespace dossier::languages
