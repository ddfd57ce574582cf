#pragma once
// HTTP requests to models: a POST whose answer may stream, and the policy for retries. dossier-http
// makes them, a process for each (agent/http/): the libraries of TLS are twelve, which every start
// of this program would link, and what reads a stranger's bytes is not where the secrets are.
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/model.h"
#include "agent/models/own_key.h"
#include "engine/error.h"

namespace dossier::models {

struct HttpPost {
  std::string url;  // http:// or https://
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;             // JSON
  int64_t timeout_ms = 0;       // from now to the last byte
  std::string method = "POST";  // another has no body
};

struct HttpAnswer {
  int status = 0;  // 0 = no answer came
  std::string content_type;
  std::string retry_after;
  std::string body;   // the first of it, of a status other than 200; a 200's goes to the receiver
  std::string error;  // why there is no complete answer, else ""
  bool over = false;  // it exceeds PeerBounds; `error` says how
  std::vector<std::pair<std::string, std::string>> headers{};

  /// The first value of the header, whatever the case of its name; "" = none.
  std::string_view header(std::string_view name) const;
};

/// Receives the body of a 200 answer, and its content type; returning false stops the transfer.
using Receiver = std::function<bool(std::string_view bytes, const std::string& type)>;

/// Sends a POST. It never retries and does not throw for network failures. Proxy variables are
/// ignored. A stop or a timeout ends it at once, even while nothing arrives. Redirections are not
/// followed: nothing is sent to an address that the user did not name.
HttpAnswer post(const HttpPost& request, const Receiver& receive, const std::stop_token& stop);

/// The whole answer of a GET, with its body for any status; at most PeerBounds::message_bytes.
HttpAnswer get(const std::string& url, int64_t timeout_ms);

/// The outcome of one attempt.
struct Attempt {
  enum Outcome : uint8_t { done, again, failed } outcome;
  ModelReply reply;
  std::string why;                      // for again and failed
  int64_t wait_ms = -1;                 // asked for by the server; -1 = it did not say
  ErrorCode code = ErrorCode::invalid;  // of a failure
};

/// Attempts until done, failed, out of attempts or out of time. The wait doubles from half a second
/// (jittered, at most 30 s), unless the server asked for another (at most 60 s).
/// settings.timeout_ms limits the whole. Fails as Model::reply does.
ModelReply with_retries(const ModelSettings& settings, const ModelListener& listener,
                        const std::stop_token& stop,
                        const std::function<Attempt(int64_t timeout_ms)>& attempt);

/// The attempt for an answer other than a complete 200: 429, 408 and 5xx are tried again, others
/// failed. The server's words are told without the key.
Attempt attempt_of(const HttpAnswer& answer, const OwnKey& key = OwnKey());

/// Milliseconds from `now_ms` (since 1970) of a Retry-After, in seconds or as a date in one of
/// HTTP's three forms; 0 for a date that has passed, -1 if it is absent or neither.
int64_t retry_after_ms(std::string_view header, int64_t now_ms);

}  // namespace dossier::models
