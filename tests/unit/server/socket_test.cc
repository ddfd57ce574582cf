#include "server/http/socket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <cstring>
#include <thread>

#include "tests/unit/refusal.h"

using namespace dossier;
using namespace std::chrono_literals;

namespace {

struct Pair {
  Pair() {
    std::array<int, 2> ends{};
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) == 0);
    here = Socket(ends[0]);
    there = Socket(ends[1]);
  }
  Socket here, there;
};

// As if the process had used up its descriptors, but for what a sanitizer needs of them.
bool g_no_socket = false;

}  // namespace

extern "C" int socket(int domain, int type, int protocol) noexcept {
  if (g_no_socket) return errno = EMFILE, -1;
  return static_cast<int>(::syscall(SYS_socket, domain, type, protocol));
}

TEST_CASE("a failure to open a socket says why") {
  g_no_socket = true;
  const std::string why = test::failure_of([] { listen_on("127.0.0.1", 0); });
  g_no_socket = false;
  CHECK(why == "io: cannot listen on 127.0.0.1:0: " + std::string(std::strerror(EMFILE)));
}

TEST_CASE("receive appends what has arrived, up to the limit") {
  Pair pair;
  std::string input = "before ";
  CHECK(receive(pair.here, input, 4) == Received::none_yet);
  CHECK(input == "before ");
  CHECK_FALSE(wait_readable(pair.here, 1ms));
  CHECK(send_some(pair.there, "abcdef") == 6);
  CHECK(wait_readable(pair.here, 1min));
  CHECK(receive(pair.here, input, 4) == Received::some);
  CHECK(input == "before abcd");
  CHECK(receive(pair.here, input, 4) == Received::some);
  CHECK(input == "before abcdef");
  pair.there.close();
  CHECK(wait_readable(pair.here, 1min));
  CHECK(receive(pair.here, input, 4) == Received::closed);
  CHECK(input == "before abcdef");
}

TEST_CASE("send_all sends everything or reports failure") {
  const std::string large(4 << 20, 'x');
  Pair pair;
  CHECK(send_all(pair.here, "", 1ms));
  CHECK(send_all(pair.here, "abc", 1ms));
  CHECK_FALSE(send_all(pair.here, large, 1ms));  // nobody reads it
  CHECK(send_some(pair.here, "more") == 0);
  std::string input;
  while (receive(pair.there, input, 65536) == Received::some) continue;
  CHECK(input.substr(0, 4) == "abcx");
  // While somebody does.
  size_t got = 0;
  std::thread reader([&] {
    std::string piece;
    while (got < large.size() && wait_readable(pair.there, 1min)) {
      piece.clear();
      if (receive(pair.there, piece, 65536) != Received::some) break;
      got += piece.size();
    }
  });
  CHECK(send_all(pair.here, large, 1min));
  reader.join();
  CHECK(got == large.size());
  pair.there.close();
  CHECK_FALSE(send_some(pair.here, "gone"));
  CHECK_FALSE(send_all(pair.here, "gone", 1min));
}

TEST_CASE("an IPv4 client is counted by its address, an IPv6 one by its network") {
  const auto peer = [](const char* text) {
    sockaddr_storage address{};
    auto& four = reinterpret_cast<sockaddr_in&>(address);
    auto& six = reinterpret_cast<sockaddr_in6&>(address);
    if (::inet_pton(AF_INET, text, &four.sin_addr) == 1) {
      address.ss_family = AF_INET;
    } else {
      REQUIRE(::inet_pton(AF_INET6, text, &six.sin6_addr) == 1);
      address.ss_family = AF_INET6;
    }
    return peer_of(address);
  };
  CHECK(peer("192.0.2.7") == std::string("\xc0\0\2\7", 4));
  CHECK(peer("::ffff:192.0.2.7") == peer("192.0.2.7"));
  CHECK(peer("192.0.2.8") != peer("192.0.2.7"));
  CHECK(peer("2001:db8:1:2::1") == peer("2001:db8:1:2:ffff::9"));
  CHECK(peer("2001:db8:1:2::1") != peer("2001:db8:1:3::1"));
  CHECK(peer_of({}).empty());
}
