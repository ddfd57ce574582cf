#pragma once
// Requests between the thread that reads them and the one that answers, in the order in which they
// came. A request that waits or runs can be cancelled: it is then not answered. What waits is
// bounded; a reader that gets ahead waits, and so, in the end, does the client.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <variant>

#include "agent/mcp/message.h"

namespace dossier::mcp {

class Queue {
 public:
  static constexpr size_t kMostWaiting = 1'000;
  static constexpr size_t kMostBytes = size_t{16} << 20;

  /// A request, or a message that was none and has its answer in turn.
  using Item = std::variant<Incoming, Unreadable>;

  /// `bytes` is the size of the message as it was read. Waits until there is room.
  void push(Item item, size_t bytes);
  /// Nothing more will be pushed.
  void close();
  /// Drops everything that waits and stops what runs.
  void abandon();
  /// Drops or stops the request with this id, if it is known.
  void cancel(const Json& id);

  /// What is to be answered next, and how to hear that it was cancelled. Absent after the end.
  struct Running {
    Item item;
    std::stop_token stop;
  };
  std::optional<Running> next();
  /// The running request is answered; false: it was cancelled, so it must not be.
  bool settle();
  /// Waits until everything was answered and the queue is closed, at most this long.
  bool wait_finished(int64_t ms);

 private:
  struct Waiting {
    Item item;
    size_t bytes;
  };

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> waiting_;
  size_t bytes_ = 0;  // of what waits
  Json running_;      // id of the running request, else null
  bool is_running_ = false, is_closed_ = false;
  std::stop_source stop_;
};

}  // namespace dossier::mcp
