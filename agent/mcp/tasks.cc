#include "agent/mcp/tasks.h"

#include "agent/mcp/seal.h"

namespace dossier::mcp {
namespace {

Refusal unknown_task() { return {kInvalidParams, "there is no such task, or not any more"}; }

}  // namespace

// The dialogue of a task: its questions wait until the client looks at it.
class Tasks::Running final : public Dialogue {
 public:
  Running(Tasks& tasks, const std::string& id, const Known& task, const Caller& caller,
          std::stop_token stop)
      : tasks_(tasks), id_(id), task_(task), caller_(caller), stop_(std::move(stop)) {}

  const Caller& caller() const override { return caller_; }
  const std::stop_token& stop() const override { return stop_; }
  void progress(double, double, std::string_view message) override { say(message); }
  void log(Level, std::string_view text) override { say(text); }
  void hang_up() override {}
  Asked ask(const Json& requests, bool) override;

 private:
  // Tasks are told of neither progress nor logs; what was said last is the status message.
  void say(std::string_view text) {
    const std::lock_guard lock(tasks_.mutex_);
    task_->message = text;
  }

  Tasks& tasks_;
  const std::string& id_;
  const Known& task_;
  const Caller& caller_;
  std::stop_token stop_;
};

Asked Tasks::Running::ask(const Json& requests, bool) {
  const Json can = answerable(requests, caller_);
  if (can.fields()->empty()) return {{}, missing_capabilities(requests)};
  std::unique_lock lock(tasks_.mutex_);
  // A key names one question as long as the task lives.
  std::map<std::string, std::string> key_of;
  for (const auto& [key, request] : *can.fields()) {
    key_of[key] = key + "-" + std::to_string(++task_->asked);
    task_->questions.set(key_of[key], request);
  }
  tasks_.change(id_, *task_, "input_required", lock);
  tasks_.changed_.wait(lock, stop_, [&] { return task_->questions.fields()->empty(); });
  if (!task_->questions.fields()->empty())
    return {{}, Refusal{kInternalError, "the task was stopped"}};
  Asked out;
  for (const auto& [key, unique] : key_of) out.answers.set(key, task_->answers[unique]);
  task_->answers = Json::object();
  return out;
}

Tasks::Tasks(Clock& clock, Entropy& entropy, OnChange on_change)
    : clock_(clock), entropy_(entropy), on_change_(std::move(on_change)) {}

Outcome Tasks::start(const Caller& caller, Work work) {
  const std::string id = unguessable_id(entropy_);
  const auto task = std::make_shared<Task>();
  task->created = task->updated = clock_.now_ms();
  std::unique_lock lock(mutex_);
  forget_old();
  if (tasks_.size() >= kMostKept) return Refusal{kInternalError, "too many tasks: try again later"};
  tasks_[id] = task;
  Json answer = described(id, *task).set("resultType", "task");
  lock.unlock();
  const bool started =
      crew_.start([this, id, task, caller, work = std::move(work)](const std::stop_token& stop) {
        const std::stop_callback forward(stop, [&task] { task->stop.request_stop(); });
        run(id, task, caller, work, task->stop.get_token());
      });
  if (started) return answer;
  lock.lock();
  tasks_.erase(id);
  return Refusal{kInternalError, "too many tasks run: try again later"};
}

void Tasks::run(const std::string& id, const Known& task, const Caller& caller, const Work& work,
                const std::stop_token& stop) {
  Running running(*this, id, task, caller, stop);
  Outcome outcome = work(running);
  std::unique_lock lock(mutex_);
  task->ended = clock_.now_ms();
  task->questions = Json::object();
  const bool is_failed = std::holds_alternative<Refusal>(outcome);
  if (is_failed) task->message = std::get<Refusal>(outcome).message;
  task->outcome = std::move(outcome);
  change(id, *task, stop.stop_requested() ? "cancelled" : is_failed ? "failed" : "completed", lock);
}

// Tells the others outside of the lock.
void Tasks::change(const std::string& id, Task& task, std::string_view status,
                   std::unique_lock<std::mutex>& lock) {
  task.status = status;
  task.updated = clock_.now_ms();
  const Json now = detailed(id, task);
  lock.unlock();
  on_change_(id, now);
  lock.lock();
}

Json Tasks::described(const std::string& id, const Task& task) const {
  Json out = Json::object({{"taskId", id}, {"status", task.status}});
  if (!task.message.empty()) out.set("statusMessage", task.message);
  const int64_t until = (task.ended != 0 ? task.ended : clock_.now_ms()) + kKeptMs;
  return out.set("createdAt", rfc3339(task.created))
      .set("lastUpdatedAt", rfc3339(task.updated))
      .set("ttlMs", until - task.created)
      .set("pollIntervalMs", kPollMs);
}

Json Tasks::detailed(const std::string& id, const Task& task) const {
  Json out = described(id, task);
  if (task.status == "input_required") out.set("inputRequests", task.questions);
  if (task.status == "completed") out.set("result", std::get<Json>(task.outcome));
  if (task.status == "failed") out.set("error", to_json(std::get<Refusal>(task.outcome)));
  return out;
}

Tasks::Known Tasks::find(const std::string& id) {
  forget_old();
  const auto at = tasks_.find(id);
  return at == tasks_.end() ? nullptr : at->second;
}

void Tasks::forget_old() {
  const int64_t now = clock_.now_ms();
  std::erase_if(tasks_, [now](const auto& known) {
    return known.second->ended != 0 && known.second->ended + kKeptMs < now;
  });
}

bool Tasks::knows(const std::string& id) {
  const std::lock_guard lock(mutex_);
  return find(id) != nullptr;
}

Outcome Tasks::get(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const Known task = find(id);
  return task ? Outcome(detailed(id, *task)) : unknown_task();
}

Outcome Tasks::update(const std::string& id, const Json& answers) {
  std::unique_lock lock(mutex_);
  const Known task = find(id);
  if (!task) return unknown_task();
  bool came = false;
  for (const auto& [key, answer] : *answers.fields()) {
    const Json* question = task->questions.find(key);
    if (question == nullptr || !is_answer(*question, answer)) continue;
    task->answers.set(key, answer);
    const std::string& answered = key;
    std::erase_if(*task->questions.fields(),
                  [&](const auto& open) { return open.first == answered; });
    came = true;
  }
  // It goes on before whoever works on it has noticed, so that nobody sees it ask for nothing.
  if (came)
    change(id, *task, task->questions.fields()->empty() ? "working" : "input_required", lock);
  changed_.notify_all();
  return Json::object();
}

Outcome Tasks::cancel(const std::string& id) {
  std::unique_lock lock(mutex_);
  const Known task = find(id);
  if (!task) return unknown_task();
  lock.unlock();
  task->stop.request_stop();
  return Json::object();
}

}  // namespace dossier::mcp
