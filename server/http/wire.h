#pragma once
// HTTP/1.1 framing (RFC 9112): parses bytes into a request head, and formats a response as bytes.
//
// Pure and total. Ambiguous input is refused, because it is how requests are smuggled: bare line
// feeds, folded headers, repeated lengths, both Content-Length and Transfer-Encoding. A body has a
// length or is absent, so counting bytes determines whether a request is complete, and workers only
// get complete ones.
//
// Invariant: however a connection's bytes are split, parsing after each piece gives the same
// requests and refusal as parsing all of them at once (tests/fuzz/fuzz_wire.cc).
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
  int minor = 1;       // of HTTP/1.0 or 1.1
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  size_t size = 0;  // bytes of the head, blank line included
  size_t body = 0;  // bytes of the body that follows
  bool keep_alive = true;
  bool expects_continue = false;

  /// The value of the first header with this lower-case name, or null.
  const std::string* find(std::string_view name) const;
  /// The authority of an absolute target ("http://AUTHORITY/…"), which takes precedence over the
  /// Host header (RFC 9112, 3.2.2); "" for others.
  std::string_view authority() const;
};

struct Incomplete {};
/// A request that no route must answer; the connection closes after it.
struct Refusal {
  int status;
  std::string_view message;
};
using ReadHead = std::variant<Incomplete, RequestHead, Refusal>;

/// Parses the head at the beginning of `bytes`.
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
