#pragma once
// Who may burn a processor: a fixed number of slots that long scans take in turn.
//
// Every request starts for free. One that has used up its grace takes a slot, keeps it for a slice,
// and goes to the back of the queue whenever others wait; so two slow regexes share what scans may
// use, and indexed lookups, done long before the grace ends, never wait at all. Both are counted in
// processor time of the thread: on a busy machine a quick lookup takes long without being slow.
// Rejected: a queue per kind of route (the same route answers in 0.1 ms or in 2 s, by its pattern),
// and thread priorities (they need privileges and do not bound memory).
//
// Scans that wait hold a thread and a connection each, so their number is capped: beyond it a scan
// is refused with limit "busy" rather than let slow requests fill the pool.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>

namespace dossier {

class ScanSlots {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    unsigned slots = 1;
    size_t max_waiting = 16;
    std::chrono::milliseconds grace{10};  // of processor time
    std::chrono::milliseconds slice{10};  // of processor time
  };

  /// One slot fewer than the machine's processors, and at least one.
  static unsigned default_slots();

  explicit ScanSlots(Options options) : options_(options), free_(options.slots) {}
  ScanSlots(const ScanSlots&) = delete;
  ScanSlots& operator=(const ScanSlots&) = delete;

  /// Makes every waiting and future wait throw limit "stopping".
  void cancel();

  /// One request's claim on the slots. Belongs to the thread that made it.
  class Turn {
   public:
    /// `at_once`: no grace, the first checkpoint takes a slot. Borrows `slots`.
    Turn(ScanSlots& slots, bool at_once);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    /// Takes a slot when the grace is over, passes it on when the slice is over and others wait.
    /// Throws limit "deadline" past `until`, "busy", or "stopping".
    void checkpoint(Clock::time_point until);

   private:
    ScanSlots& slots_;
    std::chrono::nanoseconds
        due_;  // processor time at which a slot is needed, or should be offered
    bool held_ = false;
  };

 private:
  struct Waiter {
    std::condition_variable woken;
    bool granted = false;
  };

  // Both need the lock held. acquire() returns holding a slot or throws.
  void acquire(std::unique_lock<std::mutex>& lock, Clock::time_point until, bool again);
  void release();

  const Options options_;
  std::mutex mutex_;
  unsigned free_;
  std::list<Waiter*> waiting_;
  bool cancelled_ = false;
};

}  // namespace dossier
