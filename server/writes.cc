#include "server/writes.h"

#include <utility>

#include "engine/error.h"

namespace dossier {
namespace {

bool is_of_a_form(std::string_view type) {
  return !type.starts_with("application/json") && !type.starts_with("application/octet-stream");
}

}  // namespace

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
