#pragma once
// One row as SQLite stores it: a header of types, then the values.
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace dossier::pages {

/// Appends an integer in 7-bit groups, the highest first. At most nine bytes.
inline size_t put_varint(uint8_t* at, uint64_t value) {
  if (value < 0x80) {
    at[0] = static_cast<uint8_t>(value);
    return 1;
  }
  if (value < 0x4000) {
    at[0] = static_cast<uint8_t>(value >> 7 | 0x80);
    at[1] = static_cast<uint8_t>(value & 0x7f);
    return 2;
  }
  if (value >> 56 != 0) {
    at[8] = static_cast<uint8_t>(value);
    value >>= 8;
    for (int i = 7; i >= 0; --i, value >>= 7) at[i] = static_cast<uint8_t>(value | 0x80);
    return 9;
  }
  size_t size = 1;
  while (value >> (7 * size) != 0) ++size;
  for (size_t i = size; i-- > 0; value >>= 7) at[i] = static_cast<uint8_t>(value | 0x80);
  at[size - 1] &= 0x7f;
  return size;
}

/// A record under construction. At most kMaxColumns values, so that the header's own size is one
/// byte. Texts are borrowed until bytes() is done.
class Record {
 public:
  static constexpr size_t kMaxColumns = 13;

  void clear() {
    types_size_ = 1;
    values_.clear();
  }
  void null() { types_[types_size_++] = 0; }
  void integer(int64_t value) {
    if (value == 0 || value == 1) {
      types_[types_size_++] = static_cast<uint8_t>(8 + value);
      return;
    }
    const int64_t high = value < 0 ? ~value : value;
    const int type = high < 0x80             ? 1
                     : high < 0x8000         ? 2
                     : high < 0x800000       ? 3
                     : high < 0x80000000     ? 4
                     : high < 0x800000000000 ? 5
                                             : 6;
    types_[types_size_++] = static_cast<uint8_t>(type);
    const int bytes = type <= 4 ? type : type == 5 ? 6 : 8;
    const uint64_t turned = __builtin_bswap64(static_cast<uint64_t>(value));
    values_.append(reinterpret_cast<const char*>(&turned) + 8 - bytes, static_cast<size_t>(bytes));
  }
  void text(std::string_view value) {
    types_size_ += put_varint(types_ + types_size_, 2 * value.size() + 13);
    values_ += value;
  }
  size_t size() const { return types_size_ + values_.size(); }
  /// Writes size() bytes.
  void copy_to(uint8_t* at) {
    types_[0] = static_cast<uint8_t>(types_size_);
    std::memcpy(at, types_, types_size_);
    std::memcpy(at + types_size_, values_.data(), values_.size());
  }
  /// The whole record, good until the next change.
  std::string_view bytes() {
    types_[0] = static_cast<uint8_t>(types_size_);
    whole_.assign(reinterpret_cast<const char*>(types_), types_size_);
    whole_ += values_;
    return whole_;
  }

 private:
  uint8_t types_[1 + 9 * kMaxColumns];
  size_t types_size_ = 1;
  std::string values_;
  std::string whole_;
};

}  // namespace dossier::pages
