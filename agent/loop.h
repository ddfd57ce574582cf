#pragma once
// The agent loop: ask the model, run the calls in its reply, return the results to it, until its
// text is accepted. The loop knows only a protocol and a transcript. The reason for stopping is a
// value.
#include <functional>
#include <optional>
#include <span>
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
  int turns = 0;        // replies; 0 = as many as the other limits allow
  int64_t tokens = 0;   // of all requests and replies; 0 = likewise
};

/// Callbacks for showing progress to a person.
struct LoopListener {
  ModelListener model;
  std::function<void(int turn)> on_turn{};  // a reply has come
  std::function<void(const ToolCall&)> on_call;
  std::function<void(const ToolResult&)> on_result;
  std::function<void(const std::string& why)> on_correction{};  // nothing of a reply was done
  std::function<void(size_t messages)> on_summary{};            // so many gave way to one
};

/// The conversation so far, with what the loop has done.
struct Conversation {
  ModelRequest request;
  // Of every call, in order; those of a script, without what only it was told, before its own.
  std::vector<ToolResult> results;
  Usage usage{0, 0};          // as far as the provider tells
  int turns = 0;              // replies
  int64_t tokens = 0;         // as the provider counts them, else four bytes each
  bool is_estimated = false;  // some of them are counted so
};

/// The bytes of a message as a model is sent it: text, calls and results.
size_t bytes_of_message(const Message& message);
/// The tokens of a request, its tools included, at four bytes each.
int64_t tokens_in(const ModelRequest& request);
/// The tokens of an exchange: the provider's counts, else four bytes each.
int64_t tokens_of(const ModelRequest& request, const ModelReply& reply);
/// Adds an exchange to what was spent.
void count_tokens(Conversation& conversation, const ModelRequest& request, const ModelReply& reply);

/// The result of a call beyond the budget.
inline constexpr std::string_view kBudgetSpent =
    "the budget of tool calls is spent; give the final answer";

struct LoopEnd {
  enum Why : uint8_t {
    accepted,
    too_many_corrections,
    out_of_calls,
    out_of_time,
    out_of_turns,
    out_of_tokens,
    failed
  } why = accepted;
  std::string text;  // the accepted text, what was wrong with the last one, or the failure
  std::optional<Error> failure{};  // of the model, if it failed
  bool is_cut = false;             // the accepted text ends at the model's limit
};

/// Accepts a reply without tool calls, or returns a message that tells the model what to change.
using Acceptor = std::function<std::optional<std::string>(const std::string& text)>;

/// What a dialogue may put in the place of what the loop does by itself.
struct LoopHooks {
  Acceptor accept;
  /// The message for a reply's results, which is then recorded. Null: the protocol's, which follows
  /// from the results and is not.
  std::function<Message(std::span<const ToolResult>)> answer = nullptr;
  /// Called before each request to the model, with the conversation, which it may shorten, and the
  /// deadline, which may have passed: it asks nothing then. A value ends the loop.
  std::function<std::optional<LoopEnd>(Conversation&, int64_t deadline_ms)> before = nullptr;
  /// Called before all that, with the conversation. A value replaces the limits, and their time
  /// begins now: a dialogue that was stopped goes on.
  std::function<std::optional<LoopLimits>(const Conversation&)> renewed = nullptr;
};

/// Runs one turn to its end. The last message of the conversation is the user's. Throws what the
/// transcript throws; failures of models and tools are not exceptions.
LoopEnd run_loop(Transcript& transcript, const Protocol& protocol, Conversation& conversation,
                 const LoopHooks& hooks, const LoopLimits& limits, const LoopListener& listener,
                 const std::stop_token& stop);

}  // namespace dossier
