#include "agent/desk/live.h"

#include <exception>
#include <utility>

#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kMostLiveText = 200'000;  // of a reply under way; the record has all of it
constexpr size_t kMostAsked = 20'000;      // of an input that a person is asked about

}  // namespace

Live::~Live() { stop(); }

void Live::run(std::function<void(const std::stop_token&)> work) {
  const std::lock_guard lock(mutex_);
  if (running_) throw Error(ErrorCode::conflict, "the session is busy; stop it, or wait");
  running_ = true;
  text_.clear();
  calling_.clear();
  problem_.clear();
  change();
  // The thread before has ended, or is about to: it does nothing after it set running_.
  thread_ = std::jthread([this, work = std::move(work)](const std::stop_token& stop) mutable {
    std::string problem;
    try {
      work(stop);
    } catch (const std::exception& error) {
      problem = error.what();
    }
    work = nullptr;  // what it holds is free before anybody hears that it has ended
    const std::lock_guard ended(mutex_);
    running_ = false;
    text_.clear();
    calling_.clear();
    question_.reset();
    if (!problem.empty()) problem_ = problem;
    change();
  });
}

void Live::stop() {
  const std::lock_guard lock(mutex_);
  thread_.request_stop();
  change();
}

bool Live::is_running() const {
  const std::lock_guard lock(mutex_);
  return running_;
}

Live::State Live::state() const {
  const std::lock_guard lock(mutex_);
  Json shown = Json::object({{"running", running_}, {"text", text_}, {"calling", calling_}});
  if (question_)
    shown.set("question", Json::object({{"id", question_->id},
                                        {"tool", question_->tool},
                                        {"within", question_->within},
                                        {"category", question_->category},
                                        {"capability", name_of(question_->capability)},
                                        {"input", question_->input}}));
  else
    shown.set("question", Json());
  shown.set("problem", problem_);
  return {version_, std::move(shown)};
}

void Live::wait(int64_t version, std::chrono::milliseconds time) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [&] { return version_ != version; });
}

void Live::change() {
  ++version_;
  changed_.notify_all();
}

void Live::note_change() {
  const std::lock_guard lock(mutex_);
  change();
}

LoopListener Live::listener() {
  LoopListener listener;
  listener.model = [this](const ModelProgress& progress) {
    const std::lock_guard lock(mutex_);
    if (progress.kind == ModelProgress::retry)
      problem_ = std::string(progress.text) + "; asking again";
    else if (text_.size() < kMostLiveText)
      text_ += progress.text;
    change();
  };
  listener.on_turn = [this](int) {
    const std::lock_guard lock(mutex_);
    text_.clear();
    problem_.clear();
    change();
  };
  listener.on_call = [this](const ToolCall& call) {
    const std::lock_guard lock(mutex_);
    calling_ = call.tool;
    change();
  };
  listener.on_result = [this](const ToolResult&) {
    const std::lock_guard lock(mutex_);
    calling_.clear();
    change();
  };
  return listener;
}

Consent Live::ask(const PermissionRequest& request) {
  std::unique_lock lock(mutex_);
  if (grants_.cover(request)) return {true, Consent::call};
  question_ = {++asked_,
               std::string(request.tool),
               std::string(request.within),
               std::string(request.category),
               std::string(utf8_prefix(request.input.dump(), kMostAsked)),
               request.capability};
  consent_.reset();
  change();
  const std::stop_token stop = thread_.get_stop_token();
  changed_.wait(lock, [&] { return consent_.has_value() || stop.stop_requested(); });
  const Consent consent = stop.stop_requested() ? Consent{} : *consent_;
  question_.reset();
  consent_.reset();
  grants_.add(request, consent);
  change();
  return consent;
}

void Live::answer(int64_t question, const Consent& consent) {
  const std::lock_guard lock(mutex_);
  if (!question_ || question_->id != question || consent_)
    throw Error(ErrorCode::conflict, "this question is no longer asked");
  consent_ = consent;
  change();
}

}  // namespace dossier
