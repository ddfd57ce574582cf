#pragma once
// The socket layer: accepts connections, collects requests, passes complete ones to workers, and
// sends what clients are slow to receive.
//
// One thread, the loop, watches every connection that waits for its client (epoll). It reads what
// arrives, refuses forbidden requests as soon as their head is complete, and continues sending
// answers. A worker gets a connection only when the whole request, including the body, is in the
// buffer, and returns it with the part of the answer that the client did not receive at once. Idle
// connections, slow clients and refusals therefore cost memory, which is bounded, but never a
// worker. After an answer, the worker stays with its connection for a moment if other workers are
// free, because a busy client's next request is microseconds away. Only a streamed body is sent by
// its worker to the end.
//
// Brief requests have a queue of their own, and the others so many workers at most, so that one is
// left for what is brief however many others wait. A stream gives its place among those back.
//
// Rejected: a thread per connection, as in cpp-httplib. Idle connections starve a small pool, and
// it answers 36 requests a second until tuned. One queue for all requests: a health check waits
// behind one slow request of every client. A worker that takes brief requests alone: one that turns
// out to be slow would hold it.
//
// Invariant: a connection belongs to the loop or to one worker (Phase::busy), never both. It is
// armed in epoll (one shot) exactly while the loop owns it.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "server/http/connection.h"
#include "server/http/connection_table.h"
#include "server/http/socket.h"

namespace dossier {

class Connections {
 public:
  struct Options {
    ConnectionTable::Limits table;
    unsigned threads = 32;
    unsigned places = 32;                // workers at most that have a request that is not brief
    size_t buffered_input = 32u << 20;   // bytes that all requests take; 503 beyond
    size_t buffered_output = 64u << 20;  // bytes that answers take; the oldest are dropped beyond
  };
  /// Answers the connection's complete request into its output; returns false to close it
  /// afterwards. Runs on any worker; must not throw.
  using Serve = std::function<bool(Connection&)>;

  /// Takes over the listening socket. Accepts nothing before start().
  Connections(Socket listener, Options options, Rules rules, Serve serve);
  ~Connections();
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  void start();
  /// Refuses new connections and closes those without a complete request. Requests in progress and
  /// answers being sent continue.
  void close_idle();
  /// Waits until `until` for all answers to be sent; returns whether they are. Call close_idle()
  /// first.
  bool wait_drained(std::chrono::steady_clock::time_point until);
  /// Closes the remaining connections and joins all threads.
  void finish();

  bool stopping() const { return stopping_.load(std::memory_order_relaxed); }
  /// The worker that has the connection will hold it for long: others take the place of it.
  void give_place(Connection& connection);

 private:
  using Time = Connection::Time;

  void watch();
  void accept_some();
  void admit(Accepted accepted);
  void on_event(Connection& connection);
  bool over_budget(Connection& connection);
  void expire();
  void close_watched();
  void wake();

  void work();
  Connection* next_job();
  void serve_from(Connection& connection);
  void linger(Connection& connection);
  void weigh(Connection& connection);
  bool may_stay(const Connection& connection, bool was_brief);

  // Both require the lock.
  std::deque<Connection*>* queue_of_next();
  void free_place(Connection& connection);

  void settle(Connection& connection, bool alive);
  void hand_over(Connection& connection);
  void erase(Connection& connection);

  const Options options_;
  const Rules rules_;
  const Serve serve_;
  Socket listener_;
  Socket epoll_;
  Socket wake_;

  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable drained_;
  ConnectionTable table_;
  std::deque<Connection*> brief_, others_;  // complete requests, the oldest first
  unsigned taken_places_ = 0;
  unsigned live_workers_ = 0;
  std::atomic<unsigned> free_workers_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> finished_{false};
  bool joined_ = false;

  std::thread loop_;
  std::vector<std::thread> workers_;
};

}  // namespace dossier
