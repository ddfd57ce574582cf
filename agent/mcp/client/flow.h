#pragma once
// A request over HTTP on a thread of its own. Whoever waits for its answer fetches what has come
// and keeps the time, so that it can listen to several, and may ask a person in between: meanwhile
// the peer is read up to a bound and no further.
#include <condition_variable>
#include <cstdint>
#include <future>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "agent/models/http.h"

namespace dossier::mcp::client {

/// Rings where something has come of one of the flows that share it.
struct Bell {
  std::mutex mutex;
  std::condition_variable_any changed;
};

class Flow {
 public:
  static constexpr size_t kMostBytes = 256 << 10;  // that wait to be fetched

  /// Begins it. The bell outlives the flow.
  Flow(models::HttpPost request, Bell& bell);
  /// Ends it at once.
  ~Flow() { end(); }

  struct Come {
    std::string bytes;  // of a 200
    std::string type;   // the content type
    bool ended = false;
  };
  /// What has come since the last time; nothing is waited for.
  Come fetch();
  /// Whether fetch() has something. Under the bell's lock.
  bool has_come() const { return !bytes_.empty() || ended_; }
  void end();
  /// Ends it, too. Once.
  models::HttpAnswer answer();

 private:
  models::HttpAnswer run(const models::HttpPost& request, const std::stop_token& stop);

  Bell& bell_;
  std::string bytes_, type_;
  bool ended_ = false;
  std::future<models::HttpAnswer> answer_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace dossier::mcp::client
