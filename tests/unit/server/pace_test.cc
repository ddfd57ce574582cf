// Which requests wait for a worker, and which are refused.
#include <atomic>
#include <catch2/catch.hpp>

#include "client.h"
#include "server/http/events.h"
#include "server/http/http.h"
#include "tests/unit/until.h"

using namespace dossier;
using namespace dossier::test;

namespace {

Response text(std::string body) {
  Response response;
  response.body = std::move(body);
  return response;
}

// A server with a route that is held until the gate opens, for each pace.
struct Fixture {
  explicit Fixture(unsigned threads) : server(options(threads), routes(), log) {}

  static HttpOptions options(unsigned threads) {
    HttpOptions out;
    out.port = 0;
    out.threads = threads;
    return out;
  }

  std::vector<Route> routes() {
    const auto held = [this](const Request&, RequestContext&) {
      ++begun;
      until([&] { return open.load(); });
      return text("let go");
    };
    const auto endless = [](const Request&, RequestContext&) {
      Response response;
      response.stream = [](const SendPiece& send) {
        while (send("x")) {
        }
      };
      return response;
    };
    return {{"GET", "/quick", [](const Request&, RequestContext&) { return text("quick"); }},
            {"GET", "/held", held},
            {"POST", "/write", held, Pace::write},
            {"GET", "/endless", endless, Pace::unbounded}};
  }

  EventLog log{system_clock(), 10, true};
  std::atomic<int> begun{0};
  std::atomic<bool> open{false};
  HttpServer server;
};

constexpr std::string_view kWrite =
    "POST /write HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";

}  // namespace

TEST_CASE("brief requests are answered while others wait for a worker, and a stream holds none") {
  Fixture f(4);  // one of them for what is not brief
  const int port = f.server.port();
  Client stream(port), held(port), waiting(port);
  stream.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
  REQUIRE(stream.receive(true).status == 200);
  held.send("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n");
  REQUIRE(until([&] { return f.begun == 1; }));
  waiting.send("GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n");
  for (int i = 0; i < 20; ++i) CHECK(get(port, "/health").status == 200);
  CHECK_FALSE(waiting.heard());
  f.open = true;
  CHECK(held.receive().status == 200);
  CHECK(waiting.receive().body == "quick");
}

TEST_CASE("writes beyond those that may run are refused before they begin") {
  Fixture f(8);  // two of them for what is not brief, one for what writes
  const int port = f.server.port();
  Client first(port);
  first.send(kWrite);
  REQUIRE(until([&] { return f.begun == 1; }));
  for (int i = 0; i < 20; ++i) {
    Client other(port);
    other.send(kWrite);
    const Answer refused = other.receive();
    CHECK(refused.status == 503);
    CHECK(refused.header("Retry-After") == "1");
  }
  CHECK(f.begun == 1);
  f.open = true;
  CHECK(first.receive().status == 200);
  // The first one's share is free once its answer is there, or a moment later.
  REQUIRE(until([&] {
    Client next(port);
    next.send(kWrite);
    return next.receive().status == 200;
  }));
}
