// Requests that are unusual and well-formed, and parts of requests.
#include "tests/unit/server/malformed.h"

using namespace dossier;
using namespace dossier::test;

TEST_CASE("what is unusual but well-formed is answered, and the connection stays") {
  const std::vector<MalformedRow> rows = {
      {"a plain request", kNext, 200},
      {"a tab and an empty header", "GET / HTTP/1.1\r\nhoSt:\tlocalhost\r\nempty:\r\n\r\n", 200},
      {"an empty header", get_with(kHost + "X-Empty-Header: \r\n"), 200},
      {"bytes above 127 in a value", get_with(kHost + "X: \xC3\xA9\xFF\r\n"), 200},
      {"a tab in a value", get_with(kHost + "X: a\tb\r\n"), 200},
      {"an expectation without a body", get_with(kHost + "Expect: 100-continue\r\n"), 200},
      {"a body", post_with("Content-Length: 5\r\n", "hello"), 200},
      {"a body that looks like a request",
       post_with("Content-Length: " + std::to_string(kNext.size()) + "\r\n", kNext), 200},
      {"the body of a GET", get_with(kHost + "Content-Length: 5\r\n") + "hello", 200},
      {"a length with zeros", post_with("Content-Length: 0000000000000000000000005\r\n", "hello"),
       200},
      {"a blank line first", "\r\n" + kNext, 200},
      {"an absolute target", "GET http://localhost/ HTTP/1.1\r\n" + kHost + "\r\n", 200},
      {"a version to come", "GET / HTTP/1.2\r\n" + kHost + "\r\n", 200},
      {"HTTP/1.0 that is kept", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200},
      {"a method in lower case", "get / HTTP/1.1\r\n" + kHost + "\r\n", 405},
      {"OPTIONS *", "OPTIONS * HTTP/1.1\r\n" + kHost + "\r\n", 404},
      {"a request line of 8192 bytes", long_line(8192), 404},
  };
  MalformedFixture f;
  for (const MalformedRow& row : rows) {
    CAPTURE(row.name);
    Client client(f.server.port());
    client.send(row.bytes + kNext);
    CHECK(client.receive().status == row.status);
    const Answer next = client.receive();
    CHECK(next.status == 200);
    CHECK(next.body == "");
    CHECK(client.get("/").status == 200);
  }
}

TEST_CASE("part of a request is waited for, and is none when its client goes") {
  MalformedFixture f;
  std::vector<std::string> parts;
  for (const std::string& whole : {kNext, post_with("Content-Length: 5\r\n", "hello")}) {
    for (size_t length = 1; length < whole.size(); ++length)
      parts.push_back(whole.substr(0, length));
  }
  std::vector<std::unique_ptr<Client>> clients;
  for (const std::string& part : parts) {
    clients.push_back(std::make_unique<Client>(f.server.port()));
    clients.back()->send(part);
  }
  // Once another's request was answered, what was sent before it has been read.
  REQUIRE(get(f.server.port(), "/").status == 200);
  for (size_t i = 0; i < parts.size(); ++i) {
    CAPTURE(parts[i]);
    CHECK_FALSE(clients[i]->heard());
    clients[i]->finish();
    CHECK(clients[i]->closed());
  }
  CHECK(f.asked == 1);
}
