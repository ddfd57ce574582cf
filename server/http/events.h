#pragma once
// The server's log: every line goes to standard error, and the newest are kept for /api/status.
// Safe for several threads.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/clock.h"

namespace dossier {

struct Event {
  std::string time;  // RFC 3339, UTC
  std::string text;
  int64_t id = 0;  // from 1, in order
};

/// `text` with control characters as \n, \t, \x1b, so that an event is one line and no pattern can
/// control a terminal. Bytes above ASCII are kept, except the C1 controls (U+0080 to U+009F).
std::string escape_controls(std::string_view text);

class EventLog {
 public:
  enum class Level { info, warning, error };

  /// Keeps the last `kept` events. `quiet`: does not write them to standard error. Borrows the
  /// clock.
  explicit EventLog(Clock& clock = system_clock(), size_t kept = 200, bool quiet = false);
  ~EventLog();

  /// Never blocks: a line that standard error cannot take is only kept here, and counted there.
  void add(std::string_view text, Level level = Level::info);
  /// The kept events, oldest first.
  std::vector<Event> recent() const;
  /// The kept events after the one of this number, oldest first. Waits for one, at most so long.
  std::vector<Event> after(int64_t id, std::chrono::milliseconds time) const;

 private:
  struct Sink;
  Clock& clock_;
  const size_t kept_;
  std::unique_ptr<Sink> sink_;  // null when quiet
  mutable std::mutex mutex_;
  mutable std::condition_variable added_;
  std::deque<Event> events_;
  int64_t last_ = 0;  // number of the newest event
};

}  // namespace dossier
