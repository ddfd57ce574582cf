#include "engine/readers/json_cursor.h"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <utility>

#include "engine/ascii.h"

namespace dossier {
namespace {

constexpr size_t kPadding = 16;

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

JsonCursor::JsonCursor(ByteInput& input, std::function<void(uint64_t)> progress, size_t window)
    : input_(input),
      progress_(std::move(progress)),
      buffer_(std::make_unique_for_overwrite<char[]>(window + kPadding)),
      capacity_(window),
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
  std::string out = input_.name() + ": byte " + std::to_string(offset);
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
  const size_t got = input_.read(buffer_.get() + kept, capacity_ - kept);
  std::memset(buffer_.get() + kept + got, 0, kPadding);
  keep = buffer_.get();
  at_ = keep + cursor;
  end_ = keep + kept + got;
  if (progress_) progress_(input_.consumed());
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

void JsonCursor::word(std::string_view text) {
  peek_byte();
  while (static_cast<size_t>(end_ - at_) < text.size() && refill(at_)) {
  }
  if (!std::string_view(at_, static_cast<size_t>(end_ - at_)).starts_with(text)) {
    fail("expected a JSON value");
  }
  at_ += text.size();
}

bool JsonCursor::boolean() {
  const bool value = peek_byte() == 't';
  word(value ? std::string_view("true") : std::string_view("false"));
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
