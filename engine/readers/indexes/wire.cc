#include "engine/readers/indexes/wire.h"

#include <algorithm>

#include "engine/error.h"

namespace dossier::indexes {
namespace {

constexpr size_t kLongestVarint = 10;
constexpr size_t kChunk = size_t{256} << 10;

[[noreturn]] void fail(const char* what, std::string origin = {}) {
  throw Error(ErrorCode::invalid, std::string("not a protobuf message: ") + what,
              std::move(origin));
}

enum WireType : uint32_t { varint_type = 0, fixed64 = 1, delimited = 2, fixed32 = 5 };

/// The varint at the start of `text` and how many bytes it takes; 0 bytes: `text` ends inside it.
std::pair<uint64_t, size_t> varint_at(std::string_view text) {
  uint64_t value = 0;
  for (size_t i = 0; i < std::min(text.size(), kLongestVarint); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    value |= uint64_t{byte & 0x7Fu} << (7 * i);
    if (byte < 0x80) return {value, i + 1};
  }
  if (text.size() >= kLongestVarint) fail("an integer is not terminated");
  return {0, 0};
}

uint32_t number_of(uint64_t tag) {
  const uint64_t number = tag >> 3;
  if (number == 0 || number > 0x1FFFFFFF) fail("a field number is invalid");
  return static_cast<uint32_t>(number);
}

uint64_t fixed(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

uint64_t Wire::varint() {
  const auto [value, size] = varint_at(rest_);
  if (size == 0) fail("the input ends inside an integer");
  rest_.remove_prefix(size);
  return value;
}

std::optional<WireField> Wire::next() {
  if (rest_.empty()) return std::nullopt;
  const uint64_t tag = varint();
  WireField field;
  field.number = number_of(tag);
  uint64_t size = 0;
  switch (tag & 7) {
    case varint_type:
      field.value = varint();
      return field;
    case fixed64:
      size = 8;
      break;
    case fixed32:
      size = 4;
      break;
    case delimited:
      size = varint();
      field.is_bytes = true;
      break;
    default:
      fail("a field has an unknown type");
  }
  if (size > rest_.size()) fail("a field extends past the end");
  field.bytes = rest_.substr(0, static_cast<size_t>(size));
  if (!field.is_bytes) field.value = fixed(field.bytes);
  rest_.remove_prefix(static_cast<size_t>(size));
  return field;
}

void append_integers(const WireField& field, std::vector<int64_t>& values) {
  if (!field.is_bytes) values.push_back(static_cast<int64_t>(field.value));
  for (std::string_view rest = field.bytes; !rest.empty();) {
    const auto [value, size] = varint_at(rest);
    if (size == 0) fail("the input ends inside an integer");
    values.push_back(static_cast<int64_t>(value));
    rest.remove_prefix(size);
  }
}

WireStream::WireStream(ByteInput& input) : input_(input) {}

bool WireStream::fill(size_t wanted) {
  if (at_ > kChunk) {
    buffer_.erase(0, at_);
    offset_ += at_;
    at_ = 0;
  }
  while (buffer_.size() - at_ < wanted) {
    const size_t size = buffer_.size();
    buffer_.resize(size + kChunk);
    const size_t got = input_.read(buffer_.data() + size, kChunk);
    buffer_.resize(size + got);
    if (got == 0) return false;
  }
  return true;
}

std::optional<WireField> WireStream::next() {
  fill(2 * kLongestVarint);
  const auto ahead = std::string_view(buffer_).substr(at_);
  if (ahead.empty()) return std::nullopt;
  // The tag and, behind it, the length or the value.
  const auto [tag, tag_size] = varint_at(ahead);
  if (tag_size == 0) fail("the input ends inside an integer");
  const uint32_t type = tag & 7;
  uint64_t size = tag_size + (type == fixed64 ? 8 : type == fixed32 ? 4 : 0);
  if (type == delimited || type == varint_type) {
    const auto [value, value_size] = varint_at(ahead.substr(tag_size));
    if (value_size == 0) fail("the input ends inside an integer");
    size += value_size;
    if (type == delimited && value > kMaxField) {
      throw Error(ErrorCode::limit, "a field is larger than 128 MB",
                  input_.name() + ": byte " + std::to_string(offset_ + at_));
    }
    if (type == delimited) size += value;
  }
  if (!fill(static_cast<size_t>(size))) fail("it is cut off", input_.name());
  Wire whole(std::string_view(buffer_).substr(at_, static_cast<size_t>(size)));
  auto field = whole.next();
  at_ += static_cast<size_t>(size);
  return field;
}

}  // namespace dossier::indexes
