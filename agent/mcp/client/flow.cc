#include "agent/mcp/client/flow.h"

#include <utility>

namespace dossier::mcp::client {

Flow::Flow(models::HttpPost request, Bell& bell) : bell_(bell) {
  // A task hands on what is thrown, too.
  std::packaged_task<models::HttpAnswer(std::stop_token)> task(
      [this, request = std::move(request)](const std::stop_token& stop) {
        return run(request, stop);
      });
  answer_ = task.get_future();
  thread_ = std::jthread([this, task = std::move(task)](std::stop_token stop) mutable {
    task(std::move(stop));
    const std::lock_guard lock(bell_.mutex);
    ended_ = true;
    bell_.changed.notify_all();
  });
}

models::HttpAnswer Flow::run(const models::HttpPost& request, const std::stop_token& stop) {
  const auto keep = [&](std::string_view bytes, const std::string& type) {
    std::unique_lock lock(bell_.mutex);
    const bool has_room =
        bell_.changed.wait(lock, stop, [this] { return bytes_.size() < kMostBytes; });
    if (!has_room || stop.stop_requested()) return false;
    bytes_ += bytes;
    type_ = type;
    bell_.changed.notify_all();
    return true;
  };
  return models::post(request, keep, stop);
}

Flow::Come Flow::fetch() {
  const std::lock_guard lock(bell_.mutex);
  Come out{std::exchange(bytes_, {}), type_, ended_};
  if (!out.bytes.empty()) bell_.changed.notify_all();
  return out;
}

void Flow::end() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

models::HttpAnswer Flow::answer() {
  end();
  return answer_.get();
}

}  // namespace dossier::mcp::client
