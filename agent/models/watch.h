#pragma once
// Looks after one exchange over a socket from beside it, and ends it: when its time is up, when it
// is stopped, or when more arrives than its bounds allow. It is needed because the HTTP library
// waits for each read anew, shows nothing of a head before it is whole, and holds its lock while it
// connects.
//
// The watch holds a duplicate of the socket's descriptor: whatever number the library closes and
// the system gives out again, only this connection is ever shut down.
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace dossier::models {

class Watch {
 public:
  /// Begins to count `timeout_ms` now.
  Watch(int64_t timeout_ms, std::stop_token stop);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  /// The exchange goes over `socket` from now on.
  void hold(int socket);
  /// The head is whole: what arrives now is the body.
  void head_ended();
  /// Whether the exchange was ended, or is late.
  bool ended();
  /// Why it was ended, for a person; "" = it was not, or because it was stopped.
  std::string why();
  /// Whether a bound was met, time aside.
  bool over();

 private:
  void run();
  bool must_end();

  const int64_t deadline_, timeout_ms_;
  const std::stop_token stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int socket_ = -1;
  bool in_body_ = false, done_ = false, ended_ = false, over_ = false;
  std::string why_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace dossier::models
