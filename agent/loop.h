#pragma once
// The loop: ask the model, run what it calls, tell it the results, until its words are accepted.
// It knows a protocol and a transcript and nothing else. Stopping is data.
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/protocol.h"
#include "agent/transcript.h"

namespace dossier {

struct LoopLimits {
  int calls = 20;
  int64_t ms = 600'000;
  int corrections = 3;  // in a row
};

/// What a person watching sees.
struct LoopListener {
  ModelListener model;
  std::function<void(const ToolCall&)> on_call;
  std::function<void(const ToolResult&)> on_result;
};

/// The conversation so far, and what the loop has done in it.
struct Conversation {
  ModelRequest request;
  std::vector<ToolResult> results;  // of every call, in order
  Usage usage{0, 0};
};

/// What a call beyond the budget is answered.
inline constexpr std::string_view kBudgetSpent =
    "the budget of tool calls is spent; give the final answer";

struct LoopEnd {
  enum Why : uint8_t {
    accepted,
    too_many_corrections,
    out_of_calls,
    out_of_time,
    failed
  } why = accepted;
  std::string text;  // the accepted words, or what was wrong with the last ones, or the failure
  std::optional<Error> failure{};  // of the model, when it failed
};

/// Accepts a reply that calls no tools, or says what to tell the model instead.
using Acceptor = std::function<std::optional<std::string>(const std::string& text)>;

/// Runs one turn to its end. The conversation's last message is the user's. Throws what the
/// transcript throws; models and tools never do.
LoopEnd run_loop(Transcript& transcript, const Protocol& protocol, Conversation& conversation,
                 const Acceptor& accept, const LoopLimits& limits, const LoopListener& listener,
                 const std::stop_token& stop);

}  // namespace dossier
