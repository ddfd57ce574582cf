// dossier-http: one exchange over HTTP, for agent/models/http.cc, which starts it and believes
// nothing of what it answers. A request on the standard input, frames on the standard output
// (agent/models/http_frame.h).
#include <httplib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <iostream>
#include <iterator>
#include <sstream>

#include "agent/models/http_frame.h"
#include "agent/models/watch.h"

namespace {

using dossier::models::HttpFrame;

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (put < 0 && errno != EINTR) return false;
    if (put > 0) bytes.remove_prefix(static_cast<size_t>(put));
  }
  return true;
}

// False where nobody reads any more.
bool send(HttpFrame kind, std::string_view payload) {
  std::string frame(dossier::models::kHttpFrameHead, static_cast<char>(kind));
  const auto size = static_cast<uint32_t>(payload.size());
  std::memcpy(&frame[1], &size, sizeof size);
  return write_all(frame) && write_all(payload);
}

struct Asked {
  httplib::Request request;
  std::string origin;  // "https://host:port"
  int64_t timeout_ms = 0;
};

// Of what agent/models/http.cc writes: it has looked at the URL.
Asked read_request(std::istream& in) {
  Asked out;
  std::string line, url;
  std::getline(in, line);
  std::istringstream(line) >> out.request.method >> url >> out.timeout_ms;
  const size_t path = std::min(url.find('/', url.find("://") + 3), url.size());
  out.origin = url.substr(0, path);
  out.request.path = path == url.size() ? "/" : url.substr(path);
  while (std::getline(in, line) && !line.empty()) {
    const size_t colon = std::min(line.find(": "), line.size());
    out.request.headers.emplace(line.substr(0, colon),
                                line.substr(std::min(colon + 2, line.size())));
  }
  out.request.body.assign(std::istreambuf_iterator<char>(in), {});
  return out;
}

// Names whom it could not reach: httplib's own words for it are one ("Connection").
std::string failure_of(const std::string& origin, httplib::Error error) {
  if (error == httplib::Error::Connection || error == httplib::Error::ConnectionTimeout)
    return "cannot connect to " + origin;
  return "the connection to " + origin + " failed (" + httplib::to_string(error) + ")";
}

std::string head_of(const httplib::Response& response) {
  std::string out = std::to_string(response.status);
  for (const auto& [name, value] : response.headers) out += "\n" + name + ": " + value;
  return out;
}

void exchange(Asked asked) {
  dossier::models::Watch watch(asked.timeout_ms, {});
  httplib::Client client(asked.origin);
  // Rounded up: the watch decides, these only keep a call from waiting longer than it.
  const time_t seconds = static_cast<time_t>(asked.timeout_ms / 1000 + 1);
  client.set_connection_timeout(std::min<time_t>(seconds, 30));
  client.set_read_timeout(seconds);
  client.set_write_timeout(seconds);
  client.set_tcp_nodelay(true);
  client.set_follow_location(false);
  client.set_socket_options([&](socket_t socket) { watch.hold(socket); });
  asked.request.response_handler = [&](const httplib::Response& response) {
    watch.head_ended();
    return send(HttpFrame::head, head_of(response));
  };
  asked.request.content_receiver = [&](const char* data, size_t size, uint64_t, uint64_t) {
    return !watch.ended() && send(HttpFrame::body, {data, size});
  };
  httplib::Response response;
  httplib::Error error = httplib::Error::Success;
  const bool sent = client.send(asked.request, response, error);
  // A body without a length ends where its connection does, so this one may look whole.
  std::string why = watch.why();
  if (why.empty() && !sent) why = failure_of(asked.origin, error);
  send(why.empty() ? HttpFrame::done : watch.over() ? HttpFrame::over : HttpFrame::failed, why);
}

}  // namespace

int main() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody is left to read the answer
  std::signal(SIGPIPE, SIG_IGN);       // who asked may have gone
  std::ios::sync_with_stdio(false);
  exchange(read_request(std::cin));
  return 0;
}
