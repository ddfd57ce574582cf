// Requests whose answer is fetched piece by piece, over a real socket.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <thread>

#include "agent/mcp/client/flow.h"
#include "engine/error.h"
#include "tests/unit/until.h"

using namespace dossier;
using namespace dossier::mcp::client;

namespace {

// Answers one request with a head and as many bytes as the client takes, up to a limit.
class Endless {
 public:
  explicit Endless(size_t most) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(fd_, reinterpret_cast<sockaddr*>(&address), size) == 0);
    ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    ::listen(fd_, 1);
    thread_ = std::thread([this, most] { serve(most); });
  }
  ~Endless() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
  }
  models::HttpPost request() const {
    return {"http://127.0.0.1:" + std::to_string(port_) + "/", {}, {}, 60'000, "GET"};
  }

  std::atomic<size_t> sent = 0;
  std::atomic<bool> gone = false;

 private:
  void serve(size_t most) {
    const int client = ::accept(fd_, nullptr, nullptr);
    if (client < 0) return;
    char asked[4096];
    (void)!::read(client, asked, sizeof asked);
    std::string piece =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    while (sent < most) {
      const ssize_t put = ::send(client, piece.data(), piece.size(), MSG_NOSIGNAL);
      if (put <= 0) break;
      sent += static_cast<size_t>(put);
      piece.assign(4096, 'x');
    }
    gone = sent < most;
    ::close(client);
  }

  int fd_;
  uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace

TEST_CASE("what nobody fetches is not read beyond a bound, and none of it is lost",
          "[mcp-client]") {
  constexpr size_t kMost = 16 << 20;
  Endless server(kMost);
  Bell bell;
  Flow flow(server.request(), bell);
  size_t before = 0;
  // The peer's buffer and ours are full once it sends no more.
  REQUIRE(test::until([&] {
    const size_t now = server.sent;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return now > Flow::kMostBytes && std::exchange(before, now) == now;
  }));
  CHECK(server.sent < kMost / 2);
  const auto first = flow.fetch();
  CHECK(first.bytes.size() >= Flow::kMostBytes);
  CHECK(first.bytes.size() < 2 * Flow::kMostBytes);
  CHECK_FALSE(first.ended);
  size_t got = first.bytes.size();
  REQUIRE(test::until([&] {
    const auto more = flow.fetch();
    got += more.bytes.size();
    return more.ended;
  }));
  const auto answer = flow.answer();
  CHECK(answer.status == 200);
  CHECK(got > kMost - 4096);
  CHECK(got < server.sent);  // without the head
}

TEST_CASE("a flow that goes leaves its peer at once, also where it waits to be fetched",
          "[mcp-client]") {
  Endless server(16 << 20);
  Bell bell;
  {
    Flow flow(server.request(), bell);
    REQUIRE(test::until([&] { return server.sent > Flow::kMostBytes; }));
  }
  CHECK(test::until([&] { return server.gone.load(); }));
}

TEST_CASE("a request that cannot be made fails where its answer is taken", "[mcp-client]") {
  Bell bell;
  Flow flow({"ftp://127.0.0.1/", {}, {}, 1000}, bell);
  CHECK(test::until([&] { return flow.fetch().ended; }));
  CHECK_THROWS_AS(flow.answer(), Error);
}
