#pragma once
// Runs a script of JavaScript that nobody has read: what a model wrote. Sandbox::run() is the whole
// library; tests/package/consumer/script.cc is a program that uses it.
//
// The engine (QuickJS-NG as WebAssembly as C) runs in a process of its own, which the kernel holds
// to reading and writing two pipes: no file, no socket, no clock, no other process
// (sandbox/worker/). What a script may do is what its requests do, and those are answered by the
// program that runs it. Each limit ends the script with what it has done so far. Two runs of one
// script with the same entropy and the same answers are the same.
//
// Rejected: filtering the text of a script for words (it stops those who mean well); an engine in
// this process (one fault of it reads every secret here).
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/json_value.h"

namespace dossier::sandbox {

class Process;

struct Limits {
  std::chrono::milliseconds time{30'000};  // from the start to the end, requests included, but not
                                           // Answer::asked
  uint64_t fuel = 100'000;                 // about 10,000 branches and calls each
  uint32_t memory = 64u << 20;             // bytes of the engine's heap
  uint32_t stack = 256u << 10;             // bytes of the engine's stack
  uint32_t output = 1u << 20;              // bytes of the value, of a request, and, four times, of
                                           // all requests without a result
  uint32_t pending = 100;                  // requests without a result
  uint32_t parallel = 5;                   // requests that are answered together
  uint32_t requests = 500;                 // calls and searches
  uint32_t logs = 100;                     // lines; more are dropped
  uint32_t log_bytes = 2000;               // bytes of a line; the rest is dropped
  uint32_t code = 1u << 20;                // bytes of the script
};

struct Script {
  std::string code;                   // the body of an async function
  std::string workspace{};            // what getWorkspacePath() says
  std::string conversation{};         // what getConversationId() says
  std::optional<uint64_t> entropy{};  // what Math.random() follows from; absent = the system's
};

/// What a script asks of the program: callTool, a call of batchCall, or searchTools.
struct Request {
  enum Kind : uint8_t { call, search } kind;
  std::string name;  // the tool's, or the words of a search
  Json params;       // or the options of a search
};

/// The value, or why there is none.
struct Answer {
  bool ok = true;
  Json value{};
  std::chrono::milliseconds asked{0};  // what a person took to allow it
};

/// Answers requests that the script has made before it waits, at most Limits::parallel of them,
/// each at its place. What it throws ends the script and leaves run().
using Answers = std::function<std::vector<Answer>(const std::vector<Request>&)>;
/// Answers one request after the other.
Answers one_by_one(std::function<Answer(const Request&)> answer);

struct Outcome {
  Json result{};  // what the script returned; null if it did not
  std::vector<std::string> logs{};
  uint32_t logs_dropped = 0;
  std::string stopped{};  // the limit that ended it: time, fuel, memory, stack, pending, output,
                          // requests, code; "interrupted", or "worker" if its process died; "" =
                          // none
  std::string error{};    // why there is no result, in one sentence; "" = there is one
  uint64_t entropy = 0;
};

class Sandbox {
 public:
  /// `worker` is the path of dossier-sandbox; "" = beside this program, or in its
  /// ../libexec/dossier. `ahead` workers are started before there is a script. Starts nothing yet.
  explicit Sandbox(std::string worker = {}, size_t ahead = 1);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  /// Starts the workers that wait for a script; run() does so again behind each. One that cannot
  /// start is told by run().
  void warm();
  /// Runs the script to its end, in a worker that no other script has seen. Throws Error{io} if no
  /// worker can start, what `answers` throws, and nothing else.
  Outcome run(const Script& script, const Limits& limits, const Answers& answers,
              const std::stop_token& stop = {});

 private:
  std::unique_ptr<Process> take(const std::optional<uint64_t>& entropy);

  std::string path_;
  size_t ahead_;
  std::deque<std::unique_ptr<Process>> waiting_;
};

}  // namespace dossier::sandbox
