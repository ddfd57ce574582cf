// Blocks, units, postings, words and cases.
#include <unicode/uchar.h>

#include <catch2/catch.hpp>
#include <random>

#include "engine/error.h"
#include "engine/search/block.h"
#include "engine/search/checksum.h"
#include "engine/search/grams.h"
#include "engine/search/identifier_words.h"
#include "engine/search/lines.h"
#include "engine/search/postings.h"
#include "engine/unicode.h"
#include "memory_index.h"

using namespace dossier;
using namespace dossier::search;

namespace {

struct Fields {
  uint8_t kind;
  std::string name, full, detail;
};

std::vector<std::string> units_of(const std::vector<Fields>& rows, BlockSpan& span) {
  std::vector<std::string> units;
  BlockWriter writer([&](uint32_t, uint32_t, std::string_view bytes) { units.emplace_back(bytes); },
                     nullptr);
  writer.begin_module();
  for (const Fields& row : rows) writer.add(row.kind, row.name, row.full, row.detail);
  span = writer.end_module();
  writer.finish();
  return units;
}

std::string failure_of(std::string_view bytes) {
  try {
    Unit unit;
    std::string room;
    unit.read(0, bytes);
    BlockView view;
    for (size_t i = 0; i < unit.block_count(); ++i) view.read(unit.block(i, room));
  } catch (const Error& error) {
    return std::string(name_of(error.code()));
  }
  return "read";
}

}  // namespace

TEST_CASE("Rows come back from their blocks byte for byte") {
  std::vector<Fields> rows = {
      {0, "module", "module, Version=1", ""},
      {255, "", "", ""},
      {2, "new\nline", "\n", "\n\n"},
      {2, std::string("n\0ul", 4), std::string(1, '\0'), "x"},
      {2, "\xFF\xC3", "caf\xC3\xA9", "\xED\xA0\x80"},
      {7, std::string(70'000, 'h'), std::string(5'000, '\n'), "after"},
  };
  for (int i = 0; i < 3000; ++i) {
    rows.push_back({2, "m" + std::to_string(i), "Type.m" + std::to_string(i * 7919), "void m()"});
  }
  BlockSpan span;
  const auto units = units_of(rows, span);
  CHECK(span.first_block == 0);
  CHECK(units.size() >= 2);
  size_t at = 0;
  uint32_t blocks = 0;
  Unit unit;
  std::string room;
  BlockView view;
  for (const std::string& bytes : units) {
    unit.read(blocks, bytes);
    for (size_t b = 0; b < unit.block_count(); ++b, ++blocks) {
      view.read(unit.block(b, room));
      REQUIRE(view.first_ordinal() == at);
      for (size_t i = 0; i < view.size(); ++i, ++at) {
        const Row row = view.row(i);
        REQUIRE(row.ordinal == at);
        REQUIRE(row.kind == rows[at].kind);
        REQUIRE(row.name == rows[at].name);
        REQUIRE(row.full == rows[at].full);
        REQUIRE(row.detail == rows[at].detail);
        REQUIRE(view.row_at(view.row_start(i)) == i);
        REQUIRE(view.row_at(view.row_start(i + 1) - 1) == i);
      }
      if (b + 1 == unit.block_count()) CHECK_THROWS_AS(unit.block(b + 1, room), Error);
      const bool first = view.first_ordinal() == 0;
      if (first) CHECK_FALSE(view.plain());
      if (first) CHECK_FALSE(view.utf8());
    }
  }
  CHECK(at == rows.size());
  CHECK(blocks == span.block_count);
}

TEST_CASE("Lines come back from their blocks, each block unpacked by itself") {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += "line " + std::to_string(i * 7919) + (i % 5 == 0 ? "\n\n" : "\n");
  text += std::string(70'000, 'w') + "\ncaf\xC3\xA9\n\xFF\nno newline at the end";
  std::vector<std::string> units;
  BlockWriter writer([&](uint32_t, uint32_t, std::string_view bytes) { units.emplace_back(bytes); },
                     nullptr, 4096, RowShape::lines);
  writer.begin_module();
  writer.add_lines(text);
  const BlockSpan span = writer.end_module();
  writer.begin_module();
  writer.add_lines("of another text\n");
  CHECK(writer.end_module().first_block == span.block_count);
  CHECK_THROWS_AS(writer.add(1, "", "", "no line"), Error);
  writer.finish();
  CHECK(units.size() >= 2);

  std::string back, room;
  uint32_t rows = 0, blocks = 0;
  Unit unit;
  BlockView view;
  for (const std::string& bytes : units) {
    unit.read(blocks, bytes);
    for (size_t b = 0; b < unit.block_count() && blocks < span.block_count; ++b, ++blocks) {
      view.read(unit.block(b, room));
      REQUIRE(view.lines());
      REQUIRE(view.first_ordinal() == rows);
      back += view.text();
      for (size_t i = 0; i < view.size(); ++i, ++rows) {
        const Row row = view.row(i);
        REQUIRE(row.ordinal == rows);
        REQUIRE(view.text().substr(view.row_start(i), row.detail.size() + 1) ==
                std::string(row.detail) + "\n");
        REQUIRE(view.row_at(view.row_start(i)) == i);
      }
    }
  }
  CHECK(back == text + "\n");
  for (size_t size = 0; size < units[0].size(); size += 97)
    CHECK(failure_of(std::string_view(units[0]).substr(0, size)) == "corrupt");
}

TEST_CASE("A unit of lines says where its blocks lie from its first bytes") {
  std::vector<std::string> units;
  BlockWriter writer([&](uint32_t, uint32_t, std::string_view bytes) { units.emplace_back(bytes); },
                     nullptr, 4096, RowShape::lines);
  for (int i = 0; i < 400; ++i) {
    writer.begin_module();
    writer.add_lines("text " + std::to_string(i) + "\nof two lines");
    writer.end_module();
  }
  writer.finish();
  REQUIRE(units.size() == 1);
  const std::string_view unit = units[0];
  UnitDirectory directory;
  CHECK_FALSE(directory.read(0, unit.substr(0, 512), unit.size()));  // of 400 blocks, it is longer
  REQUIRE(directory.read(0, unit.substr(0, unit.size() / 2 + 2048), unit.size()));
  REQUIRE(directory.size() == 400);
  std::string room;
  BlockView view;
  for (size_t i = 0; i < directory.size(); ++i) {
    const auto& place = directory.place(i);
    view.read(unpack_block(unit.substr(place.offset, place.packed), place, room));
    REQUIRE(view.text() == "text " + std::to_string(i) + "\nof two lines\n");
  }
  CHECK_THROWS_AS(directory.place(400), Error);
  CHECK_THROWS_AS(directory.read(0, unit, unit.size() + 1), Error);
  const std::vector<Fields> rows(60, Fields{1, "name", "full", "detail"});
  BlockSpan span;
  const std::string of_rows = units_of(rows, span).at(0);
  CHECK_FALSE(directory.read(0, of_rows, of_rows.size()));
  CHECK(directory.size() == 0);
}

TEST_CASE("A unit with another bit, or of another place, is refused") {
  std::vector<std::string> units;
  const auto keep = [&](uint32_t, uint32_t, std::string_view bytes) { units.emplace_back(bytes); };
  BlockWriter lines(keep, nullptr, 64, RowShape::lines);
  lines.begin_module();
  for (int i = 0; i < 9; ++i) lines.add_lines("line " + std::to_string(i * 7919) + " of a text\n");
  lines.end_module();
  lines.finish();
  BlockSpan span;
  std::vector<Fields> rows;
  for (int i = 0; i < 9; ++i) rows.push_back({1, "name" + std::to_string(i), "full", "detail"});
  units.push_back(units_of(rows, span).at(0));
  for (std::string& unit : units) {
    REQUIRE(failure_of(unit) == "read");
    size_t read = 0;
    for (char& byte : unit)
      for (int bit = 0; bit < 8; ++bit) {
        byte = static_cast<char>(byte ^ 1 << bit);
        read += failure_of(unit) == "read";
        byte = static_cast<char>(byte ^ 1 << bit);
      }
    CHECK(read == 0);
    CHECK_THROWS_AS(Unit().read(1, unit), Error);
    CHECK_NOTHROW(Unit().read(int64_t{7} << 32, unit));  // in whatever segment
  }
}

TEST_CASE("Units that were written without checksums are read") {
  std::vector<std::string> units;
  BlockWriter lines([&](uint32_t, uint32_t, std::string_view bytes) { units.emplace_back(bytes); },
                    nullptr, 64, RowShape::lines);
  lines.begin_module();
  lines.add_lines("one\ntwo\n");
  lines.end_module();
  lines.finish();
  UnitDirectory directory;
  REQUIRE(directory.read(0, units.at(0), units[0].size()));
  const auto& place = directory.place(0);
  const std::string old_lines = {'\0', '\1', static_cast<char>(place.raw),
                                 static_cast<char>(place.packed)};
  BlockSpan span;
  const std::string of_rows = units_of({{1, "name", "full", "detail"}}, span).at(0);
  for (const std::string& old :
       {old_lines + units[0].substr(place.offset), of_rows.substr(2 + detail::kChecksumSize)}) {
    CHECK(failure_of(old) == "read");
    Unit unit;
    std::string room;
    BlockView view;
    unit.read(5, old);
    view.read(unit.block(0, room));
    CHECK(view.text() == (view.lines() ? "one\ntwo\n" : "name\nfull\ndetail\n"));
  }
}

TEST_CASE("Lines are counted as the standard library counts them") {
  std::mt19937 random(11);
  for (size_t size = 0; size < 200; ++size) {
    std::string text(size, 'a');
    for (char& c : text) c = random() % 3 == 0 ? '\n' : static_cast<char>(random());
    REQUIRE(count_lines(text) == static_cast<size_t>(std::count(text.begin(), text.end(), '\n')));
  }
  for (const size_t size : {255 * 16, 256 * 16 + 7, 100'000})
    REQUIRE(count_lines(std::string(size, '\n')) == size);
}

TEST_CASE("Modules do not share blocks, and an empty one spans none") {
  MemoryIndex index;
  std::vector<BlockSpan> spans;
  for (const int rows : {1, 0, 500, 1}) {
    index.begin_module();
    for (int i = 0; i < rows; ++i) index.add(1, "name", "full.name", "detail");
    spans.push_back(index.end_module());
  }
  index.finish();
  CHECK(spans[0].block_count == 1);
  CHECK(spans[1].block_count == 0);
  CHECK(spans[2].first_block == 1);
  CHECK(spans[3].first_block == spans[2].first_block + spans[2].block_count);
  CHECK(index.block(0, spans[3].first_block).first_ordinal() == 0);
  CHECK_THROWS_AS(index.block(0, 10'000), Error);
  CHECK_THROWS_AS(index.block(1, 0), Error);
}

TEST_CASE("Damaged units are corrupt, never undefined") {
  std::vector<Fields> rows;
  for (int i = 0; i < 60; ++i) rows.push_back({1, "name\n", "full" + std::to_string(i), "detail"});
  BlockSpan span;
  const std::string good = units_of(rows, span).at(0);
  CHECK(failure_of(good) == "read");
  CHECK(failure_of("") == "corrupt");
  for (size_t size = 0; size < good.size(); ++size) {
    REQUIRE(failure_of(std::string_view(good).substr(0, size)) == "corrupt");
  }
  std::mt19937 random(7);
  for (int i = 0; i < 5000; ++i) {
    std::string bad = good;
    for (int n = 0; n < 3; ++n) bad[random() % bad.size()] = static_cast<char>(random());
    failure_of(bad);  // any answer will do, as long as the sanitizers keep quiet
  }
}

TEST_CASE("Sets of blocks intersect and unite") {
  BlockSet a(130, true);
  CHECK(a.count() == 130);
  BlockSet b(70);
  b.insert(3);
  b.insert(69);
  b.insert(70);
  CHECK(b.count() == 2);
  a.intersect(b);
  CHECK(a.count() == 2);
  BlockSet c(130);
  c.insert(129);
  c.unite(a);
  CHECK(c.count() == 3);
  CHECK(c.next(4) == 69);
  CHECK(c.contains(129));
  b.unite(c);
  CHECK(b.count() == 2);
}

TEST_CASE("The builder files every gram of every field, and none across fields") {
  MemoryIndex index;
  index.begin_module();
  index.add(1, "Abc", "x", "");
  index.end_module();
  index.begin_module();
  index.add(1, "bC\xC4\xB0", "\xE2\x84\xAA", "");
  index.end_module();
  index.finish();
  const auto blocks = [&](Gram gram) {
    std::string out;
    index.postings(gram, [&](uint32_t segment, std::string_view bytes) {
      BlockSet set(8);
      set.insert_postings(bytes);
      for (uint32_t at = set.next(0); at < 8; at = set.next(at + 1)) {
        out += std::to_string(segment) + ":" + std::to_string(at) + " ";
      }
    });
    return out;
  };
  const auto sym = [](char c) { return static_cast<uint32_t>(c - 'a'); };
  CHECK(blocks(gram3(sym('a'), sym('b'), sym('c'))) == "0:0 ");
  CHECK(blocks(gram2(sym('b'), sym('c'))) == "0:0 0:1 ");
  CHECK(blocks(gram3(sym('b'), sym('c'), sym('i'))) == "0:1 ");
  CHECK(blocks(gram1(sym('k'))) == "0:1 ");
  CHECK(blocks(gram2(sym('c'), sym('x'))).empty());
  CHECK(spell(gram3(sym('a'), sym('b'), sym('c'))) == "abc");
}

TEST_CASE("Lower-casing is Python's") {
  const struct {
    std::string_view text, lowered;
  } rows[] = {
      {"", ""},
      {"ABC xyz 09", "abc xyz 09"},
      {"\xC4\xB0", "i\xCC\x87"},                                   // İ
      {"\xC4\xB1", "\xC4\xB1"},                                    // ı stays
      {"\xE2\x84\xAA", "k"},                                       // Kelvin
      {"\xE1\xBA\x9E", "\xC3\x9F"},                                // ẞ
      {"\xC5\xBF", "\xC5\xBF"},                                    // ſ stays
      {"\xCE\xA3", "\xCF\x83"},                                    // a lone Σ
      {"\xCE\x91\xCE\xA3", "\xCE\xB1\xCF\x82"},                    // ΑΣ, final
      {"\xCE\x91\xCE\xA3.", "\xCE\xB1\xCF\x82."},                  // before punctuation, final
      {"\xCE\x91\xCE\xA3.\xCE\x91", "\xCE\xB1\xCF\x83.\xCE\xB1"},  // a full stop is ignorable
      {"\xCE\x91\xCE\xA3\xCE\x91", "\xCE\xB1\xCF\x83\xCE\xB1"},
      {"\xCE\x91\xCE\xA3 \xCE\x91", "\xCE\xB1\xCF\x82 \xCE\xB1"},
      {"\xFF"
       "A\xC3",
       "\xFF"
       "a\xC3"},
      {"\xF0\x90\x90\x80", "\xF0\x90\x90\xA8"},
  };
  for (const auto& row : rows) CHECK(lower(row.text) == row.lowered);
  CHECK(
      contains_ignoring_case("Stra\xC3\x9F"
                             "E",
                             "ra\xC3\x9F"
                             "e"));
  CHECK(equal_ignoring_case("ABC", "abc"));
  CHECK_FALSE(equal_ignoring_case("ABC", "abcd"));
}

TEST_CASE("The index folds at least as coarsely as lower-casing and simple folding do") {
  const auto folded = [](std::string_view text) {
    std::string out;
    append_symbols(text, out);
    return out;
  };
  size_t checked = 0;
  for (char32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, code);
    const std::string symbols = folded(text);
    if (folded(lower(text)) != symbols) FAIL("lower-casing U+" << std::hex << uint32_t(code));
    const auto c = static_cast<UChar32>(code);
    for (const UChar32 other : {u_tolower(c), u_toupper(c), u_totitle(c), u_foldCase(c, 0)}) {
      // Titlecase digraphs and their like fold together, too; only ς ſ ı need the fold's help.
      std::string one;
      append_utf8(one, static_cast<char32_t>(other));
      if (folded(one) != symbols) FAIL("cases of U+" << std::hex << uint32_t(code));
    }
    ++checked;
  }
  CHECK(checked == 0x110000 - 0x800);
}

TEST_CASE("Identifiers are split into words") {
  const struct {
    std::string_view identifier;
    std::vector<std::string> words;
  } rows[] = {
      {"", {}},
      {"__", {}},
      {"health", {"health"}},
      {"applyDamage", {"apply", "damage"}},
      {"ApplyDamage", {"apply", "damage"}},
      {"HTTPServer2Name", {"http", "server", "2", "name"}},
      {"HTTPServer2_Name", {"http", "server", "2", "name"}},
      {"_attackPower", {"attack", "power"}},
      {"List`1", {"list", "1"}},
      {"Game.PlayerStats", {"game", "player", "stats"}},
      {"<>c__DisplayClass0_1", {"c", "display", "class", "0", "1"}},
      {"XMLHttpRequest", {"xml", "http", "request"}},
      {"ABC", {"abc"}},
      {"A", {"a"}},
      {"aB", {"a", "b"}},
      {"x86", {"x", "86"}},
      {"\xC3\x89tatGlobal", {"\xC3\xA9tat", "global"}},
      {"cafe\xCC\x81"
       "Bar",
       {"cafe\xCC\x81", "bar"}},
      {"\xE4\xB8\xAD\xE6\x96\x87Name", {"\xE4\xB8\xAD\xE6\x96\x87", "name"}},
      {"a\xFF"
       "b",
       {"a", "b"}},
  };
  for (const auto& row : rows) {
    INFO(row.identifier);
    CHECK(split_words(row.identifier) == row.words);
  }
  CHECK(words_of("HTTPServer.get_Name") == "http server get name httpserver");
  CHECK(words_of("health") == "health");
}
