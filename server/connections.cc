#include "server/connections.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/error.h"

namespace dossier {
namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr size_t kReadSize = 16384;
constexpr size_t kKeptCapacity = 65536;
constexpr milliseconds kTick{100};      // how late an expired connection may be noticed
constexpr milliseconds kLinger{2};      // a worker's wait for a busy client's next request
constexpr milliseconds kFarewell{300};  // for a refused client to read why

Socket made(int fd, const char* what) {
  if (fd < 0) throw Error(ErrorCode::io, std::string(what) + ": " + std::strerror(errno));
  return Socket(fd);
}

// False when the kernel has no room for it.
bool arm(const Socket& epoll, const Socket& socket, int operation, uint32_t events, void* tag) {
  epoll_event event{};
  event.events = events;
  event.data.ptr = tag;
  return epoll_ctl(epoll.fd(), operation, socket.fd(), &event) == 0;
}

}  // namespace

bool Connection::complete() const {
  if (const auto* head = std::get_if<RequestHead>(&request)) {
    return input.size() >= head->size + head->body;
  }
  return std::holds_alternative<Refusal>(request);
}

void Connection::consume(const WireLimits& limits) {
  const auto& head = std::get<RequestHead>(request);
  input.erase(0, head.size + head.body);
  if (input.capacity() > kKeptCapacity) input.shrink_to_fit();
  since = ready = SteadyClock::now();
  reassured = false;
  request = input.empty() ? ReadHead(Incomplete{}) : read_head(input, limits);
}

Connections::Connections(Socket listener, Options options, Serve serve)
    : options_(options),
      serve_(std::move(serve)),
      listener_(std::move(listener)),
      epoll_(made(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      wake_(made(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd")) {
  if (!arm(epoll_, listener_, EPOLL_CTL_ADD, EPOLLIN, &listener_) ||
      !arm(epoll_, wake_, EPOLL_CTL_ADD, EPOLLIN, &wake_)) {
    throw Error(ErrorCode::io, std::string("epoll_ctl: ") + std::strerror(errno));
  }
}

void Connections::start() {
  live_workers_ = options_.threads;
  watcher_ = std::thread([this] { watch(); });
  for (unsigned i = 0; i < options_.threads; ++i) workers_.emplace_back([this] { work(); });
}

Connections::~Connections() {
  close_idle();
  finish();
}

// ---- the watcher

void Connections::watch() {
  std::vector<epoll_event> events(256);
  while (!stopping()) {
    const int count = epoll_wait(epoll_.fd(), events.data(), static_cast<int>(events.size()),
                                 static_cast<int>(kTick.count()));
    for (int i = 0; i < count && !stopping(); ++i) {
      void* tag = events[static_cast<size_t>(i)].data.ptr;
      if (tag == &listener_) {
        accept_all();
      } else if (tag != &wake_) {
        on_readable(*static_cast<Connection*>(tag));
      }
    }
    // After the events, which may name connections that have just expired.
    expire(SteadyClock::now());
  }
  listener_.close();
  close_watched();
}

void Connections::accept_all() {
  for (;;) {
    Socket client(accept4(listener_.fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!client) {
      // Out of descriptors: let some connections end before trying again.
      if (errno == EMFILE || errno == ENFILE) std::this_thread::sleep_for(milliseconds(10));
      return;
    }
    auto connection = std::make_unique<Connection>();
    connection->socket = std::move(client);
    connection->since = SteadyClock::now();
    Connection& it = *connection;
    {
      const std::lock_guard lock(mutex_);
      if (all_.size() >= options_.max_connections) continue;
      all_.emplace(&it, std::move(connection));
      watched_.emplace(&it, expiry(it));
    }
    if (!arm(epoll_, it.socket, EPOLL_CTL_ADD, EPOLLIN | EPOLLONESHOT, &it)) drop(it);
  }
}

void Connections::on_readable(Connection& connection) {
  {
    // Disarmed by its event, so it is nobody's to expire until it is watched again.
    const std::lock_guard lock(mutex_);
    watched_.erase(&connection);
  }
  const bool fresh = connection.input.empty();
  const auto* head = std::get_if<RequestHead>(&connection.request);
  const size_t want = head ? head->size + head->body - connection.input.size() : kReadSize;
  const Received got = receive(connection.socket, connection.input, std::min(want, 16 * kReadSize));
  if (got == Received::closed) return drop(connection);
  if (fresh && got == Received::some) connection.since = SteadyClock::now();
  if (!head) connection.request = read_head(connection.input, options_.limits);
  if (connection.complete()) return dispatch(connection);

  if (!reassure(connection)) return drop(connection);
  {
    const std::lock_guard lock(mutex_);
    watched_.emplace(&connection, expiry(connection));
  }
  if (!arm(epoll_, connection.socket, EPOLL_CTL_MOD, EPOLLIN | EPOLLONESHOT, &connection)) {
    drop(connection);
  }
}

// When the watcher should give up on what the connection is waiting for.
Connections::Time Connections::expiry(const Connection& connection) const {
  return connection.since + (connection.input.empty() ? options_.idle_time : options_.request_time);
}

// Tells a client that asked whether to send its body to go ahead. False when it has gone.
bool Connections::reassure(Connection& connection) const {
  const auto* head = std::get_if<RequestHead>(&connection.request);
  if (!head || !head->expects_continue || std::exchange(connection.reassured, true)) return true;
  // Thirty bytes into an empty buffer: a client that cannot take them at once is gone.
  return send_all(connection.socket, "HTTP/1.1 100 Continue\r\n\r\n", milliseconds(0));
}

void Connections::dispatch(Connection& connection) {
  connection.ready = SteadyClock::now();
  {
    const std::lock_guard lock(mutex_);
    watched_.erase(&connection);  // when it expired; else it has left already
    ready_.push_back(&connection);
  }
  work_.notify_one();
}

void Connections::expire(Time now) {
  std::vector<Connection*> late;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [connection, when] : watched_) {
      if (when <= now) late.push_back(connection);
    }
  }
  for (Connection* connection : late) {
    if (connection->input.empty()) {
      drop(*connection);
    } else {
      // Off the watch list first: from dispatch on it is a worker's.
      arm(epoll_, connection->socket, EPOLL_CTL_DEL, 0, nullptr);
      connection->request = Refusal{408, "the request took too long to arrive"};
      dispatch(*connection);
    }
  }
}

void Connections::close_watched() {
  const std::lock_guard lock(mutex_);
  for (const auto& [connection, when] : watched_) all_.erase(connection);
  watched_.clear();
}

void Connections::drop(Connection& connection) {
  const std::lock_guard lock(mutex_);
  watched_.erase(&connection);
  all_.erase(&connection);
}

// ---- the workers

void Connections::work() {
  while (Connection* connection = next_job()) serve_from(*connection);
  const std::lock_guard lock(mutex_);
  if (--live_workers_ == 0) drained_.notify_all();
}

Connection* Connections::next_job() {
  std::unique_lock lock(mutex_);
  ++free_workers_;
  work_.wait(lock, [&] { return !ready_.empty() || stopping(); });
  --free_workers_;
  if (ready_.empty()) return nullptr;
  Connection* connection = ready_.front();
  ready_.pop_front();
  return connection;
}

void Connections::serve_from(Connection& connection) {
  do {
    const bool refused = std::holds_alternative<Refusal>(connection.request);
    const bool keep = serve_(connection);
    if (refused || !keep || stopping()) {
      if (refused) close_politely(connection.socket, kFarewell);
      return drop(connection);
    }
    connection.consume(options_.limits);
  } while (connection.complete() || linger(connection));
  park(connection);
}

bool Connections::linger(Connection& connection) {
  // Only while a worker is left for whoever comes next.
  if (free_workers_.load(std::memory_order_relaxed) == 0) return false;
  if (!wait_readable(connection.socket, kLinger)) return false;
  if (receive(connection.socket, connection.input, kReadSize) != Received::some) return false;
  connection.since = connection.ready = SteadyClock::now();
  connection.request = read_head(connection.input, options_.limits);
  return connection.complete();
}

void Connections::park(Connection& connection) {
  // One critical section: armed, it is the watcher's, which may close it as soon as the lock is
  // free.
  const std::lock_guard lock(mutex_);
  if (stopping() || !reassure(connection) ||
      !arm(epoll_, connection.socket, EPOLL_CTL_MOD, EPOLLIN | EPOLLONESHOT, &connection)) {
    all_.erase(&connection);
    return;
  }
  watched_.emplace(&connection, expiry(connection));
}

// ---- stopping

void Connections::close_idle() {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_.exchange(true)) return;
  }
  work_.notify_all();
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.fd(), &one, sizeof one);
}

bool Connections::wait_drained(Time until) {
  std::unique_lock lock(mutex_);
  return drained_.wait_until(lock, until, [&] { return live_workers_ == 0; });
}

void Connections::finish() {
  if (std::exchange(joined_, true)) return;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [connection, owned] : all_) shutdown(connection->socket.fd(), SHUT_RDWR);
  }
  if (watcher_.joinable()) watcher_.join();
  for (std::thread& worker : workers_) worker.join();
  const std::lock_guard lock(mutex_);
  all_.clear();
}

}  // namespace dossier
