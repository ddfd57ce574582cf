// The words of whole texts: how they are split, and what is left out of the ranked index.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <sstream>

#include "engine/search/identifier_words.h"
#include "engine/search/text_words.h"

using namespace dossier::search;

namespace {

std::string repeated(std::string_view part, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += part;
  return out;
}

}  // namespace

TEST_CASE("the words of a text") {
  struct Row {
    std::string text;
    std::string words;
  };
  const Row kRows[] = {
      {"", ""},
      {"void PlaceShippingOrder(int order_id);", "void place shipping order int id"},
      {"HTTPServer2_Name parseURL", "http server name parse url"},
      {"Order order ORDER oRDER", "order rder"},  // each once; a single letter is none
      {"a b c x1 y2 i++ n", ""},
      {"usb3 v6 sha256sum 42 3.14 1e9", "usb sha sum"},
      {"0xdeadbeef 0XBEEF 0x1f", ""},
      {"deadbeef facade", "deadbeef facade"},  // letters alone are a word, even of these
      {"da39a3ee5e6b4b0d3255bfef95601890afd80709", ""},
      {"abc12 1234abcd", "abc"},  // a short run is no number of eight digits
      {"KAAqbGx3RTdQb1ZkMnR5TjVrV0h4UmZ0, ok", "ok"},
      {"rfc4231HmacSha256Test1Key", "rfc hmac sha test key"},
      {repeated("ab", 20), repeated("ab", 20)},
      {repeated("ab", 20) + "c", ""},        // a word of 41 letters
      {repeated("Word", 30), "word"},        // a run of 120
      {repeated("Word", 31), ""},            // a longer one
      {"größe Größe naïve", "größe naïve"},  // letters beyond ASCII
      {"Überweisung prüfeÜbertrag", "überweisung prüfe übertrag"},
      {"価格 x価", "価格 x価"},
      {"caf\xc3\xa9 \xff\xfe"
       "ab \xe2\x80\x94 cd",
       "café ab cd"},
      {"١٢٣ wert٤", "wert"},               // digits of other scripts are digits
      {repeated("x ", 999) + "in", "in"},  // a line of 2,000 bytes
      {repeated("x ", 999) + "in.", ""},   // a longer one: minified
      {"one\n" + repeated("data ", 500) + "\ntwo\r\nthree", "one two three"},
  };
  TextWords words;
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    words.clear();
    words.add(row.text);
    CHECK(words.joined() == row.words);
    CHECK(words.count() ==
          static_cast<size_t>(std::count(row.words.begin(), row.words.end(), ' ')) +
              (row.words.empty() ? 0 : 1));
    CHECK(text_words_of(row.text) == row.words);
  }
}

TEST_CASE("a text may arrive in parts, and clear() begins a new one") {
  TextWords words;
  words.add("one two\n");
  words.add("two three\n");
  CHECK(words.joined() == "one two three");
  words.clear();
  CHECK(words.count() == 0);
  words.add("two");
  CHECK(words.joined() == "two");
}

TEST_CASE("a text of many words has each word once") {
  const auto word = [](size_t number) {
    std::string out = "w";
    for (; number > 0; number /= 26) out += static_cast<char>('a' + number % 26);
    return out + "x";
  };
  TextWords words;
  for (size_t i = 0; i < 400; ++i) words.add(word(100'000 + i) + "\n");
  words.clear();
  std::set<std::string> expected;
  for (int round = 0; round < 2; ++round) {
    for (size_t i = 1; i < 5000; ++i) {
      words.add(word(i) + "\n");
      expected.insert(word(i));
    }
  }
  CHECK(words.count() == expected.size());
  std::istringstream joined{std::string(words.joined())};
  std::multiset<std::string> found;
  for (std::string one; joined >> one;) found.insert(one);
  CHECK(found == std::multiset<std::string>(expected.begin(), expected.end()));
}

TEST_CASE("the words of a text are those of its identifiers") {
  const unsigned seed = GENERATE(range(1u, 6u));
  CAPTURE(seed);
  std::mt19937 draw(seed);
  const char* const kPieces[] = {"Order", "ship", "HTTP", "x",  "_", "9",  "-",    "ä", "Ö",
                                 "read",  "Z",    "url",  "::", " ", "\n", "Über", "é"};
  TextWords words;
  std::string text;
  std::set<std::string> expected;
  for (int i = 0; i < 4000; ++i) {
    std::string identifier;
    for (unsigned part = 0; part < 1 + draw() % 5; ++part)
      identifier += kPieces[draw() % std::size(kPieces)];
    text += identifier + (draw() % 8 ? " " : "\n");
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    for (const auto& word : split_words(line)) {
      const bool is_letter =
          word == "x" || word == "z" || word == "ä" || word == "ö" || word == "é";
      if (!is_letter && word.find('9') == word.npos) expected.insert(word);
    }
  words.add(text);
  std::set<std::string> found;
  std::istringstream joined{std::string(words.joined())};
  for (std::string word; joined >> word;) CHECK(found.insert(word).second);
  CHECK(found == expected);
}

// Each word's beginning looks at as much as the word that is looked for has: to look at all that
// follows would take hours here.
TEST_CASE("where a word begins is told in one pass of a long line") {
  std::string line;
  while (line.size() < 4'000'000) line += "\"total\":1,\"İtem\":2,";
  CHECK_FALSE(begins_word(line, "tem"));
  CHECK(begins_word(line, "tot"));
  CHECK(begins_word(line, "i\u0307tem\":2,\"total"));
}
