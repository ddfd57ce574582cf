#include "agent/redact/line.h"

#include <algorithm>

#include "agent/redact/rules.h"

namespace dossier::redaction {
namespace {

constexpr size_t kLongestBefore = 400;

}  // namespace

size_t line_begin(std::string_view text, size_t place) {
  const size_t least = place - std::min(place, kLongestBefore);
  size_t line = place;
  for (; line > least; --line) {
    const char last = text[line - 1], before = line > 1 ? text[line - 2] : '\0';
    if (last == '\n' || last == '\r' || (last == 'n' && before == '\\')) break;
    if (last != '"') continue;
    size_t string = line - 1;  // {"stdout":"…
    while (string > least && text[string - 1] == '\\') --string;
    while (string > least && text[string - 1] == ' ') --string;
    if (string > least + 1 && text[string - 1] == ':' && text[string - 2] == '"') break;
  }
  return line;
}

size_t line_prefix(std::string_view line) {
  re2::StringPiece found, whole(line.data(), std::min(line.size(), kLongestBefore));
  return rules().prefix->Match(whole, 0, whole.size(), RE2::ANCHOR_START, &found, 1) ? found.size()
                                                                                     : 0;
}

}  // namespace dossier::redaction
