#include "agent/mcp/client/connection.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "agent/bounds.h"
#include "agent/mcp/client/parameter_headers.h"
#include "agent/mcp/client/reply.h"
#include "agent/mcp/message.h"
#include "agent/mcp/version.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier::mcp::client {
namespace {

constexpr int64_t kProbeMs = 10'000;  // a process of the earlier era may say nothing
// What a handshake may settle, newest first. What is used of the last two is the same in all.
constexpr std::array<std::string_view, 4> kWithHandshake = {kLegacy, "2025-06-18", "2025-03-26",
                                                            "2024-11-05"};

bool is_with_handshake(std::string_view version) {
  return std::find(kWithHandshake.begin(), kWithHandshake.end(), version) != kWithHandshake.end();
}

bool has(const Json& versions, std::string_view version) {
  return std::any_of(versions.each().begin(), versions.each().end(), [&](const Json& known) {
    return known.string() != nullptr && *known.string() == version;
  });
}

std::string_view newest_with_handshake(const Json& versions) {
  for (const auto version : kWithHandshake)
    if (has(versions, version)) return version;
  return {};
}

[[noreturn]] void no_common_version(const Json& versions) {
  throw Error(ErrorCode::invalid, "the server speaks " +
                                      plain(versions.dump(), kPeerBounds.reason_bytes) +
                                      ", and none of the versions of this program");
}

}  // namespace

struct Connection::Answer {
  Exchanged exchanged;
  Reply reply;

  bool is_result() const {
    return exchanged.outcome == Exchanged::answered && reply.kind == Reply::result;
  }
  bool is_error() const {
    return exchanged.outcome == Exchanged::answered && reply.kind == Reply::error;
  }
  /// Throws what is no result.
  const Json& result() const {
    if (exchanged.outcome == Exchanged::late) throw Error(ErrorCode::limit, exchanged.why);
    if (exchanged.outcome == Exchanged::refused)
      throw Error(
          exchanged.status == 401 || exchanged.status == 403 ? ErrorCode::denied : ErrorCode::io,
          exchanged.why);
    if (reply.kind == Reply::error)
      throw Error(ErrorCode::invalid,
                  "the server refuses: " + reply.message + " (" + std::to_string(reply.code) + ")");
    return reply.body;
  }
};

Connection::Connection(std::unique_ptr<Transport> transport, Self self, bool probes,
                       const std::stop_token& stop)
    : transport_(std::move(transport)), self_(std::move(self)) {
  Patience patience = Patience::of(kConnectMs, stop);
  if (!probes || !discover(patience)) shake_hands(patience);
}

bool Connection::is_modern() const { return version_ == kModern; }

Json Connection::capabilities() const {
  Json out = Json::object();
  if (self_.elicit) out.set("elicitation", Json::object());
  return out;
}

Json Connection::implementation() const {
  return Json::object({{"name", "dossier"}, {"version", self_.version}});
}

// One request, and what the server sends until it is answered.
Connection::Answer Connection::ask(const std::string& method, Json params, Patience& patience,
                                   Outgoing out) {
  if (is_modern())
    params.set("_meta", Json::object({{std::string(kMetaVersion), version_},
                                      {std::string(kMetaClient), implementation()},
                                      {std::string(kMetaCapabilities), capabilities()}}));
  const Json id = next_id_++;
  out.text = request_text(id, method, std::move(params));
  out.method = method;
  out.version = version_;
  out.is_modern = is_modern();
  served_ = 0;
  size_t strays = 0;
  Answer answer;
  answer.exchanged = transport_->exchange(
      out,
      [&](std::string_view text) {
        auto read = read_reply(text);
        if (const auto* why = std::get_if<std::string>(&read))
          throw Error(ErrorCode::invalid, "it sends what is no message: " + *why);
        Reply& reply = std::get<Reply>(read);
        if (reply.kind == Reply::notification)
          is_changed_ |= reply.method == "notifications/tools/list_changed";
        else if (reply.kind == Reply::request)
          serve(reply, patience);
        else if (reply.id == id || (reply.kind == Reply::error && reply.id.is_null()))
          return answer.reply = std::move(reply), true;
        else
          ++strays;
        return false;
      },
      patience);
  if (answer.exchanged.outcome == Exchanged::late) {
    if (strays > 0)
      answer.exchanged.why += "; it answered what was not asked, " + std::to_string(strays) +
                              (strays == 1 ? " time" : " times");
    cancel(id);
  }
  return answer;
}

void Connection::look() {
  served_ = 0;
  transport_->glance([&](std::string_view text) {
    const auto read = read_reply(text);
    const Reply* reply = std::get_if<Reply>(&read);
    if (reply == nullptr) return false;
    is_changed_ |= reply->method == "notifications/tools/list_changed";
    if (reply->kind != Reply::request) return false;
    Patience moment = Patience::of(kTransportBounds.grace_ms, {});
    serve(*reply, moment);
    return false;
  });
}

// Whoever answers a request that nobody waits for any more may stop.
void Connection::cancel(const Json& id) {
  if (transport_->is_http() || !transport_->is_open()) return;
  Patience moment = Patience::of(kTransportBounds.grace_ms, {});
  const std::string method = "notifications/cancelled";
  const Json params = Json::object({{"requestId", id}, {"reason", "no answer in time"}});
  transport_->send({notification_text(method, params), method, {}, version_, is_modern(), {}},
                   moment);
}

// False where the server is of the earlier era.
bool Connection::discover(Patience& patience) {
  for (int tries = 0; tries < 2; ++tries) {
    version_ = kModern;
    Patience probe = patience;
    if (!transport_->is_http()) {
      probe = Patience::of(kProbeMs, patience.stop);
      probe.deadline = std::min(probe.deadline, patience.deadline);
    }
    const Answer answer = ask("server/discover", Json::object(), probe, {});
    if (answer.is_error() && answer.reply.code == kUnsupportedVersion) {
      const Json& versions = answer.reply.body["supported"];
      if (has(versions, kModern)) continue;
      wanted_ = newest_with_handshake(versions);
      if (wanted_.empty()) no_common_version(versions);
      return false;
    }
    const bool is_modern_error = answer.is_error() && (answer.reply.code == kHeaderMismatch ||
                                                       answer.reply.code == kMissingCapability);
    const bool may_be_earlier =
        answer.is_error() ||
        (answer.exchanged.outcome == Exchanged::late && !transport_->is_http()) ||
        (answer.exchanged.outcome == Exchanged::refused && answer.exchanged.status < 500 &&
         answer.exchanged.status != 401 && answer.exchanged.status != 403);
    if (!is_modern_error && may_be_earlier) return false;
    const Json& result = answer.result();
    const Json& versions = result["supportedVersions"];
    if (versions.items() == nullptr) return false;
    server_ = client_in(result["_meta"][kMetaServer].is_null() ? result["serverInfo"]
                                                               : result["_meta"][kMetaServer]);
    if (has(versions, kModern)) return true;
    wanted_ = newest_with_handshake(versions);
    if (wanted_.empty()) no_common_version(versions);
    return false;
  }
  throw Error(ErrorCode::invalid, "the server refuses a version that it says to speak");
}

void Connection::shake_hands(Patience& patience) {
  version_.clear();
  const Answer answer = ask("initialize",
                            Json::object({{"protocolVersion", wanted_},
                                          {"capabilities", capabilities()},
                                          {"clientInfo", implementation()}}),
                            patience, {});
  const Json& result = answer.result();
  const std::string& version = result.text("protocolVersion");
  if (!is_with_handshake(version)) no_common_version(result["protocolVersion"]);
  version_ = version;
  server_ = client_in(result["serverInfo"]);
  transport_->send(
      {Json::object({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}}).dump(),
       "notifications/initialized",
       {},
       version_,
       false,
       {}},
      patience);
  transport_->listen(version_);
}

Listed Connection::list(const std::string& server, Patience& patience) {
  Listed out;
  std::string cursor;
  for (size_t page = 0; page < kDefinitionBounds.pages; ++page) {
    Json params = Json::object();
    if (!cursor.empty()) params.set("cursor", cursor);
    const Answer answer = ask("tools/list", std::move(params), patience, {});
    // It has no tools.
    if (answer.is_error() && answer.reply.code == kMethodNotFound && page == 0) return out;
    const Json& result = answer.result();
    if (result["tools"].items() == nullptr)
      throw Error(ErrorCode::invalid, "the server's list of tools is none");
    take_tools(result, server, transport_->is_http(), out);
    if (result.text("nextCursor").empty() || result.text("nextCursor") == cursor) return out;
    cursor = result.text("nextCursor");
  }
  out.left_out.push_back("the list has over " + std::to_string(kDefinitionBounds.pages) + " pages");
  return out;
}

Json Connection::call(const Definition& tool, const Json& arguments, Patience& patience) {
  Json params = Json::object({{"name", tool.name}, {"arguments", arguments}});
  for (int round = 0; round < kMostRounds; ++round) {
    Outgoing more;
    more.name = tool.name;
    if (is_modern())
      for (const auto& [path, header] : tool.headers)
        if (auto value = header_value(arguments, path); value.found)
          more.parameters.emplace_back(header, std::move(value.text));
    Answer answer = ask("tools/call", params, patience, more);
    // A session that it has ended is begun again; the call has not been made.
    if (answer.exchanged.outcome == Exchanged::refused && !is_open() && round == 0) {
      shake_hands(patience);
      answer = ask("tools/call", params, patience, std::move(more));
    }
    const Json& result = answer.result();
    const std::string& type = result.text("resultType");
    if (!is_modern() || type.empty() || type == "complete") return result;
    if (type != "input_required")
      throw Error(ErrorCode::invalid,
                  "the server's result is of the unknown type '" + plain(type, 40) + "'");
    params = Json::object({{"name", tool.name}, {"arguments", arguments}});
    if (result.find("inputRequests") != nullptr)
      params.set("inputResponses", answers_to(result["inputRequests"], patience));
    if (const Json* state = result.find("requestState")) params.set("requestState", *state);
  }
  throw Error(ErrorCode::limit,
              "the server asks on after " + std::to_string(kMostRounds) + " rounds of questions");
}

Json Connection::answers_to(const Json& requests, Patience& patience) {
  if (requests.fields() == nullptr || requests.fields()->size() > kMostQuestions)
    throw Error(ErrorCode::limit, "the server asks over 8 things at once");
  Json out = Json::object();
  for (const auto& [key, asked] : *requests.fields()) {
    auto answer = answered(asked.text("method"), asked["params"], patience);
    if (!answer)
      throw Error(ErrorCode::denied, "the server asks for " + plain(asked.text("method"), 60) +
                                         ", which it cannot have here");
    out.set(key, std::move(*answer));
  }
  return out;
}

// A request of a server of the earlier era; no other may send one, and none is answered to it.
void Connection::serve(const Reply& asked, Patience& patience) {
  if (++served_ > kMostRequests)
    throw Error(ErrorCode::limit, "the server asks over 100 things before it answers");
  if (is_modern()) return;
  const auto answer = asked.method == "ping" ? std::optional<Json>(Json::object())
                                             : answered(asked.method, asked.body, patience);
  const std::string text =
      answer ? result_text(asked.id, *answer)
             : error_text(asked.id, {kMethodNotFound, "this client does not do that", {}});
  transport_->send({text, {}, {}, version_, is_modern(), {}}, patience);
}

// Absent for what is not offered.
std::optional<Json> Connection::answered(const std::string& method, const Json& params,
                                         Patience& patience) {
  if (method != "elicitation/create" || !self_.elicit) return std::nullopt;
  const Json& schema = params["requestedSchema"];
  const std::string& mode = params.text("mode");
  if ((!mode.empty() && mode != "form") || schema["properties"].fields() == nullptr)
    return Json::object({{"action", "decline"}});
  const int64_t begun = steady_ms();
  auto given = self_.elicit(plain_lines(params.text("message"), kPeerBounds.name_bytes), schema);
  patience.deadline += steady_ms() - begun;
  if (!given) return Json::object({{"action", "decline"}});
  for (const auto& [name, property] : *schema["properties"].fields())
    if (const Json* value = property.find("default"); value != nullptr && !given->find(name))
      given->set(name, *value);
  return Json::object({{"action", "accept"}, {"content", std::move(*given)}});
}

}  // namespace dossier::mcp::client
