// The lists that the gram index collects, against the plainest way to collect them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "engine/search/block.h"
#include "engine/search/grams.h"
#include "engine/search/list_pool.h"
#include "engine/search/postings.h"

using namespace dossier::search;

TEST_CASE("Lists of a pool hold what was added, across batches and chunks") {
  constexpr uint32_t kLists = 300;
  detail::ListPool pool(kLists);
  std::map<uint32_t, std::vector<uint32_t>> expected;
  std::mt19937 random(17);
  uint32_t block = 5;
  for (int i = 0; i < 3000; ++i, block += 1 + (random() % 50 == 0 ? random() % 100'000 : 0)) {
    std::vector<uint32_t> lists;
    for (uint32_t list = 0; list < kLists - 1; ++list)
      if (random() % (list + 1) == 0) lists.push_back(list);
    std::shuffle(lists.begin(), lists.end(), random);
    for (const uint32_t list : lists) expected[list].push_back(block);
    pool.add(block, lists);
  }
  pool.flush();
  std::vector<uint32_t> blocks;
  for (uint32_t list = 0; list < kLists; ++list) {
    pool.read(list, blocks);
    REQUIRE(blocks == expected[list]);
  }
  CHECK(expected[0].size() == 3000);
  CHECK(expected[kLists - 1].empty());
}

// Enough for the lists to be encoded on threads.
TEST_CASE("A large index has each gram's blocks, in ascending order of gram") {
  GramIndexBuilder grams;
  std::map<Gram, std::set<uint32_t>> expected;
  std::mt19937 random(23);
  BlockWriter writer([](uint32_t, uint32_t, std::string_view) {},
                     [&](uint32_t block, const BlockView& view) {
                       grams.add_block(block, view);
                       for (size_t row = 0; row < view.size(); ++row) {
                         std::string symbols;
                         append_symbols(view.row(row).detail, symbols);
                         const auto at = [&](size_t i) {
                           return static_cast<uint32_t>(symbols[i]);
                         };
                         for (size_t i = 0; i < symbols.size(); ++i) {
                           expected[gram1(at(i))].insert(block);
                           if (i + 1 < symbols.size())
                             expected[gram2(at(i), at(i + 1))].insert(block);
                           if (i + 2 < symbols.size())
                             expected[gram3(at(i), at(i + 1), at(i + 2))].insert(block);
                         }
                       }
                     },
                     512, RowShape::lines);
  writer.begin_module();
  std::string text;
  for (int line = 0; line < 100'000; ++line) {
    for (uint32_t left = random() % 15; left > 0; --left)
      text += "aAbcdefghi01234567890_ (){};\xC3\xA9"[random() % 30];
    text += '\n';
  }
  writer.add_lines(text);
  writer.end_module();
  writer.finish();
  Gram last = 0;
  size_t bytes = 0;
  grams.finish([&](Gram gram, std::string_view list) {
    CHECK(gram > last);
    last = gram;
    bytes += list.size();
    BlockSet set(writer.block_count());
    set.insert_postings(list);
    const auto found = expected.find(gram);
    REQUIRE(found != expected.end());
    REQUIRE(set.count() == found->second.size());
    REQUIRE(std::all_of(found->second.begin(), found->second.end(),
                        [&](uint32_t block) { return set.contains(block); }));
    expected.erase(found);
  });
  CHECK(expected.empty());
  CHECK(bytes > 100'000);
}
