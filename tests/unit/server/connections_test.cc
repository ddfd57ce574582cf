#include "server/http/connections.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <mutex>

#include "client.h"
#include "tests/unit/until.h"

using namespace dossier;
using namespace dossier::test;
using namespace std::chrono_literals;

namespace {

constexpr size_t kLarge = 48u << 20;  // more than the kernel keeps of a connection on both sides

// Answers "/N" with N bytes, and counts the requests that reached a worker.
struct Fixture {
  using Hook = std::function<void()>;

  // The hooks run in a worker before each answer, and in the loop before "/forbidden" is refused.
  explicit Fixture(Connections::Options options, size_t most_body = 1u << 20, Hook in_worker = {},
                   Hook in_loop = {}) {
    Socket listener = listen_on("127.0.0.1", 0);
    port = port_of(listener);
    Rules rules;
    rules.limits.body = most_body;
    rules.refuse = [in_loop](const ReadHead& read) {
      if (const auto* refusal = std::get_if<Refusal>(&read)) return answer(refusal->status, "no");
      const bool may = std::get<RequestHead>(read).target != "/forbidden";
      if (!may && in_loop) in_loop();
      return may ? std::string() : answer(401, "no");
    };
    connections = std::make_unique<Connections>(
        std::move(listener), options, std::move(rules), [this, in_worker](Connection& from) {
          ++served;
          if (in_worker) in_worker();
          const auto& head = std::get<RequestHead>(from.request);
          const size_t size = std::stoul(head.target.substr(1));
          from.output = answer(200, std::string(size, 'x'));
          return head.keep_alive;
        });
    connections->start();
  }

  static std::string answer(int status, const std::string& body) {
    return "HTTP/1.1 " + std::to_string(status) +
           " X\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  int port = 0;
  std::atomic<int> served{0};
  std::unique_ptr<Connections> connections;
};

std::string request(size_t size) {
  return "GET /" + std::to_string(size) + " HTTP/1.1\r\nHost: a\r\n\r\n";
}

std::string post(const std::string& target, size_t length, const std::string& more = "") {
  return "POST " + target + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(length) +
         "\r\n" + more + "\r\n";
}

std::vector<std::unique_ptr<Client>> clients(int port, int count) {
  std::vector<std::unique_ptr<Client>> out;
  for (int i = 0; i < count; ++i) out.push_back(std::make_unique<Client>(port));
  return out;
}

}  // namespace

TEST_CASE("a full table closes the connection that idled longest") {
  Connections::Options options;
  options.threads = 1;  // which has let go of one connection before it takes the next
  options.table.connections = 3;
  Fixture f(options);
  Client first(f.port), second(f.port), third(f.port);
  for (Client* one : {&first, &second, &third}) REQUIRE(one->get("/1").status == 200);
  Client fourth(f.port);
  CHECK(fourth.get("/1").status == 200);
  CHECK(first.closed());
  CHECK(third.get("/2").status == 200);
  CHECK(fourth.get("/2").status == 200);
}

TEST_CASE("an address beyond its share closes its own oldest connection") {
  Connections::Options options;
  options.threads = 1;  // which has let go of one connection before it takes the next
  options.table.per_peer = 2;
  Fixture f(options);
  Client first(f.port), second(f.port);
  REQUIRE(first.get("/1").status == 200);
  REQUIRE(second.get("/1").status == 200);
  Client third(f.port);
  CHECK(third.get("/1").status == 200);
  CHECK(first.closed());
  CHECK(second.get("/1").status == 200);
}

TEST_CASE("clients are counted by address, IPv6 ones by network") {
  const auto peer = [](const char* text) {
    sockaddr_storage out{};
    auto& six = reinterpret_cast<sockaddr_in6&>(out);
    auto& four = reinterpret_cast<sockaddr_in&>(out);
    out.ss_family = AF_INET6;
    if (inet_pton(AF_INET6, text, &six.sin6_addr) != 1) {
      out = {};
      out.ss_family = AF_INET;
      REQUIRE(inet_pton(AF_INET, text, &four.sin_addr) == 1);
    }
    return peer_of(out);
  };
  CHECK(peer("192.0.2.1") == peer("::ffff:192.0.2.1"));
  CHECK(peer("192.0.2.1") != peer("192.0.2.2"));
  CHECK(peer("192.0.2.1") != peer("193.0.2.1"));
  CHECK(peer("::ffff:192.0.2.1") != peer("::ffff:192.0.2.2"));
  CHECK(peer("2001:db8:0:1::1") == peer("2001:db8:0:1:ffff::2"));
  CHECK(peer("2001:db8:0:1::1") != peer("2001:db8:0:2::1"));
}

TEST_CASE("refusals need no worker, nor a body") {
  Connections::Options options;
  options.threads = 0;
  options.table.request_time = 50ms;
  Fixture f(options, 4u << 20);
  for (int i = 0; i < 3; ++i) {
    Client bad(f.port);
    bad.send("nonsense\r\n\r\n");
    CHECK(bad.receive().status == 400);
    CHECK(bad.closed());

    Client forbidden(f.port);
    forbidden.send(post("/forbidden", 4u << 20, "Expect: 100-continue\r\n"));
    CHECK(forbidden.receive().status == 401);
    CHECK(forbidden.closed());

    // What is on its way when the refusal comes does not take the refusal with it.
    Client eager(f.port);
    eager.send(post("/forbidden", 4u << 20) + std::string(300'000, 'b'));
    CHECK(eager.receive().status == 401);

    Client slow(f.port);
    slow.send("GET / HT");
    CHECK(slow.receive().status == 408);
    CHECK(slow.closed());
  }
  CHECK(f.served == 0);
}

TEST_CASE("clients that do not receive hold no worker, and get their answers later") {
  Connections::Options options;
  options.threads = 1;
  options.buffered_output = 8 * kLarge;
  Fixture f(options);
  const auto slow = clients(f.port, 3);
  for (const auto& one : slow) one->send(request(kLarge) + request(7));
  REQUIRE(until([&] { return f.served == 3; }));
  for (int i = 0; i < 50; ++i) REQUIRE(get(f.port, "/5").body == "xxxxx");
  CHECK(f.served == 53);
  for (const auto& one : slow) {
    CHECK(one->receive().body.size() == kLarge);
    CHECK(one->receive().body == "xxxxxxx");
    CHECK(one->get("/2").body == "xx");
  }
}

TEST_CASE("answers that nobody receives are dropped after a timeout or for lack of memory") {
  Connections::Options options;
  options.threads = 1;
  options.table.write_time = 50ms;
  Fixture timed(options);
  Client one(timed.port);
  one.send(request(kLarge));
  REQUIRE(until([&] { return timed.served == 1; }));
  CHECK(one.broken());

  options.table.write_time = 1h;
  options.buffered_output = kLarge + kLarge / 2;
  Fixture full(options);
  Client first(full.port), second(full.port);
  first.send(request(kLarge));
  REQUIRE(until([&] { return full.served == 1; }));
  second.send(request(kLarge));
  CHECK(first.broken());
  CHECK(second.receive().body.size() == kLarge);
}

TEST_CASE("if workers have all connections, only the new one is closed") {
  Connections::Options options;
  options.threads = 1;
  options.table.connections = 1;
  std::atomic<bool> go{false};
  Fixture f(options, 1u << 20, [&] { until([&] { return go.load(); }); });
  Client first(f.port);
  first.send(request(3));
  REQUIRE(until([&] { return f.served == 1; }));
  Client second(f.port);
  CHECK(second.closed());
  go = true;
  CHECK(first.receive().body == "xxx");
  CHECK(first.get("/2").body == "xx");
}

TEST_CASE("while the loop is busy, workers drop answers beyond twice the memory for them") {
  Connections::Options options;
  options.threads = 3;
  options.buffered_output = kLarge + kLarge / 4;
  std::atomic<bool> workers_go{false}, loop_waits{false}, loop_goes{false};
  Fixture f(
      options, 1u << 20, [&] { until([&] { return workers_go.load(); }); },
      [&] {
        loop_waits = true;
        until([&] { return loop_goes.load(); });
      });
  const auto some = clients(f.port, 3);
  for (const auto& one : some) one->send(request(kLarge));
  REQUIRE(until([&] { return f.served == 3; }));
  Client other(f.port);
  other.send(post("/forbidden", 1));
  REQUIRE(until([&] { return loop_waits.load(); }));
  workers_go = true;
  // The third answer is one too many; the loop, which gives up the second, has not begun.
  const auto broken = [&] {
    return std::count_if(some.begin(), some.end(),
                         [](const auto& one) { return one->is_broken(); });
  };
  CHECK(until([&] { return broken() > 0; }));
  CHECK(broken() == 1);
  loop_goes = true;
  CHECK(other.receive().status == 401);
  CHECK(until([&] { return broken() == 2; }));
}

TEST_CASE("the bodies of all clients share a limit") {
  Connections::Options options;
  options.threads = 1;
  options.buffered_input = 1u << 20;
  options.table.request_time = 1h;
  Fixture f(options, 1u << 20);
  const std::string most(900'000, 'b');
  const auto some = clients(f.port, 4);
  for (const auto& one : some) one->send(post("/3", 1'000'000) + most);
  // One has room; which one is a matter of who is read first.
  REQUIRE(until([&] {
    return std::count_if(some.begin(), some.end(), [](const auto& one) { return one->heard(); }) ==
           3;
  }));
  for (const auto& one : some) {
    if (one->heard()) {
      CHECK(one->receive().status == 503);
    } else {
      one->send(std::string(1'000'000 - most.size(), 'b'));
      CHECK(one->receive().body == "xxx");
    }
  }
  // What was held is free again.
  Client later(f.port);
  later.send(post("/4", 1'000'000) + std::string(1'000'000, 'b'));
  CHECK(later.receive().body == "xxxx");
}

TEST_CASE("a body takes the memory of what has arrived of it, and never more than it announced") {
  std::array<int, 2> ends;
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) == 0);
  const Socket client(ends[0]);
  Connection connection;
  connection.socket = Socket(ends[1]);
  Rules rules;
  rules.refuse = [](const ReadHead&) { return std::string(); };
  const std::string head = post("/", 1'000'000);
  REQUIRE(send_all(client, head + "b", 1min));
  size_t sent = head.size() + 1;
  while (connection.step() == Step::read) {
    REQUIRE(connection.read(rules));
    CHECK(connection.input.capacity() <= std::max(2 * connection.input.size(), size_t{16'384}));
    CHECK(connection.input.capacity() <= std::max(head.size() + 1'000'000, size_t{16'384}));
    const std::string more(std::min<size_t>(70'000, head.size() + 1'000'000 - sent), 'b');
    REQUIRE(send_all(client, more, 1min));
    sent += more.size();
  }
  CHECK(connection.input.size() == head.size() + 1'000'000);
}

TEST_CASE("what waits for a place among the workers is answered once there is one") {
  std::atomic<int> held{0}, most{0};
  std::atomic<bool> may_go{false};
  Connections::Options options;
  options.threads = 3;
  options.places = 2;
  Fixture f(options, 1u << 20, [&] {
    if (++held > 2) ++most;
    until([&] { return may_go.load(); });
    --held;
  });
  const auto some = clients(f.port, 10);
  for (const auto& one : some) one->send(request(1) + request(2));
  REQUIRE(until([&] { return held == 2; }));
  may_go = true;
  for (const auto& one : some) CHECK(one->receive().body == "x");
  for (const auto& one : some) CHECK(one->receive().body == "xx");
  CHECK(most == 0);
}

TEST_CASE("100 Continue is sent only if the client waits for it") {
  Connections::Options options;
  options.threads = 1;
  Fixture f(options);
  Client client(f.port);
  client.send(post("/1", 2, "Expect: 100-continue\r\n"));
  CHECK(client.receive().status == 100);
  client.send("ab");
  CHECK(client.receive().body == "x");
  // The body came along, or there is none: nothing to tell.
  client.send(post("/2", 2, "Expect: 100-continue\r\n") + "ab");
  CHECK(client.receive().body == "xx");
  client.send(post("/3", 0, "Expect: 100-continue\r\n"));
  CHECK(client.receive().body == "xxx");
  // Behind another request, it is told after that one's answer.
  client.send(request(4) + post("/5", 2, "Expect: 100-continue\r\n"));
  CHECK(client.receive().body == "xxxx");
  CHECK(client.receive().status == 100);
  client.send("ab");
  CHECK(client.receive().body == "xxxxx");
  Client old(f.port);
  old.send("POST /6 HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  old.send("ab");
  CHECK(old.receive().status == 200);
}

TEST_CASE("stopping finishes sending answers in progress and nothing else") {
  Connections::Options options;
  options.threads = 1;
  Fixture f(options);
  Client slow(f.port), idle(f.port);
  REQUIRE(idle.get("/1").status == 200);
  slow.send(request(kLarge));
  REQUIRE(until([&] { return f.served == 2; }));
  f.connections->close_idle();
  CHECK(idle.closed());
  CHECK_FALSE(f.connections->wait_drained(std::chrono::steady_clock::now() + 20ms));
  CHECK(slow.receive().body.size() == kLarge);
  CHECK(f.connections->wait_drained(std::chrono::steady_clock::now() + 1min));
  CHECK(slow.closed());
  f.connections->finish();
}

TEST_CASE("requests that a client sends ahead wait behind those of others") {
  std::atomic<int> seen{0};  // of the others
  std::mutex mutex;
  std::string order;
  Connections::Options options;
  options.threads = 1;
  Rules rules;
  rules.refuse = [&](const ReadHead& read) {
    seen += std::get<RequestHead>(read).target == "/other";
    return std::string();
  };
  Socket listener = listen_on("127.0.0.1", 0);
  const int port = port_of(listener);
  Connections connections(std::move(listener), options, rules, [&](Connection& from) {
    const bool ahead = std::get<RequestHead>(from.request).target == "/ahead";
    // Once the second of them has been read, the first one is in the queue.
    if (ahead) until([&] { return seen == 2; });
    const std::lock_guard lock(mutex);
    order += ahead ? 'a' : 'o';
    from.output = Fixture::answer(200, "");
    return true;
  });
  connections.start();
  Client eager(port), first(port), second(port);
  std::string ahead;
  for (int i = 0; i < 20; ++i) ahead += "GET /ahead HTTP/1.1\r\nHost: a\r\n\r\n";
  eager.send(ahead);
  first.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n");
  second.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n");
  CHECK(first.receive().status == 200);
  CHECK(second.receive().status == 200);
  for (int i = 0; i < 20; ++i) CHECK(eager.receive().status == 200);
  CHECK(order.find("aa") > order.find('o'));
}
