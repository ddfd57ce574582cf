#include "engine/unicode.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>

#include <algorithm>
#include <cstring>

#include "engine/ascii.h"

namespace dossier {

namespace {

bool continuation(std::string_view text, size_t at) {
  return at < text.size() && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80;
}

Decoded invalid_byte(uint8_t byte) { return {byte, 1, false}; }

bool cased(char32_t code) {
  return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_CASED) != 0;
}

bool case_ignorable(char32_t code) {
  return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_CASE_IGNORABLE) != 0;
}

// Unicode's Final_Sigma: a cased letter before, none after, case-ignorable characters skipped.
bool cased_before(std::string_view text, size_t at) {
  while (at > 0) {
    size_t start = at - 1;
    while (start > 0 && at - start < 4 && continuation(text, start)) --start;
    const Decoded before = decode_utf8(text, start);
    if (!before.valid || start + before.length != at) return false;
    if (!case_ignorable(before.code)) return cased(before.code);
    at = start;
  }
  return false;
}

bool cased_after(std::string_view text, size_t at) {
  while (at < text.size()) {
    const Decoded after = decode_utf8(text, at);
    if (!after.valid) return false;
    if (!case_ignorable(after.code)) return cased(after.code);
    at += after.length;
  }
  return false;
}

}  // namespace

Decoded decode_utf8(std::string_view text, size_t at) {
  const auto byte = static_cast<uint8_t>(text[at]);
  if (byte < 0x80) return {byte, 1, true};
  const auto tail = [&](size_t i) {
    return static_cast<char32_t>(static_cast<uint8_t>(text[at + i]) & 0x3F);
  };
  if (byte >= 0xC2 && byte <= 0xDF && continuation(text, at + 1)) {
    return {static_cast<char32_t>(byte & 0x1F) << 6 | tail(1), 2, true};
  }
  if (byte >= 0xE0 && byte <= 0xEF && continuation(text, at + 1) && continuation(text, at + 2)) {
    const char32_t code = static_cast<char32_t>(byte & 0x0F) << 12 | tail(1) << 6 | tail(2);
    if (code >= 0x800 && (code < 0xD800 || code > 0xDFFF)) return {code, 3, true};
  }
  if (byte >= 0xF0 && byte <= 0xF4 && continuation(text, at + 1) && continuation(text, at + 2) &&
      continuation(text, at + 3)) {
    const char32_t code =
        static_cast<char32_t>(byte & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
    if (code >= 0x10000 && code <= 0x10FFFF) return {code, 4, true};
  }
  return invalid_byte(byte);
}

void append_utf8(std::string& out, char32_t code) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

std::string_view utf8_prefix(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && continuation(text, bytes)) --bytes;
  return text.substr(0, bytes);
}

bool is_ascii(std::string_view text) {
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    if ((word & 0x8080808080808080) != 0) return false;
  }
  return std::none_of(text.begin() + static_cast<ptrdiff_t>(at), text.end(),
                      [](char c) { return (c & 0x80) != 0; });
}

bool is_utf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text, at);
    if (!next.valid) return false;
    at += next.length;
  }
  return true;
}

void lower_into(std::string_view text, std::string& out) {
  out.clear();
  size_t at = 0;
  while (at < text.size()) {
    size_t end = at;
    while (end < text.size() && (text[end] & 0x80) == 0) ++end;
    const size_t base = out.size();
    out.resize(base + (end - at));
    std::transform(text.begin() + static_cast<ptrdiff_t>(at),
                   text.begin() + static_cast<ptrdiff_t>(end),
                   out.begin() + static_cast<ptrdiff_t>(base), to_lower);
    if (end == text.size()) return;
    const Decoded next = decode_utf8(text, end);
    at = end + next.length;
    if (!next.valid) {
      out += text[end];
    } else if (next.code == 0x130) {
      out += "i\xCC\x87";
    } else if (next.code == 0x3A3) {
      append_utf8(out, cased_before(text, end) && !cased_after(text, at) ? 0x3C2 : 0x3C3);
    } else {
      append_utf8(out, static_cast<char32_t>(u_tolower(static_cast<UChar32>(next.code))));
    }
  }
}

std::string lower(std::string_view text) {
  std::string out;
  lower_into(text, out);
  return out;
}

bool contains_ignoring_case(std::string_view text, std::string_view lowered) {
  return lower(text).find(lowered) != std::string::npos;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  if (is_ascii(a) && is_ascii(b)) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return to_lower(x) == to_lower(y); });
  }
  return lower(a) == lower(b);
}

char32_t search_fold(char32_t code) {
  if (code < 0x80) return static_cast<char32_t>(to_lower(static_cast<char>(code)));
  switch (code) {
    case 0x130:  // İ and ı: Python's re takes both for i
    case 0x131:
      return 'i';
    case 0x307:
      return kIgnored;
    case 0x1FD3:  // pairs that Python folds and simple folding does not
      return 0x390;
    case 0x1FE3:
      return 0x3B0;
    case 0xFB05:
      return 0xFB06;
    default:
      return static_cast<char32_t>(u_foldCase(static_cast<UChar32>(code), U_FOLD_CASE_DEFAULT));
  }
}

std::u16string file_name_fold(std::string_view name) {
  std::u16string wide;
  for (size_t at = 0; at < name.size();) {
    const Decoded next = decode_utf8(name, at);
    at += next.length;
    if (!next.valid) {
      wide += static_cast<char16_t>(0xDC00 | next.code);  // half a pair: no character
    } else if (next.code >= 0x10000) {
      wide += static_cast<char16_t>(0xD7C0 + (next.code >> 10));
      wide += static_cast<char16_t>(0xDC00 | (next.code & 0x3FF));
    } else {
      wide += static_cast<char16_t>(next.code >= 'A' && next.code <= 'Z' ? next.code | 0x20
                                                                         : next.code);
    }
  }
  if (is_ascii(name)) return wide;
  UErrorCode code = U_ZERO_ERROR;
  const UNormalizer2* fold = unorm2_getNFKCCasefoldInstance(&code);
  const auto length = static_cast<int32_t>(wide.size());
  std::u16string out(wide.size() + 32, u'\0');
  for (int attempt = 0; attempt < 2; ++attempt) {  // names rarely become longer
    code = U_ZERO_ERROR;
    const int32_t needed = unorm2_normalize(fold, wide.data(), length, out.data(),
                                            static_cast<int32_t>(out.size()), &code);
    out.resize(static_cast<size_t>(needed));
    if (U_SUCCESS(code)) break;
  }
  return out;
}

}  // namespace dossier
