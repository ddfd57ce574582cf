#include "engine/line_hashes.h"

#include <xxhash.h>

#include <algorithm>

#include "engine/ascii.h"

namespace dossier {
namespace {

bool is_telling(char c) { return is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80; }

}  // namespace

LineHashes::LineHashes(std::string_view text) {
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (std::any_of(line.begin(), line.end(), is_telling))
      sorted_.push_back(XXH3_64bits(line.data(), line.size()));
  }
  std::sort(sorted_.begin(), sorted_.end());
}

size_t LineHashes::common(const LineHashes& other) const {
  size_t count = 0;
  for (auto a = sorted_.begin(), b = other.sorted_.begin();
       a != sorted_.end() && b != other.sorted_.end();) {
    if (*a == *b)
      ++count, ++a, ++b;
    else if (*a < *b)
      ++a;
    else
      ++b;
  }
  return count;
}

}  // namespace dossier
