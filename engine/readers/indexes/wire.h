#pragma once
// Reads the protobuf wire format (protobuf.dev/programming-guides/encoding) field by field, as far
// as an index needs it. Every length is checked against the available bytes. Rejected: libprotobuf
// with code generated from scip.proto, a build step and a megabyte for six messages.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/bytes.h"

namespace dossier::indexes {

struct WireField {
  uint32_t number = 0;
  uint64_t value = 0;      // of a varint or fixed-width field
  std::string_view bytes;  // of a length-delimited one
  bool is_bytes = false;
};

/// The fields of one message. Borrows the bytes.
class Wire {
 public:
  explicit Wire(std::string_view message) : rest_(message) {}
  /// The next field; absent at the end. Throws Error{invalid} for a malformed message: a length
  /// past the end, a varint of more than ten bytes, a group, field number 0.
  std::optional<WireField> next();

 private:
  uint64_t varint();

  std::string_view rest_;
};

/// Appends the integers of a packed repeated field, or the single integer of an unpacked one.
void append_integers(const WireField& field, std::vector<int64_t>& values);

/// The fields of a message too large for memory, read from a stream one at a time. A single field,
/// such as a document of an index, is held as a whole, up to kMaxField.
class WireStream {
 public:
  static constexpr uint64_t kMaxField = uint64_t{128} << 20;

  /// Borrows `input`.
  explicit WireStream(ByteInput& input);
  /// The next field; absent at the end. `bytes` is valid until the next call. Throws Error{invalid}
  /// as Wire does, and Error{limit} for a field above kMaxField.
  std::optional<WireField> next();

 private:
  bool fill(size_t wanted);

  ByteInput& input_;
  std::string buffer_;
  size_t at_ = 0;
  uint64_t offset_ = 0;  // of buffer_[0] in the stream
};

}  // namespace dossier::indexes
