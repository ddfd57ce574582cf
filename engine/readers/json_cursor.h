#pragma once
// A pull parser for one JSON document (RFC 8259, UTF-8 with or without a BOM), read value by value
// through a sliding window; each byte is examined once.
//
// Everything it has passed is valid JSON: skipping validates as strictly as reading. It throws
// Error{invalid} or Error{limit} with `NAME: byte OFFSET: PATH` as the origin; the caller maintains
// the path. Rejected: recursion (a hostile document would choose our stack depth).
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/error.h"
#include "engine/readers/bytes.h"

namespace dossier {

/// The caller's position in the document: `Modules[3].Types[17].Name`. Rendered only for messages.
class JsonPath {
 public:
  /// Enters a key (borrowed until pop: a literal, or text that outlives the step; "" between keys)
  /// or an element.
  void push(const char* key) { steps_[depth_++] = {key, 0}; }
  void push(uint64_t index) { steps_[depth_++] = {nullptr, index}; }
  /// Replaces the innermost step.
  void set(const char* key) { steps_[depth_ - 1] = {key, 0}; }
  void set(uint64_t index) { steps_[depth_ - 1] = {nullptr, index}; }
  void pop() { --depth_; }

  std::string text() const;

 private:
  struct Step {
    const char* key;  // null: `index` counts
    uint64_t index;
  };
  std::array<Step, 16> steps_;
  size_t depth_ = 0;
};

class JsonCursor {
 public:
  static constexpr size_t kMaxDepth = 1024;
  static constexpr size_t kMaxString = size_t{256} << 20;
  static constexpr size_t kWindow = size_t{256} << 10;

  /// Borrows `input`. `progress` (may be empty) is called with input.consumed() after every
  /// refill. The window is filled at once; it grows for a longer string or number.
  JsonCursor(ByteInput& input, std::function<void(uint64_t)> progress, size_t window = kWindow);

  /// The first byte of the next value after white space: one of { [ " t f n - 0…9, or another
  /// character for invalid JSON; '\0' at the end of the input.
  char peek() { return peek_byte(); }

  /// Enters the next object or array, which peek() must have announced.
  void open();
  /// The next key of the entered object, past its colon; absent at the object's end. The view is
  /// valid until the next call.
  std::optional<std::string_view> key();
  /// Whether the entered array has another element; false at its end.
  bool element();

  /// The next string, decoded. The view is valid until the next call. A lone surrogate escape
  /// becomes U+FFFD and is counted.
  std::string_view string();
  /// The next boolean.
  bool boolean();
  /// Skips the next null.
  void null() { word("null"); }
  /// The next number if it is an integer in 0…2^32-1, otherwise absent.
  std::optional<uint32_t> number();
  /// Skips the next value.
  void skip();
  /// Checks that only white space is left.
  void finish();

  /// Bytes of the document before the cursor.
  uint64_t offset() const { return base_ + static_cast<uint64_t>(at_ - buffer_.get()); }
  uint64_t lone_surrogates() const { return lone_surrogates_; }
  /// "an object", "null", …: the next value, for messages.
  const char* describe();

  JsonPath path;
  /// `NAME: byte OFFSET: PATH`.
  std::string origin(uint64_t offset) const;
  [[noreturn]] void fail(std::string message) { fail_at(offset(), std::move(message)); }

 private:
  [[noreturn]] void fail_at(uint64_t offset, std::string message) const;
  [[noreturn]] void unexpected(const char* wanted);
  char peek_byte() {
    if (static_cast<unsigned char>(*at_) > ' ') return *at_;
    return pass_space();
  }
  char pass_space();
  void start();
  bool refill(const char*& keep);
  void word(std::string_view text);
  bool digits();
  std::string_view decode(std::string_view raw, uint64_t offset);
  uint32_t escape_unit(std::string_view raw, size_t at, uint64_t offset) const;
  void skip_string();
  const char* scan_string(const char*& begin, bool& escaped);

  ByteInput& input_;
  std::function<void(uint64_t)> progress_;
  std::unique_ptr<char[]> buffer_;  // the window, then zero padding for wide loads
  size_t capacity_;
  const char* at_;
  const char* end_;
  uint64_t base_ = 0;  // document offset of buffer_[0]
  size_t depth_ = 0;
  bool first_ = false;  // just entered an object or array: no comma due
  bool counting_ = true;
  uint64_t lone_surrogates_ = 0;
  std::string decoded_;
};

}  // namespace dossier
