#pragma once
// The server's log: every line goes to standard error, and the newest are kept for /api/status.
// Safe for several threads.
#include <cstddef>
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

 private:
  struct Sink;
  Clock& clock_;
  const size_t kept_;
  std::unique_ptr<Sink> sink_;  // null when quiet
  mutable std::mutex mutex_;
  std::deque<Event> events_;
};

}  // namespace dossier
