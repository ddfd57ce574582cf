#include "agent/models/watch.h"

#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "agent/bounds.h"
#include "engine/clock.h"

namespace dossier::models {
namespace {

// At the speed of loopback some megabytes arrive in between.
constexpr std::chrono::milliseconds kLook{10};

// What the library may have read ahead of a head's end.
constexpr size_t kReadAhead = 32 << 10;

// Bytes of the peer's that were read. Never more than that: what arrives between the two calls is
// not counted.
size_t read_from(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  int waiting = 0;
  if (::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
  if (::ioctl(socket, FIONREAD, &waiting) != 0) return 0;
  const auto received = static_cast<size_t>(info.tcpi_bytes_received);
  return received - std::min(received, static_cast<size_t>(waiting));
}

std::string in_seconds(int64_t ms) {
  std::string out = std::to_string(ms / 1000);
  if (ms % 1000 != 0) out += "." + std::to_string(ms % 1000 + 1000).substr(1);
  while (out.find('.') != out.npos && out.ends_with('0')) out.pop_back();
  return out + " s";
}

}  // namespace

std::string late(int64_t timeout_ms) {
  return "no complete answer within " + in_seconds(timeout_ms);
}

Watch::Watch(int64_t timeout_ms, std::stop_token stop)
    : deadline_(steady_ms() + timeout_ms),
      timeout_ms_(timeout_ms),
      stop_(std::move(stop)),
      thread_([this] { run(); }) {}

Watch::~Watch() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (socket_ >= 0) ::close(socket_);
}

void Watch::hold(int socket) {
  const std::lock_guard lock(mutex_);
  if (socket_ >= 0) ::close(socket_);
  socket_ = ::fcntl(socket, F_DUPFD_CLOEXEC, 0);
}

void Watch::head_ended() {
  const std::lock_guard lock(mutex_);
  in_body_ = true;
}

bool Watch::ended() {
  const std::lock_guard lock(mutex_);
  return ended_ || must_end();
}

std::string Watch::why() {
  const std::lock_guard lock(mutex_);
  return why_;
}

bool Watch::over() {
  const std::lock_guard lock(mutex_);
  return over_;
}

bool Watch::must_end() {
  if (stop_.stop_requested()) return true;
  if (steady_ms() >= deadline_) {
    why_ = late(timeout_ms_);
    return true;
  }
  // A body's own bytes are counted by its receiver; this is for framing that never becomes any.
  const size_t bound = in_body_ ? 2 * kPeerBounds.body_bytes : kPeerBounds.head_bytes;
  if (socket_ < 0 || read_from(socket_) <= bound + kReadAhead) return false;
  over_ = true;
  why_ = dossier::over(in_body_ ? "the answer with its framing" : "the answer's head", bound);
  return true;
}

// Until the exchange is done, again and again: the library may open the next connection.
void Watch::run() {
  std::unique_lock lock(mutex_);
  while (!done_) {
    ended_ = ended_ || must_end();
    if (ended_ && socket_ >= 0) ::shutdown(socket_, SHUT_RDWR);
    changed_.wait_for(lock, kLook, [this] { return done_; });
  }
}

}  // namespace dossier::models
