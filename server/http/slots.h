#pragma once
// Processor slots: a fixed number of slots that long scans take in turn.
//
// Every request starts without a slot. After its grace period a request takes a slot, keeps it for
// a slice of time, and goes to the back of the queue if others wait. Two slow regexes thus share
// the scans' processors, and indexed lookups, which finish long before the grace period ends, never
// wait. Both times are processor time of the thread: on a busy machine a quick lookup may take long
// without being slow. Rejected: a queue per kind of route (the same route takes 0.1 ms or 2 s,
// depending on its pattern); thread priorities (they need privileges and do not bound memory).
//
// A waiting scan holds a thread and a connection, so their number is limited. Beyond it a scan is
// refused with limit "busy", so that slow requests cannot fill the pool.
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

  /// One request's use of the slots. Belongs to the thread that created it.
  class Turn {
   public:
    /// `at_once`: no grace period; the first checkpoint takes a slot. Borrows `slots`.
    Turn(ScanSlots& slots, bool at_once);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    /// Takes a slot after the grace period, and passes it on after the slice if others wait. Throws
    /// limit "deadline" past `until`, "busy", or "stopping".
    void checkpoint(Clock::time_point until);

   private:
    void look_again(Clock::time_point now);

    ScanSlots& slots_;
    std::chrono::nanoseconds
        due_;                   // processor time at which a slot is needed, or should be passed on
    Clock::time_point look_{};  // not before this time: asking for processor time is a system call
    bool held_ = false;
  };

 private:
  struct Waiter {
    std::condition_variable woken;
    bool granted = false;
  };

  // Both require the lock. acquire() returns with a slot or throws.
  void acquire(std::unique_lock<std::mutex>& lock, Clock::time_point until, bool again);
  void release();

  const Options options_;
  std::mutex mutex_;
  unsigned free_;
  std::list<Waiter*> waiting_;
  bool cancelled_ = false;
};

}  // namespace dossier
