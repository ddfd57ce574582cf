#pragma once
// What a record holds of a request to the model: its system prompt and tools, once, and a digest of
// all of it. The text itself is the messages before it, the prompt and the schemas; storing it
// would store every turn again.
//
// Rejected: a digest of each request from its beginning, which hashes a long conversation anew
// every turn.
#include <string>
#include <vector>

#include "agent/model.h"
#include "engine/digest.h"
#include "engine/json_value.h"

namespace dossier {

/// The body of a `setup` event.
Json setup_of(const ModelRequest& request);
/// The system prompt and the tools of a `setup` event's body.
void read_setup(const Json& body, ModelRequest& request);

/// Digests of a conversation's requests, one after the other; conversations only grow.
class RequestDigest {
 public:
  /// SHA-256 over the system prompt, the tools and a running hash of the messages, in hex.
  std::string of(const ModelRequest& request);

 private:
  struct Hashed {
    size_t size;  // of the message, to notice another conversation
    Digest digest;
  };
  std::vector<Hashed> hashed_;  // the last request's messages
};

}  // namespace dossier
