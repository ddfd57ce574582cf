#pragma once
// Replays a recorded session. A strict replay runs the loop again with the model, tools, clock and
// permissions of the record, touches nothing, and must do the same, byte for byte. Retooling makes
// the recorded calls again on a chosen snapshot and compares each result with the recorded one.
// Both fail closed: no live model is ever asked.
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/journal.h"
#include "agent/loop.h"
#include "agent/tool.h"
#include "agent/transcript.h"

namespace dossier {

/// The result of a strict replay.
struct Replayed {
  size_t events = 0;                     // equal to the record, from the first on
  std::vector<Interruption> stopped{};   // where the recorded program was stopped
  std::optional<Divergence> divergence;  // the first difference, if any
};

/// Compares every event. Throws Error{conflict} "recorded under another version …" if the prompt or
/// the tools differ from the recorded ones, and Error{invalid} for a session of another program.
Replayed replay_strictly(const std::vector<SessionEvent>& record, const Toolbox& tools,
                         const std::string& prompts);

/// The result of a session that continues live.
struct Continued {
  bool answered = false;
  std::string text;  // a chat's answer, or why there is none
  Json json{};       // the answer of an automation or a request
};

/// Continues after `prefix`, which the transcript follows: the same program, live from there to the
/// end of the turn.
Continued go_on(Transcript& transcript, const std::vector<SessionEvent>& prefix,
                const Toolbox& tools, const std::string& prompts, const LoopListener& listener,
                const std::stop_token& stop);

}  // namespace dossier
