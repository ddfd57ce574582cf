// Results in the order of their jobs, with no more of them waiting than their weight allows.
#include "engine/readers/snapshot/ordered.h"

#include <atomic>
#include <catch2/catch.hpp>

using dossier::snapshot::Ordered;

TEST_CASE("jobs that weigh much do not run ahead", "[threads]") {
  constexpr size_t kCount = 400;
  const auto weight = [](size_t index) { return index % 50 == 7 ? uint64_t{90} : index % 5; };
  for (const uint64_t most : {uint64_t{20}, uint64_t{1'000'000}}) {
    CAPTURE(most);
    std::atomic<uint64_t> held = 0, worst = 0;
    std::atomic<size_t> alone = 0;
    const auto make = [&] {
      return [&](size_t index) {
        const uint64_t now = held += weight(index);
        if (weight(index) < 90) {
          for (uint64_t before = worst;
               before < now && !worst.compare_exchange_weak(before, now);) {
          }
        } else {
          ++alone;
        }
        return index * 2;
      };
    };
    Ordered<size_t> ordered(kCount, 4, 64);
    ordered.limit(most, weight);
    size_t next = 0;
    ordered.run(make, [&](size_t index, size_t result) {
      CHECK(index == next++);
      CHECK(result == index * 2);
      held -= weight(index);
    });
    CHECK(next == kCount);
    CHECK(alone == kCount / 50);
    // One may be on its way to the consumer, and one that is heavier than all that may wait.
    if (most == 20) CHECK(worst <= 20 + 90);
  }
}

TEST_CASE("a job that fails ends the others, whatever they weigh") {
  Ordered<int> ordered(100, 3, 8);
  ordered.limit(4, [](size_t) { return 3; });
  const auto make = [] {
    return [](size_t index) {
      if (index == 10) throw std::runtime_error("ten");
      return static_cast<int>(index);
    };
  };
  int consumed = 0;
  CHECK_THROWS_WITH(ordered.run(make, [&](size_t, int) { ++consumed; }), "ten");
  CHECK(consumed <= 10);
}
