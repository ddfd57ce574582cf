#include "server/pool.h"
#include "tests/unit/refusal.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

using namespace dossier;
using namespace std::chrono_literals;

namespace {

std::chrono::steady_clock::time_point in(std::chrono::milliseconds time) {
  return std::chrono::steady_clock::now() + time;
}

}  // namespace

TEST_CASE("a pool creates objects lazily and lends the last returned one first") {
  int made = 0;
  Pool<int> pool(2, [&] { return std::make_unique<int>(++made); });
  CHECK(made == 0);
  {
    auto first = pool.borrow(in(1s));
    CHECK(*first == 1);
    auto second = pool.borrow(in(1s));
    CHECK(*second == 2);
  }
  // `second` came back first, `first` last.
  CHECK(*pool.borrow(in(1s)) == 1);
  CHECK(made == 2);
}

TEST_CASE("an empty pool waits, then fails at the deadline") {
  Pool<int> pool(1, [] { return std::make_unique<int>(7); });
  auto only = std::make_unique<Pool<int>::Loan>(pool.borrow(in(1s)));
  CHECK(test::failure_of([&] { pool.borrow(in(20ms)); }) == "limit: deadline");
  only.reset();
  // Often enough that it comes back both before and while somebody waits for it.
  for (int round = 0; round < 300; ++round) {
    only = std::make_unique<Pool<int>::Loan>(pool.borrow(in(60s)));
    std::thread other([&] { only.reset(); });
    CHECK(*pool.borrow(in(60s)) == 7);
    other.join();
  }
}

TEST_CASE("a pool lends nothing that is not wanted any more") {
  int made = 0, least = 0;
  Pool<int> pool(
      2, [&] { return std::make_unique<int>(++made); },
      [&](const int& item) { return item > least; });
  { auto first = pool.borrow(in(1s)), second = pool.borrow(in(1s)); }
  least = 2;
  auto third = pool.borrow(in(1s)), fourth = pool.borrow(in(1s));
  CHECK(*third == 3);
  CHECK(*fourth == 4);
  CHECK(test::failure_of([&] { pool.borrow(in(20ms)); }) == "limit: deadline");
}

TEST_CASE("a failure to create an object leaves its slot free") {
  bool broken = true;
  Pool<int> pool(1, [&] {
    if (broken) throw Error(ErrorCode::io, "disk");
    return std::make_unique<int>(1);
  });
  CHECK_THROWS_AS(pool.borrow(in(1s)), Error);
  broken = false;
  CHECK(*pool.borrow(in(1s)) == 1);
}

TEST_CASE("a pool shared by threads never lends one object twice") {
  std::atomic<int> made{0};
  Pool<std::atomic<bool>> pool(3, [&] {
    ++made;
    return std::make_unique<std::atomic<bool>>(false);
  });
  std::atomic<int> clashes{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 500; ++round) {
        auto loan = pool.borrow(in(20s));
        if (loan->exchange(true)) ++clashes;
        loan->store(false);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(clashes == 0);
  CHECK(made <= 3);
}
