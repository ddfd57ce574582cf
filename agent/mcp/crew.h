#pragma once
// Threads that work beside those that read and send; so many at most. The destructor asks all to
// stop and waits for them.
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace dossier::mcp {

class Crew {
 public:
  explicit Crew(size_t most) : most_(most) {}
  ~Crew() { stop(); }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// `work` must not throw. False: all are busy, and nothing is started.
  bool start(std::function<void(std::stop_token)> work);
  /// Ends the work that runs. Nothing starts any more.
  void stop();

 private:
  struct Worker {
    std::atomic<bool> is_done{false};
    std::jthread thread;
  };

  const size_t most_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> workers_;
  bool is_stopped_ = false;
};

}  // namespace dossier::mcp
