#pragma once
// The automation of seed 000: one question, lookups by the model, one strict answer that is held
// against the record and the store before anyone sees it.
#include <stop_token>
#include <string>
#include <vector>

#include "agent/loop.h"
#include "agent/report.h"
#include "agent/transcript.h"

namespace dossier {

/// How a session is set up: what its first event records and its requests begin with.
struct Setup {
  const Protocol* protocol = nullptr;
  ModelRequest request;  // system prompt and tools, no messages yet
  Json started;          // the `started` event's body
};

struct SetupOptions {
  std::string mode;  // automation, agent, ask
  std::string model;
  bool native = false;  // the model takes tools as structure
  std::string project;
  std::string snapshots;  // ids searched
  std::string prompts;    // folder of replaced prompts, or ""
  std::string root;       // of the workspace, or ""
  std::string permit;     // what a person changed of the mode's permissions, or ""
  LoopLimits limits;
};

Setup set_up(const Toolbox& tools, const SetupOptions& options);

/// The setup that the `started` event at `index` of a record begins: the recorded prompt and tools,
/// whatever the program has now. Of a record made before they were kept it is made again, and where
/// it is not what it was, Error{conflict} "recorded under another version …" says so; so does a
/// dialect that this program does not speak.
Setup set_up_again(const Toolbox& tools, const std::vector<SessionEvent>& record, size_t index,
                   const std::string& prompts);

/// The limits that a `started` event records.
LoopLimits limits_of(const SessionEvent& started);

struct AskResult {
  bool answered = false;
  Report report;
  std::vector<StoredFinding> findings;
  std::string problem;             // when not answered
  std::optional<Error> failure{};  // of the model, when it was that
  Usage usage;
};

/// Runs one automation from its `started` event to its `ended` one, or, where the transcript
/// follows a record, from where that ends.
AskResult run_ask(Transcript& transcript, Setup setup, const std::string& question,
                  const LoopLimits& limits, const LoopListener& listener,
                  const std::stop_token& stop);

}  // namespace dossier
