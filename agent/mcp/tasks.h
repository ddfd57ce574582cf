#pragma once
// Calls that go on after their request was answered (io.modelcontextprotocol/tasks): the client
// looks at them by their id, answers what they ask, and cancels them. A task lives as long as this
// program. Ids cannot be guessed, so whoever knows one may use it. Safe for several threads.
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "agent/mcp/crew.h"
#include "agent/mcp/dialogue.h"
#include "engine/clock.h"

namespace dossier::mcp {

class Tasks {
 public:
  static constexpr size_t kMostRunning = 8;
  static constexpr size_t kMostKept = 200;
  static constexpr int64_t kKeptMs = 600'000;  // after its end
  static constexpr int64_t kPollMs = 500;

  /// What a task does, on a thread of its own. It must not throw.
  using Work = std::function<Outcome(Dialogue&)>;
  /// Is told of each task that has changed: its id, and what tasks/get would answer.
  using OnChange = std::function<void(const std::string& id, const Json& task)>;

  Tasks(Clock& clock, Entropy& entropy, OnChange on_change);

  /// Begins a task, and says what the client is told of it; or why there can be none.
  Outcome start(const Caller& caller, Work work);
  /// What tasks/get, tasks/update and tasks/cancel answer.
  Outcome get(const std::string& id);
  Outcome update(const std::string& id, const Json& answers);
  Outcome cancel(const std::string& id);
  bool knows(const std::string& id);
  /// Ends all of them.
  void stop() { crew_.stop(); }

 private:
  class Running;
  struct Task {
    std::string status = "working", message;
    int64_t created = 0, updated = 0, ended = 0;  // ended 0: not yet
    Json questions = Json::object();              // that are open
    Json answers = Json::object();                // that have come, until they are taken
    int64_t asked = 0;                            // questions so far
    Outcome outcome;
    std::stop_source stop;
  };
  using Known = std::shared_ptr<Task>;

  void run(const std::string& id, const Known& task, const Caller& caller, const Work& work,
           const std::stop_token& stop);
  void change(const std::string& id, Task& task, std::string_view status,
              std::unique_lock<std::mutex>& lock);
  Json described(const std::string& id, const Task& task) const;
  Json detailed(const std::string& id, const Task& task) const;
  Known find(const std::string& id);
  void forget_old();

  Clock& clock_;
  Entropy& entropy_;
  OnChange on_change_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::string, Known> tasks_;
  Crew crew_{kMostRunning};  // last: its threads use what is above
};

}  // namespace dossier::mcp
