#include "agent/mcp/endpoint.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace dossier::mcp {
namespace {

constexpr std::string_view kSession = "mcp-session-id";

Reply refused(int status, const Json& id, const Refusal& why) {
  return {status, error_text(id, why)};
}

// Earlier clients are told of errors by the body alone.
int status_of(const Answer& answer, bool is_modern) {
  const auto* why = std::get_if<Refusal>(&answer.outcome);
  if (why == nullptr || !is_modern) return 200;
  return why->code == kMethodNotFound ? 404 : why->code == kMissingCapability ? 400 : 200;
}

// The keys of what is kept. They begin differently, so that a session's id, which a client sends,
// is never taken for a client's name.
std::string key_of_client(const std::string& client) { return "client " + client; }
std::string key_of_session(std::string_view id) { return "session " + std::string(id); }

bool takes_streams(const Endpoint::Head& head) {
  return head("accept").find("text/event-stream") != std::string_view::npos;
}

// "NAME-NUMBER", as the ids of events have it.
std::optional<std::pair<std::string, uint64_t>> event_of(std::string_view id) {
  const size_t dash = id.rfind('-');
  uint64_t number = 0;
  if (dash == id.npos) return std::nullopt;
  const std::string_view digits = id.substr(dash + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return std::pair(std::string(id.substr(0, dash)), number);
}

}  // namespace

Reply Endpoint::post(const Head& head, std::string_view body, Lender& lender) {
  const auto read = read_message(body);
  if (const auto* unreadable = std::get_if<Unreadable>(&read))
    return refused(400, unreadable->id, unreadable->why);
  const auto& message = std::get<Incoming>(read);
  return message.kind == Incoming::request ? answer(message, head, lender) : take(message, head);
}

// What wants no answer: an answer to a question of ours, or a word about an earlier request.
Reply Endpoint::take(const Incoming& message, const Head& head) {
  if (head(kSession).empty()) return {202};
  const std::string key = key_of_session(head(kSession));
  const auto connection = known(key);
  if (!connection) return refused(404, {}, {kInvalidRequest, "no such session"});
  if (message.kind == Incoming::response) connection->replies.deliver(message.id, message.reply);
  if (message.method == "notifications/cancelled") {
    const std::lock_guard lock(mutex_);
    const auto at = kept_.find(key);
    if (at == kept_.end()) return {202};
    const auto talk = at->second.talks.find(message.params["requestId"].dump());
    if (talk != at->second.talks.end()) talk->second->abandon();
  }
  return {202};
}

Reply Endpoint::answer(const Incoming& request, const Head& head, Lender& lender) {
  const bool is_modern = version_in(request.params).has_value();
  if (request.method == "initialize" && !is_modern) return begin(request, lender);
  if (is_modern ||
      !(head("mcp-protocol-version").empty() || is_legacy(head("mcp-protocol-version"))))
    return modern(request, head, lender);
  return legacy(request, head, lender);
}

Reply Endpoint::begin(const Incoming& request, Lender& lender) {
  Reply reply;
  reply.session = unguessable_id(entropy_);
  const auto notices = std::make_shared<Exchange>("notices");
  const auto connection = std::make_shared<Connection>(notices);
  reply.body = server_.answer(request, *connection, {lender, nullptr}).text(request.id);
  if (connection->handshake.version.empty()) return {200, std::move(reply.body)};
  keep(key_of_session(reply.session), {connection, notices, {}});
  return reply;
}

Reply Endpoint::modern(const Incoming& request, const Head& head, Lender& lender) {
  if (version_in(request.params)) {
    const Json* schema = request.method == "tools/call"
                             ? server_.schema_with_headers(request.params.text("name"))
                             : nullptr;
    if (const auto why = mismatch(request, head, schema)) return refused(400, request.id, *why);
  }
  const auto caller = caller_of(request, {});
  if (const auto* why = std::get_if<Refusal>(&caller)) return refused(400, request.id, *why);
  const std::string key = key_of_client(std::get<Caller>(caller).client);
  auto connection = known(key);
  if (!connection) {
    connection = std::make_shared<Connection>();
    keep(key, {connection, nullptr, {}});
  }
  return run(request, key, connection, head, lender);
}

Reply Endpoint::legacy(const Incoming& request, const Head& head, Lender& lender) {
  if (head(kSession).empty())
    return refused(400, request.id,
                   {kInvalidRequest,
                    "neither _meta with a protocol version nor Mcp-Session-Id: send initialize"});
  const std::string key = key_of_session(head(kSession));
  const auto connection = known(key);
  if (!connection)
    return refused(404, request.id, {kInvalidRequest, "no such session: send initialize again"});
  return run(request, key, connection, head, lender);
}

Reply Endpoint::run(const Incoming& request, const std::string& key,
                    const std::shared_ptr<Connection>& connection, const Head& head,
                    Lender& lender) {
  if (takes_streams(head) && server_.may_talk(request, *connection))
    return request.method == "subscriptions/listen" ? listen(request, *connection)
                                                    : talk(request, key, connection);
  const Answer answer = server_.answer(request, *connection, {lender, nullptr});
  return {status_of(answer, version_in(request.params).has_value()), answer.text(request.id)};
}

Reply Endpoint::listen(const Incoming& request, Connection& connection) {
  const auto exchange = std::make_shared<Exchange>("listen");
  const Answer answer = server_.answer(request, connection, {slow_, exchange});
  if (const auto* listening = std::get_if<Listening>(&answer.outcome)) {
    const std::lock_guard lock(mutex_);
    listeners_[listening->subscription] = {request.id, exchange};
    return {200, {}, {}, Streamed{exchange, 0, false, listening->subscription}};
  }
  return {status_of(answer, true), answer.text(request.id)};
}

Reply Endpoint::talk(const Incoming& request, const std::string& key,
                     const std::shared_ptr<Connection>& connection) {
  const bool is_modern = version_in(request.params).has_value();
  std::shared_ptr<Exchange> exchange;
  {
    const std::lock_guard lock(mutex_);
    exchange = std::make_shared<Exchange>("call" + std::to_string(++exchanges_));
  }
  const bool started = crew_.start([this, request, connection, exchange,
                                    is_modern](const std::stop_token& stop) {
    const std::stop_callback forward(stop, [&exchange] { exchange->abandon(); });
    const Answer answer = server_.answer(request, *connection, {slow_, exchange, exchange->stop()});
    exchange->finish(answer.text(request.id), status_of(answer, is_modern));
  });
  if (!started)
    return refused(503, request.id, {kInternalError, "too many calls at a time: try again"});
  if (!is_modern) remember(key, request.id, exchange);
  if (!exchange->wait_whole())
    return {200, {}, {}, Streamed{exchange, 0, !is_modern, 0, is_modern}};
  if (!is_modern) forget(key, request.id);
  Reply reply;
  reply.body = exchange->take_whole(reply.status);
  return reply;
}

Reply Endpoint::get(const Head& head) {
  if (head(kSession).empty() || !takes_streams(head))
    return refused(405, {}, {kInvalidRequest, "only a session of an earlier version is streamed"});
  const std::lock_guard lock(mutex_);
  const auto at = kept_.find(key_of_session(head(kSession)));
  if (at == kept_.end())
    return refused(404, {}, {kInvalidRequest, "no such session: send initialize again"});
  const auto event = event_of(head("last-event-id"));
  if (!event) return {200, {}, {}, Streamed{at->second.notices, 0, true}};
  if (event->first == at->second.notices->name())
    return {200, {}, {}, Streamed{at->second.notices, event->second, true}};
  for (const auto& [id, talk] : at->second.talks)
    if (talk->name() == event->first) return {200, {}, {}, Streamed{talk, event->second, true}};
  return refused(404, {}, {kInvalidRequest, "there is no such stream, or not any more"});
}

Reply Endpoint::remove(const Head& head) {
  Kept kept;
  {
    const std::lock_guard lock(mutex_);
    const auto at = kept_.find(key_of_session(head(kSession)));
    if (at == kept_.end()) return refused(404, {}, {kInvalidRequest, "no such session"});
    kept = std::move(at->second);
    kept_.erase(at);
  }
  end(kept);
  return {204};
}

void Endpoint::left(const Streamed& stream) {
  if (stream.subscription != 0) {
    server_.unsubscribe(stream.subscription, {});
    const std::lock_guard lock(mutex_);
    listeners_.erase(stream.subscription);
    has_left_.notify_all();
  }
  if (stream.ends_call) stream.exchange->abandon();
}

void Endpoint::stop() {
  crew_.stop();
  std::unique_lock lock(mutex_);
  for (const auto& [subscription, listener] : listeners_)
    listener.exchange->finish(server_.unsubscribe(subscription, listener.id), 200);
  has_left_.wait_for(lock, std::chrono::milliseconds(kGraceMs),
                     [this] { return listeners_.empty(); });
  listeners_.clear();
}

std::shared_ptr<Connection> Endpoint::known(std::string_view key) {
  const std::lock_guard lock(mutex_);
  const auto at = kept_.find(key);
  if (at == kept_.end()) return nullptr;
  at->second.used = ++uses_;
  return at->second.connection;
}

void Endpoint::keep(std::string key, Kept kept) {
  Kept oldest;
  {
    const std::lock_guard lock(mutex_);
    if (kept_.size() >= kMostConnections) {
      const auto at = std::min_element(
          kept_.begin(), kept_.end(),
          [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
      oldest = std::move(at->second);
      kept_.erase(at);
    }
    kept.used = ++uses_;
    kept_[std::move(key)] = std::move(kept);
  }
  if (oldest.connection) end(oldest);
}

void Endpoint::end(const Kept& kept) {
  for (const auto& [id, talk] : kept.talks) talk->abandon();
  if (kept.notices) kept.notices->finish({}, 200);
  server_.end(*kept.connection);
}

void Endpoint::remember(const std::string& key, const Json& id,
                        const std::shared_ptr<Exchange>& talk) {
  const std::lock_guard lock(mutex_);
  const auto at = kept_.find(key);
  if (at == kept_.end()) return;
  auto& talks = at->second.talks;
  talks[id.dump()] = talk;
  while (talks.size() > kMostResumable) {
    // Names count up, so the shortest and smallest is the oldest.
    const auto oldest =
        std::min_element(talks.begin(), talks.end(), [](const auto& a, const auto& b) {
          return std::pair(a.second->name().size(), a.second->name()) <
                 std::pair(b.second->name().size(), b.second->name());
        });
    talks.erase(oldest);
  }
}

void Endpoint::forget(const std::string& key, const Json& id) {
  const std::lock_guard lock(mutex_);
  const auto at = kept_.find(key);
  if (at != kept_.end()) at->second.talks.erase(id.dump());
}

}  // namespace dossier::mcp
