#include "agent/mcp/queue.h"

#include <algorithm>
#include <chrono>

namespace dossier::mcp {

void Queue::push(Item item, size_t bytes) {
  std::unique_lock lock(mutex_);
  // A message alone is never too large.
  changed_.wait(lock, [&] {
    return is_closed_ || waiting_.empty() ||
           (waiting_.size() < kMostWaiting && bytes_ + bytes <= kMostBytes);
  });
  if (is_closed_) return;
  waiting_.push_back({std::move(item), bytes});
  bytes_ += bytes;
  changed_.notify_all();
}

void Queue::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

void Queue::abandon() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  waiting_.clear();
  bytes_ = 0;
  if (is_running_) stop_.request_stop();
  changed_.notify_all();
}

void Queue::cancel(const Json& id) {
  if (id.is_null()) return;
  const std::lock_guard lock(mutex_);
  if (is_running_ && running_ == id) stop_.request_stop();
  const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& waits) {
    const auto* request = std::get_if<Incoming>(&waits.item);
    return request != nullptr && request->id == id;
  });
  if (found == waiting_.end()) return;
  bytes_ -= found->bytes;
  waiting_.erase(found);
  changed_.notify_all();
}

std::optional<Queue::Running> Queue::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_closed_ || !waiting_.empty(); });
  if (waiting_.empty()) return std::nullopt;
  Waiting first = std::move(waiting_.front());
  waiting_.pop_front();
  bytes_ -= first.bytes;
  stop_ = std::stop_source();
  is_running_ = true;
  const auto* request = std::get_if<Incoming>(&first.item);
  running_ = request != nullptr ? request->id : Json();
  changed_.notify_all();
  return Running{std::move(first.item), stop_.get_token()};
}

bool Queue::settle() {
  const std::lock_guard lock(mutex_);
  is_running_ = false;
  running_ = {};
  changed_.notify_all();
  return !stop_.stop_requested();
}

bool Queue::wait_finished(int64_t ms) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::milliseconds(ms),
                           [&] { return is_closed_ && waiting_.empty() && !is_running_; });
}

}  // namespace dossier::mcp
