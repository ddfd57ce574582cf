#include "server/http/url.h"

#include <algorithm>

#include "engine/ascii.h"

namespace dossier {
namespace {

// The value of a hex digit, or -1.
int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string percent_decode(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = hex_value(text[i + 1]), low = hex_value(text[i + 2]);
      if (high >= 0 && low >= 0) {
        out += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    out += text[i] == '+' && plus_is_space ? ' ' : text[i];
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> parse_query(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> out;
  while (!query.empty()) {
    const std::string_view piece = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), piece.size() + 1));
    if (piece.empty()) continue;
    const size_t equals = piece.find('=');
    out.emplace_back(percent_decode(piece.substr(0, equals), true),
                     equals == std::string_view::npos
                         ? std::string()
                         : percent_decode(piece.substr(equals + 1), true));
  }
  return out;
}

std::optional<std::string_view> authority_of(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    const std::string_view start = target.substr(0, scheme.size());
    if (!std::equal(start.begin(), start.end(), scheme.begin(), scheme.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; })) {
      continue;
    }
    target.remove_prefix(scheme.size());
    return target.substr(0, target.find_first_of("/?#"));
  }
  return std::nullopt;
}

Target split_target(std::string_view target) {
  if (const auto authority = authority_of(target)) {
    target.remove_prefix(static_cast<size_t>(authority->data() - target.data()) +
                         authority->size());
    if (target.empty() || target.front() == '#') target = "/";
  }
  target = target.substr(0, target.find('#'));
  const size_t question = target.find('?');
  if (question == std::string_view::npos) return {target, {}};
  return {target.substr(0, question), target.substr(question + 1)};
}

}  // namespace dossier
