#include "server/http/context.h"

#include <atomic>
#include <catch2/catch.hpp>

#include "engine/error.h"

using namespace dossier;
using namespace std::chrono_literals;

TEST_CASE("a request has a deadline and ends when the server stops, but a stream has no deadline") {
  ScanSlots slots({.slots = 1});
  std::atomic<bool> cancelled{false};
  const auto now = RequestContext::Clock::now();
  RequestContext early(Pace::quick, now + 1h, slots, cancelled);
  RequestContext late(Pace::quick, now - 1ms, slots, cancelled);
  RequestContext stream(Pace::unbounded, now - 1ms, slots, cancelled);
  CHECK_FALSE(early.expired());
  CHECK(late.expired());
  CHECK_FALSE(stream.expired());
  early.checkpoint();
  stream.checkpoint();
  CHECK_THROWS_AS(late.checkpoint(), Error);
  cancelled = true;
  for (RequestContext* context : {&early, &late, &stream}) {
    CHECK(context->expired());
    CHECK_THROWS_AS(context->checkpoint(), Error);
  }
}
