#include "server/http/http.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "engine/error.h"
#include "server/http/connections.h"
#include "server/http/guard.h"
#include "server/http/router.h"
#include "server/http/stream_places.h"
#include "server/http/url.h"

namespace dossier {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr size_t kPeerShare = 4;           // beyond loopback one address has a quarter of the table
constexpr unsigned kWaitingScans = 8;      // each holds a store and its memory
constexpr milliseconds kPieceTime{10000};  // for a client to take anything of a stream
constexpr milliseconds kDrain{500};        // for requests under way to finish by themselves
constexpr milliseconds kCancelled{300};    // for cancelled ones to notice

unsigned threads_of(const HttpOptions& options) {
  return options.threads ? options.threads : default_threads();
}

unsigned quarter_of(const HttpOptions& options) { return std::max(1u, threads_of(options) / 4); }

// With those that scan one fewer than the quarter, so that a quick lookup always finds one free.
unsigned waiting_scans(const HttpOptions& options) {
  const unsigned others = ScanSlots::default_slots() + 1;
  return std::clamp(quarter_of(options), others + 1, others + kWaitingScans) - others;
}

Socket listen_checked(const HttpOptions& options) {
  Socket listener = listen_on(options.host, options.port);
  if (options.token.empty() && !is_on_loopback(listener)) {
    throw Error(ErrorCode::denied,
                "listening on " + options.host +
                    " accepts requests of other machines: it needs a token (--token)");
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

ResponseHead head_of(const Response& response, bool keep_alive) {
  ResponseHead head;
  head.status = response.status;
  head.content_type = response.content_type;
  head.headers = &response.headers;
  head.length = response.body.size();
  head.keep_alive = keep_alive;
  return head;
}

std::string whole(const Response& response, bool head_only, bool keep_alive) {
  std::string text = write_head(head_of(response, keep_alive));
  if (!head_only) text += response.body;
  return text;
}

Route health_route() {
  return {"GET", "/health",
          [](const Request&, RequestContext&) {
            Response response;
            response.body = R"({"status":"ok"})";
            return response;
          },
          Pace::brief, true};
}

}  // namespace

unsigned default_threads() { return 4 * (ScanSlots::default_slots() + 1 + kWaitingScans); }

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
  Response answer(const Request& request, Connection::Time ready);
  std::string refusal(const ReadHead& request) const;
  std::optional<Response> refuse(const RequestHead& head) const;
  bool has_token(const RequestHead& head, const Target& target) const;
  void record(const Request& request, const Response& response, SteadyClock::duration took);
  bool send_stream(Connection& connection, const Response& response, StreamPlaces::Place& place,
                   bool keep_alive);

  // A worker's leave for what only so many may do at a time, while it lives.
  struct Leave {
    Leave(std::atomic<unsigned>& of, unsigned most) : count(of), granted(++count <= most) {}
    ~Leave() { --count; }
    std::atomic<unsigned>& count;
    const bool granted;
  };

  HttpOptions options;
  EventLog& log;
  Router router;
  ScanSlots slots;
  std::atomic<bool> cancelled{false};
  int port = 0;
  bool on_loopback = true;
  std::string url;
  StreamPlaces streams;
  std::atomic<unsigned> writes{0};
  std::atomic<uint64_t> requests{0};
  std::unique_ptr<Connections> connections;  // last: its threads use all of the above
};

HttpServer::State::State(HttpOptions given, std::vector<Route> routes, EventLog& events)
    : options(std::move(given)),
      log(events),
      router((routes.push_back(health_route()), std::move(routes)), events),
      slots({.slots = ScanSlots::default_slots(), .max_waiting = waiting_scans(options)}),
      streams(std::max(1u, threads_of(options) / 2)) {
  Socket listener = listen_checked(options);
  port = port_of(listener);
  on_loopback = is_on_loopback(listener);
  url = url_of(options.host, port);
  Connections::Options wire;
  wire.threads = threads_of(options);
  wire.places = quarter_of(options);
  if (!on_loopback) wire.table.per_peer = wire.table.connections / kPeerShare;
  Rules rules;
  rules.limits.body = options.max_body;
  rules.refuse = [this](const ReadHead& request) { return refusal(request); };
  rules.is_brief = [this](const RequestHead& head) {
    return router.pace(head.method, percent_decode(split_target(head.target).path, false)) ==
           Pace::brief;
  };
  connections = std::make_unique<Connections>(std::move(listener), wire, std::move(rules),
                                              [this](Connection& from) { return serve(from); });
  connections->start();
}

// Answers one request; false closes the connection.
bool HttpServer::State::serve(Connection& connection) {
  const auto& head = std::get<RequestHead>(connection.request);
  Request request = decode(head, connection.input);
  request.server_url = url;
  request.id = std::to_string(++requests);
  if (!options.token.empty()) {
    std::erase_if(request.parameters, [](const auto& pair) { return pair.first == "token"; });
  }
  const bool head_only = head.method == "HEAD";
  Response response = answer(request, connection.ready);
  const bool keep = head.keep_alive && !connections->stopping();
  if (response.stream && !head_only) {
    StreamPlaces::Place place(streams, response.is_resumable);
    if (place.is_granted()) {
      connections->give_place(connection);
      return send_stream(connection, response, place, keep);
    }
    response = failure_response(Error(ErrorCode::limit, "busy"));
  }
  connection.output = whole(response, head_only, keep);
  return keep;
}

// The whole answer to what no route may see, or "". Runs on the thread that watches all
// connections.
std::string HttpServer::State::refusal(const ReadHead& request) const {
  if (const auto* refusal = std::get_if<Refusal>(&request)) {
    Response response = error_response(refusal->status, refusal->message);
    if (refusal->status == 503) response.headers.emplace_back("Retry-After", "1");
    return whole(response, false, false);
  }
  const auto& head = std::get<RequestHead>(request);
  const auto refused = refuse(head);
  return refused ? whole(*refused, head.method == "HEAD", false) : std::string();
}

Response HttpServer::State::answer(const Request& request, Connection::Time ready) {
  const Pace pace = router.pace(request.method, request.path);
  RequestContext context(pace, ready + options.deadline, slots, cancelled);
  std::optional<Leave> write;
  if (pace == Pace::write) write.emplace(writes, std::max(1u, quarter_of(options) / 2));
  Response response = write && !write->granted ? failure_response(Error(ErrorCode::limit, "busy"))
                                               : router.answer(request, context);
  response.headers.emplace_back("Dossier-Request", request.id);
  record(request, response, SteadyClock::now() - ready);
  return response;
}

// The checks that come before any route, by the head alone: a body is not waited for.
std::optional<Response> HttpServer::State::refuse(const RequestHead& head) const {
  const auto value = [&head](std::string_view name) {
    const std::string* found = head.find(name);
    return found ? std::string_view(*found) : std::string_view();
  };
  for (const std::string_view host : {head.authority(), value("host")}) {
    if (on_loopback && !host.empty() && !host_allowed(host, options.host)) {
      return error_response(403, "this server does not answer to that Host");
    }
  }
  if (!fetch_site_allowed(value("sec-fetch-site")) ||
      (on_loopback && !origin_allowed(value("origin"), options.host))) {
    return error_response(403, "requests from pages of other sites are refused");
  }
  const Target target = split_target(head.target);
  const bool is_get = head.method == "GET" || head.method == "HEAD";
  if (options.token.empty() || (is_get && router.is_open(percent_decode(target.path, false))) ||
      has_token(head, target)) {
    return std::nullopt;
  }
  Response response = error_response(401, "a token is needed");
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

bool HttpServer::State::has_token(const RequestHead& head, const Target& target) const {
  const std::string* header = head.find("authorization");
  std::string given(header ? bearer_token(*header) : std::string_view());
  if (given.empty()) {
    const NamedValues parameters = parse_query(target.query);
    const auto at = std::find_if(parameters.begin(), parameters.end(),
                                 [](const auto& pair) { return pair.first == "token"; });
    if (at != parameters.end()) given = at->second;
  }
  return equal_secret(given, options.token);
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

// Chunks for HTTP/1.1; before that the end of the connection ends the body.
bool HttpServer::State::send_stream(Connection& connection, const Response& response,
                                    StreamPlaces::Place& place, bool keep_alive) {
  ResponseHead head = head_of(response, keep_alive);
  head.chunked = std::get<RequestHead>(connection.request).minor == 1;
  head.length = std::string::npos;
  head.keep_alive = keep_alive && head.chunked;
  bool alive = send_all(connection.socket, write_head(head), kPieceTime);
  if (alive) {
    response.stream([&](std::string_view piece) {
      alive = alive && !cancelled && !connections->stopping();
      if (!piece.empty() && piece.front() != ':') place.say();  // the others are comments
      if (!alive || place.is_asked()) return false;
      if (!piece.empty()) {
        alive = send_all(connection.socket, head.chunked ? write_chunk(piece) : std::string(piece),
                         kPieceTime);
      }
      return alive;
    });
  }
  if (alive && head.chunked) alive = send_all(connection.socket, write_chunk({}), kPieceTime);
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
