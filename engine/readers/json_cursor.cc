#include "engine/readers/json_cursor.h"

#include <algorithm>
#include <bitset>
#include <charconv>
#include <cstring>
#include <utility>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "engine/utf8.h"

namespace dossier {
namespace {

constexpr size_t kWindow = 256 * 1024;
constexpr size_t kPadding = 16;
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

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string JsonPath::text() const {
  std::string out;
  for (size_t i = 0; i < depth_; ++i) {
    if (steps_[i].key == nullptr) {
      out += '[' + std::to_string(steps_[i].index) + ']';
    } else if (steps_[i].key[0] != '\0') {
      if (!out.empty()) out += '.';
      out += steps_[i].key;
    }
  }
  return out;
}

JsonCursor::JsonCursor(ByteSource& source, std::function<void(uint64_t)> progress)
    : source_(source),
      progress_(std::move(progress)),
      buffer_(std::make_unique_for_overwrite<char[]>(kWindow + kPadding)),
      capacity_(kWindow),
      at_(buffer_.get()),
      end_(at_) {
  start();
}

void JsonCursor::start() {
  while (end_ - at_ < 4) {
    if (!refill(at_)) break;
  }
  const std::string_view head(at_, static_cast<size_t>(std::min<ptrdiff_t>(end_ - at_, 4)));
  if (head.starts_with("\xEF\xBB\xBF")) {
    at_ += 3;
  } else if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF") ||
             head.substr(0, 2).find('\0') != std::string_view::npos) {
    fail("not UTF-8: the text looks like UTF-16");
  }
}

std::string JsonCursor::origin(uint64_t offset) const {
  std::string out = source_.name() + ": byte " + std::to_string(offset);
  if (const auto where = path.text(); !where.empty()) out += ": " + where;
  return out;
}

void JsonCursor::fail_at(uint64_t offset, std::string message) const {
  throw Error(ErrorCode::invalid, std::move(message), origin(offset));
}

void JsonCursor::unexpected(const char* wanted) {
  fail(std::string("expected ") + wanted + ", found " + describe());
}

// Reads more, keeping the window from `keep` on and moving `keep`, at_ and end_ with it. False at
// the end of the input.
bool JsonCursor::refill(const char*& keep) {
  const size_t shift = static_cast<size_t>(keep - buffer_.get());
  const size_t kept = static_cast<size_t>(end_ - keep);
  const size_t cursor = static_cast<size_t>(at_ - keep);
  if (kept == capacity_) {
    auto larger = std::make_unique_for_overwrite<char[]>(capacity_ * 2 + kPadding);
    std::memcpy(larger.get(), keep, kept);
    buffer_ = std::move(larger);
    capacity_ *= 2;
  } else {
    std::memmove(buffer_.get(), keep, kept);
  }
  base_ += shift;
  const size_t got = source_.read(buffer_.get() + kept, capacity_ - kept);
  std::memset(buffer_.get() + kept + got, 0, kPadding);
  keep = buffer_.get();
  at_ = keep + cursor;
  end_ = keep + kept + got;
  if (progress_) progress_(source_.consumed());
  return got > 0;
}

char JsonCursor::pass_space() {
  for (;;) {
    const char c = *at_;
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      ++at_;
    } else if (c != '\0' || at_ != end_ || !refill(at_)) {
      return c;
    }
  }
}

const char* JsonCursor::describe() {
  const char c = peek_byte();
  switch (c) {
    case '{':
      return "an object";
    case '[':
      return "an array";
    case '"':
      return "a string";
    case 't':
      return "true";
    case 'f':
      return "false";
    case 'n':
      return "null";
    case '}':
    case ']':
    case ',':
    case ':': {
      return c == '}' ? "'}'" : c == ']' ? "']'" : c == ',' ? "','" : "':'";
    }
    case '\'':
      return "a single quote";
    case '/':
      return "a comment";
    default:
      if (c == '-' || is_digit(c)) return "a number";
      return at_ == end_ ? "the end of the input" : "what is not JSON";
  }
}

void JsonCursor::open() {
  if (++depth_ > kMaxDepth) {
    throw Error(ErrorCode::limit, "nested deeper than 1,024 levels", origin(offset()));
  }
  ++at_;
  first_ = true;
}

std::optional<std::string_view> JsonCursor::key() {
  char c = peek_byte();
  if (c == '}') {
    ++at_;
    --depth_;
    first_ = false;
    return std::nullopt;
  }
  if (!first_) {
    if (c != ',') unexpected("',' or '}'");
    ++at_;
    c = peek_byte();
  }
  first_ = false;
  if (c != '"') unexpected("a key");
  const bool counting = std::exchange(counting_, false);
  std::string_view name = string();
  counting_ = counting;
  if (*at_ == ':') {
    ++at_;
    return name;
  }
  // Passing whitespace may move the window, so the key moves out of it first.
  if (name.data() != decoded_.data()) name = decoded_.assign(name);
  if (peek_byte() != ':') unexpected("':'");
  ++at_;
  return name;
}

bool JsonCursor::element() {
  const char c = peek_byte();
  if (c == ']') {
    ++at_;
    --depth_;
    first_ = false;
    return false;
  }
  if (!first_) {
    if (c != ',') unexpected("',' or ']'");
    ++at_;
    if (peek_byte() == ']') unexpected("a value");
  }
  first_ = false;
  return true;
}

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
        throw Error(ErrorCode::limit, "a string of more than 256 MB", origin(offset()));
      }
      at_ = begin;
      if (!refill(begin)) {
        at_ = end_;
        fail("the input ends within a string");
      }
      at = begin + done;
      continue;
    }
    at_ = at;
    fail("a control character within a string");
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

void JsonCursor::word(std::string_view text) {
  peek_byte();
  while (static_cast<size_t>(end_ - at_) < text.size() && refill(at_)) {
  }
  if (!std::string_view(at_, static_cast<size_t>(end_ - at_)).starts_with(text)) {
    fail("expected a value, found what is not JSON");
  }
  at_ += text.size();
}

bool JsonCursor::boolean() {
  const bool value = peek_byte() == 't';
  word(value ? "true" : "false");
  return value;
}

// Passes a run of digits at the cursor; false if there is none.
bool JsonCursor::digits() {
  bool any = false;
  for (;; any = true, ++at_) {
    if (at_ == end_) refill(at_);
    if (!is_digit(*at_)) return any;
  }
}

std::optional<uint32_t> JsonCursor::number() {
  const auto sign = [&](char a, char b) {
    if (at_ == end_) refill(at_);
    const bool found = *at_ == a || *at_ == b;
    at_ += found ? 1 : 0;
    return found;
  };
  peek_byte();
  const uint64_t start = offset();
  bool whole = !sign('-', '-');
  uint64_t value = 0;
  if (!sign('0', '0')) {
    // The value is summed here and not from the text, which may straddle two windows.
    bool any = false;
    for (;; any = true, ++at_) {
      if (at_ == end_) refill(at_);
      if (!is_digit(*at_)) break;
      value = std::min<uint64_t>(value * 10 + static_cast<uint64_t>(*at_ - '0'), uint64_t{1} << 40);
    }
    if (!any) fail_at(start, "expected a number, found what is not JSON");
  }
  if (sign('.', '.')) {
    whole = false;
    if (!digits()) fail_at(start, "a number without digits after its point");
  }
  if (sign('e', 'E')) {
    whole = false;
    sign('+', '-');
    if (!digits()) fail_at(start, "a number without digits in its exponent");
  }
  if (!whole || value > UINT32_MAX) return std::nullopt;
  return static_cast<uint32_t>(value);
}

void JsonCursor::skip() {
  std::bitset<kMaxDepth + 1> object;  // by depth: does an object or an array enclose us
  const size_t outer = depth_;
  for (;;) {
    const char c = peek_byte();
    if (c == '{' || c == '[') {
      open();
      object[depth_] = c == '{';
    } else if (c == '"') {
      skip_string();
    } else if (c == 't' || c == 'f') {
      boolean();
    } else if (c == 'n') {
      null();
    } else if (c == '-' || is_digit(c)) {
      number();
    } else {
      unexpected("a value");
    }
    while (depth_ > outer) {
      const bool more = object[depth_] ? key().has_value() : element();
      if (more) break;
    }
    if (depth_ == outer) return;
  }
}

void JsonCursor::finish() {
  if (peek_byte() != '\0' || at_ != end_) fail("text after the end of the document");
}

}  // namespace dossier
