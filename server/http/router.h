#pragma once
// From a request to the route that answers it, and from a failure to its status.
//
// This is the one place in the server that catches: whatever a handler throws becomes an answer
// here, and what was not the client's doing also becomes a line in the log.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "server/http/events.h"
#include "server/http/http.h"

namespace dossier {

/// The answer to a failed request. A limit on the whole server or its time ("deadline", "busy",
/// "stopping") is 503 and may be tried again; a limit that the request itself runs into is 400.
Response failure_response(const Error& error);

class Router {
 public:
  /// Borrows the log. Two routes of the same method and path are a mistake: throws internal.
  Router(std::vector<Route> routes, EventLog& log);

  /// How the route for this request is scheduled; quick when there is none.
  Pace pace(const Request& request) const;
  /// Never throws. 404 where no route has the path, 405 with Allow where none has the method.
  Response answer(const Request& request, RequestContext& context) const;

 private:
  using Methods = std::map<std::string, Route, std::less<>>;

  const Methods* methods_for(std::string_view path) const;
  const Route* find(const Request& request) const;
  Response run(const Route& route, const Request& request, RequestContext& context) const;
  Stream guarded(Stream stream, const Request& request) const;
  void log_failure(const Request& request, std::string_view what) const;

  std::map<std::string, Methods, std::less<>> exact_;
  std::map<std::string, Methods, std::less<>> prefixes_;  // without the star: "/assets/"
  EventLog& log_;
};

}  // namespace dossier
