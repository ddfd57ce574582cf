#pragma once
// Maps a request to its route, and a failure to its status.
//
// This is the only place in the server that catches exceptions: whatever a handler throws becomes
// an answer here, and failures that the client did not cause are also logged.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "server/http/events.h"
#include "server/http/http.h"

namespace dossier {

/// The answer to a failed request. A limit of the whole server or of time ("deadline", "busy",
/// "stopping") is 503 and can be retried; a limit of the request itself is 400.
Response failure_response(const Error& error);

class Router {
 public:
  /// Borrows the log. Throws internal for two routes with the same method and path.
  Router(std::vector<Route> routes, EventLog& log);

  /// The pace of the route for this method and path; quick if there is none.
  Pace pace(std::string_view method, std::string_view path) const;
  /// Whether what answers a GET of this path needs no token.
  bool is_open(std::string_view path) const;
  /// Never throws. 404 if no route has the path, 405 with Allow if none has the method.
  Response answer(const Request& request, RequestContext& context) const;

 private:
  using Methods = std::map<std::string, Route, std::less<>>;

  const Methods* methods_for(std::string_view path) const;
  const Route* find(std::string_view method, std::string_view path) const;
  Response run(const Route& route, const Request& request, RequestContext& context) const;
  Stream guarded(Stream stream, const Request& request) const;
  void log_failure(const Request& request, std::string_view what) const;

  std::map<std::string, Methods, std::less<>> exact_;
  std::map<std::string, Methods, std::less<>> prefixes_;  // without the star: "/assets/"
  EventLog& log_;
};

}  // namespace dossier
