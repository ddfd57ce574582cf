#include "agent/replay.h"

#include <algorithm>

#include "agent/ask.h"
#include "agent/backend.h"
#include "agent/chat.h"
#include "agent/fix/fix.h"
#include "agent/grpc_context.h"
#include "agent/mcp/place.h"
#include "engine/error.h"

namespace dossier {

Continued go_on(Transcript& transcript, const std::vector<SessionEvent>& prefix,
                const Toolbox& tools, const std::string& prompts, const LoopListener& listener,
                const std::stop_token& stop) {
  if (prefix.empty()) throw Error(ErrorCode::not_found, "the session has no events");
  const std::string mode = body_of(prefix[0]).text("mode");
  if (mode == "backend") {
    return {true, {}, answer_again(transcript, prefix)};
  }
  if (mode == kContextMode) return {true, {}, context_again(transcript, prefix)};
  if (mode == mcp::kMode)
    throw Error(ErrorCode::invalid,
                "the client of another program chose these calls, and is not here to choose again; "
                "--retool makes them again");
  Setup setup = set_up_again(tools, prefix, 0, prompts);
  const LoopLimits limits = limits_of(prefix[0]);
  // The person's text is in the record at the place where the loop will say it.
  const auto said = [&](const SessionEvent& event) { return body_of(event).text("text"); };
  if (mode == "automation" || mode == kFixMode) {
    const auto asked = std::find_if(prefix.begin(), prefix.end(), [](const SessionEvent& event) {
      return event.kind == EventKind::message;
    });
    const std::string question = asked != prefix.end() ? said(*asked) : "";
    if (mode == kFixMode) {
      const FixResult result = run_fix(transcript, std::move(setup), question, listener, stop);
      return {result.end.why == LoopEnd::accepted, result.end.text, {}};
    }
    const AskResult result =
        run_ask(transcript, std::move(setup), question, limits, listener, stop);
    return {result.answered, result.problem, result.answered ? to_json(result.report) : Json()};
  }
  Chat chat(transcript, std::move(setup), limits);
  Continued out;
  while (const SessionEvent* next = transcript.upcoming()) {
    if (next->kind == EventKind::started) {
      const auto at = static_cast<size_t>(next - transcript.record().data());
      chat.change(set_up_again(tools, transcript.record(), at, prompts), limits_of(*next));
      continue;
    }
    if (next->kind == EventKind::rewound) {
      chat.rewind();
      continue;
    }
    const Chat::Turn turn = chat.turn(said(*next), listener, stop);
    out = {turn.answered, turn.text, {}};
    if (!transcript.is_interrupted()) continue;
    // Another run of the program went on with what the record held.
    transcript.resume();
    const auto& record = transcript.record();
    chat.restore(
        {record.begin(), record.begin() + static_cast<std::ptrdiff_t>(transcript.followed())});
  }
  return out;
}

Replayed replay_strictly(const std::vector<SessionEvent>& record, const Toolbox& tools,
                         const std::string& prompts) {
  Transcript transcript(record);
  try {
    go_on(transcript, record, tools, prompts, {}, {});
    if (const SessionEvent* rest = transcript.upcoming())
      throw Divergence(rest->seq,
                       std::string(name_of(rest->kind)) + " " + rest->body.substr(0, 400),
                       "the program has ended");
  } catch (const Divergence& divergence) {
    return {transcript.followed(), transcript.interruptions(), divergence};
  } catch (const Error&) {
    // What a program that stopped could not have done: it came no further.
    if (!transcript.is_interrupted()) throw;
  }
  return {record.size(), transcript.interruptions(), std::nullopt};
}

}  // namespace dossier
