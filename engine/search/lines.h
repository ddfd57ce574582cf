#pragma once
// Counting lines: eight bytes at a step, since the compiler does not vectorise std::count at -O2.
#include <cstdint>
#include <cstring>
#include <string_view>

namespace dossier::search {

/// How many newlines the text holds.
inline size_t count_lines(std::string_view text) {
  constexpr uint64_t kLow = 0x7F7F7F7F7F7F7F7F;
  constexpr uint64_t kNewlines = 0x0A0A0A0A0A0A0A0A;
  size_t count = 0;
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    word ^= kNewlines;                                               // a newline is a zero byte now
    const uint64_t found = ~(((word & kLow) + kLow) | word | kLow);  // its bytes' highest bits
    count += (found >> 7) * 0x0101010101010101 >> 56;
  }
  for (; at < text.size(); ++at) count += text[at] == '\n' ? 1 : 0;
  return count;
}

}  // namespace dossier::search
