#pragma once
// A position in a span of bytes that cannot move past its end. A short read returns zero and the
// cursor stays failed, so a decoder checks ok() once at its end instead of after every byte.
// Rejected: throwing (a damaged file has thousands of defects, and the lenient mode continues past
// each); unchecked pointers.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace dossier::assembly {

using Bytes = std::span<const std::byte>;

inline std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The bytes [offset, offset + size), clipped to those that exist.
inline Bytes slice(Bytes bytes, uint64_t offset, uint64_t size) {
  if (offset >= bytes.size()) return {};
  const uint64_t left = bytes.size() - offset;
  return bytes.subspan(static_cast<size_t>(offset), static_cast<size_t>(size < left ? size : left));
}

class Cursor {
 public:
  explicit Cursor(Bytes bytes, size_t at = 0) : bytes_(bytes), at_(at) {
    if (at > bytes.size()) fail();
  }

  bool ok() const { return ok_; }
  size_t at() const { return at_; }
  size_t left() const { return bytes_.size() - at_; }
  void fail() {
    ok_ = false;
    at_ = bytes_.size();
  }

  uint8_t u8() { return static_cast<uint8_t>(number(1)); }
  uint16_t u16() { return static_cast<uint16_t>(number(2)); }
  uint32_t u32() { return static_cast<uint32_t>(number(4)); }
  uint64_t u64() { return number(8); }

  /// The next byte, not consumed; 0 at the end.
  uint8_t peek() const { return left() ? static_cast<uint8_t>(bytes_[at_]) : 0; }

  /// The next `size` bytes; none, and the cursor fails, if there are fewer.
  Bytes take(uint64_t size) {
    if (size > left()) {
      fail();
      return {};
    }
    const Bytes taken = bytes_.subspan(at_, static_cast<size_t>(size));
    at_ += static_cast<size_t>(size);
    return taken;
  }
  void skip(uint64_t size) { take(size); }

  /// ECMA-335 II.23.2: an unsigned number of one, two or four bytes.
  uint32_t compressed() {
    const uint32_t first = u8();
    if ((first & 0x80) == 0) return first;
    if ((first & 0xC0) == 0x80) return (first & 0x3F) << 8 | u8();
    if ((first & 0xE0) != 0xC0) fail();
    const uint32_t second = u8();
    const uint32_t third = u8();
    return (first & 0x1F) << 24 | second << 16 | third << 8 | u8();
  }

  /// ECMA-335 II.23.2: a signed number, its sign in the lowest bit.
  int32_t compressed_signed() {
    const size_t start = at_;
    const uint32_t raw = compressed();
    const uint32_t half = raw >> 1;
    if ((raw & 1) == 0) return static_cast<int32_t>(half);
    const size_t width = at_ - start;
    const uint32_t sign = width == 1 ? 0xFFFFFFC0u : width == 2 ? 0xFFFFE000u : 0xF0000000u;
    return static_cast<int32_t>(half | sign);
  }

 private:
  uint64_t number(size_t size) {
    const Bytes taken = take(size);
    uint64_t value = 0;
    for (size_t i = 0; i < taken.size(); ++i) {
      value |= static_cast<uint64_t>(taken[i]) << (8 * i);
    }
    return value;
  }

  Bytes bytes_;
  size_t at_;
  bool ok_ = true;
};

}  // namespace dossier::assembly
