#pragma once
// The context of a handler: how long it may run, and whether it should continue.
//
// A handler with a loop calls checkpoint() between blocks of work. This call enforces the deadline,
// obeys a server that stops, and shares the processors with other scans (slots.h).
#include <atomic>
#include <chrono>

#include "server/http/slots.h"

namespace dossier {

/// How a route is scheduled.
enum class Pace {
  brief,      // as quick, and does not wait for a worker behind the others: it names what it wants
  quick,      // runs at once; becomes a scan after the grace period
  scan,       // waits for a slot before it starts
  write,      // no deadline and no slot, few at a time: writes, or starts something
  unbounded,  // no deadline and no slot: streams and conversations
};

class RequestContext {
 public:
  using Clock = std::chrono::steady_clock;

  /// Borrows `slots` and `cancelled`. Does not wait yet.
  RequestContext(Pace pace, Clock::time_point deadline, ScanSlots& slots,
                 const std::atomic<bool>& cancelled);

  /// Clock::time_point::max() if unbounded.
  Clock::time_point deadline() const { return deadline_; }
  /// Whether the deadline has passed or the server stops.
  bool expired() const;
  /// Whether the server stops.
  bool stopping() const { return cancelled_.load(std::memory_order_relaxed); }
  /// Call between blocks of work, at least every few milliseconds. May wait for a slot. Throws
  /// limit "deadline", "busy" or "stopping".
  void checkpoint();

 private:
  const bool is_bounded_;
  Clock::time_point deadline_;
  const std::atomic<bool>& cancelled_;
  ScanSlots::Turn turn_;
};

}  // namespace dossier
