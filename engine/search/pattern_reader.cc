#include "engine/search/pattern_reader.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier::search::detail {

namespace {

using Ranges = std::vector<std::pair<char32_t, char32_t>>;

// str.isspace(): bidirectional type WS, B or S, or category Zs.
const Ranges kSpaces = {{0x09, 0x0D},     {0x1C, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},
                        {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
                        {0x205F, 0x205F}, {0x3000, 0x3000}};
const Ranges kAsciiSpaces = {{0x09, 0x0D}, {0x20, 0x20}};
const Ranges kAsciiDigits = {{'0', '9'}};
const Ranges kAsciiWords = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};

Ranges complement(const Ranges& ranges) {
  Ranges out;
  char32_t from = 0;
  for (const auto& [low, high] : ranges) {
    if (low > from) out.emplace_back(from, low - 1);
    from = high + 1;
  }
  out.emplace_back(from, 0x10FFFF);
  return out;
}

CharSet of_ranges(const Ranges& ranges, bool negated) {
  CharSet set;
  set.ranges = negated ? complement(ranges) : ranges;
  return set;
}

CharSet of_class(CharSet::Class kind, bool negated, std::string property = {}) {
  CharSet set;
  set.parts.push_back({kind, negated, std::move(property)});
  return set;
}

CharSet read_property(PatternReader& in, bool negated) {
  const size_t at = in.at();
  in.needs_net();
  if (!in.take(U'{')) bad_regex("malformed \\p{…}", at);
  std::string name;
  for (const char32_t c : in.take_until(U'}', "\\p{")) {
    const bool fine = c < 0x80 && (u_isalnum(static_cast<UChar32>(c)) || c == '_' || c == '&');
    if (!fine) bad_regex("malformed \\p{…}", at);
    name += static_cast<char>(c);
  }
  return of_class(CharSet::Class::property, negated, std::move(name));
}

char32_t read_hex(PatternReader& in, size_t digits) {
  const size_t at = in.at();
  const std::string text = in.digits(16, digits);
  if (text.size() != digits) bad_regex("incomplete escape", at);
  const auto code = static_cast<char32_t>(std::stoul(text, nullptr, 16));
  if (code > 0x10FFFF) bad_regex("bad escape: no such character", at);
  return code;
}

char32_t read_name(PatternReader& in) {
  const size_t at = in.at();
  if (!in.take(U'{')) bad_regex("missing {, expected a character name", at);
  std::string name;
  for (const char32_t c : in.take_until(U'}', "character name")) append_utf8(name, c);
  for (const auto choice : {U_UNICODE_CHAR_NAME, U_CHAR_NAME_ALIAS}) {
    UErrorCode status = U_ZERO_ERROR;
    const UChar32 code = u_charFromName(choice, name.c_str(), &status);
    if (U_SUCCESS(status)) return static_cast<char32_t>(code);
  }
  bad_regex("undefined character name '" + name + "'", at);
}

char32_t read_control(PatternReader& in) {
  in.needs_net();
  const char32_t c = in.peek();
  if (in.done() || c < '@' || c > 'z' || (c > '_' && c < 'a')) {
    bad_regex("unrecognized control character", in.at());
  }
  return in.take() & 0x1F;
}

// A character or a class in a [set].
Escape read_member(PatternReader& in, bool ascii) {
  const size_t at = in.at();
  const char32_t c = in.take();
  if (c != '\\') return c;
  if (in.done()) bad_regex("bad escape (end of pattern)", at);
  if (in.take(U'b')) return U'\b';
  if (in.peek() >= '0' && in.peek() <= '7') {
    const auto code = static_cast<char32_t>(std::stoul(in.digits(8, 3), nullptr, 8));
    if (code > 0377) bad_regex("octal escape value outside of range 0-0o377", at);
    return code;
  }
  return read_escape(in, ascii);
}

void add(CharSet& set, const CharSet& other) {
  set.ranges.insert(set.ranges.end(), other.ranges.begin(), other.ranges.end());
  set.parts.insert(set.parts.end(), other.parts.begin(), other.parts.end());
}

}  // namespace

void bad_regex(std::string_view problem, size_t at) {
  throw Error(ErrorCode::invalid,
              "invalid regex: " + std::string(problem) + " at position " + std::to_string(at));
}

PatternReader::PatternReader(std::string_view pattern) {
  for (size_t at = 0; at < pattern.size();) {
    const Decoded next = decode_utf8(pattern, at);
    if (!next.valid) bad_regex("not UTF-8", at);
    text_ += next.code;
    at += next.length;
  }
}

bool PatternReader::take(char32_t wanted) {
  if (done() || text_[at_] != wanted) return false;
  ++at_;
  return true;
}

bool PatternReader::take(std::string_view wanted) {
  if (text_.size() - at_ < wanted.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (text_[at_ + i] != static_cast<unsigned char>(wanted[i])) return false;
  }
  at_ += wanted.size();
  return true;
}

std::u32string PatternReader::take_until(char32_t end, const char* what) {
  const size_t close = text_.find(end, at_);
  if (close == std::u32string::npos) bad_regex(std::string("unterminated ") + what, at_);
  if (close == at_) bad_regex(std::string("empty ") + what, at_);
  std::u32string out = text_.substr(at_, close - at_);
  at_ = close + 1;
  return out;
}

std::string PatternReader::digits(unsigned base, size_t most) {
  std::string out;
  while (!done() && out.size() < most) {
    const char32_t c = text_[at_];
    const bool decimal = c >= '0' && c < '0' + std::min(base, 10u);
    const bool letter = base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
    if (!decimal && !letter) break;
    out += static_cast<char>(c);
    ++at_;
  }
  return out;
}

Escape read_escape(PatternReader& in, bool ascii) {
  const size_t at = in.at();
  const char32_t c = in.take();
  switch (c) {
    case 'd':
    case 'D':
      if (ascii) return of_ranges(kAsciiDigits, c == 'D');
      return of_class(CharSet::Class::digit, c == 'D');
    case 'w':
    case 'W':
      if (ascii) return of_ranges(kAsciiWords, c == 'W');
      return of_class(CharSet::Class::word, c == 'W');
    case 's':
    case 'S':
      return of_ranges(ascii ? kAsciiSpaces : kSpaces, c == 'S');
    case 'p':
    case 'P':
      return read_property(in, c == 'P');
    case 'a':
      return U'\a';
    case 'f':
      return U'\f';
    case 'n':
      return U'\n';
    case 'r':
      return U'\r';
    case 't':
      return U'\t';
    case 'v':
      return U'\v';
    case 'e':
      in.needs_net();
      return U'\x1b';
    case 'c':
      return read_control(in);
    case 'x':
      return read_hex(in, 2);
    case 'u':
      return read_hex(in, 4);
    case 'U':
      return read_hex(in, 8);
    case 'N':
      return read_name(in);
    default:
      if (c < 0x80 && u_isalnum(static_cast<UChar32>(c))) {
        bad_regex(std::string("bad escape \\") + static_cast<char>(c), at);
      }
      return c;
  }
}

CharSet read_set(PatternReader& in, bool ascii) {
  const size_t open = in.at();
  CharSet set;
  set.negated = in.take(U'^');
  for (bool first = true;; first = false) {
    if (in.done()) bad_regex("unterminated character set", open);
    if (!first && in.take(U']')) return set;
    const size_t at = in.at();
    const Escape low = read_member(in, ascii);
    const bool range = in.peek() == '-' && in.peek(1) != ']' && !in.done();
    if (!range) {
      if (const auto* code = std::get_if<char32_t>(&low)) {
        set.ranges.emplace_back(*code, *code);
      } else {
        add(set, std::get<CharSet>(low));
      }
      continue;
    }
    in.take();
    if (in.done()) bad_regex("unterminated character set", open);
    const Escape high = read_member(in, ascii);
    const auto* from = std::get_if<char32_t>(&low);
    const auto* to = std::get_if<char32_t>(&high);
    if (from == nullptr || to == nullptr || *to < *from) bad_regex("bad character range", at);
    set.ranges.emplace_back(*from, *to);
  }
}

void add_ascii_cases(CharSet& set) {
  const Ranges ranges = set.ranges;
  for (const auto& [low, high] : ranges) {
    const auto mirror = [&](char32_t first, char32_t last, char32_t to) {
      const char32_t from = std::max(low, first);
      const char32_t until = std::min(high, last);
      if (from <= until) set.ranges.emplace_back(from - first + to, until - first + to);
    };
    mirror('a', 'z', 'A');
    mirror('A', 'Z', 'a');
  }
}

}  // namespace dossier::search::detail
