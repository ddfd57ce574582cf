#include "server/http/wire.h"

#include <catch2/catch.hpp>

#include "wire_feed.h"

using namespace dossier;
using namespace std::literals;

namespace {

// "GET /x 1 keep body=0 | name: value | …", "incomplete", or "400 message".
std::string dump(const ReadHead& read) {
  if (std::holds_alternative<Incomplete>(read)) return "incomplete";
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return std::to_string(refusal->status) + " " + std::string(refusal->message);
  }
  const auto& head = std::get<RequestHead>(read);
  std::string out = head.method + " " + head.target + " " + std::to_string(head.minor) +
                    (head.keep_alive ? " keep" : " close") + " body=" + std::to_string(head.body);
  for (const auto& [name, value] : head.headers) out += " | " + name + ": " + value;
  return out;
}

}  // namespace

// What each refusal says; malformed_heads_test and malformed_bodies_test have what is refused.
TEST_CASE("request heads") {
  struct Row {
    std::string bytes, dumped;
  };
  const Row rows[] = {
      {"", "incomplete"},
      {"\r", "incomplete"},
      {"GET / HTTP/1.1\r\nHost: a\r\n", "incomplete"},
      {"GET / HTTP/1.1\r\nHost: a\r\n\r", "incomplete"},
      {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / 1 keep body=0 | host: a"},
      {"\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / 1 keep body=0 | host: a"},
      {"GET / HTTP/1.0\r\n\r\n", "GET / 0 close body=0"},
      {"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
       "GET / 0 keep body=0 | connection: Keep-Alive"},
      {"GET / HTTP/1.1\r\nHost:a\r\nConnection: x, CLOSE\r\n\r\n",
       "GET / 1 close body=0 | host: a | connection: x, CLOSE"},
      {"GET / HTTP/1.1\r\nHost: a\r\nX-Empty:\r\nY: \t b \t\r\n\r\n",
       "GET / 1 keep body=0 | host: a | x-empty:  | y: b"},
      {"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
       "POST /x 1 keep body=5 | host: a | content-length: 5"},
      {"GET http://b/x?y HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://b/x?y 1 keep body=0 | host: a"},
      {"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * 1 keep body=0 | host: a"},
      {"POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\n\r\n",
       "POST /x 1 keep body=0 | host: a | expect: 100-Continue"},
      {"POST /x HTTP/1.0\r\nExpect: x\r\n\r\n", "POST /x 0 close body=0 | expect: x"},
      {"GET /\xC3\xA9 HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\xC3\xA9 1 keep body=0 | host: a"},

      {"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "400 exactly one Host header is needed"},
      {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\nContent-Length: 1\r\n\r\n",
       "400 both Content-Length and Transfer-Encoding"},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
       "400 more than one Content-Length"},
      {"GET / HTTP/1.1\r\nHost: a\r\nOrigin: b\r\nOrigin: b\r\n\r\n",
       "400 more than one Origin header"},
      {"GET / HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: none\r\nsec-fetch-site: none\r\n\r\n",
       "400 more than one Sec-Fetch-Site header"},
      {"GET / HTTP/1.1\r\nHost: a\r\nAuthorization: b\r\nAuthorization: b\r\n\r\n",
       "400 more than one Authorization header"},
      {"POST / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", "417 only 100-continue is expected"},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999x\r\n\r\n",
       "400 bad content length"},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n",
       "413 body too large"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.bytes);
    CHECK(dump(read_head(row.bytes, {})) == row.dumped);
  }
}

TEST_CASE("limits of a head are exact, and known before it is complete") {
  const WireLimits limits{.request_line = 30, .head = 100, .headers = 3, .body = 10};
  const auto line = [](size_t length) {
    return "GET /" + std::string(length - 14, 'x') + " HTTP/1.1";
  };
  CHECK(dump(read_head(line(30) + "\r\nHost: a\r\n\r\n", limits)).starts_with("GET"));
  CHECK(dump(read_head(line(31) + "\r\nHost: a\r\n\r\n", limits)) == "414 request line too long");
  CHECK(dump(read_head("GET /" + std::string(26, 'x'), limits)) == "414 request line too long");
  // The first byte past the limit may still be the line's end, or the blank line's beginning.
  CHECK(dump(read_head(line(30) + "\r", limits)) == "incomplete");
  CHECK(dump(read_head(line(30) + "\rx", limits)) == "414 request line too long");

  const std::string start = "GET / HTTP/1.1\r\nHost: a\r\n";  // 25 bytes
  CHECK(dump(read_head(start + "X: " + std::string(72, 'y') + "\r\n\r\n", limits))
            .starts_with("GET"));
  CHECK(dump(read_head(start + "X: " + std::string(73, 'y') + "\r\n\r\n", limits)) ==
        "431 headers too large");
  CHECK(dump(read_head(start + "X: " + std::string(73, 'y'), limits)) == "431 headers too large");
  for (const char* part : {"\r", "\r\n", "\r\n\r"}) {
    CAPTURE(part);
    CHECK(dump(read_head(start + "X: " + std::string(72, 'y') + part, limits)) == "incomplete");
  }
  CHECK(dump(read_head(start + "X: " + std::string(72, 'y') + "\r\nZ", limits)) ==
        "431 headers too large");

  CHECK(dump(read_head(start + "A: 1\r\nB: 2\r\n\r\n", limits)).starts_with("GET"));
  CHECK(dump(read_head(start + "A: 1\r\nB: 2\r\nC: 3\r\n\r\n", limits)) == "431 too many headers");

  const auto post = [](std::string length) {
    return "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + length + "\r\n\r\n";
  };
  CHECK(dump(read_head(post("10"), limits)).starts_with("POST"));
  CHECK(dump(read_head(post("11"), limits)) == "413 body too large");
}

TEST_CASE("every prefix of a good request is incomplete") {
  const std::string whole = "\r\nPOST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n";
  for (size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(dump(read_head(std::string_view(whole).substr(0, length), {})) == "incomplete");
  }
}

TEST_CASE("splitting the bytes of a connection does not change its requests or refusal") {
  struct Row {
    std::string bytes, heard;
  };
  const std::string host = "Host: a\r\n";
  const std::string get = "GET /a HTTP/1.1\r\n" + host + "\r\n", got = "GET /a 1|host:a|\n";
  const Row rows[] = {
      {get + get, got + got},
      {"\r\n" + get + "\r\n" + get, got + got},
      {"\r\n\r\n" + get, "400 bad request line"},
      {"POST /b HTTP/1.1\r\n" + host + "Content-Length: 3\r\n\r\nabc" + get,
       "POST /b 1|host:a|content-length:3|abc\n" + got},
      {"POST /b HTTP/1.1\r\n" + host + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\nab" + get,
       "POST /b 1|host:a|content-length:2|expect:100-continue|ab\n" + got},
      {get + "GET /no HTTP/1.1\r\n" + host + "\r\n" + get, got + "403"},
      {"POST /no HTTP/1.1\r\n" + host + "Content-Length: 9\r\n\r\n", "403"},
      {"GET /a HTTP/1.0\r\n\r\n" + get, "GET /a 0|\n"},
      {"GET /a HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n" + get,
       "GET /a 1|host:a|connection:close|\n"},
      {get + "GET x?u=http://a/ HTTP/1.1\r\n" + host + "\r\n", got + "400 bad request target"},
      {"GET /" + std::string(26, 'x') + " HTTP/1.1\r\n" + host + "\r\n",
       "GET /" + std::string(26, 'x') + " 1|host:a|\n"},
      {"GET /" + std::string(27, 'x') + " HTTP/1.1\r\n" + host + "\r\n",
       "414 request line too long"},
      {"GET /a HTTP/1.1\r\n" + host + "X: " + std::string(131, 'x') + "\r\n\r\n",
       "GET /a 1|host:a|x:" + std::string(131, 'x') + "|\n"},
      {"GET /a HTTP/1.1\r\n" + host + "X: " + std::string(132, 'x') + "\r\n\r\n",
       "431 headers too large"},
      // The blank line begins just before the limit, and ends beyond it.
      {"GET /a HTTP/1.1\r\n" + host + "X: " + std::string(130, 'x') + "\r\n\r\n",
       "GET /a 1|host:a|x:" + std::string(130, 'x') + "|\n"},
      {"GET /a HTTP/1.1\r\n" + host + "X: " + std::string(129, 'x') + "\r\n\r\n",
       "GET /a 1|host:a|x:" + std::string(129, 'x') + "|\n"},
      {"POST /b HTTP/1.1\r\n" + host + "Content-Length: 17\r\n\r\n", "413 body too large"},
      {"POST /b HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       "411 a body needs a Content-Length"},
      {"GET /a HTTP/1.1\n" + host + "\r\n", "400 a line must end with CR LF"},
      {"GET /a HTTP/1.1\n", "400 a line must end with CR LF"},
      {"GET /a HTTP/1.1\rHost", "400 a line must end with CR LF"},
      {"GET /a HTTP/1.1\r\n" + host + "X: \ry\r\n\r\n", "400 a line must end with CR LF"},
      {"GET /a HTTP/1.1\r\r\n\r\n", "400 a line must end with CR LF"},
      // Whichever comes first: the stray line feed, or the limit.
      {"GET /" + std::string(35, 'x') + "\n", "414 request line too long"},
      {"GET /" + std::string(34, 'x') + "\n", "400 a line must end with CR LF"},
      {"GET /a HTTP/1.1\r\n" + host + "X\r\n\r\n", "400 bad header"},
      {"GET /a HTTP/1.1\r\n" + host + "[: b\r\n\r\n", "400 bad header"},
      {"GET /a HTTP/1.1\r\n" + host + "X\x01: b\r\n\r\n", "400 bad header"},
      {"GET HTTP/1.1\r\n" + host + "\r\n", "400 bad request line"},
      {"GET /a\r\n" + host + "\r\n", "400 bad request line"},
      {"GET /a HTTP/1.1 \r\n" + host + "\r\n", "400 bad request line"},
      {"G\xC3\xA9T /a HTTP/1.1\r\n" + host + "\r\n", "400 bad request line"},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400 bad request target"},
      {"GET /a HTTP/1.2\r\n" + host + "\r\n", got},
      {"GET /a HTTP/2.0\r\n" + host + "\r\n", "505 only HTTP/1.1 is supported"},
      {"GET /a HTTP/1.10\r\n" + host + "\r\n", "400 bad request line"},
      {"GET /a HTTP/1\r\n" + host + "\r\n", "400 bad request line"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.bytes);
    const Rules rules = test::short_rules();
    CHECK(test::heard(row.bytes, rules) == row.heard);
    CHECK(test::split_that_matters(row.bytes, rules) == std::string_view::npos);
  }
}

TEST_CASE("a response head has the common headers, and no value can end its line") {
  const std::vector<std::pair<std::string, std::string>> headers = {{"X", "a\r\nSet-Cookie: b"}};
  std::string head = write_head({.status = 414,
                                 .content_type = "text/plain",
                                 .headers = &headers,
                                 .length = 7,
                                 .keep_alive = false});
  const size_t date = head.find("Date: ");
  REQUIRE(head.substr(date + 31, 5) == " GMT\r");
  head.erase(date, 37);
  CHECK(head ==
        "HTTP/1.1 414 URI Too Long\r\n"
        "X: a  Set-Cookie: b\r\n"
        "Content-Type: text/plain\r\n"
        "Cache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Content-Length: 7\r\n"
        "Connection: close\r\n\r\n");
  const std::vector<std::pair<std::string, std::string>> kept = {{"cache-control", "max-age=1"}};
  const std::string other = write_head(
      {.status = 200, .content_type = "", .headers = &kept, .length = 0, .chunked = true});
  CHECK(other.find("no-store") == std::string::npos);
  CHECK(other.find("Content-Length") == std::string::npos);
  CHECK(other.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
}

TEST_CASE("chunks") {
  CHECK(write_chunk("hello") == "5\r\nhello\r\n");
  CHECK(write_chunk(std::string(26, 'x')).substr(0, 4) == "1a\r\n");
  CHECK(write_chunk("") == "0\r\n\r\n");
}
