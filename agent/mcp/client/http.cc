// A server over HTTP: each message is a POST of its own. Its answer is one JSON document or a
// stream of events; a stream of the earlier era that ends without the answer is continued, and
// beside it a server of that era may ask on the stream of a GET.
#include <algorithm>
#include <thread>

#include "agent/bounds.h"
#include "agent/mcp/client/flow.h"
#include "agent/mcp/client/listening.h"
#include "agent/mcp/client/parameter_headers.h"
#include "agent/mcp/client/reply.h"
#include "agent/mcp/client/transport.h"
#include "agent/mcp/message.h"
#include "agent/models/http.h"
#include "agent/models/sse.h"
#include "agent/redact.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier::mcp::client {
namespace {

constexpr int64_t kRetryMs = 1'000, kMostRetryMs = 10'000, kEndMs = 1'000;
constexpr int kMostContinuations = 5;
// The one who waits keeps the time of a call, which stands still while a person is asked.
constexpr int64_t kNoEndMs = 86'400'000, kSliceMs = 20;

// What comes in answer to one request, piece by piece.
class Stream {
 public:
  // With `listens`, messages of the stream of a GET come to `take`, too.
  Stream(const Taker& take, bool listens) : take_(take), listens_(listens) {}

  // False where nothing more is awaited.
  bool feed(std::string_view bytes, const std::string& type) {
    count(bytes.size());
    if (!type.starts_with("text/event-stream")) {
      document_ += bytes;
      if (document_.size() > kMaxMessageBytes)
        throw Error(ErrorCode::limit, over("the answer", kMaxMessageBytes));
      return true;
    }
    is_stream_ = true;
    for (const auto& event : events_.feed(bytes))
      if (message(event.data)) return false;
    if (events_.pending() > kMaxMessageBytes)
      throw Error(ErrorCode::limit, over("a message", kMaxMessageBytes));
    return true;
  }

  // One message of this stream, or of another; true once nothing more is awaited.
  bool message(std::string_view text) {
    if (++messages_ > kTransportBounds.messages)
      throw Error(ErrorCode::limit, "it sent over " + std::to_string(kTransportBounds.messages) +
                                        " messages and no answer");
    if (!text.empty() && take_(text)) is_done_ = true;
    return is_done_;
  }

  void count(size_t bytes) {
    bytes_ += bytes;
    if (bytes_ > kTransportBounds.bytes)
      throw Error(ErrorCode::limit, "it sent over 32 MB and no answer");
  }

  // The answer is whole.
  void end() {
    if (!is_done_ && !document_.empty()) is_done_ = take_(document_);
  }

  bool listens() const { return listens_; }
  bool is_done() const { return is_done_; }
  bool is_stream() const { return is_stream_; }
  bool can_go_on() const { return is_stream_ && !events_.last_id().empty(); }
  std::string last_id() const { return events_.last_id(); }
  int64_t retry_ms() const {
    return events_.retry_ms() < 0 ? kRetryMs : std::min(events_.retry_ms(), kMostRetryMs);
  }

 private:
  const Taker& take_;
  const bool listens_;
  models::EventStream events_;
  std::string document_;
  size_t bytes_ = 0, messages_ = 0;
  bool is_done_ = false, is_stream_ = false;
};

// Sleeps where nothing has to be done, unless it is stopped.
void wait(int64_t ms, const Patience& patience) {
  const int64_t end = steady_ms() + ms;
  for (int64_t left = ms; left > 0; left = end - steady_ms()) {
    patience.check();
    std::this_thread::sleep_for(std::chrono::milliseconds(std::min<int64_t>(left, 20)));
  }
}

class HttpTransport final : public Transport {
 public:
  HttpTransport(const ServerConfig& config, const Variables& variables)
      : url_(filled_in(config.url, variables)) {
    for (const auto& [name, value] : config.headers)
      headers_.emplace_back(name, filled_in(value, variables));
    for (const auto& [name, value] : headers_)
      if ((name + value).find_first_of("\r\n") != std::string::npos)
        throw Error(ErrorCode::invalid, "the header " + name + " has more than one line");
  }

  // A server of the earlier era may forget the session.
  ~HttpTransport() override {
    listening_.end();
    if (session_.empty()) return;
    models::HttpPost request{url_, headers_, {}, kEndMs, "DELETE"};
    request.headers.emplace_back("Mcp-Session-Id", session_);
    if (!version_.empty()) request.headers.emplace_back("MCP-Protocol-Version", version_);
    models::post(request, [](std::string_view, const std::string&) { return false; }, {});
  }

  Exchanged exchange(const Outgoing& request, const Taker& take, Patience& patience) override {
    Stream stream(take, !request.is_modern);
    listening_.renew();
    Exchanged out = run(request_of(request), request, stream, patience);
    for (int tries = 0; out.outcome == Exchanged::answered && !stream.is_done() &&
                        stream.can_go_on() && !request.is_modern && tries < kMostContinuations;
         ++tries) {
      wait(stream.retry_ms(), patience);
      models::HttpPost more = request_of(request);
      more.method = "GET";
      more.headers.emplace_back("Last-Event-ID", stream.last_id());
      out = run(std::move(more), request, stream, patience);
    }
    if (out.outcome == Exchanged::answered && !stream.is_done())
      throw Error(ErrorCode::io, stream.is_stream() ? "its stream ended without an answer"
                                                    : "its answer is none to the request");
    return out;
  }

  void send(const Outgoing& message, Patience& patience) override {
    const Taker nothing = [](std::string_view) { return true; };
    Stream stream(nothing, false);
    run(request_of(message), message, stream, patience);
  }

  void listen(const std::string& version) override {
    version_ = version;
    listening_.begin();
    listening_.open([this] { return request_of({{}, {}, {}, version_}); });
  }

  void glance(const Taker& take) override { listening_.fetch(take); }
  bool is_open() override { return is_open_; }
  bool is_http() const override { return true; }

 private:
  models::HttpPost request_of(const Outgoing& message) {
    models::HttpPost out{url_, headers_, message.text, 0};
    if (!message.version.empty()) {
      version_ = message.version;
      out.headers.emplace_back("MCP-Protocol-Version", message.version);
    }
    if (!session_.empty() && !message.is_modern)
      out.headers.emplace_back("Mcp-Session-Id", session_);
    if (!message.method.empty()) out.headers.emplace_back("Mcp-Method", message.method);
    if (!message.name.empty()) out.headers.emplace_back("Mcp-Name", encoded_header(message.name));
    for (const auto& [name, value] : message.parameters)
      out.headers.emplace_back(name, encoded_header(value));
    return out;
  }

  // Hands over what comes. False once time is up.
  bool pump(Flow& flow, Stream& stream, const Patience& patience) {
    while (true) {
      const Flow::Come come = flow.fetch();
      if (!come.bytes.empty() && !stream.feed(come.bytes, come.type)) return true;
      if (stream.listens()) hear(stream);
      if (stream.is_done() || come.ended) return true;
      patience.check();
      if (patience.left() <= 0) return false;
      std::unique_lock lock(bell_.mutex);
      bell_.changed.wait_for(lock, std::chrono::milliseconds(kSliceMs), [&] {
        return flow.has_come() || (stream.listens() && listening_.has_come());
      });
    }
  }

  void hear(Stream& stream) {
    listening_.open([this] { return request_of({{}, {}, {}, version_}); });
    stream.count(listening_.fetch([&](std::string_view text) { return stream.message(text); }));
  }

  Exchanged run(models::HttpPost request, const Outgoing& message, Stream& stream,
                const Patience& patience) {
    patience.check();
    if (patience.left() <= 0) return patience.late();
    request.timeout_ms = kNoEndMs;
    Flow flow(std::move(request), bell_);
    if (!pump(flow, stream, patience)) return patience.late();
    const auto answer = flow.answer();
    if (stream.is_done()) {
      keep_session(answer, message);
      return {};
    }
    patience.check();
    if (answer.status >= 300 && answer.status < 400)
      throw Error(ErrorCode::io, "it redirects to " +
                                     plain(answer.header("location"), kPeerBounds.reason_bytes) +
                                     ", which is not followed");
    if (answer.over) throw Error(ErrorCode::limit, answer.error);
    if (patience.left() <= 0) return patience.late();
    // The body of a refusal may be the answer itself.
    if (answer.status >= 400) return refused(answer, message, stream);
    // A stream that broke off may be continued.
    if (answer.status == 0 || (!answer.error.empty() && !stream.can_go_on()))
      throw Error(ErrorCode::io, answer.error);
    keep_session(answer, message);
    stream.end();
    return {};
  }

  Exchanged refused(const models::HttpAnswer& answer, const Outgoing& message, Stream& stream) {
    if (answer.status == 404 && !session_.empty() && !message.is_modern) {
      session_.clear();
      listening_.end();
      is_open_ = false;
    } else if (std::holds_alternative<Reply>(read_reply(answer.body))) {
      stream.feed(answer.body, "application/json");
      stream.end();
      if (stream.is_done()) return {};
    }
    const std::string said = plain(answer.body, kPeerBounds.reason_bytes);
    return {
        Exchanged::refused, answer.status,
        "it answers " + std::to_string(answer.status) + (said.empty() ? "" : ": ") + redact(said)};
  }

  void keep_session(const models::HttpAnswer& answer, const Outgoing& message) {
    if (message.method != "initialize") return;
    const std::string_view session = answer.header("mcp-session-id");
    if (session.size() <= kPeerBounds.name_bytes) session_ = session;
    is_open_ = true;
  }

  std::string url_;
  Pairs headers_;
  std::string session_, version_;
  bool is_open_ = true;
  Bell bell_;
  Listening listening_{bell_};
};

}  // namespace

std::unique_ptr<Transport> http_transport(const ServerConfig& config, const Variables& variables) {
  return std::make_unique<HttpTransport>(config, variables);
}

}  // namespace dossier::mcp::client
