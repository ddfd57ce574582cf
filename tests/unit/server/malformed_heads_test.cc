// Requests that are not HTTP/1.1 as RFC 9112 and RFC 9110 have it, or that two programs could read
// in two ways, over a socket: the request line and the headers. The scenarios of uNetworking's
// h1spec are among them, with a Host that a server on loopback answers to.
#include "tests/unit/server/malformed.h"

using namespace dossier;
using namespace dossier::test;
using namespace std::literals;

namespace {

const std::vector<MalformedRow> kRequestLines = {
    {"no version", "GET / \r\n\r\n", 400},
    {"no version and no space", "GET /\r\n" + kHost + "\r\n", 400},
    {"a method alone", "GET\r\n\r\n", 400},
    {"HTTP/9.9", "GET / HTTP/9.9\r\n" + kHost + "\r\n", 505},
    {"HTTP/2.0", "GET / HTTP/2.0\r\n" + kHost + "\r\n", 505},
    {"HTTP/0.9", "GET / HTTP/0.9\r\n\r\n", 505},
    {"the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
    {"HTTP/1.10", "GET / HTTP/1.10\r\n" + kHost + "\r\n", 400},
    {"HTTP/1", "GET / HTTP/1\r\n" + kHost + "\r\n", 400},
    {"HTTP/1.", "GET / HTTP/1.\r\n" + kHost + "\r\n", 400},
    {"HTTP/01.1", "GET / HTTP/01.1\r\n" + kHost + "\r\n", 400},
    {"HTTP/1,1", "GET / HTTP/1,1\r\n" + kHost + "\r\n", 400},
    {"HTTP/1.x", "GET / HTTP/1.x\r\n" + kHost + "\r\n", 400},
    {"a version in lower case", "GET / http/1.1\r\n" + kHost + "\r\n", 400},
    {"another protocol", "GET / ICE/1.1\r\n" + kHost + "\r\n", 400},
    {"a prefix", "Extra lineGET / HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"a space first", " GET / HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"two spaces after the method", "GET  / HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"two spaces before the version", "GET /  HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"a space last", "GET / HTTP/1.1 \r\n" + kHost + "\r\n", 400},
    {"tabs for spaces", "GET\t/\tHTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"a space in the target", "GET /a b HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"no target", "GET  HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"NUL in the target", "GET /\0 HTTP/1.1\r\n"s + kHost + "\r\n", 400},
    {"a method that is no token", "G(T / HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"a method with a letter of UTF-8", "G\xC3\x89T / HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"a relative target", "GET x HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"a target of another scheme", "GET ftp://localhost/ HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"an absolute target without a host", "GET http:/// HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"an absolute target with a port alone", "GET http://:1/ HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"an absolute target with a name", "GET http://a@localhost/ HTTP/1.1\r\n" + kHost + "\r\n",
     400},
    {"an absolute target without Host", "GET http://localhost/ HTTP/1.1\r\n\r\n", 400},
    {"GET *", "GET * HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"CONNECT", "CONNECT localhost:80 HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"a TLS hello", "\x16\x03\x01\x02\x00\x01"s, 400},
    {"two blank lines first", "\r\n\r\n" + kNext, 400},
};

const std::vector<MalformedRow> kLines = {
    {"a line feed after the request line", "GET / HTTP/1.1\n" + kHost + "\r\n", 400},
    {"line feeds only", "GET / HTTP/1.1\nHost: localhost\n\n", 400},
    {"a line feed after a header", get_with("Host: localhost\nX: y\r\n"), 400},
    {"a line feed for the blank line", "GET / HTTP/1.1\r\n" + kHost + "\n", 400},
    {"carriage returns only", "GET / HTTP/1.1\rHost: localhost\r\r", 400},
    {"a carriage return in the request line", "GET /\r HTTP/1.1\r\n" + kHost + "\r\n", 400},
    {"a carriage return in a value", get_with(kHost + "X: a\rb\r\n"), 400},
    {"a carriage return before a name", get_with(kHost + "\r\rX: a\r\n"), 400},
    {"a carriage return before a header", get_with(kHost + "\rSome-Header: Test\r\n"), 400},
    {"two carriage returns at a line's end", get_with(kHost + "X: a\r\r\n"), 400},
    {"a folded header", get_with(kHost + "X: a\r\n b\r\n"), 400},
    {"a header folded by a tab", get_with(kHost + "X: a\r\n\tb\r\n"), 400},
    {"a folded first header", get_with(" X: a\r\n" + kHost), 400},
    {"a space before the colon", get_with("Host : localhost\r\n"), 400},
    {"a tab before the colon", get_with(kHost + "X\t: a\r\n"), 400},
    {"a space in a name", get_with(kHost + "X Y: a\r\n"), 400},
    {"no name", get_with(kHost + ": a\r\n"), 400},
    {"no colon", get_with(kHost + "X\r\n"), 400},
    {"brackets in a name", get_with(kHost + "X-Invalid[]: test\r\n"), 400},
    {"a control character in a name", get_with(kHost + "X\x01: a\r\n"), 400},
    {"NUL in a name", get_with(kHost + "X\0: a\r\n"s), 400},
    {"a letter of UTF-8 in a name", get_with(kHost + "\xC3\xA9: a\r\n"), 400},
    {"NUL in a value", get_with(kHost + "X: a\0b\r\n"s), 400},
    {"a bell in a value", get_with(kHost + "X-Bad-Control-Char: test\x07\r\n"), 400},
    {"an escape in a value", get_with(kHost + "X: \x1B[m\r\n"), 400},
    {"DEL in a value", get_with(kHost + "X: \x7F\r\n"), 400},
};

const std::vector<MalformedRow> kHosts = {
    {"no Host", "GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", 400},
    {"two Hosts", get_with("Host: localhost\r\nHost: example.org\r\n"), 400},
    {"two equal Hosts", get_with(kHost + kHost), 400},
    {"two Hosts of which one is folded", get_with("Host: localhost\r\n Host: a\r\n"), 400},
    {"an empty Host", get_with("Host:\r\n"), 400},
    {"an empty Host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: \r\n\r\n", 400},
    {"a Host of a port", get_with("Host: :80\r\n"), 400},
    {"a Host with a path", get_with("Host: localhost/x\r\n"), 400},
    {"a Host with a name", get_with("Host: a@localhost\r\n"), 400},
    {"a Host with a space", get_with("Host: localhost x\r\n"), 400},
    {"a list of Hosts", get_with("Host: localhost, localhost\r\n"), 400},
    {"a Host with two ports", get_with("Host: localhost:1:2\r\n"), 400},
    {"a Host with a port that is no number", get_with("Host: localhost:x\r\n"), 400},
    {"a Host of IPv6 that does not end", get_with("Host: [::1\r\n"), 400},
};

const std::vector<MalformedRow> kLimits = {
    {"a request line of 8193 bytes", long_line(8193), 414},
    {"a request line that never ends", "GET /" + std::string(9000, 'x'), 414},
    {"a method that never ends", std::string(9000, 'G'), 414},
    {"a header that never ends", "GET / HTTP/1.1\r\n" + kHost + "X: " + std::string(40'000, 'x'),
     431},
    {"a name that never ends", "GET / HTTP/1.1\r\n" + kHost + std::string(40'000, 'x'), 431},
    {"a head of more than 32 KB", get_with(kHost + "X: " + std::string(32'768, 'x') + "\r\n"), 431},
    {"101 headers",
     [] {
       std::string lines = kHost;
       for (int i = 0; i < 100; ++i) lines += "X: y\r\n";
       return get_with(lines);
     }(),
     431},
    {"an unknown expectation", post_with("Expect: 200-ok\r\nContent-Length: 5\r\n"), 417},
};

}  // namespace

TEST_CASE("a malformed head is refused, and nothing after it is a request") {
  for (const auto* rows : {&kRequestLines, &kLines, &kHosts, &kLimits}) check_refused(*rows);
}
