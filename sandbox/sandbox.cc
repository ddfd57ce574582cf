#include "sandbox/sandbox.h"

#include <string_view>
#include <utility>

#include "engine/clock.h"
#include "engine/error.h"
#include "engine/helper_program.h"
#include "sandbox/conversation.h"
#include "sandbox/process.h"

namespace dossier::sandbox {
Answers one_by_one(std::function<Answer(const Request&)> answer) {
  return [answer = std::move(answer)](const std::vector<Request>& requests) {
    std::vector<Answer> out;
    out.reserve(requests.size());
    for (const auto& request : requests) out.push_back(answer(request));
    return out;
  };
}

Sandbox::Sandbox(std::string worker, size_t ahead)
    : path_(worker.empty() ? helper_program("dossier-sandbox") : std::move(worker)),
      ahead_(ahead) {}

Sandbox::~Sandbox() = default;

void Sandbox::warm() {
  std::string ignored;
  while (waiting_.size() < ahead_) {
    auto worker = Process::start(path_, system_entropy().next(), ignored);
    if (!worker) return;
    waiting_.push_back(std::move(worker));
  }
}

std::unique_ptr<Process> Sandbox::take(const std::optional<uint64_t>& entropy) {
  while (!entropy && !waiting_.empty()) {
    auto out = std::move(waiting_.front());
    waiting_.pop_front();
    if (out->is_alive()) return out;
  }
  std::string why;
  auto out = Process::start(path_, entropy ? *entropy : system_entropy().next(), why);
  if (!out) throw Error(ErrorCode::io, "cannot start the sandbox worker: " + why, path_);
  return out;
}

Outcome Sandbox::run(const Script& script, const Limits& limits, const Answers& answers,
                     const std::stop_token& stop) {
  auto worker = take(script.entropy);
  Outcome out = converse(worker->channel(), script, limits, answers, stop);
  out.entropy = worker->entropy();
  worker.reset();
  if (ahead_ > 0) warm();
  return out;
}

}  // namespace dossier::sandbox
