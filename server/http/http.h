#pragma once
// What a route is, and the server that answers them over HTTP/1.1.
//
// The server is handed a list of routes and knows nothing of what they do. A handler gets a decoded
// Request and returns a Response; it throws dossier::Error to fail, which the router alone catches.
// Sockets, framing and limits are in connections.h and wire.h. Rejected: cpp-httplib's server,
// whose idle connections hold a thread each (docs/decisions/0010-http-server.md has the rest of the
// reasons).
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

  /// The first parameter of that name; nothing when there is none. Borrowed from the request.
  std::optional<std::string_view> parameter(std::string_view name) const;
  /// The first header of that lower-case name, "" when there is none. Borrowed from the request.
  std::string_view header(std::string_view name) const;
};

/// Sends a piece of a streamed body. False once the client has gone, takes nothing for ten seconds,
/// or the server stops: return.
using SendPiece = std::function<bool(std::string_view)>;
using Stream = std::function<void(const SendPiece&)>;

struct Response {
  int status = 200;
  std::string body;
  std::string content_type = "application/json; charset=utf-8";
  NamedValues headers;
  /// The line for the log, without its duration, "" for none. Control characters may be in it.
  std::string log;
  /// When set, called once after the head is sent, in place of `body`: server-sent events. It has a
  /// worker to its end, so at most half of the workers stream: further streams are 503.
  Stream stream;
};

/// `{"error":"…"}`.
Response error_response(int status, std::string_view message);

struct Route {
  std::string method;  // GET also answers HEAD
  std::string path;    // exact, or a prefix when it ends in "/*"
  std::function<Response(const Request&, RequestContext&)> handler;
  Pace pace = Pace::quick;
};

struct HttpOptions {
  std::string host = "127.0.0.1";
  int port = 5015;       // 0 = any free one
  unsigned threads = 0;  // 0 = 32
  std::chrono::milliseconds deadline{2000};
  size_t max_body = 4u << 20;
  /// Demanded of every request but /health when not empty. Without one only loopback is served.
  std::string token;
};

/// A running server. Listens from construction on; the destructor stops it.
class HttpServer {
 public:
  /// Binds and serves. `log` is borrowed and must outlive the server. Throws denied for an address
  /// beyond loopback without a token, conflict for a port in use, io for an address that is not
  /// ours.
  HttpServer(HttpOptions options, std::vector<Route> routes, EventLog& log);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  /// "http://HOST:PORT/".
  const std::string& url() const;
  /// Refuses new connections, lets requests under way finish, cancels those still running after
  /// half a second, and returns within a second of well-behaved handlers. Idempotent.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dossier
