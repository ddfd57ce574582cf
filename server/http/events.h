#pragma once
// What happened lately: every line goes to the log on standard error, and the newest ones are kept
// for /api/status. Safe to use from several threads.
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/seams.h"

namespace dossier {

struct Event {
  std::string time;  // RFC 3339, UTC
  std::string text;
};

/// `text` with control characters as \n, \t, \x1b, so that one event is one line and no pattern
/// can drive a terminal. Bytes above ASCII stay, save the C1 controls (U+0080 to U+009F).
std::string escape_controls(std::string_view text);

class EventLog {
 public:
  enum class Level { info, warning, error };

  /// Keeps the last `kept` events. `quiet`: keeps them without writing any. Borrows the clock.
  explicit EventLog(Clock& clock = system_clock(), size_t kept = 200, bool quiet = false);
  ~EventLog();

  /// Never waits: a line that standard error has no room for is kept here alone, and counted there.
  void add(std::string_view text, Level level = Level::info);
  /// Oldest first.
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
