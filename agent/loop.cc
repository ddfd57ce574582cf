#include "agent/loop.h"

#include "agent/bounds.h"

namespace dossier {
namespace {

// What the reply means. The record decides, so that a replay takes the same way; only the inputs of
// calls come from the reply itself, since what a tool writes to a file is not redacted.
Turn turn_of(const Protocol& protocol, const Message& recorded, const Message& raw) {
  Turn turn = protocol.parse(recorded);
  Turn said = protocol.parse(raw);
  if (turn.faults.empty() && said.calls.size() == turn.calls.size())
    turn.calls = std::move(said.calls);
  if (turn.calls.size() > kPeerBounds.calls) {
    turn.faults.push_back(
        {0, "at most " + std::to_string(kPeerBounds.calls) + " calls of tools fit in one reply"});
    turn.calls.clear();
  }
  if (turn.faults.size() > kPeerBounds.complaints) {
    const size_t more = turn.faults.size() - kPeerBounds.complaints;
    turn.faults.resize(kPeerBounds.complaints);
    turn.faults.push_back({0, "and " + std::to_string(more) + " more"});
  }
  return turn;
}

}  // namespace

LoopEnd run_loop(Transcript& transcript, const Protocol& protocol, Conversation& conversation,
                 const Acceptor& accept, const LoopLimits& limits, const LoopListener& listener,
                 const std::stop_token& stop) {
  auto& messages = conversation.request.messages;
  const int64_t deadline = transcript.now_ms() + limits.ms;
  const auto say = [&](const Message& message) { messages.push_back(transcript.say(message)); };
  int calls = 0, corrections = 0, refusals = 0;
  for (;;) {
    if (transcript.is_over(deadline)) return {LoopEnd::out_of_time, "time is up", {}};
    conversation.request.timeout_ms = deadline - transcript.now_ms();
    Message raw;
    auto outcome = transcript.reply(conversation.request, listener.model, stop, raw);
    if (auto* error = std::get_if<Error>(&outcome))
      return {LoopEnd::failed, error->message(), std::move(*error)};
    ModelReply& reply = std::get<ModelReply>(outcome);
    messages.push_back(std::move(reply.message));
    conversation.usage.in += std::max<int64_t>(0, reply.usage.in);
    conversation.usage.out += std::max<int64_t>(0, reply.usage.out);
    const Turn turn = turn_of(protocol, messages.back(), raw);

    if (turn.faults.empty() && !turn.calls.empty()) {
      corrections = 0;
      std::vector<ToolResult> results;
      for (const auto& call : turn.calls) {
        if (listener.on_call) listener.on_call(tool_call_from(redacted(to_json(call))));
        results.push_back(++calls > limits.calls ? transcript.refuse(call, kBudgetSpent)
                                                 : transcript.call(call));
        if (listener.on_result) listener.on_result(results.back());
      }
      conversation.results.insert(conversation.results.end(), results.begin(), results.end());
      // Not recorded again: the message follows from the results (see fold).
      messages.push_back(protocol.render_results(results));
      if (calls > limits.calls && ++refusals > limits.corrections)
        return {LoopEnd::out_of_calls, "the budget of tool calls is spent", {}};
      continue;
    }

    std::optional<std::string> complaint;
    if (turn.faults.empty()) complaint = accept(turn.text);
    if (turn.faults.empty() && !complaint) return {LoopEnd::accepted, turn.text, {}};
    const Message correction =
        complaint ? Message{Role::user, *complaint, {}, {}} : protocol.correction(turn.faults);
    if (++corrections > limits.corrections)
      return {LoopEnd::too_many_corrections, correction.text, {}};
    say(correction);
  }
}

}  // namespace dossier
