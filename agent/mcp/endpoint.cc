#include "agent/mcp/endpoint.h"

#include <algorithm>

#include "engine/digest.h"

namespace dossier::mcp {
namespace {

constexpr std::string_view kSession = "mcp-session-id";

Reply refused(int status, const Json& id, const Refusal& why) {
  return {status, error_text(id, why), {}};
}

int status_of(const Answer& answer) {
  const auto* why = std::get_if<Refusal>(&answer.outcome);
  if (why == nullptr) return 200;
  return why->code == kMethodNotFound ? 404 : why->code == kMissingCapability ? 400 : 200;
}

// Of what is kept: a session's id, which a client sends, is never taken for a client's name.
std::string key_of_client(const std::string& client) { return "client " + client; }
std::string key_of_session(std::string_view id) { return "session " + std::string(id); }

}  // namespace

Reply Endpoint::post(const Head& head, std::string_view body, Place& place) {
  const auto read = read_message(body);
  if (const auto* unreadable = std::get_if<Unreadable>(&read))
    return refused(400, unreadable->id, unreadable->why);
  const auto& message = std::get<Incoming>(read);
  // A search ends at the server's deadline, so a client that cancels waits no longer.
  if (message.kind != Incoming::request) return {202, {}, {}};
  return answer(message, head, place);
}

Reply Endpoint::answer(const Incoming& request, const Head& head, Place& place) {
  const bool is_modern = version_in(request.params).has_value();
  if (request.method == "initialize" && !is_modern) return begin(request, place);
  if (is_modern ||
      !(head("mcp-protocol-version").empty() || is_legacy(head("mcp-protocol-version"))))
    return modern(request, head, place);
  return legacy(request, head, place);
}

Reply Endpoint::begin(const Incoming& request, Place& place) {
  const auto connection = std::make_shared<Connection>();
  const Answer answer = server_.answer(request, *connection, place);
  Reply reply{200, answer.text(request.id), {}};
  if (connection->handshake.version.empty()) return reply;
  for (int i = 0; i < 2; ++i) {
    const uint64_t random = entropy_.next();
    reply.session += hex({reinterpret_cast<const char*>(&random), sizeof random}, 16);
  }
  keep(key_of_session(reply.session), connection, place);
  return reply;
}

Reply Endpoint::modern(const Incoming& request, const Head& head, Place& place) {
  if (version_in(request.params))
    if (const auto why = mismatch(request, head)) return refused(400, request.id, *why);
  const auto caller = caller_of(request, {});
  if (const auto* why = std::get_if<Refusal>(&caller)) return refused(400, request.id, *why);
  const std::string key = key_of_client(std::get<Caller>(caller).client);
  auto connection = known(key);
  if (!connection) {
    connection = std::make_shared<Connection>();
    keep(key, connection, place);
  }
  const Answer answer = server_.answer(request, *connection, place);
  return {status_of(answer), answer.text(request.id), {}};
}

Reply Endpoint::legacy(const Incoming& request, const Head& head, Place& place) {
  if (head(kSession).empty())
    return refused(400, request.id,
                   {kInvalidRequest,
                    "neither _meta with a protocol version nor Mcp-Session-Id: send initialize"});
  const auto connection = known(key_of_session(head(kSession)));
  if (!connection)
    return refused(404, request.id, {kInvalidRequest, "no such session: send initialize again"});
  return {200, server_.answer(request, *connection, place).text(request.id), {}};
}

Reply Endpoint::remove(const Head& head, Place& place) {
  std::shared_ptr<Connection> connection;
  {
    const std::lock_guard lock(mutex_);
    const auto at = kept_.find(key_of_session(head(kSession)));
    if (at == kept_.end()) return refused(404, {}, {kInvalidRequest, "no such session"});
    connection = std::move(at->second.connection);
    kept_.erase(at);
  }
  server_.end(*connection, place);
  return {204, {}, {}};
}

std::shared_ptr<Connection> Endpoint::known(std::string_view key) {
  const std::lock_guard lock(mutex_);
  const auto at = kept_.find(key);
  if (at == kept_.end()) return nullptr;
  at->second.used = ++uses_;
  return at->second.connection;
}

void Endpoint::keep(std::string key, std::shared_ptr<Connection> connection, Place& place) {
  std::shared_ptr<Connection> oldest;
  {
    const std::lock_guard lock(mutex_);
    if (kept_.size() >= kMostConnections) {
      const auto at = std::min_element(
          kept_.begin(), kept_.end(),
          [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
      oldest = at->second.connection;
      kept_.erase(at);
    }
    kept_[std::move(key)] = {std::move(connection), ++uses_};
  }
  if (oldest) server_.end(*oldest, place);
}

}  // namespace dossier::mcp
