#pragma once
// HTTP/1.1 on the wire (RFC 9112): bytes to a request head, a response to bytes.
//
// Pure and total. What is ambiguous is refused, never guessed at: bare line feeds, folded headers,
// repeated lengths, both Content-Length and Transfer-Encoding, are how requests get smuggled.
// Bodies come with a length or not at all, so a request is complete or not by counting bytes, and a
// worker is only ever given complete ones.
//
// Invariant: however the bytes of a connection are split into pieces, reading after each piece
// finds the requests and the refusal that reading all of them at once does
// (tests/fuzz/fuzz_wire.cc).
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace dossier {

struct WireLimits {
  size_t request_line = 8192;  // bytes, without the line's end: 414
  size_t head = 32768;         // bytes, request line included: 431
  size_t headers = 100;        // 431
  size_t body = 4u << 20;      // bytes: 413
};

struct RequestHead {
  std::string method;
  std::string target;  // "/…", "http://…" or "https://…", or "*" of OPTIONS
  int minor = 1;       // HTTP/1.minor
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  size_t size = 0;  // bytes of the head, blank line included
  size_t body = 0;  // bytes of the body that follows
  bool keep_alive = true;
  bool expects_continue = false;

  /// The value of the first header of that lower-case name, or null.
  const std::string* find(std::string_view name) const;
  /// The authority of an absolute target ("http://AUTHORITY/…"), which stands above the Host header
  /// (RFC 9112, 3.2.2); "" of any other.
  std::string_view authority() const;
};

struct Incomplete {};
/// A request that must not be answered by a route; the connection closes after it.
struct Refusal {
  int status;
  std::string_view message;
};
using ReadHead = std::variant<Incomplete, RequestHead, Refusal>;

/// Reads the head that `bytes` begin with.
ReadHead read_head(std::string_view bytes, const WireLimits& limits);

/// "Not Found"; "Unknown" for a status that this server never sends.
std::string_view reason_phrase(int status);

struct ResponseHead {
  int status = 200;
  std::string_view content_type;
  const std::vector<std::pair<std::string, std::string>>* headers = nullptr;
  /// Bytes of the body; npos for a streamed one, which is chunked, or ended by closing.
  size_t length = 0;
  bool chunked = false;
  bool keep_alive = true;
};
/// The status line and headers, with the ones every answer carries. Control characters in a value
/// become spaces, so that no value can end its line.
std::string write_head(const ResponseHead& head);

/// One piece of a chunked body; empty text ends the body.
std::string write_chunk(std::string_view text);

}  // namespace dossier
