#include "agent/mcp/crew.h"

namespace dossier::mcp {

bool Crew::start(std::function<void(std::stop_token)> work) {
  const std::lock_guard lock(mutex_);
  std::erase_if(workers_, [](const auto& worker) { return worker->is_done.load(); });
  if (is_stopped_ || workers_.size() >= most_) return false;
  auto worker = std::make_unique<Worker>();
  worker->thread =
      std::jthread([work = std::move(work), done = &worker->is_done](std::stop_token stop) {
        work(std::move(stop));
        *done = true;
      });
  workers_.push_back(std::move(worker));
  return true;
}

void Crew::stop() {
  std::vector<std::unique_ptr<Worker>> workers;
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    workers = std::move(workers_);
  }
  for (const auto& worker : workers) worker->thread.request_stop();
  workers.clear();
}

}  // namespace dossier::mcp
