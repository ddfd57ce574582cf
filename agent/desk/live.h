#pragma once
// A session that this process runs now: its thread, what the model has said of the reply under way,
// and the question that waits for a person. What is recorded is not here: it is read from the
// record, where it stays when the process ends. So whoever watches needs two things, the record
// from an event on, and this state, which is sent whole whenever it changes.
//
// A permission that a person gives for a tool, a category or a kind holds until the process ends,
// across turns.
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "agent/loop.h"
#include "agent/policy.h"
#include "engine/json_value.h"

namespace dossier {

class Live {
 public:
  Live() = default;
  ~Live();
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;

  /// Runs `work` on a thread of its own. Throws Error{conflict} if something runs already.
  void run(std::function<void(const std::stop_token&)> work);
  /// Asks what runs to stop; a question that waits is answered with no.
  void stop();
  bool is_running() const;

  /// What watchers see: {running, text, calling, question, problem}, and a number that rises with
  /// every change.
  struct State {
    int64_t version = 0;
    Json shown;
  };
  State state() const;
  /// Waits until the number is another than `version`, at most so long.
  void wait(int64_t version, std::chrono::milliseconds time) const;

  /// Callbacks of a loop that keep the state.
  LoopListener listener();
  /// Something was recorded that no listener tells of: a call of a script, a mode.
  void note_change();
  /// Asks the person and waits for the answer; no when stopped.
  Consent ask(const PermissionRequest& request);
  /// Answers the question of this number. Throws Error{conflict} if another one or none waits.
  void answer(int64_t question, const Consent& consent);

 private:
  struct Question {
    int64_t id;
    std::string tool, within, category, input;
    Capability capability;
  };
  void change();  // under the lock

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  int64_t version_ = 1;
  bool running_ = false;
  std::string text_, calling_, problem_;
  std::optional<Question> question_;
  std::optional<Consent> consent_;
  int64_t asked_ = 0;
  Grants grants_;
  std::jthread thread_;
};

}  // namespace dossier
