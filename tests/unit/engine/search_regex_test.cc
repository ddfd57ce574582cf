// How patterns are read, what they become for PCRE2, and which grams they demand.
#include <catch2/catch.hpp>

#include "engine/error.h"
#include "engine/search/matcher.h"
#include "engine/search/pattern.h"
#include "engine/search/plan.h"
#include "tests/unit/refusal.h"

using namespace dossier;
using namespace dossier::search;

namespace {

std::string translated(std::string_view pattern) { return to_pcre2(parse_regex(pattern, true)); }

std::string failure(std::string_view pattern) {
  return dossier::test::failure_of([&] { RegexMatcher matcher(pattern); });
}

}  // namespace

TEST_CASE("Patterns for PCRE2 are fully spelled out") {
  const struct {
    std::string_view pattern, pcre2;
  } rows[] = {
      {"", ""},
      {"Player.*(Health|Attack)", "(?i)Player.{0,}(?:Health|Attack)"},
      {"a\\.b-c", "(?i)a\\.b\\-c"},
      {"x{,3}y{2,}z{4}w{,}", "(?i)x{0,3}y{2,}z{4}w{0,}"},
      {"x{}y{a}", "(?i)x\\{\\}y\\{a\\}"},
      {"(?P<n>a)(?P=n)", "(?i)(a)\\g{1}"},
      {"(?<n>a)(b)\\1\\2\\k<n>", "(?i)(a)(b)\\g{2}\\g{1}\\g{1}"},
      {"(a)\\1", "(?i)(a)\\g{1}"},
      {"(a)(?(1)b|c)", "(?i)(a)(?(1)(?:b)|(?:c))"},
      {"a\\Z", "(?i)a\\z"},
      {"a\\Z|b\\z", "(?i)a\\Z|b\\z"},
      {"(?-i:a)b", "(?i)(?-i:a)b"},
      {"(?-i)a", "a"},
      {"(?s)a.b", "(?i)a(?s:.)b"},
      {"(?m)^a$", "(?i)(?m:^)a(?m:$)"},
      {"(?x) a b # rest\n c", "(?i)abc"},
      {"(?#note)a(?#)b", "(?i)ab"},
      {"a*?b+?c??", "(?i)a{0,}?b{1,}?c{0,1}?"},
      {"a*+b++(?>c)", "(?i)a{0,}+b{1,}+(?>c)"},
      {"(?:a*)*", "(?i)(?:a{0,}){0,}"},
      {"\\x41\\u00e9\\101\\0\\v",
       "(?i)A\xC3\xA9"
       "A\\x00\\x0B"},
      {"\\N{LATIN SMALL LETTER A}", "(?i)a"},
      {"[[:alpha:]]", "(?i)[\\[\\:alpha\\:]\\]"},
      {"[]a^-]", "(?i)[\\]a\\^\\-]"},
      {"[^\\d\\W]", "[^\\p{Nd}\\W]"},
      {"(?a)k\\d", "[kK][0-9]"},
      {"\\B", "\\B(?!\\A\\z)"},
      {"(?<=a)b(?!c)", "(?i)(?<=a)b(?!c)"},
      {"[\\ud800]\\ud800", "(?i)(?!)(?!)"},
  };
  for (const auto& row : rows) {
    INFO(row.pattern);
    std::string pcre2 = translated(row.pattern);
    // Sets say that they ignore case even where that changes nothing.
    if (pcre2.rfind("(?i)", 0) == 0 && row.pcre2.rfind("(?i)", 0) != 0) pcre2.erase(0, 4);
    CHECK(pcre2 == row.pcre2);
  }
}

TEST_CASE("What neither Python nor .NET accepts is an invalid regex") {
  const struct {
    std::string_view pattern, error;
  } rows[] = {
      {"(a", "invalid: invalid regex: missing ), unterminated subpattern at position 0"},
      {"a)", "invalid: invalid regex: unbalanced parenthesis at position 1"},
      {"*a", "invalid: invalid regex: nothing to repeat at position 0"},
      {"a**", "invalid: invalid regex: multiple repeat at position 2"},
      {"a{3,2}", "invalid: invalid regex: min repeat greater than max repeat at position 1"},
      {"[a", "invalid: invalid regex: unterminated character set at position 1"},
      {"[b-a]", "invalid: invalid regex: bad character range at position 1"},
      {"[\\w-z]", "invalid: invalid regex: bad character range at position 1"},
      {"x\\400",
       "invalid: invalid regex: octal escape value outside of range 0-0o377 at position 1"},
      {"\\h", "invalid: invalid regex: bad escape \\h at position 1"},
      {"\\R\\K", "invalid: invalid regex: bad escape \\R at position 1"},
      {"\\Qa\\E", "invalid: invalid regex: bad escape \\Q at position 1"},
      {"\\C", "invalid: invalid regex: bad escape \\C at position 1"},
      {"a\\", "invalid: invalid regex: bad escape (end of pattern) at position 1"},
      {"(*UTF)a", "invalid: invalid regex: nothing to repeat at position 1"},
      {"(?R)", "invalid: invalid regex: unknown extension at position 0"},
      {"(?|a)", "invalid: invalid regex: unknown extension at position 0"},
      {"(a)(?1)", "invalid: invalid regex: unknown extension at position 3"},
      {"(?P=x)", "invalid: invalid regex: unknown group name at position 4"},
      {"(?<a-b>x)", "invalid: invalid regex: bad group name at position 3"},
      {"\\2(a)", "invalid: invalid regex: invalid group reference at position 5"},
      {"\xFF", "invalid: invalid regex: not UTF-8 at position 0"},
      {"\\N{NO SUCH}", "invalid: invalid regex: undefined character name 'NO SUCH' at position 2"},
  };
  for (const auto& row : rows) {
    INFO(row.pattern);
    CHECK(failure(row.pattern) == row.error);
  }
  CHECK(failure(std::string(300, '(') + std::string(300, ')')).starts_with("invalid: "));
}

TEST_CASE("A regex has the meaning of Python") {
  const struct {
    std::string_view pattern, field;
    bool found;
  } rows[] = {
      {"player", "PLAYER", true},
      {"x\\377y", "x\xC3\xBFy", true},
      {"x\\376y", "x\xC3\xBFy", false},
      {"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)-\\9", "abcdefghij-i", true},
      {"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)-\\9", "abcdefghij-h", false},
      {"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)-\\10", "abcdefghij-j", true},
      {"(?-i)player", "Player", false},
      {"k", "\xE2\x84\xAA", true},     // Kelvin
      {"s", "\xC5\xBF", true},         // long s
      {"\xCE\xA3", "\xCF\x82", true},  // Σ ς
      {"(?a)k", "\xE2\x84\xAA", false},
      {"^b", "a\nb", false},
      {"(?m)^b", "a\nb", true},
      {"a$", "a\n", true},
      {"a\\Z", "a\n", false},
      {"a\\z", "a\n", false},
      {"(?<n>a)\\Z", "a\n", true},  // .NET's
      {"a.b", "a\rb", true},
      {"a.b", "a\nb", false},
      {"foo\\sbar",
       "foo\xC2\xA0"
       "bar",
       true},
      {"\\s", "\x1C", true},
      {"\\s", "\xE1\xA0\x8E", false},  // U+180E is no space
      {"^\\w+$",
       "Stra\xC3\x9F"
       "e",
       true},
      {"\\d", "\xD9\xA3", true},
      {"(?a)\\d", "\xD9\xA3", false},
      {"\\bfoo\\b", "x foo.", true},
      {"\\Bx", "x", false},
      {"\\B", "", false},
      {"^$", "", true},
      {"\\p{Lu}", "a", false},
      {"(.)\\1", "hello", true},
      {"a(?!b)", "ab", false},
      {"(?>a*)ab", "aaab", false},
      {std::string_view("a\0b", 3), std::string_view("A\0B", 3), true},
      {"x", "\xFF\xC3x", true},
      {"\\v", "\n", false},
  };
  for (const auto& row : rows) {
    INFO(row.pattern << " in " << row.field);
    CHECK(RegexMatcher(row.pattern).matches(row.field) == row.found);
  }
}

TEST_CASE("A pattern demands the grams that every match must hold") {
  const struct {
    std::string_view pattern, plan;
  } rows[] = {
      {"", "*"},
      {".", "*"},
      {"a", "a"},
      {"Ab", "ab"},
      {"abc", "abc"},
      {"abcd", "(abc & bcd)"},
      {"a.b", "(a & b)"},
      {"e.*z.*q.*x", "(e & q & x & z)"},
      {"foo|bar", "(bar | foo)"},
      {"fo(o|x)", "(foo | fox)"},
      {"abc?d", "(abd | (abc & bcd))"},
      {"(abc)*", "*"},
      {"(abc)+d", "(abc & bcd)"},
      {"(ab){2}", "(aba & bab)"},
      {"a*", "*"},
      {"x|.", "*"},
      {"[ab]cd", "(acd | bcd)"},
      {"[a-z]cd", "cd"},
      {"foo\\sbar", "(bar & foo)"},
      {"foo\\b", "foo"},
      {"^foo$", "foo"},
      {"(?=.*foo)(?=.*bar)", "(bar & foo)"},
      {"(?!foo)bar", "bar"},
      {"(foo)\\1", "foo"},
      {"(?<=foo)bar", "(bar & foo)"},
      {"i\xCC\x87x", "ix"},   // U+0307 is ignored
      {"\xC4\xB0x", "ix"},    // İ
      {"\xE2\x84\xAA", "k"},  // Kelvin
      {"(?-i:ABC)", "abc"},
      // Strings made in several ways count once: here 13 of 64, and no more than 32 are kept.
      {"(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)b", "(aaa & aab)"},
  };
  for (const auto& row : rows) {
    INFO(row.pattern);
    CHECK(plan_regex(row.pattern).dump() == row.plan);
  }
  CHECK(plan_literals({}).dump() == "0");
  CHECK(plan_literal("").scans());
  CHECK(plan_literal("Ab").dump() == "ab");
}

TEST_CASE("Only patterns that cannot tell a block from its fields search blocks") {
  for (const auto* pattern : {"foo", "^foo$", "a.*b", "\\bx\\w+", "(a|b)c", "[^a]b"}) {
    INFO(pattern);
    CHECK(RegexMatcher(pattern).searches_blocks());
  }
  for (const auto* pattern : {"foo(?!bar)", "(?<!x)foo", "(.)\\1", "(?>a)b", "a++b", "\\Afoo",
                              "foo\\Z", "foo\\z", "\\Gfoo", "(?s)a.b", "a*", "(a)?(?(1)b|c)"}) {
    INFO(pattern);
    CHECK_FALSE(RegexMatcher(pattern).searches_blocks());
  }
}

TEST_CASE("A pattern that takes too many steps fails as a limit") {
  std::string field;
  while (field.size() < 3000) field += "abcabc";
  field += "\nq";
  try {
    RegexMatcher("(.*)(.*)(.*)(.*)q(?!x)$").matches(field + field);
    FAIL("it should have hit the limit");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::limit);
    CHECK(error.message() == "limit: the pattern took too many steps on one field");
  }
}

namespace {

int64_t test_now = 0, test_tick = 0;

// A clock that goes on by the same at every look.
struct TestClock {
  explicit TestClock(int64_t tick) {
    test_tick = tick;
    set_match_clock([] { return test_now += test_tick; });
  }
  ~TestClock() { set_match_clock(nullptr); }
};

// Never matches, in as many steps as one likes; RE2 has no lookahead.
constexpr const char* kEndless = "(a|aa)+(a|aa)+[bc](?!d)$";

// How often the match paused, and whether it was given up.
std::pair<int, bool> effort(const RegexMatcher& matcher, std::string_view field, int64_t tick_ms) {
  const TestClock clock(tick_ms * 1'000'000);
  int count = 0;
  const std::function<void()> pause = [&] { ++count; };
  const Pauses pauses(pause);
  try {
    matcher.matches(field);
  } catch (const Error& error) {
    CHECK(error.message() == "limit: the pattern took too many steps on one field");
    return {count, true};
  }
  return {count, false};
}

}  // namespace

TEST_CASE("A field gets more steps only while its last ones were fast") {
  const RegexMatcher endless(kEndless);
  const std::string field(200, 'a');
  const RegexMatcher quick("a+b");
  CHECK(effort(quick, field, 1000) == std::pair{0, false});
  // 10,000 steps for the whole field, then 10,000, 40,000, …, 2,560,000 and 5,000,000 for its first
  // starting point, each after a pause.
  CHECK(effort(endless, field, 0) == std::pair{6, true});
  CHECK(effort(endless, field, 25) == std::pair{6, true});
  CHECK(effort(endless, field, 26) == std::pair{1, true});
}

TEST_CASE("A long field pauses, and is abandoned after half a second") {
  // 3,000 starting points in windows of 1, 2, 4, …, 1024, and the rest.
  const RegexMatcher none("[bc](?=d)");
  const std::string field = std::string(2999, 'a') + "b";
  CHECK(effort(none, field, 0) == std::pair{11, false});
  CHECK(effort(none, field, 25) == std::pair{11, false});
  // Windows do not grow when one four times as long could take more than a tenth of a second.
  CHECK(effort(none, field, 26) == std::pair{19, true});
  CHECK(effort(none, field, 50) == std::pair{10, true});
  CHECK(effort(none, field, 51) == std::pair{9, true});
  CHECK(effort(none, field, 501) == std::pair{0, true});
  CHECK(effort(none, field, 500) == std::pair{1, true});
}

TEST_CASE("A pause may end a match, and applies to its thread while it is set") {
  const RegexMatcher endless(kEndless);
  const std::string field(200, 'a');
  const std::function<void()> stop = [] { throw Error(ErrorCode::limit, "deadline"); };
  const auto failure = [&] {
    try {
      endless.matches(field);
    } catch (const Error& error) {
      return error.message();
    }
    return std::string();
  };
  const std::string given_up = "limit: the pattern took too many steps on one field";
  {
    const Pauses outer(stop);
    CHECK(failure() == "deadline");
    {
      const std::function<void()> none;
      const Pauses inner(none);
      CHECK(failure() == given_up);
    }
    CHECK(failure() == "deadline");
  }
  CHECK(failure() == given_up);
  // What was thrown left nothing behind: later matches try every starting point.
  CHECK(RegexMatcher("b$").matches(std::string(5000, 'a') + "b"));
}

TEST_CASE("A slow line pauses too") {
  // Each starting point takes nearly what it may.
  const std::pair<int, bool> spent =
      effort(RegexMatcher("(.*a){25}(?!x)"), "# ababab" + std::string(17, 'a') + "7", 0);
  CHECK(spent.first > 5);
  CHECK_FALSE(spent.second);
}

TEST_CASE("Fields that take many steps each end a search") {
  // Hundreds of thousands of steps, which is less than a field may take.
  const RegexMatcher matcher("^(a|aa)+[bc](?!d)$", {.steps = 20'000'000});
  const std::string field(26, 'a');
  const TestClock still(0);
  uint64_t count = 0;
  const std::string failure = dossier::test::failure_of([&] {
    while (count < 100'000 && !matcher.matches(field)) ++count;
  });
  CHECK(failure ==
        "limit: limit: the pattern took too many steps on many fields; without lookarounds, "
        "backreferences, atomic groups and possessive quantifiers it takes few");
  CHECK(count > 10);
}

TEST_CASE("A slow backreference over a long field is abandoned") {
  const RegexMatcher matcher("(.*).*\\1[^aA]", {.ignore_case = true});
  CHECK_THROWS_AS(matcher.matches(std::string(20'000, 'a')), Error);
}

TEST_CASE("Matches are located, long fields included") {
  const RegexMatcher matcher("b+");
  CHECK(matcher.find("abbc") == std::pair<size_t, size_t>{1, 3});
  CHECK(matcher.find("abbc", 2) == std::pair<size_t, size_t>{2, 3});
  CHECK_FALSE(matcher.find("abbc", 3).has_value());
  const std::string text = std::string(90'000, 'a') + "\xC3\xA9" + "b";
  CHECK(matcher.find(text) == std::pair<size_t, size_t>{90'002, 90'003});
  CHECK(RegexMatcher("\xC3\x89.$").find(text) == std::pair<size_t, size_t>{90'000, 90'003});
  CHECK_FALSE(RegexMatcher("c").matches(text));
}

TEST_CASE("A pattern that goes back without end is matched in linear time") {
  // Each would take more than the five million steps that a field may take.
  const std::string words(300, 'a'), other = words + "\xC3\xA9";
  const TestClock still(0);
  for (const auto* pattern :
       {"\\w*\\w*\\w*\\w*\\w*\\w*\\w*[xy]", "(\\w*)*[xy]", "(a|aa)+(a|aa)+[bx]$",
        "(?i)(A|aa)+(a|aa)+[X]", "(a*)*[^\\Wa]+?$", "(?m)(?:a|a)*[xy]$"}) {
    INFO(pattern);
    const RegexMatcher matcher(pattern);
    CHECK_FALSE(matcher.matches(words));
    CHECK(matcher.find("- " + words + "x") == std::pair<size_t, size_t>{2, 303});
  }
  // Beyond ASCII as well, unless the edges of words are asked for.
  CHECK_FALSE(RegexMatcher("(\\w*)*[xy]").matches(other));
  CHECK(RegexMatcher("(\\w*)*[xy]").find(other + "x") == std::pair<size_t, size_t>{0, 303});
  CHECK_THROWS_AS(RegexMatcher("(\\w*)*\\b[xy]").matches(other), Error);
  CHECK_FALSE(RegexMatcher("(\\w*)*\\b[xy]").matches(words));
  // In a field of several lines RE2's ^ would match at each.
  const std::string lines = std::string(3000, 'a') + "\n" + std::string(3000, 'b');
  CHECK_THROWS_AS(RegexMatcher("^(a|aa)+(a|aa)+[xy]$").matches(lines), Error);
  CHECK(RegexMatcher("(?m)^(b|bb)+(b|bb)+x$").find(lines + "x") ==
        std::pair<size_t, size_t>{3001, 6002});
}

TEST_CASE("What RE2 is given means what PCRE2 is given") {
  const struct {
    std::string_view pattern, re2;
  } rows[] = {
      {"^\\w+$", "(?m:^)[\\p{L}\\p{N}_]{1,}(?m:$)"},
      {"\\W", "[^\\p{L}\\p{N}_]"},
      {"[^\\W]", "[\\p{L}\\p{N}_]"},
      {"[\\Wx]", "[x\\W]"},
      {"(?a)\\bx", "\\bx"},
      {"\\d", "[\\p{Nd}]"},
  };
  for (const auto& row : rows) {
    INFO(row.pattern);
    CHECK(to_re2(parse_regex(row.pattern, false)) == row.re2);
  }
  CHECK(has_exact_re2(parse_regex("[^\\W]", false).set));
  CHECK_FALSE(has_exact_re2(parse_regex("[\\Wx]", false).set));
}
