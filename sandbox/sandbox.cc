#include "sandbox/sandbox.h"

#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "engine/clock.h"
#include "engine/error.h"
#include "engine/unicode.h"
#include "sandbox/frame.h"
#include "sandbox/process.h"

namespace dossier::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kLogBytes = 2000;

std::string_view sentence_of(std::string_view stopped) {
  static constexpr std::pair<std::string_view, std::string_view> kSentences[] = {
      {"time", "the script ran out of time"},
      {"fuel", "the script ran too long without an end in sight"},
      {"memory", "the script needs more memory than it may have"},
      {"stack", "the script calls itself too deeply"},
      {"pending", "the script has too many calls without a result"},
      {"output", "the script's value, or a request of it, is too large"},
      {"requests", "the script made too many calls"},
      {"code", "the script is too long"},
      {"worker", "the process that ran the script died"},
  };
  for (const auto& [name, sentence] : kSentences)
    if (name == stopped) return sentence;
  return {};
}

// A worker's text may hold lone surrogates, or anything if it lies.
std::string valid_prefix(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size() && out.size() < kLogBytes;) {
    const Decoded one = decode_utf8(text, at);
    append_utf8(out, one.valid ? one.code : U'\uFFFD');
    at += one.length;
  }
  return out;
}

// One script on one worker.
class Run {
 public:
  Run(Process& worker, const Limits& limits, const Requests& requests)
      : worker_(worker), limits_(limits), requests_(requests), until_(Clock::now() + limits.time) {}

  Outcome operator()(const Script& script) {
    if (script.code.size() > limits_.code) return stop("code");
    if (!start(script)) return stop("worker");
    // A request's frame is a little longer than what the script put into it.
    const size_t most = size_t{limits_.output} + 4096;
    while (true) {
      auto why = Process::Silence::gone;
      auto received = worker_.receive(most, until_, why);
      if (!received) return stop(why == Process::Silence::late ? "time" : "worker");
      switch (received->kind) {
        case Frame::request:
          if (!answer(received->payload)) return std::move(out_);
          break;
        case Frame::done:
          return finish(received->payload);
        case Frame::failed:
          out_.error = valid_prefix(received->payload);
          return std::move(out_);
        case Frame::stopped:
          return stop(sentence_of(received->payload).empty() ? "worker" : received->payload);
        default:
          return stop("worker");
      }
    }
  }

 private:
  bool start(const Script& script) {
    const std::string context =
        Json::object({{"workspace", script.workspace}, {"conversation", script.conversation}})
            .dump();
    const Start start{limits_.fuel,   limits_.memory,  limits_.stack,
                      limits_.output, limits_.pending, static_cast<uint32_t>(context.size())};
    std::string payload(sizeof start, '\0');
    std::memcpy(payload.data(), &start, sizeof start);
    return worker_.send(Frame::start, payload + context + script.code, until_);
  }

  Outcome stop(std::string_view limit) {
    out_.stopped = limit;
    out_.error = sentence_of(limit);
    return std::move(out_);
  }

  Outcome finish(const std::string& payload) {
    if (!payload.empty()) {
      auto parsed = parse_json(payload);
      if (const auto* fault = std::get_if<JsonFault>(&parsed)) {
        out_.error = "the script's value cannot be read: " + fault->message;
        return std::move(out_);
      }
      out_.result = std::move(std::get<Json>(parsed));
    }
    return std::move(out_);
  }

  // False when the script has been stopped.
  bool answer(const std::string& payload) {
    const auto parsed = parse_json(payload);
    const Json* request = std::get_if<Json>(&parsed);
    if (request == nullptr) {
      out_.error = "a request of the script cannot be read: " + std::get<JsonFault>(parsed).message;
      return false;
    }
    const std::string& op = request->text("op");
    if (op == "log") {
      if (out_.logs.size() < limits_.logs)
        out_.logs.emplace_back(utf8_prefix(request->text("text"), kLogBytes));
      return true;
    }
    if (++made_ > limits_.requests) return stop_here("requests");
    Answer answer{false, "there is no such request"};
    if (op == "call" && requests_.call)
      answer = requests_.call(request->text("name"), (*request)["params"]);
    if (op == "search" && requests_.search)
      answer = requests_.search(request->text("query"), (*request)["options"]);
    Json reply = Json::object({{"id", (*request)["id"]}, {"ok", answer.ok}});
    if (answer.ok)
      reply.set("value", std::move(answer.value));
    else
      reply.set("error", answer.value.string() ? *answer.value.string() : answer.value.dump());
    if (Clock::now() > until_) return stop_here("time");
    // A worker that has gone may have said before how its script ended: that comes next.
    if (!worker_.send(Frame::result, reply.dump(), until_) && Clock::now() > until_)
      return stop_here("time");
    return true;
  }

  bool stop_here(std::string_view limit) {
    out_ = stop(limit);
    return false;
  }

  Process& worker_;
  const Limits& limits_;
  const Requests& requests_;
  const Clock::time_point until_;
  uint32_t made_ = 0;
  Outcome out_;
};

std::string found_beside() {
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* place : {"dossier-sandbox", "../libexec/dossier/dossier-sandbox"})
    if (const auto path = folder / place; ::access(path.c_str(), X_OK) == 0) return path.string();
  return (folder / "dossier-sandbox").string();
}

}  // namespace

Workers::Workers(std::string path, size_t ahead)
    : path_(path.empty() ? found_beside() : std::move(path)), ahead_(ahead) {}

Workers::~Workers() = default;

void Workers::warm() {
  while (waiting_.size() < ahead_) waiting_.push_back(with(system_entropy().next()));
}

std::unique_ptr<Process> Workers::take() {
  if (waiting_.empty()) return with(system_entropy().next());
  auto out = std::move(waiting_.front());
  waiting_.pop_front();
  return out;
}

std::unique_ptr<Process> Workers::with(uint64_t entropy) {
  return std::make_unique<Process>(path_, entropy);
}

Outcome run(std::unique_ptr<Process> worker, const Script& script, const Limits& limits,
            const Requests& requests) {
  return Run(*worker, limits, requests)(script);
}

}  // namespace dossier::sandbox
