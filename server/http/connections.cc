#include "server/http/connections.h"

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

constexpr milliseconds kTick{100};        // how late an expired connection may be noticed
constexpr milliseconds kLinger{2};        // a worker's wait for a busy client's next request
constexpr size_t kTurn = 256u << 10;      // bytes that the loop sends before it looks at the others
constexpr unsigned kAcceptedAtOnce = 64;  // connections, likewise
// Of a request that is not refused for what all take: so much of 800 of them is 26 MB.
constexpr size_t kSmall = 32768;

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

Connections::Connections(Socket listener, Options options, Rules rules, Serve serve)
    : options_(options),
      rules_(std::move(rules)),
      serve_(std::move(serve)),
      listener_(std::move(listener)),
      epoll_(made(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      wake_(made(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd")),
      table_(options.table) {
  if (!arm(epoll_, listener_, EPOLL_CTL_ADD, EPOLLIN, &listener_) ||
      !arm(epoll_, wake_, EPOLL_CTL_ADD, EPOLLIN, &wake_)) {
    throw Error(ErrorCode::io, std::string("epoll_ctl: ") + std::strerror(errno));
  }
}

void Connections::start() {
  live_workers_ = options_.threads;
  loop_ = std::thread([this] { watch(); });
  for (unsigned i = 0; i < options_.threads; ++i) workers_.emplace_back([this] { work(); });
}

Connections::~Connections() {
  close_idle();
  finish();
}

// ---- the loop

void Connections::watch() {
  std::vector<epoll_event> events(256);
  while (!finished_) {
    const int count = epoll_wait(epoll_.fd(), events.data(), static_cast<int>(events.size()),
                                 static_cast<int>(kTick.count()));
    bool newcomers = false;
    for (int i = 0; i < count; ++i) {
      void* tag = events[static_cast<size_t>(i)].data.ptr;
      if (tag == &listener_) {
        newcomers = true;
      } else if (tag == &wake_) {
        uint64_t times;
        [[maybe_unused]] const ssize_t got = ::read(wake_.fd(), &times, sizeof times);
      } else {
        on_event(*static_cast<Connection*>(tag));
      }
    }
    // After the events, which may name connections that have just been closed.
    if (stopping()) {
      close_watched();
    } else if (newcomers) {
      accept_some();
    }
    expire();
  }
  listener_.close();
}

void Connections::accept_some() {
  for (unsigned i = 0; i < kAcceptedAtOnce; ++i) {
    Accepted accepted = accept_from(listener_);
    if (accepted.socket) {
      admit(std::move(accepted));
      continue;
    }
    if (errno != EMFILE && errno != ENFILE) return;
    // Out of descriptors: one of those that wait makes room, or else time does.
    std::unique_lock lock(mutex_);
    if (table_.evict()) continue;
    lock.unlock();
    return std::this_thread::sleep_for(milliseconds(10));
  }
}

void Connections::admit(Accepted accepted) {
  auto connection = std::make_unique<Connection>();
  connection->socket = std::move(accepted.socket);
  connection->peer = std::move(accepted.peer);
  const std::lock_guard lock(mutex_);
  Connection* it = table_.admit(std::move(connection));
  if (it == nullptr) return;
  table_.place(*it, Phase::idle, SteadyClock::now());
  if (!arm(epoll_, it->socket, EPOLL_CTL_ADD, EPOLLIN | EPOLLONESHOT, it)) table_.erase(*it);
}

void Connections::on_event(Connection& connection) {
  Phase phase;
  {
    // Whoever armed the connection has left all else of it as it is now, too.
    const std::lock_guard lock(mutex_);
    phase = connection.phase;
  }
  bool alive = true;
  if (phase == Phase::leaving) {
    alive = connection.discard();
  } else if (phase == Phase::writing) {
    alive = connection.write(kTurn);
  } else {
    alive = connection.read(rules_);
    if (alive && over_budget(connection)) {
      connection.refuse(Refusal{503, "limit: busy"}, rules_);
    }
    alive = alive && connection.write(kTurn);
  }
  settle(connection, alive);
}

// True when the requests that are being gathered take too much memory together, and this one is
// among those that take it.
bool Connections::over_budget(Connection& connection) {
  if (connection.input.capacity() <= kSmall || connection.step() != Step::read) return false;
  const std::lock_guard lock(mutex_);
  table_.weigh(connection);
  return table_.held_input() > options_.buffered_input;
}

void Connections::expire() {
  std::vector<Connection*> late;
  {
    const std::lock_guard lock(mutex_);
    while (table_.held_output() > options_.buffered_output && table_.evict_writer()) {
    }
    late = table_.late(SteadyClock::now());
  }
  for (Connection* connection : late) {
    const bool told = connection->phase == Phase::reading;
    if (told) connection->refuse(Refusal{408, "the request took too long to arrive"}, rules_);
    settle(*connection, told && connection->write(kTurn));
  }
}

void Connections::close_watched() {
  listener_.close();
  const std::lock_guard lock(mutex_);
  for (const Phase phase : {Phase::idle, Phase::reading, Phase::leaving}) table_.erase_all(phase);
  drained_.notify_all();
}

// ---- the workers

void Connections::work() {
  while (Connection* connection = next_job()) serve_from(*connection);
  const std::lock_guard lock(mutex_);
  --live_workers_;
  drained_.notify_all();
}

Connection* Connections::next_job() {
  std::unique_lock lock(mutex_);
  ++free_workers_;
  work_.wait(lock, [&] { return queue_of_next() != nullptr || stopping(); });
  --free_workers_;
  std::deque<Connection*>* const queue = queue_of_next();
  // Who has a place comes back for what waits for one.
  if (queue == nullptr) return nullptr;
  Connection* connection = queue->front();
  queue->pop_front();
  connection->holds_place = queue == &others_;
  taken_places_ += connection->holds_place;
  return connection;
}

// Of the requests that may be taken the oldest, so that neither kind waits for the other.
std::deque<Connection*>* Connections::queue_of_next() {
  const bool has_other = !others_.empty() && taken_places_ < options_.places;
  if (brief_.empty()) return has_other ? &others_ : nullptr;
  return has_other && others_.front()->ready < brief_.front()->ready ? &others_ : &brief_;
}

void Connections::free_place(Connection& connection) {
  taken_places_ -= std::exchange(connection.holds_place, false);
}

void Connections::give_place(Connection& connection) {
  const std::lock_guard lock(mutex_);
  free_place(connection);
  work_.notify_one();
}

void Connections::serve_from(Connection& connection) {
  for (;;) {
    const bool was_brief = connection.is_brief;
    const bool keep = serve_(connection);
    connection.answered(keep && !stopping(), rules_);
    // What the request took is free before its client knows the answer and may send another.
    if (connection.held_input > kSmall) weigh(connection);
    if (!connection.write()) return settle(connection, false);
    if (connection.step() == Step::read) linger(connection);
    // One answer a turn: requests that one client sends ahead wait behind those of all others.
    if (!may_stay(connection, was_brief)) return settle(connection, true);
    connection.ready = SteadyClock::now();
  }
}

void Connections::weigh(Connection& connection) {
  const std::lock_guard lock(mutex_);
  table_.weigh(connection);
}

bool Connections::may_stay(const Connection& connection, bool was_brief) {
  if (connection.step() != Step::serve || connection.is_brief != was_brief) return false;
  const std::lock_guard lock(mutex_);
  // A stream has given its place back.
  return brief_.empty() && others_.empty() && !stopping() && connection.holds_place != was_brief;
}

void Connections::linger(Connection& connection) {
  // Only while a worker is left for whoever comes next. A client that has gone is the loop's to
  // notice.
  if (free_workers_.load(std::memory_order_relaxed) == 0) return;
  if (wait_readable(connection.socket, kLinger)) connection.read(rules_);
}

// ---- both

// Sends the connection where its next step is done, or closes it.
void Connections::settle(Connection& connection, bool alive) {
  // One critical section: armed, the connection is the loop's, which may close it as soon as the
  // lock is free.
  const std::lock_guard lock(mutex_);
  free_place(connection);
  const Step step = connection.step();
  if (!alive || (stopping() && step != Step::write)) return erase(connection);
  if (step == Step::serve) return hand_over(connection);
  Phase phase = connection.input.empty() ? Phase::idle : Phase::reading;
  if (step == Step::write) phase = Phase::writing;
  if (step == Step::leave) {
    phase = Phase::leaving;
    if (connection.phase != phase) shutdown(connection.socket.fd(), SHUT_WR);
  }
  table_.place(connection, phase, SteadyClock::now());
  const size_t most = options_.buffered_output;
  if (table_.held_output() > most) {
    wake();
    // The loop is behind with giving up others.
    if (table_.held_output() > 2 * most && step == Step::write) return erase(connection);
  }
  const uint32_t events = step == Step::write ? EPOLLOUT : EPOLLIN;
  if (!arm(epoll_, connection.socket, EPOLL_CTL_MOD, events | EPOLLONESHOT, &connection)) {
    erase(connection);
  }
}

void Connections::hand_over(Connection& connection) {
  connection.ready = SteadyClock::now();
  table_.place(connection, Phase::busy, connection.ready);
  (connection.is_brief ? brief_ : others_).push_back(&connection);
  work_.notify_one();
}

void Connections::erase(Connection& connection) {
  table_.erase(connection);
  if (stopping()) drained_.notify_all();
}

// ---- stopping

void Connections::wake() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.fd(), &one, sizeof one);
}

void Connections::close_idle() {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_.exchange(true)) return;
  }
  work_.notify_all();
  wake();
}

bool Connections::wait_drained(Time until) {
  std::unique_lock lock(mutex_);
  return drained_.wait_until(lock, until, [&] {
    return live_workers_ == 0 && table_.count(Phase::writing) + table_.count(Phase::busy) == 0;
  });
}

void Connections::finish() {
  if (std::exchange(joined_, true)) return;
  finished_ = true;
  wake();
  {
    const std::lock_guard lock(mutex_);
    table_.each([](const Connection& one) { shutdown(one.socket.fd(), SHUT_RDWR); });
  }
  if (loop_.joinable()) loop_.join();
  for (std::thread& worker : workers_) worker.join();
}

}  // namespace dossier
