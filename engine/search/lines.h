#pragma once
// Counts lines with vector instructions, because the compiler does not vectorize std::count at -O2.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace dossier::search {

/// The number of newlines in the text.
inline size_t count_lines(std::string_view text) {
  using Bytes = uint8_t __attribute__((vector_size(16)));
  using Words = uint64_t __attribute__((vector_size(16)));
  constexpr size_t kMost = 255;  // steps until a byte of `found` would overflow
  size_t count = 0;
  size_t at = 0;
  while (at + sizeof(Bytes) <= text.size()) {
    const size_t steps = std::min((text.size() - at) / sizeof(Bytes), kMost);
    Bytes found{};
    for (size_t i = 0; i < steps; ++i, at += sizeof(Bytes)) {
      Bytes bytes;
      std::memcpy(&bytes, text.data() + at, sizeof(Bytes));
      found -= static_cast<Bytes>(bytes == '\n');  // -1 where it is one
    }
    const auto words = reinterpret_cast<Words>(found);
    const Words pairs = (words & 0x00FF00FF00FF00FF) + (words >> 8 & 0x00FF00FF00FF00FF);
    const uint64_t quads = pairs[0] + pairs[1];
    count += quads * 0x0001000100010001 >> 48;
  }
  for (; at < text.size(); ++at) count += text[at] == '\n' ? 1 : 0;
  return count;
}

}  // namespace dossier::search
