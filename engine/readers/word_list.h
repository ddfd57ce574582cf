#pragma once
// Lists of words as one text separated by spaces, and quotes.
#include <string_view>

namespace dossier {

/// Calls `visit` with each word.
template <typename Visit>
void for_each_word(std::string_view words, const Visit& visit) {
  while (!words.empty()) {
    const auto word = words.substr(0, words.find(' '));
    words.remove_prefix(word.size() < words.size() ? word.size() + 1 : words.size());
    if (!word.empty()) visit(word);
  }
}

/// Whether `wanted` is one of the words; a word that ends in '*' matches every text with that
/// prefix.
inline bool is_among(std::string_view words, std::string_view wanted) {
  bool found = false;
  for_each_word(words, [&](std::string_view word) {
    found = found || word == wanted ||
            (word.ends_with('*') && wanted.starts_with(word.substr(0, word.size() - 1)));
  });
  return found;
}

/// A quoted string without its quotes; anything else as it is.
inline std::string_view unquoted(std::string_view text) {
  constexpr std::string_view kQuotes = "\"'`<";
  if (text.size() < 2 || kQuotes.find(text.front()) == kQuotes.npos) return text;
  const char close = text.front() == '<' ? '>' : text.front();
  return text.back() == close ? text.substr(1, text.size() - 2) : text;
}

}  // namespace dossier
