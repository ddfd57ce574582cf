// Posting lists: what is encoded comes back, in every form, and damaged bytes end in
// Error{corrupt}.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "engine/error.h"
#include "engine/search/packed_list.h"
#include "engine/search/postings.h"
#include "engine/search/varint.h"

using namespace dossier::search;
using dossier::Error;

namespace {

using Blocks = std::vector<uint32_t>;

Blocks members(const BlockSet& set) {
  Blocks out;
  for (uint32_t at = set.next(0); at < set.bound(); at = set.next(at + 1)) out.push_back(at);
  return out;
}

Blocks decoded(std::string_view bytes, uint32_t bound) {
  BlockSet set(bound);
  set.insert_postings(bytes);
  REQUIRE(set.count() == members(set).size());
  return members(set);
}

/// The form that databases of before have: varints, whatever their size.
std::string varints(const Blocks& blocks) {
  std::string out(1, '\0');
  uint32_t next = 0;
  for (const uint32_t block : blocks) {
    detail::append_varint(out, block - next);
    next = block + 1;
  }
  return out;
}

std::string packed(const Blocks& blocks) {
  std::string out(1, '\2');
  detail::pack(blocks, out);
  return out;
}

/// Every `every`th block or so, in clusters of up to `cluster`.
Blocks random_blocks(std::mt19937& random, uint32_t every, uint32_t cluster, uint32_t limit) {
  Blocks blocks;
  for (uint32_t block = random() % every; block < limit; block += random() % (2 * every)) {
    for (uint32_t i = random() % cluster + 1; i > 0 && block < limit; --i)
      blocks.push_back(block++);
  }
  return blocks;
}

std::vector<Blocks> lists() {
  std::mt19937 random(3);
  std::vector<Blocks> all = {{}, {0}, {63}, {64}, {0, UINT32_MAX - 1}, {19'999}, {5, 19'999}};
  for (const uint32_t every : {1u, 2u, 5u, 40u, 1000u, 30'000u}) {
    for (const uint32_t cluster : {1u, 2u, 20u, 200u})
      all.push_back(random_blocks(random, every, cluster, 20'000));
  }
  Blocks first(200);
  for (const uint32_t count : {1u, 63u, 64u, 65u, 127u, 128u, 129u, 200u}) {
    for (uint32_t i = 0; i < count; ++i) first[i] = i * 3 + (i > 100 ? 70'000 : 0);
    all.emplace_back(first.begin(), first.begin() + count);
  }
  return all;
}

}  // namespace

TEST_CASE("Posting lists survive their bytes") {
  std::map<char, int> forms;
  for (const Blocks& blocks : lists()) {
    const std::string bytes = encode_postings(blocks);
    ++forms[bytes[0]];
    CAPTURE(blocks.size(), static_cast<int>(bytes[0]));
    if (!blocks.empty()) CHECK(bytes.size() <= blocks.back() / 8 + 2);
    CHECK(bytes.size() <= varints(blocks).size());
    CHECK(packed(blocks).size() == 1 + detail::packed_size(blocks));
    for (const uint32_t bound : {0u, 1u, 63u, 64u, 65u, 9'999u, 30'000u, 200'000u}) {
      Blocks expected = blocks;
      std::erase_if(expected, [&](uint32_t block) { return block >= bound; });
      REQUIRE(decoded(bytes, bound) == expected);
      REQUIRE(decoded(varints(blocks), bound) == expected);
      REQUIRE(decoded(packed(blocks), bound) == expected);
    }
  }
  CHECK(forms.size() == 3);
  CHECK(std::all_of(forms.begin(), forms.end(), [](const auto& form) { return form.second > 1; }));
}

TEST_CASE("Distances of five bits and clusters make lists smaller than varints") {
  std::mt19937 random(11);
  const Blocks even = random_blocks(random, 20, 1, 60'000);
  CHECK(encode_postings(even).size() * 10 < varints(even).size() * 8);
  const Blocks clusters = random_blocks(random, 400, 30, 60'000);
  CHECK(encode_postings(clusters).size() * 10 < varints(clusters).size() * 8);
}

TEST_CASE("Damaged posting lists are refused or ignored, never read beyond their end") {
  BlockSet set(10);
  for (const std::string_view bytes :
       {std::string_view(""), std::string_view("\3"), std::string_view("\0\xFF", 2),
        std::string_view("\2"), std::string_view("\2\1"), std::string_view("\2\1\0", 3),
        std::string_view("\2\1\0\0", 4), std::string_view("\2\1\xF\0\1", 5),
        std::string_view("\2\xFF\xFF\xFF\xFF\xF", 6)}) {
    CHECK_THROWS_AS(set.insert_postings(bytes), Error);
  }
  CHECK(set.empty());
  std::mt19937 random(5);
  const std::string good = packed(random_blocks(random, 50, 5, 20'000));
  for (int i = 0; i < 5000; ++i) {
    std::string bad = good.substr(0, random() % good.size());
    for (int n = 0; n < 3 && !bad.empty(); ++n)
      bad[random() % bad.size()] = static_cast<char>(random());
    BlockSet any(15'000);
    try {
      any.insert_postings(bad);
    } catch (const Error& error) {
      REQUIRE(error.code() == dossier::ErrorCode::corrupt);
    }
    REQUIRE(any.count() == members(any).size());
  }
}
