#include "server/http/events.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

using namespace dossier;
using namespace std::literals;

namespace {

class FixedClock : public Clock {
 public:
  int64_t now_ms() override { return 1'700'000'000'123; }
};

// Standard error as a pipe that nobody reads until it is asked to, which never waits.
class FullStderr {
 public:
  FullStderr() {
    REQUIRE(::pipe2(ends_.data(), O_CLOEXEC | O_NONBLOCK) == 0);
    ::dup2(ends_[1], STDERR_FILENO);
    const std::string piece(4096, '.');
    while (::write(STDERR_FILENO, piece.data(), piece.size()) > 0) continue;
    while (::write(STDERR_FILENO, ".", 1) > 0) continue;
  }
  ~FullStderr() {
    ::dup2(before_, STDERR_FILENO);
    for (const int one : {before_, ends_[0], ends_[1]}) ::close(one);
  }
  std::string read() {
    std::string out;
    std::array<char, 4096> piece{};
    for (ssize_t got; (got = ::read(ends_[0], piece.data(), piece.size())) > 0;)
      out.append(piece.data(), static_cast<size_t>(got));
    return out;
  }

 private:
  const int before_ = ::dup(STDERR_FILENO);
  std::array<int, 2> ends_{};
};

}  // namespace

TEST_CASE("an event is one line without control characters") {
  struct Row {
    std::string text, escaped;
  };
  const Row rows[] = {
      {"plain 'text' \\ é", "plain 'text' \\ é"},
      {"a\nb\rc\td", "a\\nb\\rc\\td"},
      {"\x1b[31mred\x07", "\\x1b[31mred\\x07"},
      {"a\0b\x7f"s, "a\\x00b\\x7f"},
      {"\xC2\x85 \xC2\x9B \xC2\xA0", "\\x85 \\x9b \xC2\xA0"},
      {"\xC2", "\xC2"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(escape_controls(row.text) == row.escaped);
  }
}

TEST_CASE("the log keeps the newest events, oldest first") {
  FixedClock clock;
  EventLog log(clock, 3, true);
  for (const char* text : {"a", "b", "c", "d\n"}) log.add(text);
  const std::vector<Event> events = log.recent();
  REQUIRE(events.size() == 3);
  CHECK(events[0].text == "b");
  CHECK(events[2].text == "d\\n");
  CHECK(events[2].time == "2023-11-14T22:13:20.123Z");
}

TEST_CASE("lines that standard error cannot take are kept, counted and reported later") {
  FixedClock clock;
  std::string full, then, last;
  std::vector<Event> kept;
  {
    FullStderr pipe;
    EventLog log(clock, 10);
    log.add("one");
    log.add("two");
    full = pipe.read();
    log.add("three");
    then = pipe.read();
    log.add(std::string(5000, 'x'), EventLog::Level::error);
    last = pipe.read();
    kept = log.recent();
  }
  CHECK(kept.size() == 4);
  CHECK(full.find_first_not_of('.') == std::string::npos);
  CHECK(then.find("2 lines before this one were dropped: the pipe was full\n") !=
        std::string::npos);
  CHECK(then.ends_with("three\n"));
  CHECK(std::count(then.begin(), then.end(), '\n') == 2);
  // One line that is not longer than a pipe takes at once.
  CHECK(std::count(last.begin(), last.end(), 'x') == 3500);
  CHECK(std::count(last.begin(), last.end(), '\n') == 1);
}
