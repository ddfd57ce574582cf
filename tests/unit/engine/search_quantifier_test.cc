// Every quantifier, of every kind of part: a search with the index finds what asking every field
// finds. The texts repeat their words, so that how often a part has to stand decides; patterns are
// drawn from a grammar of their own, seeded, so that a failure can be repeated.
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "engine/error.h"
#include "engine/search/matcher.h"
#include "engine/search/plan.h"
#include "engine/search/scan.h"
#include "memory_index.h"

using namespace dossier;
using namespace dossier::search;

namespace {

class Draw {
 public:
  explicit Draw(uint32_t seed) : engine_(seed) {}
  size_t below(size_t bound) {
    return std::uniform_int_distribution<size_t>(0, bound - 1)(engine_);
  }
  bool one_in(size_t n) { return below(n) == 0; }
  const char* pick(std::initializer_list<const char*> from) {
    return from.begin()[below(from.size())];
  }

 private:
  std::mt19937 engine_;
};

const char* word(Draw& draw) {
  return draw.pick({"ab", "x", "get", "Q_", "ZZ", "\xC3\x9F", "\xE2\x84\xAA", "12", "a", "bca"});
}

/// A field: something, a word up to seven times, something.
std::string field(Draw& draw) {
  std::string text = draw.one_in(3) ? "" : word(draw);
  for (size_t parts = draw.below(3); parts-- > 0;) {
    const std::string repeated = word(draw);
    for (size_t times = draw.below(8); times-- > 0;) text += repeated;
    if (draw.one_in(2)) text += draw.pick({"", " ", ".", "\n", "end", "."});
    if (draw.one_in(2)) text += word(draw);
  }
  return text;
}

/// "{2,4}?" and the like; "" one time in four.
std::string quantifier(Draw& draw) {
  const size_t low = draw.below(6), high = low + draw.below(4);
  const std::string m = std::to_string(low), n = std::to_string(high);
  std::string text;
  switch (draw.below(8)) {
    case 0:
    case 1:
      return "";
    case 2:
      text = draw.pick({"*", "+", "?"});
      break;
    case 3:
      text = "{" + m + "}";
      break;
    case 4:
      text = "{" + m + ",}";
      break;
    case 5:
      text = "{0," + n + "}";
      break;
    default:
      text = "{" + m + "," + n + "}";
      break;
  }
  return text + draw.pick({"", "", "?", "+"});
}

/// One part and how often it stands; `depth` bounds what lies in one another.
std::string part(Draw& draw, int depth);

std::string sequence(Draw& draw, int depth) {
  std::string text;
  for (size_t parts = 1 + draw.below(3); parts-- > 0;) text += part(draw, depth);
  return text;
}

std::string group(Draw& draw, int depth) {
  const std::string inner = sequence(draw, depth - 1);
  switch (draw.below(10)) {
    case 0:
      return "(" + inner + ")";
    case 1:
      return "(?:" + inner + "|" + sequence(draw, depth - 1) + ")";
    case 2:
      return "(?>" + inner + ")";
    case 3:
      return "(?i:" + inner + ")";
    case 4:
      return "(?-i:" + inner + ")";
    case 5:
      return "(?=" + inner + ")";
    case 6:
      return "(?!" + inner + ")";
    case 7:
      return "(?:" + inner + "|)";
    case 8:
      return std::string("(?<=") + word(draw) + ")";
    default:
      return "(?:" + inner + ")";
  }
}

std::string part(Draw& draw, int depth) {
  switch (draw.below(depth > 0 ? 12 : 8)) {
    case 0:
      return draw.pick({"^", "$", "\\A", "\\Z", "\\b", "\\B"});
    case 1:
      return draw.pick({"[ab]", "[^q]", "[a-c]", "[x_]", "\\d", "\\w", "\\s", "\\S", "\\D", "."}) +
             quantifier(draw);
    case 2:
      return std::string(draw.pick({"a", "b", "x", "Z", "1", "_", "\\."})) + quantifier(draw);
    case 3:
      return std::string("(?:") + word(draw) + ")" + quantifier(draw);
    case 8:
    case 9:
    case 10:
    case 11:
      return group(draw, depth) + quantifier(draw);
    default:
      return word(draw);
  }
}

struct Corpus {
  std::vector<std::string> rows;
  MemoryIndex index;
  std::vector<BlockRange> ranges;

  explicit Corpus(Draw& draw) {
    index.begin_module();
    for (int i = 0; i < 150; ++i) {
      rows.push_back(field(draw));
      index.add(0, rows.back(), "", "");
    }
    const BlockSpan span = index.end_module();
    ranges = {{index.segment(), span.first_block, span.block_count, 0}};
    index.finish();
  }

  std::vector<size_t> found_by(const RegexMatcher& matcher) {
    std::vector<size_t> found;
    Scan scan(matcher.plan(), matcher, FieldMasks(kNameField), ranges, index);
    while (const auto hit = scan.next()) found.push_back(hit->row.ordinal);
    return found;
  }
};

}  // namespace

TEST_CASE("A quantifier never excludes a match") {
  size_t searched = 0, with_hits = 0, narrowed = 0;
  std::map<std::string, size_t> drawn;  // how many patterns with hits hold it
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    Draw draw(seed);
    Corpus corpus(draw);
    for (int i = 0; i < 200; ++i) {
      const std::string pattern = sequence(draw, 2);
      std::optional<RegexMatcher> matcher;
      std::vector<size_t> expected;
      try {
        matcher.emplace(pattern, RegexOptions{draw.one_in(2)});
        for (size_t row = 0; row < corpus.rows.size(); ++row)
          if (matcher->matches(corpus.rows[row])) expected.push_back(row);
      } catch (const Error& error) {
        const bool known = error.code() == ErrorCode::invalid || error.code() == ErrorCode::limit;
        REQUIRE(known);
        continue;
      }
      if (const auto found = corpus.found_by(*matcher); found != expected) {
        INFO("seed " << seed << ", pattern " << pattern << ", plan " << matcher->plan().dump());
        REQUIRE(found == expected);
      }
      ++searched;
      narrowed += !matcher->plan().scans();
      if (expected.empty()) continue;
      ++with_hits;
      for (const char* mark : {"*?", "*+", "+?", "++", "??", "?+", "}?", "}+", ",}", "{0,", "{1,",
                               "{2}", "{3}", "{4}", "{5}", "{2,", "{3,", "{4,", "{0}"})
        drawn[mark] += pattern.find(mark) != std::string::npos;
    }
  }
  CAPTURE(searched, with_hits, narrowed);
  CHECK(searched >= 8'000);
  CHECK(with_hits * 4 >= searched);
  CHECK(narrowed * 3 >= searched);
  for (const auto& [mark, times] : drawn) {
    INFO(mark);
    CHECK(times >= 20);
  }
}

TEST_CASE("A repeated part demands what its least number of copies holds") {
  struct Row {
    std::string_view pattern, same_as;
  };
  // The two plans are one: up to three copies are followed exactly, then the ends and one copy.
  const Row rows[] = {
      {"(?:ab){1}", "ab"},
      {"(?:ab){2}", "abab"},
      {"(?:ab){3}", "ababab"},
      {"(?:ab){2}?", "abab"},
      {"(?:ab){2}+", "abab"},
      {"x(?:ab){2}y", "xababy"},
      {"x(?:ab){0}y", "xy"},
      {"x(?:ab){0,0}y", "xy"},
      {"x(?:ab){0,1}y", "xy|xaby"},
      {"x(?:ab)?+y", "xy|xaby"},
      {"x(?:ab){1,1}y", "xaby"},
      {"x(?:ab){1,2}y", "xab.*aby"},
      {"x(?:ab)+?y", "xab.*aby"},
      {"x(?:ab){1,}y", "xab.*aby"},
      {"x(?:ab){2,2}y", "xababy"},
      {"x(?:ab)*+y", "x.*y"},
      {"x(?:ab){0,2}y", "x.*y"},
      {"x(?:ab){0,}?y", "x.*y"},
      {"(?:[ab]c){2}", "acac|acbc|bcac|bcbc"},
  };
  for (const Row& row : rows) {
    INFO(row.pattern);
    CHECK(plan_regex(row.pattern).dump() == plan_regex(row.same_as).dump());
  }
  // More copies demand more; no copy demands nothing.
  CHECK(plan_regex("(?:ab){2}").dump() != plan_regex("ab").dump());
  CHECK(plan_regex("(?:abc){0,3}").scans());
  CHECK(plan_regex("(?:abc)*").scans());
  CHECK_FALSE(plan_regex("(?:abc){1,3}").scans());
  CHECK_FALSE(plan_regex("(?:abc){7}").scans());
}
