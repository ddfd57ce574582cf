#include "server/http.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "engine/error.h"
#include "server/connections.h"
#include "server/guard.h"
#include "server/router.h"
#include "server/url.h"

namespace dossier {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr unsigned kThreads = 32;
constexpr size_t kWaitingScans = 8;      // each holds a store and its memory
constexpr milliseconds kDrain{500};      // for requests under way to finish by themselves
constexpr milliseconds kCancelled{300};  // for cancelled ones to notice

unsigned threads_of(const HttpOptions& options) {
  return options.threads ? options.threads : kThreads;
}

// Half of the workers at most, so that a quick lookup always finds one free.
size_t waiting_scans(const HttpOptions& options) {
  return std::clamp<size_t>(threads_of(options) / 2, 1, kWaitingScans);
}

Socket listen_checked(const HttpOptions& options) {
  Socket listener = listen_on(options.host, options.port);
  if (options.token.empty() && !is_on_loopback(listener)) {
    throw Error(ErrorCode::denied, "listening on " + options.host +
                                       " lets other machines ask: give a token (--token)");
  }
  return listener;
}

std::string url_of(const std::string& host, int port) {
  const bool bare_v6 = host.find(':') != std::string::npos && host.front() != '[';
  return "http://" + (bare_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port) + "/";
}

Request decode(const RequestHead& head, std::string_view input) {
  Request request;
  request.method = head.method;
  const Target target = split_target(head.target);
  request.path = percent_decode(target.path, false);
  request.parameters = parse_query(target.query);
  request.headers = head.headers;
  request.body = input.substr(head.size, head.body);
  return request;
}

Route health_route() {
  return {"GET", "/health", [](const Request&, RequestContext&) {
            Response response;
            response.body = R"({"status":"ok"})";
            return response;
          }};
}

}  // namespace

std::optional<std::string_view> Request::parameter(std::string_view name) const {
  for (const auto& [key, value] : parameters) {
    if (key == name) return value;
  }
  return std::nullopt;
}

std::string_view Request::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

struct HttpServer::State {
  State(HttpOptions given, std::vector<Route> routes, EventLog& events);

  bool serve(Connection& connection);
  Response answer(Request& request, Connection::Time ready);
  std::optional<Response> refuse(Request& request) const;
  void record(const Request& request, const Response& response, SteadyClock::duration took);
  bool send(Connection& connection, const Response& response, bool head_only, bool keep_alive);
  bool send_stream(Connection& connection, const Response& response, ResponseHead head);

  HttpOptions options;
  EventLog& log;
  Router router;
  ScanSlots slots;
  std::atomic<bool> cancelled{false};
  int port = 0;
  bool on_loopback = true;
  std::string url;
  Connections::Options wire;
  std::unique_ptr<Connections> connections;  // last: its threads use all of the above
};

HttpServer::State::State(HttpOptions given, std::vector<Route> routes, EventLog& events)
    : options(std::move(given)),
      log(events),
      router((routes.push_back(health_route()), std::move(routes)), events),
      slots({.slots = ScanSlots::default_slots(), .max_waiting = waiting_scans(options)}) {
  Socket listener = listen_checked(options);
  port = port_of(listener);
  on_loopback = is_on_loopback(listener);
  url = url_of(options.host, port);
  wire.threads = threads_of(options);
  wire.limits.body = options.max_body;
  connections = std::make_unique<Connections>(std::move(listener), wire,
                                              [this](Connection& from) { return serve(from); });
  connections->start();
}

// Answers one request; false closes the connection.
bool HttpServer::State::serve(Connection& connection) {
  if (const auto* refusal = std::get_if<Refusal>(&connection.request)) {
    send(connection, error_response(refusal->status, refusal->message), false, false);
    return false;
  }
  const auto& head = std::get<RequestHead>(connection.request);
  Request request = decode(head, connection.input);
  request.server_url = url;
  const Response response = answer(request, connection.ready);
  const bool keep = head.keep_alive && !connections->stopping();
  return send(connection, response, head.method == "HEAD", keep) && keep;
}

Response HttpServer::State::answer(Request& request, Connection::Time ready) {
  if (auto refused = refuse(request)) return *std::move(refused);
  RequestContext context(router.pace(request), ready + options.deadline, slots, cancelled);
  Response response = router.answer(request, context);
  record(request, response, SteadyClock::now() - ready);
  return response;
}

// The checks that come before any route. Takes the token out of the parameters.
std::optional<Response> HttpServer::State::refuse(Request& request) const {
  const std::string_view host = request.header("host");
  if (on_loopback && !host.empty() && !host_allowed(host, options.host)) {
    return error_response(403, "this server does not answer to that Host");
  }
  if (on_loopback && !origin_allowed(request.header("origin"), options.host)) {
    return error_response(403, "pages of other sites may not ask");
  }
  if (options.token.empty()) return std::nullopt;
  std::string given(bearer_token(request.header("authorization")));
  if (given.empty()) given = request.parameter("token").value_or("");
  std::erase_if(request.parameters, [](const auto& pair) { return pair.first == "token"; });
  if (request.path == "/health" || equal_secret(given, options.token)) return std::nullopt;
  Response response = error_response(401, "a token is needed");
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

void HttpServer::State::record(const Request& request, const Response& response,
                               SteadyClock::duration took) {
  std::string line = response.log;
  if (line.empty()) {
    if (response.status != 503) return;
    line = request.method + " " + request.path + ": " + response.body;
  }
  std::array<char, 40> ms;
  std::snprintf(ms.data(), ms.size(), ", %.1f ms",
                std::chrono::duration<double, std::milli>(took).count());
  log.add(line + ms.data());
}

bool HttpServer::State::send(Connection& connection, const Response& response, bool head_only,
                             bool keep_alive) {
  ResponseHead head;
  head.status = response.status;
  head.content_type = response.content_type;
  head.headers = &response.headers;
  head.length = response.body.size();
  head.keep_alive = keep_alive;
  if (response.stream && !head_only) return send_stream(connection, response, head);
  std::string text = write_head(head);
  if (!head_only) text += response.body;
  return send_all(connection.socket, text, wire.write_time);
}

// Chunks for HTTP/1.1; before that the end of the connection ends the body.
bool HttpServer::State::send_stream(Connection& connection, const Response& response,
                                    ResponseHead head) {
  const auto* request = std::get_if<RequestHead>(&connection.request);
  head.chunked = request && request->minor == 1;
  head.length = std::string::npos;
  head.keep_alive = head.keep_alive && head.chunked;
  bool alive = send_all(connection.socket, write_head(head), wire.write_time);
  if (alive) {
    response.stream([&](std::string_view piece) {
      alive = alive && !cancelled && !connections->stopping();
      if (alive && !piece.empty()) {
        alive = send_all(connection.socket, head.chunked ? write_chunk(piece) : std::string(piece),
                         wire.write_time);
      }
      return alive;
    });
  }
  if (alive && head.chunked) alive = send_all(connection.socket, write_chunk({}), wire.write_time);
  return alive && head.keep_alive;
}

HttpServer::HttpServer(HttpOptions options, std::vector<Route> routes, EventLog& log)
    : state_(std::make_unique<State>(std::move(options), std::move(routes), log)) {}

HttpServer::~HttpServer() { stop(); }

int HttpServer::port() const { return state_->port; }

const std::string& HttpServer::url() const { return state_->url; }

void HttpServer::stop() {
  Connections& connections = *state_->connections;
  connections.close_idle();
  if (!connections.wait_drained(SteadyClock::now() + kDrain)) {
    state_->cancelled = true;
    state_->slots.cancel();
    connections.wait_drained(SteadyClock::now() + kCancelled);
  }
  connections.finish();
}

}  // namespace dossier
