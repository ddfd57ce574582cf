#pragma once
// Runs a script of JavaScript that nobody has read: what a model wrote. run() is the whole library.
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
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/json_value.h"

namespace dossier::sandbox {

struct Limits {
  std::chrono::milliseconds time{30'000};  // from the start to the end, requests included
  uint64_t fuel = 100'000;                 // about 10,000 branches and calls each
  uint32_t memory = 64u << 20;             // bytes of the engine's heap
  uint32_t stack = 256u << 10;             // bytes of the engine's stack
  uint32_t output = 1u << 20;              // bytes of the value, and of a request
  uint32_t pending = 100;                  // requests without an answer
  uint32_t requests = 500;                 // calls and searches
  uint32_t logs = 100;                     // lines, of 2,000 bytes each
  uint32_t code = 1u << 20;                // bytes of the script
};

struct Script {
  std::string code;          // the body of an async function
  std::string workspace;     // what getWorkspacePath() says
  std::string conversation;  // what getConversationId() says
};

/// An answer to a request: the value, or why there is none.
struct Answer {
  bool ok = true;
  Json value{};
};

/// What a script asks of the program; called one at a time, in the order in which it asked.
struct Requests {
  std::function<Answer(const std::string& name, const Json& params)> call;
  std::function<Answer(const std::string& query, const Json& options)> search;
};

struct Outcome {
  Json result{};  // what the script returned; null if it did not
  std::vector<std::string> logs{};
  std::string stopped{};  // the limit that ended it: time, fuel, memory, stack, pending, output,
                          // requests, code, or "worker" if its process died; "" = none
  std::string error{};    // why there is no result, in one sentence; "" = there is one
};

/// Workers that have been started before there is a script. Each runs one script and is gone.
class Workers {
 public:
  /// `path` of dossier-sandbox; "" = beside this program, or in its ../libexec. Starts nothing yet.
  explicit Workers(std::string path = {}, size_t ahead = 1);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Starts workers until as many wait as there should.
  void warm();
  /// A worker with the next entropy, or with this one.
  std::unique_ptr<class Process> take();
  std::unique_ptr<class Process> with(uint64_t entropy);

 private:
  std::string path_;
  size_t ahead_;
  std::deque<std::unique_ptr<class Process>> waiting_;
};

/// Runs the script to its end. `worker` is used up. Throws what `requests` throw, and nothing else.
Outcome run(std::unique_ptr<class Process> worker, const Script& script, const Limits& limits,
            const Requests& requests);

}  // namespace dossier::sandbox
