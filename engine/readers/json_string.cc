// Strings, where a parser spends most of its time.
#include <algorithm>
#include <charconv>
#include <utility>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "engine/readers/json_cursor.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The first quote, backslash or control character from `at` on; zero padding ends every search.
// `high` gathers whether a byte above ASCII was passed.
inline const char* find_special(const char* at, unsigned& high) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
  const __m128i control = _mm_set1_epi8(0x1F);
  for (;; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i hit =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, slash)),
                     _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
    const auto hits = static_cast<unsigned>(_mm_movemask_epi8(hit));
    const auto above = static_cast<unsigned>(_mm_movemask_epi8(bytes));
    if (hits != 0) {
      const int stop = __builtin_ctz(hits);
      high |= above & ((1u << stop) - 1);
      return at + stop;
    }
    high |= above;
  }
#else
  for (;; ++at) {
    const auto c = static_cast<unsigned char>(*at);
    if (c < 0x20 || c == '"' || c == '\\') return at;
    high |= c & 0x80u;
  }
#endif
}

// Index of the first byte that is not UTF-8; text.size() if there is none.
size_t utf8_error(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text, at);
    if (!next.valid) return at;
    at += next.length;
  }
  return text.size();
}

}  // namespace

// From behind the opening quote to the closing one. `begin` follows the text when the window moves.
const char* JsonCursor::scan_string(const char*& begin, bool& escaped) {
  unsigned high = 0;
  const char* at = begin;
  for (;;) {
    at = find_special(at, high);
    if (*at == '"') break;
    if (*at == '\\' && at + 1 < end_) {
      escaped = true;
      at += 2;
      continue;
    }
    if (*at == '\\' || at == end_) {
      const auto done = at - begin;
      if (static_cast<size_t>(done) > kMaxString) {
        throw Error(ErrorCode::limit, "a string is longer than 256 MB", origin(offset()));
      }
      at_ = begin;
      if (!refill(begin)) {
        at_ = end_;
        fail("the input ends inside a string");
      }
      at = begin + done;
      continue;
    }
    at_ = at;
    fail("a control character in a string");
  }
  if (high != 0) {
    const std::string_view raw(begin, static_cast<size_t>(at - begin));
    if (const size_t bad = utf8_error(raw); bad != raw.size()) {
      at_ = begin + bad;
      fail("not UTF-8");
    }
  }
  at_ = at + 1;
  return at;
}

std::string_view JsonCursor::string() {
  const char* begin = at_ + 1;
  bool escaped = false;
  const char* const end = scan_string(begin, escaped);
  const std::string_view raw(begin, static_cast<size_t>(end - begin));
  if (!escaped) return raw;
  return decode(raw, base_ + static_cast<uint64_t>(begin - buffer_.get()));
}

void JsonCursor::skip_string() {
  const bool counting = std::exchange(counting_, false);
  string();
  counting_ = counting;
}

// The code unit of the \u escape whose backslash is at `at`.
uint32_t JsonCursor::escape_unit(std::string_view raw, size_t at, uint64_t offset) const {
  uint32_t unit = 0;
  const char* const from = raw.data() + at + 2;
  const bool whole = at + 6 <= raw.size();
  if (!whole || std::from_chars(from, from + 4, unit, 16).ptr != from + 4) {
    fail_at(offset + at, "a \\u escape without four hexadecimal digits");
  }
  return unit;
}

std::string_view JsonCursor::decode(std::string_view raw, uint64_t offset) {
  decoded_.clear();
  for (size_t at = 0; at < raw.size();) {
    const size_t slash = std::min(raw.find('\\', at), raw.size());
    decoded_.append(raw, at, slash - at);
    if (slash == raw.size()) break;
    static constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    at = slash + 2;
    if (const auto which = kEscapes.find(raw[slash + 1]); which != std::string_view::npos) {
      decoded_ += kMeanings[which];
      continue;
    }
    if (raw[slash + 1] != 'u') fail_at(offset + slash, "an unknown escape within a string");
    uint32_t unit = escape_unit(raw, slash, offset);
    at = slash + 6;
    if (unit >= 0xD800 && unit < 0xDC00 && raw.substr(at, 2) == "\\u") {
      const uint32_t low = escape_unit(raw, at, offset);
      if (low >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        at += 6;
      }
    }
    if (unit >= 0xD800 && unit < 0xE000) {
      decoded_ += kReplacement;
      lone_surrogates_ += counting_ ? 1 : 0;
    } else {
      append_utf8(decoded_, unit);
    }
  }
  return decoded_;
}

}  // namespace dossier
