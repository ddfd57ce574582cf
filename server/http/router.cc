#include "server/http/router.h"

#include <exception>

#include "engine/json.h"

namespace dossier {
namespace {

bool is_passing(std::string_view limit) {
  return limit == "deadline" || limit == "busy" || limit == "stopping";
}

int status_of(const Error& error) {
  switch (error.code()) {
    case ErrorCode::invalid:
      return 400;
    case ErrorCode::limit:
      return is_passing(error.message()) ? 503 : 400;
    case ErrorCode::denied:
      return 403;
    case ErrorCode::not_found:
      return 404;
    case ErrorCode::conflict:
      return 409;
    case ErrorCode::corrupt:
    case ErrorCode::io:
    case ErrorCode::internal:
      return 500;
  }
  return 500;
}

}  // namespace

Response error_response(int status, std::string_view message) {
  Response response;
  response.status = status;
  JsonWriter json;
  json.begin_object().field("error", message).end_object();
  response.body = json.take();
  return response;
}

Response failure_response(const Error& error) {
  const int status = status_of(error);
  switch (error.code()) {
    case ErrorCode::limit: {
      const bool told = error.message().starts_with("limit: ");
      Response response = error_response(status, (told ? "" : "limit: ") + error.message());
      if (status == 503) response.headers.emplace_back("Retry-After", "1");
      return response;
    }
    case ErrorCode::not_found:
      return error_response(status, error.message().empty() ? "not found" : error.message());
    // What went wrong inside is for the log: messages there name files and statements.
    case ErrorCode::corrupt:
      return error_response(status, "the database is damaged");
    case ErrorCode::io:
      return error_response(status, "input or output failed");
    case ErrorCode::internal:
      return error_response(status, "internal error");
    default:
      return error_response(status, error.message());
  }
}

Router::Router(std::vector<Route> routes, EventLog& log) : log_(log) {
  for (Route& route : routes) {
    const bool prefix = route.path.size() >= 2 && route.path.ends_with("/*");
    const std::string path = prefix ? route.path.substr(0, route.path.size() - 1) : route.path;
    const std::string method = route.method;
    if (!(prefix ? prefixes_ : exact_)[path].emplace(method, std::move(route)).second) {
      throw Error(ErrorCode::internal, "two routes for " + method + " " + path);
    }
  }
}

const Router::Methods* Router::methods_for(std::string_view path) const {
  if (const auto at = exact_.find(path); at != exact_.end()) return &at->second;
  for (size_t end = path.rfind('/'); end != std::string_view::npos && end + 1 > 0;
       end = end == 0 ? std::string_view::npos : path.rfind('/', end - 1)) {
    const auto at = prefixes_.find(path.substr(0, end + 1));
    if (at != prefixes_.end()) return &at->second;
  }
  return nullptr;
}

const Route* Router::find(std::string_view method, std::string_view path) const {
  const Methods* methods = methods_for(path);
  if (!methods) return nullptr;
  auto at = methods->find(method);
  if (at == methods->end() && method == "HEAD") at = methods->find("GET");
  return at == methods->end() ? nullptr : &at->second;
}

Pace Router::pace(std::string_view method, std::string_view path) const {
  const Route* route = find(method, path);
  return route ? route->pace : Pace::quick;
}

bool Router::is_open(std::string_view path) const {
  const Route* route = find("GET", path);
  return route && route->is_open;
}

Response Router::answer(const Request& request, RequestContext& context) const {
  if (const Route* route = find(request.method, request.path)) return run(*route, request, context);
  const Methods* methods = methods_for(request.path);
  if (!methods) return error_response(404, "not found");
  std::string allowed;
  for (const auto& [method, route] : *methods) {
    allowed += (allowed.empty() ? "" : ", ") + method + (method == "GET" ? ", HEAD" : "");
  }
  Response response = error_response(405, "method not allowed");
  response.headers.emplace_back("Allow", std::move(allowed));
  return response;
}

Response Router::run(const Route& route, const Request& request, RequestContext& context) const {
  try {
    // Also what has waited for a worker until its deadline ends here.
    context.checkpoint();
    Response response = route.handler(request, context);
    if (response.stream) response.stream = guarded(std::move(response.stream), request);
    return response;
  } catch (const Error& error) {
    Response response = failure_response(error);
    if (response.status >= 500) log_failure(request, error.what());
    return response;
  } catch (const std::exception& error) {
    log_failure(request, error.what());
    return error_response(500, "internal error");
  }
}

// A stream runs after its head is sent: a failure there can only be logged, and ends it.
Stream Router::guarded(Stream stream, const Request& request) const {
  return [this, stream = std::move(stream),
          name = request.method + " " + request.path](const SendPiece& send) {
    try {
      stream(send);
    } catch (const std::exception& error) {
      log_.add(name + ": " + error.what(), EventLog::Level::error);
    }
  };
}

void Router::log_failure(const Request& request, std::string_view what) const {
  log_.add("request " + request.id + ", " + request.method + " " + request.path + ": " +
               std::string(what),
           EventLog::Level::error);
}

}  // namespace dossier
