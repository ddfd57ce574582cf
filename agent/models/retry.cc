#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <thread>

#include "agent/bounds.h"
#include "agent/models/http.h"
#include "agent/redact.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier::models {
namespace {

constexpr int64_t kFirstWaitMs = 500, kMaxWaitMs = 30'000, kMaxAskedWaitMs = 60'000;

// Sleeps in short steps, so that a stop is noticed.
void wait(const ModelSettings& settings, int64_t ms, const std::stop_token& stop) {
  if (settings.sleep) return settings.sleep(ms);
  for (const int64_t until = steady_ms() + ms; steady_ms() < until && !stop.stop_requested();)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

// The provider's own words, when the body holds them: {"error":{"message":…}} or {"error":"…"}.
std::string reason_in(const std::string& body, const OwnKey& key) {
  const auto parsed = parse_json(body);
  std::string_view said = body;
  if (const Json* json = std::get_if<Json>(&parsed)) {
    const Json& error = (*json)["error"];
    if (!json->text("message").empty()) said = json->text("message");
    if (!error.text("message").empty()) said = error.text("message");
    if (error.string() != nullptr) said = *error.string();
  }
  // Half a secret would not be recognised behind the cut.
  return std::string(utf8_prefix(redact(key.without(said)), kPeerBounds.reason_bytes));
}

}  // namespace

int64_t retry_after_ms(std::string_view header, int64_t now_ms) {
  constexpr int64_t kMost = 1'000'000'000;
  int64_t seconds = -1;
  const auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), seconds);
  if (!header.empty() && error == std::errc() && end == header.data() + header.size())
    return seconds < 0 ? -1 : std::min(seconds, kMost / 1000) * 1000;
  const std::string text(header);
  for (const char* form : {"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT",  // RFC 9110
                           "%a %b %d %H:%M:%S %Y"}) {
    std::tm time{};
    const char* rest = ::strptime(text.c_str(), form, &time);
    if (rest == nullptr || *rest != '\0') continue;
    return std::clamp<int64_t>(int64_t{::timegm(&time)} * 1000 - now_ms, 0, kMost);
  }
  return -1;
}

Attempt attempt_of(const HttpAnswer& answer, const OwnKey& key) {
  Attempt out{Attempt::again,
              {},
              {},
              retry_after_ms(answer.retry_after, system_clock().now_ms()),
              ErrorCode::invalid};
  if (answer.over) return {Attempt::failed, {}, answer.error, -1, ErrorCode::limit};
  if (answer.status == 0 || answer.status == 200) {
    out.why = answer.error.empty() ? "the answer was cut off" : answer.error;
    return out;
  }
  out.why = "HTTP " + std::to_string(answer.status);
  if (const std::string reason = reason_in(answer.body, key); !reason.empty())
    out.why += ": " + reason;
  const bool passing = answer.status == 429 || answer.status == 408 || answer.status >= 500;
  if (!passing) out.outcome = Attempt::failed;
  if (answer.status == 401 || answer.status == 403) out.code = ErrorCode::denied;
  return out;
}

ModelReply with_retries(const ModelSettings& settings, const ModelListener& listener,
                        const std::stop_token& stop,
                        const std::function<Attempt(int64_t timeout_ms)>& attempt) {
  const int64_t deadline = steady_ms() + settings.timeout_ms;
  Entropy& entropy = settings.entropy != nullptr ? *settings.entropy : system_entropy();
  int64_t backoff = kFirstWaitMs;
  for (int n = 1;; ++n) {
    if (stop.stop_requested()) throw Error(ErrorCode::conflict, "stopped");
    Attempt last = attempt(std::max<int64_t>(1, deadline - steady_ms()));
    if (last.outcome == Attempt::done) return std::move(last.reply);
    last.why = redact(last.why);  // a server may repeat what it was sent
    if (stop.stop_requested()) throw Error(ErrorCode::conflict, "stopped");
    if (last.outcome == Attempt::failed) throw Error(last.code, last.why);
    const std::string times = std::to_string(n) + (n == 1 ? " attempt" : " attempts");
    if (n == 1 && steady_ms() >= deadline) throw Error(ErrorCode::limit, last.why);
    if (n >= settings.attempts) throw Error(ErrorCode::io, last.why + " (" + times + ")");
    int64_t ms =
        backoff / 2 + static_cast<int64_t>(entropy.next() % static_cast<uint64_t>(backoff));
    if (last.wait_ms >= 0) ms = std::min(last.wait_ms, kMaxAskedWaitMs);
    if (steady_ms() + ms >= deadline)
      throw Error(ErrorCode::limit, "time is up after " + times + ": " + last.why);
    if (listener) listener({ModelProgress::retry, last.why});
    wait(settings, ms, stop);
    backoff = std::min(backoff * 2, kMaxWaitMs);
  }
}

}  // namespace dossier::models
