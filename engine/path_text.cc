#include "engine/path_text.h"

#include "engine/unicode.h"

namespace dossier {

std::string diff_path(std::string_view side, std::string_view path) {
  constexpr std::string_view kNamed = "\a\b\t\n\v\f\r\"\\", kNames = "abtnvfr\"\\";
  std::string out(side);
  bool is_plain = true;
  for (size_t i = 0; i < path.size();) {
    const char c = path[i];
    const auto byte = static_cast<unsigned char>(c);
    const Decoded next = decode_utf8(path, i);
    if (const size_t at = kNamed.find(c); at != kNamed.npos) {
      out += {'\\', kNames[at]};
      is_plain = false;
    } else if (byte < ' ' || byte == 0x7F || !next.valid) {
      out += {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
              static_cast<char>('0' + byte % 8)};
      is_plain = false;
    } else {
      out += path.substr(i, next.length);
    }
    i += next.length;
  }
  return is_plain ? out : '"' + out + '"';
}

std::string unquoted_path(std::string_view text) {
  constexpr std::string_view kLetters = "abtnvfr", kMeant = "\a\b\t\n\v\f\r";
  std::string out;
  for (size_t i = 1; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char next = text[++i];
    const std::string_view octal = text.substr(i, 3);
    if (octal.size() == 3 && octal[0] <= '3' && octal.find_first_not_of("01234567") == octal.npos) {
      out += static_cast<char>((octal[0] - '0') * 64 + (octal[1] - '0') * 8 + (octal[2] - '0'));
      i += 2;
    } else {
      const size_t at = kLetters.find(next);
      out += at == kLetters.npos ? next : kMeant[at];
    }
  }
  return out;
}

bool is_odd_path(std::string_view path) { return path.starts_with('"') || !is_utf8(path); }

std::string path_text(std::string_view path) {
  if (!is_odd_path(path)) return std::string(path);
  std::string text = diff_path({}, path);
  return text.starts_with('"') ? text : '"' + text + '"';
}

std::string path_meant(std::string_view text) {
  const bool is_quoted = text.size() > 1 && text.starts_with('"') && text.ends_with('"');
  std::string path = is_quoted ? unquoted_path(text) : std::string(text);
  return path_text(path) == text ? path : std::string(text);
}

}  // namespace dossier
