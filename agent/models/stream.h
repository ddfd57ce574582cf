#pragma once
// Assembles one reply from a provider's stream. The provider's part is a function that takes one
// JSON chunk. A stream that ends without saying that it is complete is not a reply, however much of
// it arrived.
#include <functional>
#include <map>
#include <string>

#include "agent/models/http.h"
#include "agent/models/own_key.h"

namespace dossier::models {

/// A tool call whose arguments are still arriving.
struct PartialCall {
  std::string id, name, arguments;
};

struct Gathering {
  const ModelListener& listener;
  const OwnKey& key;
  ModelReply reply;
  std::map<int64_t, PartialCall> calls;  // by the index that the provider gives them
  bool finished = false;                 // the provider said that the reply is complete
  bool ended = false;                    // and that nothing follows
  size_t bytes = 0;                      // of text and of arguments
  size_t parts = 0;                      // pieces of them
  size_t longest_name = 0;               // or id of a call
  KeylessPieces pieces{key};             // as they are shown

  void add_text(const std::string& piece);
  void add_name(PartialCall& call, const std::string& piece);
  void set_id(PartialCall& call, const std::string& id);
  void add_arguments(PartialCall& call, const std::string& piece);
  /// The exceeded limit of PeerBounds, in words; "" = none.
  std::string over() const;
  ModelReply done();
  void show(const std::string& piece) const;
};

/// Takes one chunk; returns the text of a failure that it reports, or "".
using TakeChunk = std::string (*)(const Json& chunk, Gathering& into);

/// Posts, assembles the reply, and retries as with_retries does. A server may answer with plain
/// JSON instead of a stream; its body is then one chunk. "[DONE]" ends a stream. Neither the reply
/// nor an error has the key.
ModelReply streamed(const ModelSettings& settings, HttpPost call, const std::string& key,
                    TakeChunk take, const ModelListener& listener, const std::stop_token& stop);

}  // namespace dossier::models
