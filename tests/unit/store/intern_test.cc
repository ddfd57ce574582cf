// The map that gives texts their ids: each text one, found again, in the memory that its header
// promises.
#include "store/import/intern.h"

#include <catch2/catch.hpp>
#include <string>

using dossier::InternMap;

TEST_CASE("texts are interned once, in two thirds of the memory that is taken") {
  constexpr uint32_t kTexts = 200'000;
  for (const size_t parts : {size_t{1}, size_t{256}}) {
    CAPTURE(parts);
    InternMap map(7, parts);
    CHECK(map.bytes() == 0);
    for (uint32_t id = 1; id <= kTexts; ++id) {
      uint32_t& found = map.at("text " + std::to_string(id));
      REQUIRE(found == 0);
      found = id;
    }
    uint32_t wrong = 0;
    for (uint32_t id = 1; id <= kTexts; ++id) wrong += map.at("text " + std::to_string(id)) != id;
    CHECK(wrong == 0);
    // A part is at least 8/15 full once it has grown, and at most four fifths.
    CHECK(map.bytes() < size_t{kTexts} * 16 * 2);
    CHECK(map.bytes() > size_t{kTexts} * 16);
  }
}
