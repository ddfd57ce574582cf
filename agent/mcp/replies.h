#pragma once
// The answers to requests of ours, which clients of the earlier versions give. Whoever asks waits
// on its own thread; the thread that reads delivers. Safe for several threads.
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <stop_token>

#include "engine/json_value.h"

namespace dossier::mcp {

class Replies {
 public:
  /// A person may take so long.
  static constexpr int64_t kPatienceMs = 600'000;

  /// The id of the next request of ours, whose answer is awaited from now on.
  int64_t open();
  /// An answer came: an object with its `result` or its `error`. Ids that nobody waits for are
  /// ignored.
  void deliver(const Json& id, Json reply);
  /// Waits for the answer; null if none comes before the stop, the close, or in time.
  Json await(int64_t id, const std::stop_token& stop, int64_t ms = kPatienceMs);
  /// The client has gone.
  void close();

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<int64_t, Json> open_;  // null: not answered yet
  int64_t last_ = 0;
  bool is_closed_ = false;
};

}  // namespace dossier::mcp
