#include "agent/mcp/exchange.h"

#include <algorithm>
#include <chrono>

namespace dossier::mcp {

bool Exchange::send(std::string message) {
  const std::lock_guard lock(mutex_);
  if (is_abandoned_ || is_finished_) return false;
  kept_.push_back(std::move(message));
  if (kept_.size() > kMostKept) {
    kept_.pop_front();
    ++dropped_;
  }
  changed_.notify_all();
  return true;
}

void Exchange::hang_up() {
  const std::lock_guard lock(mutex_);
  is_hung_up_ = true;
  changed_.notify_all();
}

void Exchange::finish(std::string answer, int status) {
  const std::lock_guard lock(mutex_);
  if (!answer.empty()) kept_.push_back(std::move(answer));
  status_ = status;
  is_finished_ = true;
  changed_.notify_all();
}

void Exchange::abandon() {
  {
    const std::lock_guard lock(mutex_);
    is_abandoned_ = true;
    changed_.notify_all();
  }
  stop_.request_stop();
}

bool Exchange::wait_whole() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_finished_ || is_hung_up_ || !kept_.empty(); });
  return is_finished_ && !is_hung_up_ && dropped_ == 0 && kept_.size() <= 1;
}

std::string Exchange::take_whole(int& status) {
  const std::lock_guard lock(mutex_);
  status = status_;
  return kept_.empty() ? std::string() : kept_.front();
}

uint64_t Exchange::attach() {
  const std::lock_guard lock(mutex_);
  // Whoever comes back is not sent away again.
  if (readers_ > 0) is_hung_up_ = false;
  changed_.notify_all();
  return ++readers_;
}

Exchange::Next Exchange::next(uint64_t reader, uint64_t behind, int64_t ms) {
  std::unique_lock lock(mutex_);
  const auto has_message = [&] { return behind < dropped_ + kept_.size(); };
  const auto is_gone = [&] { return is_abandoned_ || is_hung_up_ || readers_ != reader; };
  changed_.wait_for(lock, std::chrono::milliseconds(ms),
                    [&] { return is_gone() || has_message() || is_finished_; });
  if (is_gone()) return {Next::gone, {}, behind};
  if (has_message()) {
    const uint64_t number = std::max(behind, dropped_);
    return {Next::message, kept_[number - dropped_], number + 1};
  }
  return {is_finished_ ? Next::end : Next::nothing, {}, behind};
}

}  // namespace dossier::mcp
