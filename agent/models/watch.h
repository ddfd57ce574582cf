#pragma once
// Watches one exchange over a socket from another thread and ends it when its time is up, when it
// is stopped, or when more arrives than its limits allow. It is needed because the HTTP library
// times each read separately, does not show a head before it is complete, and holds its lock while
// it connects.
//
// The watch has a duplicate of the socket's descriptor. If the library closes its descriptor and
// the system reuses the number, the watch still shuts down only this connection.
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace dossier::models {

/// "no complete answer within 1.5 s".
std::string late(int64_t timeout_ms);

class Watch {
 public:
  /// The time limit `timeout_ms` starts now.
  Watch(int64_t timeout_ms, std::stop_token stop);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  /// The exchange uses `socket` from now on.
  void hold(int socket);
  /// The head is complete: what follows is the body.
  void head_ended();
  /// Whether the exchange was ended or is past its time.
  bool ended();
  /// Why it was ended, for a person; "" if it was not, or if it was stopped.
  std::string why();
  /// Whether a limit other than time was exceeded.
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
