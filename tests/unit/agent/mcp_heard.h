#pragma once
// What a client of the Model Context Protocol hears beside its answers, kept for a test to look at;
// it may answer what it is asked.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "agent/mcp/outlet.h"
#include "engine/json_value.h"

namespace dossier::test {

class Heard final : public mcp::Outlet {
 public:
  bool send(std::string message) override {
    const std::lock_guard lock(mutex_);
    messages_.push_back(read_json(message));
    changed_.notify_all();
    if (on_message) on_message(messages_.back());
    return is_open;
  }
  void hang_up() override { ++hung_up; }

  std::vector<Json> messages() {
    const std::lock_guard lock(mutex_);
    return messages_;
  }
  /// Waits for the first message with this method.
  Json wait_for(std::string_view method) {
    std::unique_lock lock(mutex_);
    for (size_t at = 0;; ++at) {
      changed_.wait(lock, [&] { return at < messages_.size(); });
      if (messages_[at].text("method") == method) return messages_[at];
    }
  }

  std::function<void(const Json&)> on_message;
  bool is_open = true;
  int hung_up = 0;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Json> messages_;
};

}  // namespace dossier::test
