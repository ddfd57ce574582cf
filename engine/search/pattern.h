#pragma once
// Parses regular expressions as people write them: in the dialect of Python's `re` on str if Python
// 3.11 accepts the pattern, otherwise .NET's, otherwise an error. One parse serves two purposes:
// to_pcre2() prints the pattern for the matcher, with every flag and class spelled out, and plan.h
// derives the grams that a match must contain. Rejected: passing the text to PCRE2 unchanged (`\Z`,
// `\v`, `\h`, `{,3}`, `[[:alpha:]]`, `(*…)`, `\Q` mean other things there); a rewriting tokenizer
// with a second parser for the plan (two interpretations of a pattern drift apart).
//
// The constructs:
//   \d \w \s \b     Unicode; \s is exactly str.isspace(). Under (?a): ASCII, spelled out.
//   \A \Z           start and end of the field (Python). \Z in a pattern that only .NET accepts:
//                   also before a final newline; there \z is the end and \G the start.
//   $               the end, or before a final newline; with (?m) before each newline
//   \a \f \n \r \t \v \xHH \uHHHH \UHHHHHHHH \N{NAME} \0 \012 \123   characters, as in Python
//   \e \cX \u \p{…} \P{…} \k<n> \k'n'   .NET's; Python rejects them
//   other \letter   an error, as in both (so \h \R \K \Q \E \C \X \H are errors)
//   (?P<n>…) (?P=n) (?<n>…) (?'n'…)   groups; .NET's balancing groups are an error
//   (?>…) *+ ++ ?+  atomic and possessive
//   (?(1)…|…)       conditional on a group that was matched
//   (?flags) (?flags:…)   a i L(error) m s u x; n (.NET). Global ones in the middle are .NET's and
//                   hold from there on.
//   {,n}            up to n (Python); `{` that begins no quantifier is itself
//   [[:alpha:]] [a-z-[b]]   plain characters, as Python reads them (with a warning)
//   (*VERB) (?R) (?1) (?&n) (?|…) (?C)   errors, as in both
//   lookbehind      each alternative of one width; .NET's unbounded ones are an error
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dossier::search {

/// A set of characters: ranges plus classes, possibly negated.
struct CharSet {
  enum class Class : uint8_t { digit, word, property };
  struct Part {
    Class kind = Class::digit;
    bool negated = false;
    std::string property;  // of \p{…}
  };
  std::vector<std::pair<char32_t, char32_t>> ranges;
  std::vector<Part> parts;
  bool negated = false;
};

/// A node of a parsed pattern. Flags are resolved: each node carries its own.
struct Regex {
  enum class Op : uint8_t {
    empty,      // matches ""
    text,       // the characters of `chars`, in order
    any,        // one character; not a newline unless dot_all
    set,        // one character of `set`
    concat,     // parts in order
    either,     // one of the parts
    repeat,     // parts[0], min..max times
    group,      // parts[0], captured as `number`
    atomic,     // parts[0], without backtracking into it
    look,       // parts[0] ahead or behind, negated or not
    backref,    // what group `number` matched
    condition,  // parts[0] if group `number` matched, else parts[1]
    line_start,
    line_end,  // ^ and $; at every line with multi_line
    text_start,
    text_end,          // \A; \Z of Python, \z of .NET
    text_end_newline,  // \Z of .NET
    word_edge,
    not_word_edge,  // \b and \B; of ASCII words with ascii
  };
  enum class Mode : uint8_t { greedy, lazy, possessive };

  Op op = Op::empty;
  std::u32string chars;
  CharSet set;
  std::vector<Regex> parts;
  uint32_t min = 0;
  uint32_t max = 0;  // kUnbounded = no limit
  Mode mode = Mode::greedy;
  uint32_t number = 0;
  bool ignore_case = false;
  bool dot_all = false;
  bool multi_line = false;
  bool ascii = false;
  bool behind = false;
  bool negated = false;

  static constexpr uint32_t kUnbounded = UINT32_MAX;
};

/// Parses a pattern. Throws Error{invalid, "invalid regex: …"}.
Regex parse_regex(std::string_view pattern, bool ignore_case);
/// The pattern for PCRE2 under UTF|UCP|ALT_CIRCUMFLEX with newline = LF. With `multi_line`, every ^
/// and $ also matches at lines, for searching a block of fields as one subject.
std::string to_pcre2(const Regex& regex, bool multi_line = false);
/// The pattern for RE2, whose texts are UTF-8; every ^ and $ also matches at lines. \b is that of
/// ASCII words, and so is a set unless it has_exact_re2(). RE2 refuses what finds_in_blocks()
/// excludes.
std::string to_re2(const Regex& regex);
bool has_exact_re2(const CharSet& set);
/// Whether the node or one in it is so.
bool any_of(const Regex& regex, bool (*is)(const Regex&));
/// Whether every match inside a field is also found if the fields are one subject, separated by
/// newlines: the pattern has no lookaround, backreference, condition, atomic or possessive part,
/// \A, \Z, \z, \G.
bool finds_in_blocks(const Regex& regex);

}  // namespace dossier::search
