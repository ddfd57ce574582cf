#pragma once
// The interface of language models: a conversation in, one assistant's message out. A model keeps
// no state of the conversation, so a session can be replayed, forked and resumed from its record,
// and models write nothing. open_model() selects a model by a specification.
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "agent/turn.h"
#include "engine/clock.h"

namespace dossier {

/// A tool as a model sees it.
struct ToolSpec {
  std::string name;
  std::string description;
  Json schema;  // JSON Schema of the input
};

struct ModelRequest {
  std::string system;
  std::vector<Message> messages;
  std::vector<ToolSpec> tools;  // for models with native calls; for others they are in `system`
  int64_t max_tokens = 8192;
  int64_t timeout_ms = INT64_MAX;  // time left for the reply; the settings' limit if that is less
};

/// The provider's token counts; -1 = not reported.
struct Usage {
  int64_t in = -1;
  int64_t out = -1;
};

struct ModelReply {
  Message message;
  Usage usage;
  std::string diagnostics;  // a process' standard error
  bool is_cut = false;      // at the limit of the model's length: it is not all of the reply
};

/// An event while a reply arrives.
struct ModelProgress {
  enum Kind : uint8_t { piece, retry } kind;
  std::string_view text;  // the next piece of the reply, or the reason for a retry
};
using ModelListener = std::function<void(const ModelProgress&)>;

class Model {
 public:
  virtual ~Model() = default;

  /// The specification that opens this model: "offline", "openai:gpt-4o@https://…".
  virtual std::string name() const = 0;
  /// Whether calls and results are structured data (the native protocol).
  virtual bool native_calls() const = 0;
  /// Returns one reply. Fails with io (no answer after the retries), limit (time, or PeerBounds
  /// exceeded), denied (no key, 401), invalid (the provider refused the request), conflict
  /// (stopped).
  virtual ModelReply reply(const ModelRequest& request, const ModelListener& listener,
                           std::stop_token stop) = 0;
};

struct ModelSettings {
  int64_t timeout_ms = 300'000;  // for one reply, retries included
  int attempts = 5;
  Entropy* entropy = nullptr;                      // null = the system's
  std::function<void(int64_t ms)> sleep;           // null = really sleep
  std::function<const char*(const char*)> getenv;  // null = the environment
};

/// The model that a specification names:
///   offline                derives words from the question; needs nothing
///   scripted:FILE          replies read from FILE in order
///   process:CMD            any command; {system} and {prompt} in it become single arguments,
///                          otherwise the prompt goes to its standard input
///   openai:NAME[@URL]      chat completions; ollama:NAME is openai:NAME at Ollama's address
///   anthropic:NAME[@URL]   messages
/// Keys come from the environment only: OPENAI_API_KEY (POE_API_KEY for poe.com),
/// ANTHROPIC_API_KEY. Fails with invalid when the specification names no model.
std::unique_ptr<Model> open_model(std::string_view specification,
                                  const ModelSettings& settings = {});

}  // namespace dossier
