#pragma once
// What a handler may know of the request's surroundings: how long it may run, and whether it
// should.
//
// A handler that loops calls checkpoint() between blocks of work; that one call enforces the
// deadline, obeys a stopping server, and shares the processors with other scans (slots.h).
#include <atomic>
#include <chrono>

#include "server/http/slots.h"

namespace dossier {

/// How a route is scheduled.
enum class Pace {
  quick,      // runs at once; becomes a scan when it outlasts the grace
  scan,       // waits for a slot before it starts
  unbounded,  // no deadline and no slot: streams and conversations
};

class RequestContext {
 public:
  using Clock = std::chrono::steady_clock;

  /// Borrows `slots` and `cancelled`. Does not wait yet.
  RequestContext(Pace pace, Clock::time_point deadline, ScanSlots& slots,
                 const std::atomic<bool>& cancelled);

  /// Clock::time_point::max() when unbounded.
  Clock::time_point deadline() const { return deadline_; }
  /// True past the deadline or when the server stops.
  bool expired() const;
  /// True when the server stops.
  bool stopping() const { return cancelled_.load(std::memory_order_relaxed); }
  /// To be called between blocks of work, at least every few milliseconds. May wait for a slot.
  /// Throws limit "deadline", "busy" or "stopping".
  void checkpoint();

 private:
  Pace pace_;
  Clock::time_point deadline_;
  const std::atomic<bool>& cancelled_;
  ScanSlots::Turn turn_;
};

}  // namespace dossier
