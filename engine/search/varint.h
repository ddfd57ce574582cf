#pragma once
// Unsigned LEB128 integers, used by blocks, units and postings.
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/stored.h"

namespace dossier::search::detail {

inline void append_varint(std::string& out, uint32_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

/// Takes one integer off the front. Throws Error{corrupt} when there is none or it is too large;
/// `what` names the thing being read.
inline uint32_t take_varint(std::string_view& bytes, const char* what) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size() && i < 5; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    value |= static_cast<uint64_t>(byte & 0x7F) << (7 * i);
    if (byte < 0x80) {
      if (value > UINT32_MAX) break;
      bytes.remove_prefix(i + 1);
      return static_cast<uint32_t>(value);
    }
  }
  throw_damaged(std::string("the search index has a wrong ") + what);
}

}  // namespace dossier::search::detail
