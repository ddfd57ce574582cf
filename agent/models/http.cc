#include "agent/models/http.h"

#include <httplib.h>

#include <algorithm>

#include "agent/bounds.h"
#include "agent/models/no_sigpipe.h"
#include "agent/models/watch.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier::models {
namespace {

// "https://host:port" and "/path" of a URL.
std::pair<std::string, std::string> split_url(const std::string& url) {
  const size_t scheme = url.find("://");
  if (scheme == url.npos || (!url.starts_with("http://") && !url.starts_with("https://")))
    throw Error(ErrorCode::invalid, "the model's address must begin with http:// or https://", url);
  const size_t path = url.find('/', scheme + 3);
  if (path == url.npos) return {url, "/"};
  return {url.substr(0, path), url.substr(path)};
}

// Names whom it could not reach: httplib's own words for it are one ("Connection").
std::string failure_of(const std::string& origin, httplib::Error error) {
  if (error == httplib::Error::Connection || error == httplib::Error::ConnectionTimeout)
    return "cannot connect to " + origin;
  return "the connection to " + origin + " failed (" + httplib::to_string(error) + ")";
}

HttpAnswer exchange(httplib::Request request, const std::string& origin, int64_t timeout_ms,
                    const Receiver& receive, const std::stop_token& stop) {
  HttpAnswer answer;
  if (stop.stop_requested()) return answer;
  Watch watch(timeout_ms, stop);
  httplib::Client client(origin);
  // Rounded up: the watch decides, these only keep a call from waiting longer than it.
  const time_t seconds = static_cast<time_t>(timeout_ms / 1000 + 1);
  client.set_connection_timeout(std::min<time_t>(seconds, 30));
  client.set_read_timeout(seconds);
  client.set_write_timeout(seconds);
  client.set_tcp_nodelay(true);
  client.set_follow_location(false);
  client.set_socket_options([&](socket_t socket) { watch.hold(socket); });
  request.response_handler = [&](const httplib::Response& response) {
    watch.head_ended();
    answer.status = response.status;
    answer.content_type = response.get_header_value("Content-Type");
    answer.retry_after = response.get_header_value("Retry-After");
    answer.headers.assign(response.headers.begin(), response.headers.end());
    return true;
  };
  size_t bytes = 0;
  request.content_receiver = [&](const char* data, size_t size, uint64_t, uint64_t) {
    if (watch.ended()) return false;
    if (answer.status != 200) {
      answer.body.append(data, std::min(size, kPeerBounds.error_bytes - answer.body.size()));
      return answer.body.size() < kPeerBounds.error_bytes;
    }
    bytes += size;
    answer.over = bytes > kPeerBounds.body_bytes;
    if (answer.over) answer.error = over("the answer", kPeerBounds.body_bytes);
    return !answer.over && receive({data, size}, answer.content_type);
  };
  const NoSigpipe no_signal;
  httplib::Response response;
  httplib::Error error = httplib::Error::Success;
  const bool sent = client.send(request, response, error);
  // A body without a length ends where its connection does, so this one may look whole.
  if (answer.error.empty()) answer.error = watch.why();
  if (answer.error.empty() && !sent) answer.error = failure_of(origin, error);
  answer.over |= watch.over();
  return answer;
}

}  // namespace

std::string_view HttpAnswer::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (equal_ignoring_case(key, name)) return value;
  return {};
}

HttpAnswer post(const HttpPost& request, const Receiver& receive, const std::stop_token& stop) {
  const auto [origin, path] = split_url(request.url);
  httplib::Request post;
  post.method = request.method;
  post.path = path;
  if (request.method == "POST") {
    post.body = request.body;
    post.headers.emplace("Content-Type", "application/json");
  }
  post.headers.emplace("Accept", "text/event-stream, application/json");
  for (const auto& [name, value] : request.headers) post.headers.emplace(name, value);
  return exchange(std::move(post), origin, request.timeout_ms, receive, stop);
}

HttpAnswer get(const std::string& url, int64_t timeout_ms) {
  const auto [origin, path] = split_url(url);
  httplib::Request get;
  get.method = "GET";
  get.path = path;
  std::string body;
  bool too_long = false;
  const auto receive = [&](std::string_view bytes, const std::string&) {
    body += bytes;
    too_long = body.size() > kPeerBounds.message_bytes;
    return !too_long;
  };
  HttpAnswer answer = exchange(std::move(get), origin, timeout_ms, receive, {});
  if (answer.status == 200) answer.body = std::move(body);
  answer.over |= too_long;
  if (too_long) answer.error = over("the answer", kPeerBounds.message_bytes);
  // An incomplete answer is not an answer.
  if (!answer.error.empty() && answer.status == 200) answer.status = 0;
  return answer;
}

}  // namespace dossier::models
