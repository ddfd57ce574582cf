#include "agent/loop.h"

#include "agent/bounds.h"
#include "agent/checked.h"
#include "engine/clock.h"

namespace dossier {
namespace {

constexpr std::string_view kCutOff =
    "your reply was cut off at the limit of its length; do it in smaller parts";

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

// One run of the loop: what it counts.
class Loop {
 public:
  Loop(Transcript& transcript, const Protocol& protocol, Conversation& conversation,
       const LoopHooks& hooks, const LoopLimits& limits, const LoopListener& listener)
      : transcript_(transcript),
        protocol_(protocol),
        conversation_(conversation),
        hooks_(hooks),
        limits_(limits),
        listener_(listener),
        deadline_(transcript.now_ms() + limits.ms) {}

  LoopEnd run(const std::stop_token& stop) {
    for (;;) {
      renew();
      // What can be counted comes first: a record tells only by what follows whether time was up.
      if (auto end = spent()) return *end;
      if (hooks_.before)
        if (auto end = hooks_.before(conversation_, deadline_)) return *end;
      if (transcript_.is_over(deadline_)) return {LoopEnd::out_of_time, "time is up", {}};
      Message raw;
      if (auto failure = ask(stop, raw))
        return {LoopEnd::failed, failure->message(), std::move(*failure)};
      Turn turn = turn_of(protocol_, messages().back(), raw);
      // What a cut reply asks for may be half of it.
      if (is_cut_ && !(turn.calls.empty() && turn.faults.empty()))
        turn = {{}, {}, {{0, std::string(kCutOff)}}};
      if (turn.faults.empty() && !turn.calls.empty()) {
        if (!run_calls(turn, stop))
          return {LoopEnd::out_of_calls, "the budget of tool calls is spent", {}};
        continue;
      }
      std::optional<std::string> complaint;
      if (turn.faults.empty()) complaint = hooks_.accept(turn.text);
      if (turn.faults.empty() && !complaint) return {LoopEnd::accepted, turn.text, {}, is_cut_};
      const Message correction =
          complaint ? Message{Role::user, *complaint, {}, {}} : protocol_.correction(turn.faults);
      if (listener_.on_correction) listener_.on_correction(correction.text);
      if (++corrections_ > limits_.corrections)
        return {LoopEnd::too_many_corrections, correction.text, {}};
      messages().push_back(transcript_.say(correction));
    }
  }

 private:
  std::vector<Message>& messages() { return conversation_.request.messages; }

  void renew() {
    if (!hooks_.renewed) return;
    const auto limits = hooks_.renewed(conversation_);
    if (!limits) return;
    limits_ = *limits;
    deadline_ = transcript_.now_ms() + limits_.ms;
    calls_ = refusals_ = 0;
  }

  std::optional<LoopEnd> spent() const {
    if (limits_.turns > 0 && conversation_.turns >= limits_.turns)
      return LoopEnd{LoopEnd::out_of_turns,
                     "the budget of " + std::to_string(limits_.turns) + " turns is spent",
                     {}};
    if (limits_.tokens > 0 && conversation_.tokens >= limits_.tokens)
      return LoopEnd{LoopEnd::out_of_tokens,
                     "the budget of " + std::to_string(limits_.tokens) + " tokens is spent",
                     {}};
    return std::nullopt;
  }

  // Asks the model; its reply is the last message then. A failure is returned.
  std::optional<Error> ask(const std::stop_token& stop, Message& raw) {
    conversation_.request.timeout_ms = deadline_ - transcript_.now_ms();
    until_ = steady_ms() + conversation_.request.timeout_ms;
    auto outcome = transcript_.reply(conversation_.request, listener_.model, stop, raw);
    if (auto* error = std::get_if<Error>(&outcome)) return std::move(*error);
    ModelReply& reply = std::get<ModelReply>(outcome);
    count_tokens(conversation_, conversation_.request, reply);
    ++conversation_.turns;
    is_cut_ = reply.is_cut;
    messages().push_back(std::move(reply.message));
    conversation_.usage.in += std::max<int64_t>(0, reply.usage.in);
    conversation_.usage.out += std::max<int64_t>(0, reply.usage.out);
    if (listener_.on_turn) listener_.on_turn(conversation_.turns);
    return std::nullopt;
  }

  // False once the model goes on calling beyond its budget.
  bool run_calls(const Turn& turn, const std::stop_token& stop) {
    corrections_ = 0;
    const Checked checked(transcript_, [stop, until = until_] {
      if (stop.stop_requested()) throw Error(ErrorCode::conflict, "stopped");
      if (steady_ms() > until) throw Error(ErrorCode::limit, "time is up");
    });
    transcript_.set_calls_end(until_);
    std::vector<ToolResult> results;
    for (const auto& call : turn.calls) {
      if (listener_.on_call) listener_.on_call(tool_call_from(redacted(to_json(call))));
      results.push_back(++calls_ > limits_.calls ? transcript_.refuse(call, kBudgetSpent)
                                                 : transcript_.call(call));
      if (listener_.on_result) listener_.on_result(results.back());
      for (auto& made : transcript_.take_within()) conversation_.results.push_back(std::move(made));
      conversation_.results.push_back(results.back());
    }
    // The protocol's is not recorded again: the message follows from the results (see fold).
    messages().push_back(hooks_.answer ? transcript_.say(hooks_.answer(results))
                                       : protocol_.render_results(results));
    return calls_ <= limits_.calls || ++refusals_ <= limits_.corrections;
  }

  Transcript& transcript_;
  const Protocol& protocol_;
  Conversation& conversation_;
  const LoopHooks& hooks_;
  LoopLimits limits_;
  const LoopListener& listener_;
  int64_t deadline_;
  int64_t until_ = 0;  // the same on the clock that only runs forward, for what runs meanwhile
  int calls_ = 0, corrections_ = 0, refusals_ = 0;
  bool is_cut_ = false;  // the last reply
};

}  // namespace

size_t bytes_of_message(const Message& message) {
  size_t bytes = message.text.size();
  for (const auto& call : message.calls) bytes += to_json(call).dump().size();
  for (const auto& result : message.results) bytes += to_json(result).dump().size();
  return bytes;
}

int64_t tokens_in(const ModelRequest& request) {
  size_t bytes = request.system.size();
  for (const auto& message : request.messages) bytes += bytes_of_message(message);
  for (const auto& tool : request.tools)
    bytes += tool.name.size() + tool.description.size() + tool.schema.dump().size();
  return static_cast<int64_t>(bytes / 4);
}

int64_t tokens_of(const ModelRequest& request, const ModelReply& reply) {
  const auto said = static_cast<int64_t>(reply.message.text.size() / 4);
  return (reply.usage.in >= 0 ? reply.usage.in : tokens_in(request)) +
         (reply.usage.out >= 0 ? reply.usage.out : said);
}

void count_tokens(Conversation& conversation, const ModelRequest& request,
                  const ModelReply& reply) {
  conversation.tokens += tokens_of(request, reply);
  if (reply.usage.in < 0 || reply.usage.out < 0) conversation.is_estimated = true;
}

LoopEnd run_loop(Transcript& transcript, const Protocol& protocol, Conversation& conversation,
                 const LoopHooks& hooks, const LoopLimits& limits, const LoopListener& listener,
                 const std::stop_token& stop) {
  return Loop(transcript, protocol, conversation, hooks, limits, listener).run(stop);
}

}  // namespace dossier
