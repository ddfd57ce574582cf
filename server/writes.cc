#include "server/writes.h"

#include <utility>

#include "engine/error.h"
#include "server/http/guard.h"

namespace dossier {
namespace {

bool is_of_a_form(std::string_view type) {
  return !type.starts_with("application/json") && !type.starts_with("application/octet-stream");
}

// What follows the host: ":5015" or "".
std::string_view port_in(std::string_view authority) {
  const std::string_view host = host_of(authority);
  if (host.empty()) return authority;
  const size_t end = static_cast<size_t>(host.data() + host.size() - authority.data());
  return authority.substr(end + (authority.front() == '[' ? 1 : 0));
}

// Whether a browser says that no page of another server sent the request. Every name of loopback
// is this machine (server/http/guard.h), so that the port tells its servers apart.
bool is_of_this_server(const Request& request) {
  const std::string_view site = request.header("sec-fetch-site");
  const std::string_view origin = request.header("origin");
  if (!site.empty() && site != "same-origin") return false;
  const size_t scheme = origin.find("://");
  return origin.empty() || (scheme != origin.npos &&
                            port_in(origin.substr(scheme + 3)) == port_in(request.header("host")));
}

}  // namespace

Route guarded_call(Route route, WriteRules rules) {
  route.handler = [handler = std::move(route.handler), rules](const Request& request,
                                                              RequestContext& context) {
    if (!rules.has_token && !is_of_this_server(request))
      throw Error(ErrorCode::denied,
                  "pages of other servers may not call tools; a token (serve --token) lets them");
    return handler(request, context);
  };
  return route;
}

Route guarded_write(Route route, WriteRules rules) {
  route.handler = [handler = std::move(route.handler), rules](const Request& request,
                                                              RequestContext& context) {
    if (rules.read_only) throw Error(ErrorCode::denied, "this server only reads");
    if (!rules.has_token && request.header("sec-fetch-site") != "same-origin")
      throw Error(ErrorCode::denied,
                  "writing needs a page of this server, or a token (serve --token)");
    if (is_of_a_form(request.header("content-type")))
      return error_response(415, "the body must be application/json");
    return handler(request, context);
  };
  return route;
}

}  // namespace dossier
