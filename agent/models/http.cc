#include "agent/models/http.h"

#include <httplib.h>

#include "agent/models/no_sigpipe.h"
#include "engine/error.h"

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

}  // namespace

HttpAnswer post(const HttpPost& request, const Receiver& receive, const std::stop_token& stop) {
  const auto [origin, path] = split_url(request.url);
  httplib::Client client(origin);
  const time_t seconds = static_cast<time_t>(request.timeout_ms / 1000);
  const time_t rest = static_cast<time_t>(request.timeout_ms % 1000 * 1000);
  client.set_connection_timeout(std::min<time_t>(seconds, 30), seconds < 30 ? rest : 0);
  client.set_read_timeout(seconds, rest);
  client.set_write_timeout(seconds, rest);
  client.set_tcp_nodelay(true);

  httplib::Request post;
  post.method = "POST";
  post.path = path;
  post.body = request.body;
  post.headers.emplace("Content-Type", "application/json");
  post.headers.emplace("Accept", "text/event-stream, application/json");
  for (const auto& [name, value] : request.headers) post.headers.emplace(name, value);

  HttpAnswer answer;
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(request.timeout_ms);
  bool late = false;
  post.response_handler = [&](const httplib::Response& response) {
    answer.status = response.status;
    answer.content_type = response.get_header_value("Content-Type");
    answer.retry_after = response.get_header_value("Retry-After");
    return true;
  };
  post.content_receiver = [&](const char* data, size_t size, uint64_t, uint64_t) {
    late = std::chrono::steady_clock::now() > deadline;
    if (late) return false;
    if (answer.status == 200) return receive({data, size});
    if (answer.body.size() < 65536) answer.body.append(data, size);
    return true;
  };
  const NoSigpipe no_signal;
  const std::stop_callback on_stop(stop, [&] { client.stop(); });
  if (stop.stop_requested()) return answer;
  httplib::Response response;
  httplib::Error error = httplib::Error::Success;
  if (!client.send(post, response, error)) {
    answer.error = late ? "time is up" : failure_of(origin, error);
  }
  return answer;
}

HttpAnswer get(const std::string& url, int64_t timeout_ms) {
  const auto [origin, path] = split_url(url);
  httplib::Client client(origin);
  const time_t seconds = static_cast<time_t>(timeout_ms / 1000);
  client.set_connection_timeout(seconds, 0);
  client.set_read_timeout(seconds, 0);
  HttpAnswer answer;
  const NoSigpipe no_signal;
  const auto result = client.Get(path);
  if (!result) {
    answer.error = failure_of(origin, result.error());
    return answer;
  }
  answer.status = result->status;
  answer.content_type = result->get_header_value("Content-Type");
  answer.body = result->body;
  return answer;
}

}  // namespace dossier::models
