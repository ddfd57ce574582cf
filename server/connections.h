#pragma once
// Sockets: accepts connections, gathers requests, and hands the complete ones to workers.
//
// One thread watches every connection that has no complete request (epoll) and reads what arrives;
// a worker gets a connection only once the whole request, body included, is in its buffer. So idle
// keep-alive connections and clients that trickle bytes cost memory, never a thread, and stopping
// waits for nobody's idle time. After an answer the worker lingers a moment on its connection while
// other workers are free, because a busy client's next request is microseconds away.
//
// Rejected: a thread per connection, as cpp-httplib has it: idle connections starve a small pool,
// and it answers 36 requests a second until tuned.
//
// Invariant: a connection belongs to the watcher or to one worker, never both. It is armed in epoll
// (one shot) exactly while the watcher owns it.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "server/socket.h"
#include "server/wire.h"

namespace dossier {

/// A client, the bytes it sent that nobody consumed yet, and what they begin with.
struct Connection {
  using Time = std::chrono::steady_clock::time_point;

  Socket socket;
  std::string input;
  ReadHead request;        // of `input`; complete() says whether its body is there too
  Time since;              // when the first byte of `input` came, or when the connection fell idle
  Time ready;              // when `request` was complete; deadlines count from here
  bool reassured = false;  // 100 Continue was sent for this request

  /// True when `request` may be answered: it is whole, or refused.
  bool complete() const;
  /// Drops the answered request from the input and looks at what follows it.
  void consume(const WireLimits& limits);
};

class Connections {
 public:
  struct Options {
    WireLimits limits;
    unsigned threads = 32;
    size_t max_connections = 800;
    std::chrono::milliseconds request_time{5000};  // from a request's first byte to its last: 408
    std::chrono::milliseconds idle_time{60000};    // between requests
    std::chrono::milliseconds write_time{10000};   // without any progress
  };
  /// Answers the complete request of the connection; false closes it. Runs on any worker; must not
  /// throw.
  using Serve = std::function<bool(Connection&)>;

  /// Takes the listening socket. Nothing is accepted before start().
  Connections(Socket listener, Options options, Serve serve);
  ~Connections();
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  void start();
  /// Refuses new connections and closes those without a complete request. Requests under way go on.
  void close_idle();
  /// True when every worker has finished before `until`. Call close_idle() first.
  bool wait_drained(std::chrono::steady_clock::time_point until);
  /// Breaks the connections that are left and joins all threads.
  void finish();

  bool stopping() const { return stopping_.load(std::memory_order_relaxed); }

 private:
  using Time = Connection::Time;

  void watch();
  void accept_all();
  void on_readable(Connection& connection);
  Time expiry(const Connection& connection) const;
  bool reassure(Connection& connection) const;
  void dispatch(Connection& connection);
  void expire(Time now);
  void close_watched();
  void drop(Connection& connection);

  void work();
  Connection* next_job();
  void serve_from(Connection& connection);
  bool linger(Connection& connection);
  void park(Connection& connection);

  const Options options_;
  const Serve serve_;
  Socket listener_;
  Socket epoll_;
  Socket wake_;

  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable drained_;
  std::unordered_map<Connection*, std::unique_ptr<Connection>> all_;
  std::unordered_map<Connection*, Time> watched_;  // those the watcher owns, and when they expire
  std::deque<Connection*> ready_;
  unsigned live_workers_ = 0;
  std::atomic<unsigned> free_workers_{0};
  std::atomic<bool> stopping_{false};
  bool joined_ = false;

  std::thread watcher_;
  std::vector<std::thread> workers_;
};

}  // namespace dossier
