#pragma once
// The wire between agent/models/http.cc and dossier-http (agent/http/), which holds the connection.
//
// The request is the whole standard input, as HTTP writes one, with the URL and the time limit:
//
//   POST https://host/path 30000
//   Name: value
//                                (an empty line)
//   the body, to the end of the input
//
// The answer is frames on the standard output: kind (1 byte), length of the payload (4 bytes,
// little-endian), payload. The last is done, failed or over; without one the process died.
#include <cstdint>

namespace dossier::models {

enum class HttpFrame : uint8_t {
  head = 'h',    // the status, a line break, then a line "Name: value" for each header
  body = 'b',    // a piece of the body, as decompressed
  done = 'd',    // the answer is complete; no payload
  failed = 'f',  // why there is no complete answer
  over = 'o',    // the same, of a limit that it exceeds
};

inline constexpr uint32_t kHttpFrameHead = 5;

}  // namespace dossier::models
