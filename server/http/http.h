#pragma once
// Routes, and the HTTP/1.1 server that serves them.
//
// The server gets a list of routes and does not know what they do. A handler gets a decoded Request
// and returns a Response; to fail it throws dossier::Error, which only the router catches. Sockets,
// framing and limits are in connections.h and wire.h. Rejected: cpp-httplib's server, whose idle
// connections each hold a thread (docs/decisions/0010-http-server.md has the other reasons).
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/http/context.h"

namespace dossier {

class EventLog;

using NamedValues = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::string method;
  std::string path;        // percent-decoded, without the query
  NamedValues parameters;  // of the query, decoded, in the order sent; an access token is left out
  NamedValues headers;     // names in lower case
  std::string body;
  std::string server_url;  // of the server that got it
  std::string id;  // in the header Dossier-Request of its answer, and in the log of a failure

  /// The first parameter with this name; absent if there is none. Borrowed from the request.
  std::optional<std::string_view> parameter(std::string_view name) const;
  /// The first header with this lower-case name; "" if there is none. Borrowed from the request.
  std::string_view header(std::string_view name) const;
};

/// Sends a piece of a streamed body. Returns false if the client has gone, receives nothing for ten
/// seconds, the stream makes room for another, or the server stops: then return.
using SendPiece = std::function<bool(std::string_view)>;
using Stream = std::function<void(const SendPiece&)>;

struct Response {
  int status = 200;
  std::string body;
  std::string content_type = "application/json; charset=utf-8";
  NamedValues headers;
  /// The line for the log without the duration; "" for none. It may contain control characters.
  std::string log;
  /// If set, called once after the head is sent, instead of sending `body`: server-sent events. It
  /// occupies a worker to its end, so at most half of the workers stream; further streams get 503.
  Stream stream;
  /// The stream's client can take it up again: it may be ended for another (StreamPlaces).
  bool is_resumable = false;
};

/// `{"error":"…"}`.
Response error_response(int status, std::string_view message);

struct Route {
  std::string method;  // GET also answers HEAD
  std::string path;    // exact, or a prefix when it ends in "/*"
  std::function<Response(const Request&, RequestContext&)> handler;
  Pace pace = Pace::quick;
  bool is_open = false;  // answered without the token: it tells nothing of what is served
};

struct HttpOptions {
  std::string host = "127.0.0.1";
  int port = 5015;       // 0 = any free one
  unsigned threads = 0;  // 0 = default_threads()
  std::chrono::milliseconds deadline{2000};
  size_t max_body = 4u << 20;
  /// If not empty, required of every request except those of open routes. Without a token only
  /// loopback is served.
  std::string token;
};

/// Half of these may stream. A quarter is for requests that are not brief: one more than those that
/// scan, or wait to, so that a quick one is not behind them. The last quarter is always left for
/// brief ones, of which as many may turn out to be scans.
unsigned default_threads();

/// A running server. Listens from construction on; the destructor stops it.
class HttpServer {
 public:
  /// Binds and serves. `log` is borrowed and must outlive the server. Throws denied for an address
  /// beyond loopback without a token, conflict for a port in use, io for an address that is not
  /// local.
  HttpServer(HttpOptions options, std::vector<Route> routes, EventLog& log);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  /// "http://HOST:PORT/".
  const std::string& url() const;
  /// Refuses new connections, lets requests in progress finish, cancels those still running after
  /// half a second, and returns within a second if handlers behave. Idempotent.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dossier
