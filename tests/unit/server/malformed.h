#pragma once
// A server that echoes, and requests to it made of pieces, for the tests of what is malformed and
// of what only looks so.
#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "server/http/events.h"
#include "server/http/http.h"
#include "tests/unit/server/client.h"

namespace dossier::test {

// "GET / HTTP/1.1" and "POST /" answer with the body they got.
struct MalformedFixture {
  static std::vector<Route> routes(std::atomic<int>& asked) {
    const auto echo = [&asked](const Request& request, RequestContext&) {
      ++asked;
      Response response;
      response.body = request.body;
      return response;
    };
    return {{"GET", "/", echo}, {"POST", "/", echo}};
  }
  static HttpOptions any_port() {
    HttpOptions options;
    options.port = 0;
    return options;
  }

  std::atomic<int> asked{0};
  EventLog log{system_clock(), 10, true};
  HttpServer server{any_port(), routes(asked), log};
};

inline const std::string kHost = "Host: localhost\r\n";
inline const std::string kNext = "GET / HTTP/1.1\r\n" + kHost + "\r\n";

inline std::string get_with(const std::string& lines) {
  return "GET / HTTP/1.1\r\n" + lines + "\r\n";
}

inline std::string post_with(const std::string& lines, const std::string& body = "") {
  return "POST / HTTP/1.1\r\n" + kHost + lines + "\r\n" + body;
}

inline std::string chunked(const std::string& body) {
  return post_with("Transfer-Encoding: chunked\r\n", body);
}

inline std::string long_line(size_t length) {
  return "GET /" + std::string(length - 14, 'x') + " HTTP/1.1\r\n" + kHost + "\r\n";
}

struct MalformedRow {
  std::string name, bytes;
  int status;
};

/// Each is refused with its status; what follows it on its connection is never taken for a request.
inline void check_refused(const std::vector<MalformedRow>& rows) {
  MalformedFixture f;
  for (const MalformedRow& row : rows) {
    CAPTURE(row.name);
    Client client(f.server.port());
    client.send(row.bytes + kNext);
    const Answer answer = client.receive();
    CHECK(answer.status == row.status);
    CHECK(answer.head.find("Unknown") == std::string::npos);
    CHECK(answer.body.starts_with(R"({"error":")"));
    CHECK(answer.header("Connection") == "close");
    client.send(kNext);
    CHECK(client.rest() == "");
    CHECK(client.closed());
  }
  CHECK(f.asked == 0);
}

}  // namespace dossier::test
