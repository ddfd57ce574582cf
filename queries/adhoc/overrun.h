#pragma once
// Ends a process whose statement goes on after its deadline. SQLite asks for the time between two
// operations, but one operation can take minutes: a function of a long value, a pattern, a sort of
// what is in memory. Nothing interrupts it, so the process has to end.
//
// A statement that only waits for the processor is not in such an operation: after the deadline it
// has 200 ms of processor time of its own, within two seconds.
//
// Rejected: a thread that watches, for whose stack the statement's limit on memory may leave no
// room; a limit on the length of values alone, which bounds neither patterns nor sorts.
#include <time.h>

#include <atomic>
#include <cstdint>
#include <functional>

namespace dossier {

/// The time that statements take. It stands still while rows are handed over, because a pager may
/// take as long as it likes. A handler of signals may read it.
class StatementClock {
 public:
  StatementClock();
  double used_ms() const;

  class Pause {
   public:
    explicit Pause(StatementClock& clock);
    ~Pause();
    Pause(const Pause&) = delete;

   private:
    StatementClock& clock_;
  };

 private:
  const int64_t start_ns_;
  std::atomic<int64_t> paused_at_ns_ = 0;  // 0: it runs
  std::atomic<int64_t> paused_ns_ = 0;     // all pauses that have ended
};

class OverrunWatch {
 public:
  /// Watches the calling thread; one at a time. `end` ends the process and, as it is called by a
  /// signal's handler, neither allocates nor locks.
  OverrunWatch(const StatementClock& clock, int64_t timeout_ms, std::function<void()> end);
  ~OverrunWatch();
  OverrunWatch(const OverrunWatch&) = delete;

 private:
  void look();

  const StatementClock& clock_;
  const int64_t timeout_ms_;
  const std::function<void()> end_;
  clockid_t processor_{};       // the watched thread's
  int64_t at_deadline_ns_ = 0;  // what that had used; 0: not yet there
};

}  // namespace dossier
