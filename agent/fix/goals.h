#pragma once
// What a dialogue is to achieve, in the model's own words: the goals that it writes down at the
// beginning, and the report on them at the end. Each of the goals has to be in the report, whatever
// else is; a goal is known by its words, without the bullet or number before it. Pure.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dossier {

/// The goals in the text of %_Correction_Goals_%: its bullets or numbers, or, where it has none,
/// its lines; or a JSON array of texts.
std::vector<std::string> goals_in(std::string_view text);

struct GoalStatus {
  std::string goal;
  std::string status;     // "Achieved", "Not Achieved"; "" = no report says
  std::string reasoning;  // of the report
};

/// What a report says, as far as it can be read; empty if it cannot.
std::vector<GoalStatus> reported_in(std::string_view report);
/// What `reported` says of each goal; without goals, all of it.
std::vector<GoalStatus> status_of(std::span<const std::string> goals,
                                  std::span<const GoalStatus> reported);

/// What is wrong with a verification report, as a message that says what to write instead; absent
/// if it has each of the goals, and every goal in it is achieved.
std::optional<std::string> report_problem(std::string_view report,
                                          std::span<const std::string> goals);

}  // namespace dossier
