// Requests that are not HTTP/1.1 as RFC 9112 and RFC 9110 have it, or that two programs could read
// in two ways, over a socket: how long the body is. The scenarios of uNetworking's h1spec are among
// them, with a Host that a server on loopback answers to.
#include "tests/unit/server/malformed.h"

using namespace dossier;
using namespace dossier::test;
using namespace std::literals;

namespace {

const std::vector<MalformedRow> kLengths = {
    {"a negative length", post_with("Content-Length: -1234\r\n"), 400},
    {"a negative length that overflows",
     post_with("Content-Length: -123456789123456789123456789\r\n"), 400},
    {"minus zero", post_with("Content-Length: -0\r\n"), 400},
    {"a plus sign", post_with("Content-Length: +5\r\n", "hello"), 400},
    {"letters", post_with("Content-Length: abc\r\n"), 400},
    {"hexadecimal", post_with("Content-Length: 0x5\r\n", "hello"), 400},
    {"a fraction", post_with("Content-Length: 5.0\r\n", "hello"), 400},
    {"a space between digits", post_with("Content-Length: 5 5\r\n", "hello"), 400},
    {"digits of another script", post_with("Content-Length: \xD9\xA5\r\n", "hello"), 400},
    {"an empty length", post_with("Content-Length:\r\n"), 400},
    {"a length beyond the limit", post_with("Content-Length: 4194305\r\n"), 413},
    {"a length of 2^63", post_with("Content-Length: 9223372036854775808\r\n"), 413},
    {"a length of 2^64 and five", post_with("Content-Length: 18446744073709551621\r\n", "hello"),
     413},
    {"two lengths", post_with("Content-Length: 5\r\nContent-Length: 6\r\n", "hello"), 400},
    {"two equal lengths", post_with("Content-Length: 5\r\ncontent-length: 5\r\n", "hello"), 400},
    {"a list of two equal lengths", post_with("Content-Length: 5, 5\r\n", "hello"), 400},
    {"a list of two lengths", post_with("Content-Length: 5, 6\r\n", "hello"), 400},
    {"a length, and chunks",
     post_with("content-LengtH: 5\r\nTransFer-Encoding: chunked\r\n",
               "c\r\nHellO world1\r\n0\r\n\r\n"),
     400},
    {"chunks, and a length",
     post_with("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "0\r\n\r\n"), 400},
    {"a length and an unknown coding",
     post_with("Content-Length: 5\r\nTransfer-Encoding: x\r\n", "hello"), 400},
    {"a length and an empty coding",
     post_with("Content-Length: 5\r\nTransfer-Encoding:\r\n", "hello"), 400},
};

// Chunks are well-formed or not: a body without a length is refused at its head (RFC 9112, 6.3), so
// that none of its bytes is taken for a size, or for the next request.
const std::vector<MalformedRow> kCodings = {
    {"chunks", chunked("c\r\nHellO world1\r\n0\r\n\r\n"), 411},
    {"chunks in capitals", post_with("Transfer-Encoding: CHUNKED\r\n", "0\r\n\r\n"), 411},
    {"a chunk's size overflows", chunked("10000000000000005\r\nhello\r\n0\r\n\r\n"), 411},
    {"a chunk's size has a sign", chunked("+5\r\nhello\r\n0\r\n\r\n"), 411},
    {"a chunk's size is negative", chunked("-5\r\nhello\r\n0\r\n\r\n"), 411},
    {"a chunk's size has a prefix", chunked("0x5\r\nhello\r\n0\r\n\r\n"), 411},
    {"a chunk's extension is bad", chunked("5;\n\0=\"\r\nhello\r\n0\r\n\r\n"s), 411},
    {"no line's end after a size", chunked("5hello\r\n0\r\n\r\n"), 411},
    {"no line's end after a chunk", chunked("5\r\nhello0\r\n\r\n"), 411},
    {"line feeds after chunks", chunked("5\nhello\n0\n\n"), 411},
    {"a huge trailer", chunked("0\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n"), 411},
    {"a coding without chunks", post_with("Transfer-Encoding: gzip\r\n"), 400},
    {"no coding at all", post_with("Transfer-Encoding: identity\r\n"), 400},
    {"an empty coding", post_with("Transfer-Encoding:\r\n"), 400},
    {"chunked is not the last", post_with("Transfer-Encoding: chunked, gzip\r\n"), 400},
    {"chunked is not the last line",
     post_with("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"), 400},
    {"chunked twice", post_with("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), 400},
    {"chunked with something after it", post_with("Transfer-Encoding: chunked;x\r\n"), 400},
    {"chunked with a vertical tab",
     post_with("Transfer-Encoding: \x0B"
               "chunked\r\n"),
     400},
    {"xchunked", post_with("Transfer-Encoding: xchunked\r\n"), 400},
    {"chunks of an unknown coding", post_with("Transfer-Encoding: x, chunked\r\n", "0\r\n\r\n"),
     501},
    {"chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
    {"chunks that a GET has", get_with(kHost + "Transfer-Encoding: chunked\r\n") + "0\r\n\r\n",
     411},
};

}  // namespace

TEST_CASE("a body of no clear length is refused, and none of it is a request") {
  for (const auto* rows : {&kLengths, &kCodings}) check_refused(*rows);
}
