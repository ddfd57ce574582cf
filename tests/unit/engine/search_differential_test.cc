// Every search is answered with the index and by asking each field on its own: the same hits in the
// same order, whatever the pattern. Seeded, so that a failure can be repeated.
#include <catch2/catch.hpp>
#include <functional>
#include <random>

#include "engine/error.h"
#include "engine/search/matcher.h"
#include "engine/search/scan.h"
#include "engine/unicode.h"
#include "memory_index.h"

using namespace dossier;
using namespace dossier::search;

namespace {

struct TextRow {
  uint8_t kind;
  std::string name, full, detail;
};
struct TextModule {
  std::vector<TextRow> rows;
  uint32_t segment = 0;
  BlockSpan span;
};

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  size_t below(size_t bound) {
    return std::uniform_int_distribution<size_t>(0, bound - 1)(engine_);
  }
  bool one_in(size_t n) { return below(n) == 0; }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::mt19937 engine_;
};

const std::vector<std::string> kWords = {"Player",
                                         "Health",
                                         "attack",
                                         "HTTP",
                                         "Server",
                                         "get_",
                                         "Item",
                                         "kelvin",
                                         "STRASSE",
                                         "fi",
                                         "x",
                                         "Q",
                                         "zz",
                                         "qx",
                                         "_",
                                         "2",
                                         "64",
                                         ".",
                                         "List`1",
                                         "<T>",
                                         "(System.String)",
                                         ", ",
                                         "[]",
                                         "&",
                                         "\xE2\x84\xAA",       // K
                                         "\xC5\xBF",           // ſ
                                         "\xC4\xB0stanbul",    // İ
                                         "d\xC4\xB1\xC5\x9F",  // dış
                                         "Stra\xC3\x9F"
                                         "e",                         // ß
                                         "\xE1\xBA\x9E",              // ẞ
                                         "\xCE\xA3\xCE\x91\xCF\x82",  // ΣΑς
                                         "\xCF\x83\xCE\xB1\xCE\xA3",  // σαΣ
                                         "\xEF\xAC\x81"
                                         "sh",            // ﬁ
                                         "\xEF\xAC\x85",  // ﬅ
                                         "\xEF\xAC\x86",  // ﬆ
                                         "i\xCC\x87x",    // i, U+0307
                                         "\xCE\x90",
                                         "\xE1\xBF\x93",              // ΐ twice
                                         "\xE4\xB8\xAD\xE6\x96\x87",  // 中文
                                         "\xF0\x90\x90\x80\xF0\x90\x90\xA8",
                                         "\xC2\xA0",
                                         " ",
                                         "\t",
                                         "foo",
                                         "bar"};
const std::vector<std::string> kDamage = {"\n",   std::string(1, '\0'), "\xFF", "\xC3", "\r",
                                          "\n\n", "\xED\xA0\x80"};

std::string random_field(Random& random, bool damaged) {
  if (random.one_in(12)) return {};
  std::string out;
  for (size_t i = 0; i <= random.below(4); ++i) {
    out += random.pick(kWords);
    if (damaged && random.one_in(6)) out += random.pick(kDamage);
  }
  if (random.one_in(3000)) {
    while (out.size() < 3'000) out += random.pick(kWords);
  }
  return out;
}

std::vector<TextModule> random_corpus(Random& random) {
  const bool damaged = random.one_in(2);
  std::vector<TextModule> modules(1 + random.below(4));
  for (TextModule& module : modules) {
    const size_t rows = random.below(120);
    for (size_t i = 0; i < rows; ++i) {
      module.rows.push_back({static_cast<uint8_t>(random.below(3)), random_field(random, damaged),
                             random_field(random, damaged), random_field(random, damaged)});
    }
  }
  return modules;
}

void build(std::vector<TextModule>& modules, MemoryIndex& index, Random& random) {
  for (TextModule& module : modules) {
    if (random.one_in(3)) index.begin_segment();
    index.begin_module();
    for (const TextRow& row : module.rows) index.add(row.kind, row.name, row.full, row.detail);
    module.span = index.end_module();
    module.segment = index.segment();
  }
  index.finish();
}

/// A piece of some field, at character boundaries of damaged text, too.
std::string snippet(Random& random, const std::vector<TextModule>& modules) {
  const TextModule& module = random.pick(modules);
  if (module.rows.empty()) return random.pick(kWords);
  const TextRow& row = random.pick(module.rows);
  const std::string& field = random.one_in(3) ? row.name : random.one_in(2) ? row.full : row.detail;
  if (field.empty()) return random.pick(kWords);
  const size_t from = random.below(field.size());
  return field.substr(from, 1 + random.below(random.one_in(2) ? 2 : 10));
}

std::string only_utf8(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text, at);
    if (next.valid) append_utf8(out, next.code);
    at += next.length;
  }
  return out;
}

std::string escaped(Random& random, const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text, at);
    at += next.length;
    if (random.one_in(14)) {
      out += random.pick(std::vector<std::string>{".", "\\w", ".*", ".?", "\\S", "[^q]", ".+?"});
      continue;
    }
    if (next.code < 0x80) {
      auto c = static_cast<char>(next.code);
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (letter && random.one_in(3)) c = static_cast<char>(c ^ 0x20);
      if (letter && random.one_in(12)) {
        out += std::string("[") + c + "xyz]";
        continue;
      }
      if (!letter && (c < '0' || c > '9') && c != '_' && c != '\0') out += '\\';
      out += c;
    } else {
      append_utf8(out, next.code);
    }
    if (random.one_in(25)) out += random.pick(std::vector<std::string>{"+", "?", "{1,3}", "*"});
  }
  // A quantifier must not follow what is one already.
  return out;
}

std::string random_pattern(Random& random, const std::vector<TextModule>& modules) {
  const auto piece = [&] { return escaped(random, only_utf8(snippet(random, modules))); };
  const std::string a = piece();
  switch (random.below(24)) {
    case 0:
      return "^" + a;
    case 1:
      return a + "$";
    case 2:
      return "^(?:" + a + ")$";
    case 3:
      return a + ".*" + piece();
    case 4:
      return "(?:" + a + "|" + piece() + ")";
    case 5:
      return a + "(?:" + piece() + "|" + piece() + ")";
    case 6:
      return "\\b" + a;
    case 7:
      return "\\A" + a + "|" + piece() + "\\Z";
    case 8:
      return "(?=.*" + a + ")(?=.*" + piece() + ")";
    case 9:
      return a + "(?!" + piece() + ")";
    case 10:
      return "(?<!f)" + a;
    case 11:
      return "(.)\\1" + (random.one_in(2) ? a : "");
    case 12:
      return "(?:" + a + ")*";
    case 13:
      return "(?:" + a + "){2}";
    case 14:
      return "(?-i:" + a + ")";
    case 15:
      return "[^a]" + a + "\\s*";
    case 16:
      return "(?s)" + a + ".+" + piece();
    case 17:
      return "(?>" + a + ")" + piece();
    case 18:
      return std::string(1, static_cast<char>('a' + random.below(26)));
    case 19:
      return std::string(1, static_cast<char>('a' + random.below(26))) + ".*" +
             static_cast<char>('a' + random.below(26));
    case 20:
      return "(?:" + a + ")?+" + piece();
    default:
      return a;
  }
}

std::string describe(const Hit& hit) {
  return std::to_string(hit.id) + "/" + std::to_string(hit.row.ordinal) + " " +
         std::string(hit.row.name);
}

std::vector<BlockRange> ranges_of(const std::vector<TextModule>& modules) {
  std::vector<BlockRange> ranges;
  for (size_t i = 0; i < modules.size(); ++i) {
    const TextModule& module = modules[i];
    ranges.push_back({module.segment, module.span.first_block, module.span.block_count,
                      static_cast<int64_t>(i)});
  }
  return ranges;
}

std::vector<std::string> by_scan(const Plan& plan, const Matcher& matcher, const FieldMasks& masks,
                                 const std::vector<TextModule>& modules, MemoryIndex& index) {
  std::vector<std::string> out;
  Scan scan(plan, matcher, masks, ranges_of(modules), index);
  while (const auto hit = scan.next()) out.push_back(describe(*hit));
  return out;
}

std::vector<std::string> by_field(const std::function<bool(std::string_view)>& matches,
                                  const FieldMasks& masks, const std::vector<TextModule>& modules) {
  std::vector<std::string> out;
  for (size_t i = 0; i < modules.size(); ++i) {
    for (size_t ordinal = 0; ordinal < modules[i].rows.size(); ++ordinal) {
      const TextRow& row = modules[i].rows[ordinal];
      const uint8_t mask = masks.of(row.kind);
      if (((mask & kNameField) && matches(row.name)) ||
          ((mask & kFullField) && matches(row.full)) ||
          ((mask & kDetailField) && matches(row.detail))) {
        out.push_back(std::to_string(i) + "/" + std::to_string(ordinal) + " " + row.name);
      }
    }
  }
  return out;
}

FieldMasks random_masks(Random& random) {
  FieldMasks masks;
  for (uint8_t kind = 0; kind < 3; ++kind) {
    if (random.one_in(2)) masks.set(kind, static_cast<uint8_t>(random.below(8)));
  }
  return masks;
}

}  // namespace

TEST_CASE("A search with the index finds what asking every field finds") {
  constexpr int kCorpora = 120;
  constexpr int kPatterns = 100;
  size_t pairs = 0;
  size_t with_hits = 0;
  size_t narrowed = 0;
  for (uint32_t seed = 1; seed <= kCorpora; ++seed) {
    Random random(seed);
    std::vector<TextModule> modules = random_corpus(random);
    MemoryIndex index;
    build(modules, index, random);
    for (int i = 0; i < kPatterns; ++i) {
      const std::string pattern = random_pattern(random, modules);
      const FieldMasks masks = random_masks(random);
      std::optional<RegexMatcher> matcher;
      std::vector<std::string> expected;
      try {
        matcher.emplace(pattern);
        expected = by_field([&](std::string_view field) { return matcher->matches(field); }, masks,
                            modules);
      } catch (const Error& error) {
        const bool known = error.code() == ErrorCode::invalid || error.code() == ErrorCode::limit;
        REQUIRE(known);
        continue;
      }
      const auto found = by_scan(matcher->plan(), *matcher, masks, modules, index);
      if (found != expected) {
        INFO("seed " << seed << ", pattern " << pattern << ", plan " << matcher->plan().dump());
        REQUIRE(found == expected);
      }
      ++pairs;
      with_hits += !expected.empty();
      narrowed += !matcher->plan().scans();
    }
  }
  CAPTURE(pairs, with_hits, narrowed);
  CHECK(pairs >= 10'000);
  CHECK(with_hits * 3 >= pairs);
  CHECK(narrowed * 2 >= pairs);
}

TEST_CASE("A search of lines finds what asking every line finds, and where") {
  size_t pairs = 0;
  size_t with_hits = 0;
  size_t with_columns = 0;
  for (uint32_t seed = 1; seed <= 80; ++seed) {
    Random random(seed);
    std::vector<TextModule> modules = random_corpus(random);
    for (TextModule& module : modules) {
      for (TextRow& row : module.rows) {
        row = {0, "", "", row.name + row.full + row.detail};
        std::erase(row.detail, '\n');
      }
    }
    MemoryIndex index(RowShape::lines);
    build(modules, index, random);
    for (int i = 0; i < 60; ++i) {
      const std::string pattern = random_pattern(random, modules);
      const FieldMasks masks(kDetailField);
      std::optional<RegexMatcher> matcher;
      std::vector<std::string> expected;
      try {
        matcher.emplace(pattern, RegexOptions{random.one_in(2)});
        expected = by_field([&](std::string_view field) { return matcher->matches(field); }, masks,
                            modules);
      } catch (const Error&) {
        continue;
      }
      INFO("seed " << seed << ", pattern " << pattern << ", plan " << matcher->plan().dump());
      REQUIRE(by_scan(matcher->plan(), *matcher, masks, modules, index) == expected);
      Scan scan(matcher->plan(), *matcher, masks, ranges_of(modules), index);
      while (const auto hit = scan.next()) {
        if (hit->column == std::string_view::npos) continue;
        ++with_columns;
        REQUIRE(matcher->find(hit->row.detail)->first == hit->column);
      }
      ++pairs;
      with_hits += !expected.empty();
    }
  }
  CHECK(with_hits * 3 >= pairs);
  CHECK(with_columns > pairs);
}

TEST_CASE("Tokens are found ignoring case as lower-casing every field finds them") {
  size_t pairs = 0;
  size_t with_hits = 0;
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    std::vector<TextModule> modules = random_corpus(random);
    MemoryIndex index;
    build(modules, index, random);
    for (int i = 0; i < 40; ++i) {
      std::vector<std::string> tokens(random.one_in(2) ? 1 : random.below(40));
      for (std::string& token : tokens) {
        token = snippet(random, modules);
        if (random.one_in(3)) token = lower(token);
        if (random.one_in(3)) token += random.pick(kWords);
      }
      const FieldMasks masks = random_masks(random);
      const LowerMatcher matcher(tokens);
      const auto expected = by_field(
          [&](std::string_view field) {
            const std::string text = lower(field);
            for (const std::string& token : tokens) {
              if (text.find(lower(token)) != std::string::npos) return true;
            }
            return false;
          },
          masks, modules);
      const auto found = by_scan(matcher.plan(), matcher, masks, modules, index);
      if (found != expected) {
        INFO("seed " << seed << ", tokens " << tokens.size() << ", first "
                     << (tokens.empty() ? "" : tokens[0]) << ", plan " << matcher.plan().dump());
        REQUIRE(found == expected);
      }
      ++pairs;
      with_hits += !expected.empty();
    }
  }
  CHECK(with_hits * 3 >= pairs);
}
