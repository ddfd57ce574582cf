#include "agent/models/http.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "agent/bounds.h"
#include "agent/models/http_frame.h"
#include "agent/models/watch.h"
#include "engine/child.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/helper_program.h"
#include "engine/no_sigpipe.h"
#include "engine/unicode.h"

namespace dossier::models {
namespace {

// dossier-http ends an exchange that takes too long, and says so; this is for one that cannot,
// since it looks up a name.
constexpr int64_t kGraceMs = 500;

// What of the environment an exchange needs: where certificates are, and how names are looked up.
// It reads a stranger's bytes and gets no secret but those of its request.
std::vector<std::string> helper_environment() {
  std::vector<std::string> out;
  for (const char* name :
       {"SSL_CERT_FILE", "SSL_CERT_DIR", "OPENSSL_CONF", "LOCALDOMAIN", "RES_OPTIONS",
        "HOSTALIASES", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"})
    if (const char* value = std::getenv(name)) out.push_back(std::string(name) + "=" + value);
  return out;
}

// A body comes in pieces of some kilobytes, a head is bounded where it is read.
constexpr size_t kMostFrame = 16 << 20;

void check_url(const std::string& url) {
  if (!url.starts_with("http://") && !url.starts_with("https://"))
    throw Error(ErrorCode::invalid, "the model's address must begin with http:// or https://", url);
  if (url.find_first_of(" \t\r\n") != url.npos)
    throw Error(ErrorCode::invalid, "the model's address has a space or a line break", url);
}

// Frames of dossier-http as they come, into an answer.
class Arriving {
 public:
  Arriving(HttpAnswer& answer, const Receiver& receive) : answer_(answer), receive_(receive) {}

  /// Takes the whole frames at the beginning of `bytes`. False once nothing more is awaited.
  bool take(std::string& bytes) {
    size_t at = 0;
    while (!ended_ && bytes.size() - at >= kHttpFrameHead) {
      uint32_t size = 0;
      std::memcpy(&size, &bytes[at + 1], sizeof size);
      if (size > kMostFrame) {
        end("dossier-http sent what it never sends");
        break;
      }
      if (bytes.size() - at - kHttpFrameHead < size) break;
      frame(static_cast<HttpFrame>(bytes[at]),
            std::string_view(bytes).substr(at + kHttpFrameHead, size));
      at += kHttpFrameHead + size;
    }
    bytes.erase(0, at);
    return !ended_;
  }
  bool ended() const { return ended_; }
  void end(const std::string& why) {
    ended_ = true;
    if (answer_.error.empty()) answer_.error = why;
  }

 private:
  void frame(HttpFrame kind, std::string_view payload) {
    switch (kind) {
      case HttpFrame::head:
        return head(payload);
      case HttpFrame::body:
        if (!body(payload)) end("the transfer was ended before its end");
        return;
      case HttpFrame::over:
        answer_.over = true;
        return end(std::string(payload));
      case HttpFrame::done:
      case HttpFrame::failed:
        return end(std::string(payload));
    }
    end("dossier-http sent what it never sends");
  }

  void head(std::string_view text) {
    for (bool is_first = true; is_first || !text.empty(); is_first = false) {
      const size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const size_t colon = line.find(": ");
      if (is_first) {
        std::from_chars(line.data(), line.data() + line.size(), answer_.status);
      } else if (colon != line.npos) {
        answer_.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
      }
    }
    answer_.content_type = answer_.header("Content-Type");
    answer_.retry_after = answer_.header("Retry-After");
  }

  // Whether more is awaited.
  bool body(std::string_view data) {
    if (answer_.status != 200) {
      answer_.body.append(data.substr(0, kPeerBounds.error_bytes - answer_.body.size()));
      return answer_.body.size() < kPeerBounds.error_bytes;
    }
    bytes_ += data.size();
    answer_.over = bytes_ > kPeerBounds.body_bytes;
    if (answer_.over) answer_.error = over("the answer", kPeerBounds.body_bytes);
    return !answer_.over && receive_(data, answer_.content_type);
  }

  HttpAnswer& answer_;
  const Receiver& receive_;
  size_t bytes_ = 0;  // of the body
  bool ended_ = false;
};

// The request as dossier-http reads it.
std::string written(const HttpPost& request) {
  std::string out =
      request.method + " " + request.url + " " + std::to_string(request.timeout_ms) + "\n";
  for (const auto& [name, value] : request.headers) {
    if ((name + value).find_first_of("\r\n") != std::string::npos)
      throw Error(ErrorCode::invalid, "the header " + name + " has more than one line");
    out += name + ": " + value + "\n";
  }
  return out + "\n" + request.body;
}

HttpAnswer exchange(const HttpPost& request, const Receiver& receive, const std::stop_token& stop) {
  HttpAnswer answer;
  if (stop.stop_requested()) return answer;
  const std::string text = written(request);
  const int64_t deadline = steady_ms() + request.timeout_ms + kGraceMs;
  const NoSigpipe no_signal;
  Child process({helper_program("dossier-http")}, {.environment = helper_environment()});
  Arriving arriving(answer, receive);
  std::string_view input = text;
  for (bool is_alive = true; arriving.take(process.output) && is_alive;) {
    if (stop.stop_requested()) {
      arriving.end("the request was stopped");
    } else if (steady_ms() > deadline) {
      arriving.end(late(request.timeout_ms));
    } else {
      is_alive = process.step(input);
    }
  }
  if (!arriving.ended()) arriving.end("dossier-http ended before the answer did");
  return answer;
}

}  // namespace

std::string_view HttpAnswer::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (equal_ignoring_case(key, name)) return value;
  return {};
}

HttpAnswer post(const HttpPost& given, const Receiver& receive, const std::stop_token& stop) {
  check_url(given.url);
  HttpPost request = given;
  if (request.method == "POST")
    request.headers.insert(request.headers.begin(), {"Content-Type", "application/json"});
  else
    request.body.clear();
  request.headers.insert(request.headers.begin(),
                         {"Accept", "text/event-stream, application/json"});
  return exchange(request, receive, stop);
}

HttpAnswer get(const std::string& url, int64_t timeout_ms) {
  check_url(url);
  std::string body;
  bool too_long = false;
  const auto receive = [&](std::string_view bytes, const std::string&) {
    body += bytes;
    too_long = body.size() > kPeerBounds.message_bytes;
    return !too_long;
  };
  HttpAnswer answer = exchange({url, {}, {}, timeout_ms, "GET"}, receive, {});
  if (answer.status == 200) answer.body = std::move(body);
  answer.over |= too_long;
  if (too_long) answer.error = over("the answer", kPeerBounds.message_bytes);
  // An incomplete answer is not an answer.
  if (!answer.error.empty() && answer.status == 200) answer.status = 0;
  return answer;
}

}  // namespace dossier::models
