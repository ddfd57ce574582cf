#include "agent/mcp/replies.h"

#include <chrono>

namespace dossier::mcp {

int64_t Replies::open() {
  const std::lock_guard lock(mutex_);
  open_[++last_] = {};
  return last_;
}

void Replies::deliver(const Json& id, Json reply) {
  if (id.integer() == nullptr) return;
  const std::lock_guard lock(mutex_);
  const auto at = open_.find(*id.integer());
  if (at == open_.end()) return;
  at->second = std::move(reply);
  changed_.notify_all();
}

Json Replies::await(int64_t id, const std::stop_token& stop, int64_t ms) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, stop, std::chrono::milliseconds(ms),
                    [&] { return is_closed_ || !open_[id].is_null(); });
  Json reply = std::move(open_[id]);
  open_.erase(id);
  return reply;
}

void Replies::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

}  // namespace dossier::mcp
