// dossier-sandbox: runs one script for the program that started it (sandbox/frame.h), and ends.
//
// Two machines: one with eval compiles the script to bytecode, the other, in which nothing can make
// code from text, runs it. Both are made before there is a script, so a program that starts workers
// ahead waits for neither.
//
//   dossier-sandbox ENTROPY    64 bits in hexadecimal, from which Math.random follows
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>

#include "sandbox/frame.h"
#include "sandbox/worker/confine.h"
#include "sandbox/worker/prelude.h"
#include "sandbox/worker/vm.h"

namespace dossier::sandbox {
namespace {

constexpr uint64_t kMostMemory = 600u << 20;  // the engine's heap is limited within this
constexpr uint32_t kMostSeconds = 70;         // of processor time; the program ends it sooner
constexpr uint64_t kJobsPerPoll = 200;
constexpr uint64_t kRequestsPerPoll = 10;

bool read_all(void* to, size_t size) {
  auto* bytes = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t got = ::read(STDIN_FILENO, bytes, size);
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

// Ends the process if the program no longer listens.
void send(Frame kind, std::string_view payload) {
  std::string frame(kFrameHead, '\0');
  frame[0] = static_cast<char>(kind);
  const auto size = static_cast<uint32_t>(payload.size());
  std::memcpy(&frame[1], &size, 4);
  frame += payload;
  for (size_t at = 0; at < frame.size();) {
    const ssize_t put = ::write(STDOUT_FILENO, frame.data() + at, frame.size() - at);
    if (put <= 0) ::_exit(1);
    at += static_cast<size_t>(put);
  }
}

// The next frame, which must be of this kind.
bool receive(Frame kind, std::string& payload) {
  char head[kFrameHead];
  if (!read_all(head, sizeof head) || head[0] != static_cast<char>(kind)) return false;
  uint32_t size;
  std::memcpy(&size, &head[1], 4);
  payload.resize(size);
  return read_all(payload.data(), size);
}

class Script {
 public:
  explicit Script(uint64_t entropy)
      : compiler_({}, true),
        vm_({[this](std::string_view text) { request(text); }, [this] { return poll(); }, entropy},
            false) {
    const auto prelude = vm_.run(embedded::files()[0].text);  // as compile_prelude.cc made it
    const auto api = vm_.call(prelude, {vm_.sender()});
    begin_ = vm_.property(api, "begin");
    settle_ = vm_.property(api, "settle");
    leave_ = vm_.property(api, "leave");
    tell_ = vm_.property(api, "tell");
  }

  void run(const Start& start, std::string_view context, std::string_view code) {
    start_ = start;
    try {
      execute(context, code);
    } catch (const Trap& trap) {
      stop(std::string_view(trap.what()).find("exhaust") != std::string_view::npos ? "stack"
                                                                                   : "memory");
    }
  }

 private:
  void execute(std::string_view context, std::string_view code) {
    compiler_.limit(start_.memory, start_.stack);
    vm_.limit(start_.memory, start_.stack);
    vm_.call(begin_, {vm_.string(context)});
    // The script's own lines keep their numbers.
    const std::string body = "(async () => {" + std::string(code) + "\n})()";
    const std::string bytecode = compiler_.compile(body, "script");
    if (bytecode.empty()) return refuse();
    finish(vm_.run(bytecode));
  }

  void refuse() {
    const auto error = compiler_.exception();
    const std::string place = compiler_.text(compiler_.property(error, "stack"));
    const size_t line = place.find("script:");
    fail("SyntaxError: " + compiler_.text(compiler_.property(error, "message")) +
         (line == place.npos
              ? ""
              : " (line " +
                    place.substr(line + 7,
                                 place.find_first_not_of("0123456789", line + 7) - line - 7) +
                    ")"));
  }

  // Runs jobs and hands in results until the script's promise is settled.
  void finish(Vm::Handle promise) {
    if (promise == 0) return thrown(vm_.exception());
    while (true) {
      while (vm_.has_job()) {
        if (stopped_) return;
        if (!vm_.run_job() && vm_.interrupted()) return stop("fuel");
        // A job may be too short for the engine to poll in it.
        if (++jobs_ % kJobsPerPoll == 0 && poll()) return stop("fuel");
      }
      if (stopped_) return;
      if (vm_.interrupted()) return stop("fuel");
      const auto state = vm_.state(promise);
      if (state == Vm::State::rejected) return thrown(vm_.result(promise));
      if (state == Vm::State::fulfilled) return leave(vm_.result(promise));
      if (waiting_ == 0) return fail("the script waits for a promise that nothing will settle");
      if (results_.empty()) receive_results();
      --waiting_;
      const std::string payload = std::move(results_.front());
      results_.pop_front();
      vm_.call(settle_, {vm_.string(payload)});
    }
  }

  // All of them before the script goes on and writes again (sandbox/frame.h).
  void receive_results() {
    sandbox::send(Frame::wait, {});
    for (uint32_t i = std::min(waiting_, start_.parallel); i > 0; --i) {
      std::string payload;
      if (!receive(Frame::result, payload)) ::_exit(1);
      results_.push_back(std::move(payload));
    }
  }

  void leave(Vm::Handle value) {
    const auto text = vm_.call(leave_, {value});
    if (stopped_) return;
    if (vm_.interrupted()) return stop("fuel");
    if (text == 0) return thrown(vm_.exception());
    const std::string out = vm_.text(text);
    if (out.size() > start_.output) return stop("output");
    send(Frame::done, out);
  }

  void thrown(Vm::Handle error) {
    if (stopped_) return;
    if (vm_.interrupted()) return stop("fuel");
    const auto text = vm_.call(tell_, {error});
    if (vm_.interrupted()) return stop("fuel");
    const std::string said = text == 0 ? "the script failed" : vm_.text(text);
    if (said.find("out of memory") != std::string::npos) return stop("memory");
    fail(said);
  }

  void fail(std::string_view why) {
    if (!stopped_) sandbox::send(Frame::failed, why.substr(0, start_.output));
    stopped_ = true;
  }

  void stop(std::string_view limit) {
    if (!stopped_) sandbox::send(Frame::stopped, limit);
    stopped_ = true;
  }

  // What the script asks of the program. Logs expect no answer.
  void request(std::string_view text) {
    if (stopped_) return;
    if (++sent_ % kRequestsPerPoll == 0 && poll()) return stop("fuel");
    if (text.size() > start_.output) return stop("output");
    if (!text.starts_with("{\"id\":0,")) {
      if (waiting_ >= start_.pending) return stop("pending");
      ++waiting_;
    }
    sandbox::send(Frame::request, text);
  }

  // The prelude itself is not counted.
  bool poll() { return start_.fuel > 0 && (stopped_ || ++polls_ > start_.fuel); }

  Start start_{};
  Vm compiler_, vm_;
  Vm::Handle begin_ = 0, settle_ = 0, leave_ = 0, tell_ = 0;
  uint64_t polls_ = 0, jobs_ = 0, sent_ = 0;
  uint32_t waiting_ = 0;             // requests without a result
  std::deque<std::string> results_;  // that the script has not seen
  bool stopped_ = false;
};

int serve(uint64_t entropy) {
  Script script(entropy);
  limit_process(kMostMemory, kMostSeconds);
  limit_system_calls();
  std::string payload;
  if (!receive(Frame::start, payload) || payload.size() < sizeof(Start)) return 1;
  Start start;
  std::memcpy(&start, payload.data(), sizeof start);
  const std::string_view rest = std::string_view(payload).substr(sizeof start);
  if (start.context > rest.size()) return 1;
  script.run(start, rest.substr(0, start.context), rest.substr(start.context));
  return 0;
}

}  // namespace
}  // namespace dossier::sandbox

int main(int argc, char** argv) {
  int status = 1;
  try {
    if (argc == 2) status = dossier::sandbox::serve(std::strtoull(argv[1], nullptr, 16));
  } catch (...) {
    // Whoever started it sees that it ended without an answer.
  }
  ::_exit(status);
}
