#include "engine/json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "engine/unicode.h"

namespace dossier {
namespace {

void append_escape(std::string& out, unsigned char c) {
  static constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    default:
      out += {'\\', 'u', '0', '0', kHex[c >> 4], kHex[c & 15]};
  }
}

// Bytes that need no escape in a JSON string.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (size_t c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

// A bit in each byte that may not stand plain; a byte above such a one may have it wrongly
// (Mycroft's test for a zero byte).
uint64_t not_plain(uint64_t eight) {
  constexpr uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;
  const auto has = [](uint64_t bytes) { return (bytes - kOnes) & ~bytes; };
  return (eight | (eight - kOnes * 0x20) | has(eight ^ kOnes * '"') | has(eight ^ kOnes * '\\')) &
         kHighs;
}

size_t plain_until(std::string_view text, size_t at) {
  for (uint64_t eight; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if (not_plain(eight) != 0) break;
  }
  while (at < text.size() && kPlain[static_cast<unsigned char>(text[at])]) ++at;
  return at;
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  size_t done = 0;
  for (size_t i = plain_until(text, 0); i < text.size(); i = plain_until(text, i)) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x80) {
      if (const Decoded next = decode_utf8(text, i); next.valid) {
        i += next.length;
        continue;
      }
    }
    out.append(text, done, i - done);
    if (c < 0x80)
      append_escape(out, c);
    else
      out += "\xEF\xBF\xBD";
    done = ++i;
  }
  out.append(text, done);
  out += '"';
}

void JsonWriter::separate() {
  if (comma_) out_ += ',';
  comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_ += bracket;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_json_string(out_, name);
  out_ += ':';
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  append_json_string(out_, text);
  return *this;
}

JsonWriter& JsonWriter::value(bool flag) { return raw(flag ? "true" : "false"); }

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return raw({digits.data(), static_cast<size_t>(end - digits.data())});
}

JsonWriter& JsonWriter::integer(int64_t number) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return raw({digits.data(), static_cast<size_t>(end - digits.data())});
}

JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

}  // namespace dossier
