#pragma once
// One HTTP POST whose answer may stream, and the policy by which a failed one is tried again. The
// library's header is in http.cc alone, because it costs seconds of every compilation.
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/model.h"
#include "engine/error.h"

namespace dossier::models {

struct HttpPost {
  std::string url;  // http:// or https://
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;        // JSON
  int64_t timeout_ms = 0;  // from now to the last byte
};

struct HttpAnswer {
  int status = 0;  // 0 = no answer came
  std::string content_type;
  std::string retry_after;
  std::string body;   // the first of it, of a status other than 200; a 200's goes to the receiver
  std::string error;  // why no (whole) answer came, else ""
  bool over = false;  // it was more than PeerBounds allow; error says what
};

/// Receives the body of a 200 answer, and of what type it is; false stops the transfer.
using Receiver = std::function<bool(std::string_view bytes, const std::string& type)>;

/// Never retries, never throws for what the network does. Ignores proxy variables.
/// A stop and the end of its time end it at once, also while nothing arrives. Redirections are
/// answers like any other: nothing is sent to an address that the user did not name.
HttpAnswer post(const HttpPost& request, const Receiver& receive, const std::stop_token& stop);

/// The whole answer of a GET, body included whatever the status; up to PeerBounds::message_bytes.
HttpAnswer get(const std::string& url, int64_t timeout_ms);

/// What one attempt came to.
struct Attempt {
  enum Outcome : uint8_t { done, again, failed } outcome;
  ModelReply reply;
  std::string why;                      // for again and failed
  int64_t wait_ms = -1;                 // asked for by the server; -1 = it did not say
  ErrorCode code = ErrorCode::invalid;  // of a failure
};

/// Attempts until done, failed, out of attempts or out of time, with waits that double from half a
/// second (jittered, at most 30 s) unless the server asked for another (at most 60 s). Fails as
/// Model::reply does.
/// The time of the whole is settings.timeout_ms.
ModelReply with_retries(const ModelSettings& settings, const ModelListener& listener,
                        const std::stop_token& stop,
                        const std::function<Attempt(int64_t timeout_ms)>& attempt);

/// The attempt that an answer other than a whole 200 means: 429, 408 and 5xx again, others failed.
Attempt attempt_of(const HttpAnswer& answer);

/// Milliseconds from a Retry-After of seconds; -1 when it is absent or a date.
int64_t retry_after_ms(std::string_view header);

}  // namespace dossier::models
