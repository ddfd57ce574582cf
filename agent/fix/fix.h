#pragma once
// The tag dialogue of seed 004: a model makes the code of a tree follow a change of its .proto
// files. It asks for files, sends diffs, calls for the final check and ends with a report; the loop
// is every agent's (agent/loop.h), and what is added here are its prompts, the rules of the end and
// the summary of what no longer fits. A session has all of that in its record: it replays strictly
// with no model, no tree and no command at hand, whatever prompts the program has by then.
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "agent/ask.h"
#include "agent/fix/goals.h"
#include "agent/loop.h"
#include "agent/transcript.h"

namespace dossier {

struct FixOptions {
  std::string model;
  std::string project;
  std::string snapshot;       // the id of the earlier version
  std::string protos;         // the diff of the .proto files, which the tree begins with
  std::string prompts;        // folder of replaced prompts, or ""
  std::string permit;         // changes to the permissions, or ""
  std::string check;          // the command of the final check, or ""
  bool is_seed_only = false;  // no questions to the store
  int64_t context_tokens = 100'000;
  LoopLimits limits = {10'000, 600'000, 3, 40, 2'000'000};
};
inline constexpr std::string_view kFixMode = "fix";

Setup set_up_fix(const Toolbox& tools, const FixOptions& options);
/// The options in the `started` event of such a session.
FixOptions fix_options_in(const Json& started);

struct FixResult {
  LoopEnd end;
  int turns = 0;
  int64_t tokens = 0;
  bool is_estimated = false;      // the provider did not tell all of the tokens
  bool has_changed = false;       // of a dialogue that came to its end: it left a change
  std::string unchecked;          // why the command of the final check did not run; "" = it did
  std::vector<GoalStatus> goals;  // as the last report has them

  /// fixed; unchanged: the end, without a change; unchecked: the end, and the command of --check
  /// did not run; stopped by a budget; failed.
  std::string_view outcome() const;
};
/// [{goal, status}]
Json json_of(std::span<const GoalStatus> goals);

/// Runs one dialogue from its `started` event to its `ended` event. `context` is the first message.
/// If the transcript follows a record, it continues from the record's end; with the model,
/// permissions, context and limits of `again` if that is not null, which count from there.
FixResult run_fix(Transcript& transcript, Setup setup, const std::string& context,
                  const LoopListener& listener, const std::stop_token& stop,
                  const FixOptions* again = nullptr);

}  // namespace dossier
