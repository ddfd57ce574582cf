#include "engine/utf16.h"

#include <cstdint>

#include "engine/unicode.h"

namespace dossier {

std::string utf8_of_utf16(std::string_view bytes, bool big) {
  std::string out;
  out.reserve(bytes.size() / 2);
  const auto unit = [&](size_t at) -> uint32_t {
    const auto a = static_cast<uint8_t>(bytes[at]), b = static_cast<uint8_t>(bytes[at + 1]);
    return big ? uint32_t{a} << 8 | b : uint32_t{b} << 8 | a;
  };
  for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
    uint32_t code = unit(i);
    if (code >= 0xD800 && code < 0xE000) {
      const uint32_t low = code < 0xDC00 && i + 3 < bytes.size() ? unit(i + 2) : 0;
      const bool is_pair = low >= 0xDC00 && low < 0xE000;
      code = is_pair ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
      i += is_pair ? 2 : 0;
    }
    append_utf8(out, code);
  }
  return out;
}

}  // namespace dossier
