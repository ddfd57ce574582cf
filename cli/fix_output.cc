#include "cli/fix_output.h"

#include <algorithm>
#include <iostream>

#include "cli/agent.h"
#include "cli/terminal.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

// "sent back: line 6: unknown tag %_Done_%": what is wrong, in one line, without what to write
// instead.
std::string shown_correction(const std::string& why) {
  std::string faults;
  for (size_t at = 0; at < why.size();) {
    const size_t end = std::min(why.find('\n', at), why.size());
    const std::string_view line = std::string_view(why).substr(at, end - at);
    if (line.starts_with("- "))
      faults += (faults.empty() ? "" : "; ") + std::string(line.substr(2));
    at = end + 1;
  }
  std::string head = why.substr(0, why.find('\n'));
  if (head.starts_with("Nothing of your last reply was done")) head.clear();
  if (!head.empty() && !faults.empty()) head += " ";
  return "sent back: " + printable(head + faults);
}

// "; 1 of 2 goals achieved; not achieved: the tests pass"
std::string told_of_goals(const FixResult& result) {
  std::string left;
  size_t achieved = 0;
  for (const auto& goal : result.goals) {
    if (goal.status == "Achieved") ++achieved;
    if (goal.status == "Not Achieved")
      left += (left.empty() ? "; not achieved: " : ", ") + printable(goal.goal);
  }
  if (result.goals.empty()) return {};
  return "; " + std::to_string(achieved) + " of " +
         counted(static_cast<int64_t>(result.goals.size()), "goal") + " achieved" + left;
}

}  // namespace

LoopListener told_on_standard_error() {
  LoopListener listener;
  listener.on_turn = [](int turn) {
    std::cerr << styled("turn " + std::to_string(turn), Style::dim) << "\n";
  };
  listener.on_result = [](const ToolResult& result) {
    std::cerr << "  " << styled(printable(shown_activity(result)), Style::dim) << "\n";
  };
  listener.on_correction = [](const std::string& why) {
    std::cerr << "  " << styled(shown_correction(why), Style::dim) << "\n";
  };
  listener.model = [](const ModelProgress& progress) {
    if (progress.kind == ModelProgress::retry)
      std::cerr << "dossier: " << printable(progress.text) << "; asking again\n";
  };
  return listener;
}

Json json_of(const FixResult& result, const std::string& session, const std::string& diff) {
  Json out = Json::object({{"session", session},
                           {"status", result.outcome()},
                           {"reason", result.end.text},
                           {"turns", result.turns},
                           {"tokens", result.tokens},
                           {"tokens_estimated", result.is_estimated},
                           {"goals", json_of(result.goals)}});
  if (!result.unchecked.empty()) out.set("unchecked", result.unchecked);
  return out.set("diff", diff);
}

int tell_end(const FixResult& result, const std::string& session, const FixOptions& options) {
  std::cerr << styled("session " + session + ": " + counted(result.turns, "turn") + ", " +
                          counted(result.tokens, "token") +
                          (result.is_estimated ? " (estimated)" : "") + told_of_goals(result),
                      Style::dim)
            << "\n";
  if (result.end.failure) throw Error(*result.end.failure);
  const std::string_view outcome = result.outcome();
  if (outcome == "unchanged")
    std::cerr << "dossier: nothing was changed: by its report the model found nothing that has to "
                 "follow\n";
  if (outcome == "unchecked")
    std::cerr << "dossier: the command of --check did not run: " << printable(result.unchecked)
              << (options.permit.find("execute=allow") == options.permit.npos
                      ? "; --permit execute=allow permits it"
                      : "")
              << "\n";
  if (outcome == "stopped")
    std::cerr << "dossier: not finished: " << printable_lines(result.end.text)
              << "; the diff is what was changed until then\n";
  return outcome == "stopped" || outcome == "unchecked" ? 2 : 0;
}

}  // namespace dossier::cli
