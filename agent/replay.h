#pragma once
// A recorded session read back. Strict: the loop runs again with model, tools, clock and
// permissions from the record, touching nothing; it must do the same, byte for byte. Retool: the
// recorded calls are made again on a chosen snapshot, and each result is held against the recorded
// one. Both fail closed: no live model is ever asked.
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/journal.h"
#include "agent/loop.h"
#include "agent/tool.h"
#include "agent/transcript.h"

namespace dossier {

/// What doing it again came to.
struct Replayed {
  size_t events = 0;                     // that are as recorded, from the first on
  std::optional<Divergence> divergence;  // what comes after them, when something differs
};

/// Compares every event. Throws Error{conflict} "recorded under another version …" when prompt or
/// tools are not what they were, and {invalid} for a session that was not made here.
Replayed replay_strictly(const std::vector<SessionEvent>& record, const Toolbox& tools,
                         const std::string& prompts);

/// How a session that goes on live ended.
struct Continued {
  bool answered = false;
  std::string text;  // a chat's answer, or why there is none
  Json json{};       // the answer of an automation or a request
};

/// Goes on after `prefix`, which the transcript follows: the same program, live from there on to
/// the end of the turn.
Continued go_on(Transcript& transcript, const std::vector<SessionEvent>& prefix,
                const Toolbox& tools, const std::string& prompts, const LoopListener& listener,
                const std::stop_token& stop);

/// What became of one recorded call.
struct Retooled {
  // Keys were lost, gained, or both; `changed` where a result that names no symbol differs.
  enum Verdict : uint8_t { same, moved, lost, gained, both, changed, failed } verdict = same;
  int64_t seq = 0;
  ToolCall call;
  std::vector<std::string> gone;   // keys that only the recorded result has
  std::vector<std::string> added;  // keys that only the new one has
};
std::string_view name_of(Retooled::Verdict verdict);

/// Makes every recorded call that ran again with `tools`, which must not change any file on disk.
std::vector<Retooled> retool(const std::vector<SessionEvent>& record, const Toolbox& tools);

}  // namespace dossier
