#include "server/events.h"

#include <catch2/catch.hpp>

using namespace dossier;
using namespace std::literals;

namespace {

class FixedClock : public Clock {
 public:
  int64_t now_ms() override { return 1'700'000'000'123; }
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
