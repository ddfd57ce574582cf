#include "server/http/connection_table.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace dossier;
using namespace std::chrono_literals;

namespace {

using Time = ConnectionTable::Time;

const Time kStart = Time() + 1h;

// A table of connections without sockets, each known by a letter.
struct Fixture {
  explicit Fixture(ConnectionTable::Limits limits) : table(limits) {}

  Connection* admit(const std::string& name, Phase phase, Time now, const std::string& peer = "p") {
    auto one = std::make_unique<Connection>();
    one->peer = peer;
    one->input = name;
    Connection* it = table.admit(std::move(one));
    if (it != nullptr) table.place(*it, phase, now);
    return it;
  }

  // Those that are left, by their letters.
  std::string left() const {
    std::string out;
    table.each([&](const Connection& one) { out += one.input; });
    std::sort(out.begin(), out.end());
    return out;
  }

  std::string late(Time now) const {
    std::string out;
    for (const Connection* one : table.late(now)) out += one->input;
    return out;
  }

  ConnectionTable table;
};

}  // namespace

TEST_CASE("only a full table evicts a connection for a new one") {
  Fixture f({.connections = 3});
  f.admit("a", Phase::idle, kStart);
  f.admit("b", Phase::idle, kStart + 1ms);
  f.admit("c", Phase::idle, kStart + 2ms);
  CHECK(f.left() == "abc");
  f.admit("d", Phase::idle, kStart + 3ms);
  CHECK(f.left() == "bcd");
  f.admit("e", Phase::idle, kStart + 4ms);
  CHECK(f.left() == "cde");
  CHECK(f.table.size() == 3);
}

TEST_CASE("eviction order is closing, longest idle, slow, and never busy") {
  Fixture f({.connections = 6});
  f.admit("w", Phase::writing, kStart);
  f.admit("r", Phase::reading, kStart + 1ms);
  f.admit("i", Phase::idle, kStart + 2ms);
  f.admit("j", Phase::idle, kStart + 3ms);
  f.admit("l", Phase::leaving, kStart + 4ms);
  f.admit("z", Phase::busy, kStart);
  std::string order;
  for (const char* name : {"A", "B", "C", "D", "E"}) {
    const std::string before = f.left();
    REQUIRE(f.admit(name, Phase::busy, kStart + 5ms));
    for (const char c : before) {
      if (f.left().find(c) == std::string::npos) order += c;
    }
  }
  CHECK(order == "lijrw");
  CHECK(f.left() == "ABCDEz");
  CHECK(f.admit("F", Phase::busy, kStart) == nullptr);
  CHECK(f.left() == "ABCDEz");
}

TEST_CASE("idle time counts from when a connection fell idle last") {
  Fixture f({.connections = 2});
  Connection* a = f.admit("a", Phase::idle, kStart);
  f.admit("b", Phase::idle, kStart + 1ms);
  f.table.place(*a, Phase::busy, kStart + 2ms);
  f.table.place(*a, Phase::idle, kStart + 3ms);
  f.admit("c", Phase::idle, kStart + 4ms);
  CHECK(f.left() == "ac");
}

TEST_CASE("an address beyond its share evicts only its own connections") {
  Fixture f({.connections = 10, .per_peer = 2});
  f.admit("a", Phase::idle, kStart, "other");
  f.admit("b", Phase::idle, kStart, "many");
  f.admit("c", Phase::idle, kStart, "many");
  CHECK(f.left() == "abc");
  Connection* d = f.admit("d", Phase::busy, kStart, "many");
  CHECK(f.left() == "acd");
  f.admit("e", Phase::busy, kStart, "many");
  CHECK(f.left() == "ade");
  CHECK(f.admit("f", Phase::idle, kStart, "many") == nullptr);
  CHECK(f.left() == "ade");
  f.admit("g", Phase::idle, kStart, "other");
  CHECK(f.left() == "adeg");
  f.table.erase(*d);
  f.admit("h", Phase::idle, kStart, "many");
  CHECK(f.left() == "aegh");
}

TEST_CASE("each phase has its time, to the millisecond") {
  Fixture f({.idle_time = 100ms, .request_time = 10ms, .write_time = 50ms, .farewell = 5ms});
  f.admit("i", Phase::idle, kStart);
  Connection* r = f.admit("r", Phase::reading, kStart);
  f.admit("w", Phase::writing, kStart);
  f.admit("l", Phase::leaving, kStart);
  f.admit("z", Phase::busy, kStart);
  struct Row {
    std::chrono::milliseconds after;
    std::string_view late;
  };
  const Row rows[] = {{4ms, ""},     {5ms, "l"},    {9ms, "l"},      {10ms, "lr"}, {49ms, "lr"},
                      {50ms, "lrw"}, {99ms, "lrw"}, {100ms, "lirw"}, {1h, "lirw"}};
  for (const Row& row : rows) {
    CAPTURE(row.after.count());
    CHECK(f.late(kStart + row.after) == row.late);
  }
  // More bytes of the same request win it no time.
  f.table.place(*r, Phase::reading, kStart + 9ms);
  CHECK(f.late(kStart + 10ms) == "lr");
  f.table.place(*r, Phase::busy, kStart + 10ms);
  CHECK(f.late(kStart + 10ms) == "l");
}

TEST_CASE("the table counts the room of all buffers, whatever is in them") {
  Fixture f({});
  const size_t none = std::string().capacity();
  Connection* a = f.admit("a", Phase::reading, kStart);
  Connection* b = f.admit("b", Phase::writing, kStart);
  CHECK(f.table.held_input() == 2 * none);
  a->input.reserve(1000);
  b->output.reserve(2000);
  f.table.weigh(*a);
  f.table.place(*b, Phase::writing, kStart);
  CHECK(f.table.held_input() == a->input.capacity() + none);
  CHECK(f.table.held_output() == b->output.capacity() + none);
  b->output.clear();
  f.table.weigh(*b);
  CHECK(f.table.held_output() >= 2000);
  b->output.shrink_to_fit();
  f.table.weigh(*b);
  CHECK(f.table.held_output() == 2 * none);
  f.table.erase(*a);
  CHECK(f.table.held_input() == none);
}

TEST_CASE("the client that has been receiving longest is dropped first") {
  Fixture f({});
  f.admit("i", Phase::idle, kStart);
  f.admit("v", Phase::writing, kStart);
  f.admit("w", Phase::writing, kStart + 1ms);
  CHECK(f.table.evict_writer());
  CHECK(f.left() == "iw");
  CHECK(f.table.evict_writer());
  CHECK_FALSE(f.table.evict_writer());
  CHECK(f.left() == "i");
}
