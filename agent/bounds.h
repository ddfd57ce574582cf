#pragma once
// Limits on what one exchange with a peer may cost this program. A peer is a model's server, a
// model's process, or another server, and none of them is trusted. Code that reads from a peer
// checks these limits while bytes arrive, so memory depends on the limits, not on the peer.
// Exceeding one is an Error{limit}, recorded as an event of the session, and not retried: the peer
// would do the same again. Time limits are set by the caller, not here.
//
// Rejected: making them configurable. A reply larger than all of this is not a model's reply.
#include <cstddef>
#include <string>
#include <string_view>

namespace dossier {

struct PeerBounds {
  size_t head_bytes = 256 << 10;    // status line and headers, of all answers to one request
  size_t body_bytes = 64 << 20;     // of an answer, as decompressed: 30 or more a word in a stream
  size_t error_bytes = 64 << 10;    // kept of the body of a refusal; the rest is not awaited
  size_t message_bytes = 16 << 20;  // one event, one JSON document, the text of one reply
  size_t events = 1'000'000;        // of one stream
  size_t parts = 500'000;           // of one reply: pieces of its text and of its calls
  size_t json_values = 200'000;     // of one JSON document, and of all calls of a reply together
  size_t calls = 256;               // of tools, in one reply
  size_t name_bytes = 1 << 10;      // of a tool as a call names it, and of the call's id
  size_t entries = 1'000;           // of one list in an answer
  size_t complaints = 20;           // that a correction lists
  size_t reason_bytes = 300;        // of a peer's own words in a message of ours
};
inline constexpr PeerBounds kPeerBounds;

/// "64 MB", "256 KB", "100 bytes".
std::string size_text(size_t bytes);
/// "the reply is over 64 MB": the message if `what` exceeds `bytes`.
std::string over(std::string_view what, size_t bytes);

}  // namespace dossier
