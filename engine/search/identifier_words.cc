#include "engine/search/identifier_words.h"

#include <unicode/uchar.h>

#include "engine/unicode.h"

namespace dossier::search {

namespace {

enum class Kind { gap, upper, lower, digit, mark };

Kind kind_of(const Decoded& c) {
  if (!c.valid) return Kind::gap;
  if (c.code < 0x80) {
    if (c.code >= 'a' && c.code <= 'z') return Kind::lower;
    if (c.code >= 'A' && c.code <= 'Z') return Kind::upper;
    return c.code >= '0' && c.code <= '9' ? Kind::digit : Kind::gap;
  }
  switch (u_charType(static_cast<UChar32>(c.code))) {
    case U_UPPERCASE_LETTER:
    case U_TITLECASE_LETTER:
      return Kind::upper;
    case U_LOWERCASE_LETTER:
    case U_MODIFIER_LETTER:
    case U_OTHER_LETTER:
      return Kind::lower;
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_COMBINING_SPACING_MARK:
      return Kind::mark;
    case U_DECIMAL_DIGIT_NUMBER:
    case U_LETTER_NUMBER:
    case U_OTHER_NUMBER:
      return Kind::digit;
    default:
      return Kind::gap;
  }
}

// Calls word(begin, end) for each word and run(begin, end) for each unbroken run of words.
template <typename Word, typename Run>
void walk(std::string_view text, Word word, Run run) {
  constexpr size_t kNone = std::string_view::npos;
  size_t word_start = kNone;
  size_t run_start = kNone;
  size_t last_upper = kNone;  // where the latest capital of an unbroken run of capitals stands
  Kind before = Kind::gap;
  const auto close_word = [&](size_t end) {
    if (word_start != kNone && end > word_start) word(word_start, end);
    word_start = end;
  };
  for (size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text, at);
    const Kind kind = kind_of(next);
    if (kind == Kind::gap || (kind == Kind::mark && word_start == kNone)) {
      close_word(at);
      if (run_start != kNone) run(run_start, at);
      word_start = run_start = last_upper = kNone;
      before = Kind::gap;
    } else if (kind != Kind::mark) {
      if (word_start == kNone) {
        word_start = run_start = at;
      } else if (kind == Kind::lower && before == Kind::upper) {
        close_word(last_upper);  // HTTPServer: the last capital begins the word
      } else if (kind != before) {
        close_word(at);
      }
      if (kind == Kind::upper) last_upper = at;
      before = kind;
    }
    at += next.length;
  }
  close_word(text.size());
  if (run_start != kNone) run(run_start, text.size());
}

}  // namespace

std::vector<std::string> split_words(std::string_view identifier) {
  std::vector<std::string> words;
  walk(
      identifier,
      [&](size_t begin, size_t end) {
        words.push_back(lower(identifier.substr(begin, end - begin)));
      },
      [](size_t, size_t) {});
  return words;
}

std::string words_of(std::string_view identifier) {
  std::string words;
  std::string runs;
  size_t in_run = 0;
  walk(
      identifier,
      [&](size_t begin, size_t end) {
        if (!words.empty()) words += ' ';
        words += lower(identifier.substr(begin, end - begin));
        ++in_run;
      },
      [&](size_t begin, size_t end) {
        if (in_run > 1) runs += ' ' + lower(identifier.substr(begin, end - begin));
        in_run = 0;
      });
  return words + runs;
}

bool begins_word(std::string_view identifier, std::string_view lowered) {
  if (!contains_ignoring_case(identifier, lowered)) return false;
  if (lowered.empty() || kind_of(decode_utf8(lowered, 0)) == Kind::gap) return true;
  // A character has at most four bytes, and in lower case at least one: what is behind these cannot
  // matter. A line of a bundle has a hundred thousand words.
  const size_t most = 4 * lowered.size();
  bool found = false;
  walk(
      identifier,
      [&](size_t begin, size_t) {
        found = found || lower(identifier.substr(begin, most)).starts_with(lowered);
      },
      [](size_t, size_t) {});
  return found;
}

uint64_t word_starts(std::string_view identifier) {
  uint64_t starts = 0;
  walk(
      identifier,
      [&](size_t begin, size_t) {
        if (begin < 64) starts |= uint64_t{1} << begin;
      },
      [](size_t, size_t) {});
  return starts;
}

void mark_word_starts(std::string_view identifier, size_t from, std::span<uint64_t> bits) {
  walk(
      identifier,
      [&](size_t begin, size_t) {
        const size_t at = from + begin;
        bits[at / 64] |= uint64_t{1} << (at % 64);
      },
      [](size_t, size_t) {});
}

}  // namespace dossier::search
