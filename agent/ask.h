#pragma once
// The automation of seed 000: one question, lookups by the model, and one strict answer, which is
// checked against the record and the store before anyone sees it.
#include <stop_token>
#include <string>
#include <vector>

#include "agent/loop.h"
#include "agent/report.h"
#include "agent/transcript.h"

namespace dossier {

class AutoTools;

/// The setup of a session: the body of its first event, and the start of its requests.
struct Setup {
  const Protocol* protocol = nullptr;
  ModelRequest request;  // system prompt and tools, no messages yet
  Json started;          // the `started` event's body
};

struct SetupOptions {
  std::string mode;  // automation, agent, ask
  std::string model;
  bool native = false;  // the model has tool calls of its own
  std::string project;
  std::string snapshots;  // ids searched
  std::string prompts;    // folder of replaced prompts, or ""
  std::string root;       // of the workspace, or ""
  std::string permit;     // changes to the mode's permissions, or ""
  LoopLimits limits;
  const AutoTools* automatic = nullptr;  // tools through scripts; null = each with its schema
  int64_t context_tokens = 0;            // of a chat: more gives way to a summary; 0 = nothing does
};

Setup set_up(const Toolbox& tools, const SetupOptions& options);

/// The setup of the `started` event at `index` of a record: the recorded prompt and tools, whatever
/// the program has now. If the record is too old to contain them, the setup is made again; if it
/// then differs from the recorded one, throws Error{conflict} "recorded under another version …".
/// The same error is thrown for a dialect that this program does not have, and Error{invalid} for a
/// session of another program.
Setup set_up_again(const Toolbox& tools, const std::vector<SessionEvent>& record, size_t index,
                   const std::string& prompts);

/// The limits recorded in a `started` event, or in its body.
LoopLimits limits_in(const Json& started);
LoopLimits limits_of(const SessionEvent& started);

struct AskResult {
  bool answered = false;
  Report report;
  std::vector<StoredFinding> findings;
  std::string problem;             // why there is no answer
  std::optional<Error> failure{};  // of the model, if it failed
  Usage usage;
};

/// Runs one automation from its `started` event to its `ended` event. If the transcript follows a
/// record, it continues from the record's end.
AskResult run_ask(Transcript& transcript, Setup setup, const std::string& question,
                  const LoopLimits& limits, const LoopListener& listener,
                  const std::stop_token& stop);

}  // namespace dossier
