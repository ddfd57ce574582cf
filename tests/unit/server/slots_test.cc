#include "server/http/slots.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/refusal.h"
#include "tests/unit/until.h"

using namespace dossier;
using test::until;
using namespace std::chrono_literals;
using Clock = ScanSlots::Clock;

namespace {

std::string failure(ScanSlots::Turn& turn, Clock::time_point until) {
  return test::failure_of([&] { turn.checkpoint(until); });
}

}  // namespace

TEST_CASE("a request within its grace period needs no slot") {
  ScanSlots slots({.slots = 1, .max_waiting = 0, .grace = 1h});
  ScanSlots::Turn holder(slots, true);
  REQUIRE(failure(holder, Clock::now() + 1h).empty());
  ScanSlots::Turn quick(slots, false);
  CHECK(failure(quick, Clock::now() + 1h).empty());
}

TEST_CASE("the grace period counts processor time, not wall-clock time") {
  ScanSlots slots({.slots = 1, .max_waiting = 0, .grace = 20ms});
  ScanSlots::Turn holder(slots, true);
  REQUIRE(failure(holder, Clock::now() + 1h).empty());
  ScanSlots::Turn turn(slots, false);
  const auto later = Clock::now() + 50ms;
  until([&] { return Clock::now() >= later; });
  CHECK(failure(turn, Clock::now() + 1h).empty());
  std::string failed;
  for (const auto end = Clock::now() + 20s; failed.empty() && Clock::now() < end;) {
    failed = failure(turn, Clock::now() + 1h);
  }
  CHECK(failed == "limit: busy");
}

TEST_CASE("a checkpoint past the deadline fails with and without a slot") {
  ScanSlots slots({.slots = 1, .grace = 1h});
  ScanSlots::Turn turn(slots, false);
  CHECK(failure(turn, Clock::now() - 1ms) == "limit: deadline");
}

TEST_CASE("a scan waits for a slot until its deadline") {
  ScanSlots slots({.slots = 1, .max_waiting = 1, .slice = 1h});
  ScanSlots::Turn holder(slots, true);
  REQUIRE(failure(holder, Clock::now() + 1h).empty());
  ScanSlots::Turn turn(slots, true);
  const auto until = Clock::now() + 20ms;
  CHECK(failure(turn, until) == "limit: deadline");
  CHECK(Clock::now() >= until);
}

TEST_CASE("a finished scan frees its slot") {
  ScanSlots slots({.slots = 1, .max_waiting = 0});
  for (int i = 0; i < 3; ++i) {
    ScanSlots::Turn turn(slots, true);
    CHECK(failure(turn, Clock::now() + 1h).empty());
  }
}

TEST_CASE("scans take turns, never more of them than slots") {
  for (const unsigned limit : {1u, 2u}) {
    ScanSlots slots({.slots = limit, .max_waiting = 8, .slice = 0ms});
    std::atomic<unsigned> running{0}, most{0}, left{4};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        ScanSlots::Turn turn(slots, true);
        // Each goes on until all have had their turns, which an unfair queue would not allow.
        for (int rounds = 0; left > 0; ++rounds) {
          turn.checkpoint(Clock::now() + 20s);
          const unsigned now = ++running;
          for (unsigned seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
          }
          --running;
          if (rounds == 20) --left;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(most <= limit);
  }
}

TEST_CASE("a full queue refuses, and cancelling ends every wait") {
  ScanSlots slots({.slots = 1, .max_waiting = 1, .slice = 1h});
  ScanSlots::Turn holder(slots, true);
  REQUIRE(failure(holder, Clock::now() + 1h).empty());
  auto waiting = std::async(std::launch::async, [&] {
    ScanSlots::Turn turn(slots, true);
    std::string failed;
    do failed = failure(turn, Clock::time_point::max());
    while (failed == "limit: busy");  // the one below had the place for a moment
    return failed;
  });
  ScanSlots::Turn refused(slots, true);
  CHECK(until([&] { return failure(refused, Clock::now() + 1ms) == "limit: busy"; }));
  slots.cancel();
  CHECK(waiting.get() == "limit: stopping");
  ScanSlots::Turn late(slots, true);
  CHECK(failure(late, Clock::now() + 1h) == "limit: stopping");
}
