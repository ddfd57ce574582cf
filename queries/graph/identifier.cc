#include "queries/graph/identifier.h"

#include "engine/unicode.h"

namespace dossier {
namespace {

// Python's str.isspace().
bool is_space(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 ||
         c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

std::string_view trim_space(std::string_view text) {
  while (!text.empty()) {
    const auto first = decode_utf8(text, 0);
    if (!first.valid || !is_space(first.code)) break;
    text.remove_prefix(first.length);
  }
  while (!text.empty()) {
    size_t at = text.size() - 1;
    while (at > 0 && text.size() - at < 4 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
      --at;
    const auto last = decode_utf8(text, at);
    if (!last.valid || !is_space(last.code) || at + last.length != text.size()) break;
    text.remove_suffix(last.length);
  }
  return text;
}

std::string_view trim(std::string_view text, char c) {
  while (!text.empty() && text.front() == c) text.remove_prefix(1);
  while (!text.empty() && text.back() == c) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string_view normal_identifier(std::string_view text) {
  return trim_space(trim(trim(trim_space(text), '"'), '\''));
}

std::string without_spaces(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ') out += c;
  return out;
}

}  // namespace dossier
