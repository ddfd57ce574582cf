#include "agent/fix/goals.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <variant>

#include "agent/json_texts.h"
#include "agent/protocols/reply_text.h"
#include "engine/ascii.h"
#include "engine/json_value.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kMostGoals = 100;
constexpr size_t kMissingNamed = 10;

constexpr std::string_view kReportShape =
    "Write the report again as a JSON array of {\"goal\",\"status\",\"evidence\",\"reasoning\"}, "
    "all of them texts, \"status\" either Achieved or Not Achieved, and %%_Fin_%% below it.";

std::string without_fence(std::string_view text) {
  const std::string_view body = protocols::unfenced(text);
  const size_t first = body.find('['), last = body.rfind(']');
  return first == body.npos || last == body.npos || last < first
             ? std::string(body)
             : std::string(body.substr(first, last - first + 1));
}

// The line behind its bullet or number; absent if it has none.
std::optional<std::string_view> behind_bullet(std::string_view line) {
  for (const std::string_view bullet : {"- ", "* ", "• ", "– "})
    if (line.starts_with(bullet)) return trimmed(line.substr(bullet.size()));
  const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits == 0 || digits > 3) return std::nullopt;
  const std::string_view rest = line.substr(digits);
  if (rest.starts_with(". ") || rest.starts_with(") ") || rest.starts_with(": "))
    return trimmed(rest.substr(2));
  return std::nullopt;
}

std::string_view without_bullet(std::string_view line) {
  line = trimmed(line);
  while (const auto rest = behind_bullet(line)) line = *rest;
  return line;
}

// Its words alone: without marks of emphasis and what ends a sentence, in lower case, with one
// space between them.
std::string words_of_goal(std::string_view goal) {
  std::string out;
  bool gap = false;
  for (const char c : without_bullet(goal)) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isspace(byte) != 0) gap = true;
    if (std::isspace(byte) != 0 || std::string_view("`*\"'").find(c) != std::string_view::npos)
      continue;
    if (std::exchange(gap, false) && !out.empty()) out += ' ';
    out += static_cast<char>(std::tolower(byte));
  }
  while (out.ends_with('.') || out.ends_with(';')) out.pop_back();
  return out;
}

std::optional<std::vector<std::string>> goals_in_json(std::string_view text) {
  const std::string_view body = trimmed(protocols::unfenced(text));
  if (!body.starts_with('[')) return std::nullopt;
  const Json rows = peer_json(body);
  if (rows.items() == nullptr) return std::nullopt;
  std::vector<std::string> out;
  for (const auto& row : rows.each()) {
    const std::string* goal = row.string() != nullptr ? row.string() : row["goal"].string();
    if (goal == nullptr) return std::nullopt;
    out.push_back(*goal);
  }
  return out;
}

bool is_achieved(std::string_view status) { return equal_ignoring_case(status, "Achieved"); }
bool is_open(std::string_view status) { return equal_ignoring_case(status, "Not Achieved"); }

// What is wrong with a row; "" = nothing.
std::string fault_of_row(const Json& row, const std::string& at) {
  if (row.fields() == nullptr) return at + " must be an object";
  for (const std::string_view key : {"goal", "status", "evidence", "reasoning"}) {
    const std::string name = at + "." + std::string(key);
    if (row[key].string() == nullptr)
      return name + (row.find(key) == nullptr ? " is missing" : " must be a text");
    if (row.text(key).empty() && key != "evidence") return name + " must not be empty";
  }
  if (!is_achieved(row.text("status")) && !is_open(row.text("status")))
    return at + ".status must be Achieved or Not Achieved";
  return {};
}

}  // namespace

std::vector<std::string> goals_in(std::string_view text) {
  std::vector<std::string> out;
  if (auto listed = goals_in_json(text)) {
    out = std::move(*listed);
  } else {
    bool has_bullets = false;
    std::vector<std::string> lines;
    const std::string_view body = protocols::unfenced(text);
    for (size_t at = 0; at < body.size();) {
      const size_t end = std::min(body.find('\n', at), body.size());
      const std::string_view line = trimmed(body.substr(at, end - at));
      at = end + 1;
      if (line.empty()) continue;
      const auto bullet = behind_bullet(line);
      if (bullet) {
        // What stood above the first was a heading.
        if (!std::exchange(has_bullets, true)) lines.clear();
        lines.emplace_back(*bullet);
      } else if (has_bullets) {
        lines.back() += " " + std::string(line);
      } else {
        lines.emplace_back(line);
      }
    }
    out = std::move(lines);
  }
  std::erase_if(out, [](const std::string& goal) { return words_of_goal(goal).empty(); });
  if (out.size() > kMostGoals) out.resize(kMostGoals);
  return out;
}

std::vector<GoalStatus> reported_in(std::string_view report) {
  const Json rows = peer_json(without_fence(report));
  std::vector<GoalStatus> out;
  for (const auto& row : rows.each())
    if (fault_of_row(row, "").empty())
      out.push_back({row.text("goal"), is_open(row.text("status")) ? "Not Achieved" : "Achieved",
                     row.text("reasoning")});
  return out;
}

std::vector<GoalStatus> status_of(std::span<const std::string> goals,
                                  std::span<const GoalStatus> reported) {
  if (goals.empty()) return {reported.begin(), reported.end()};
  std::vector<std::string> said;
  for (const auto& row : reported) said.push_back(words_of_goal(row.goal));
  std::vector<GoalStatus> out;
  for (const auto& goal : goals) {
    GoalStatus& row = out.emplace_back(GoalStatus{goal, {}, {}});
    const std::string words = words_of_goal(goal);
    // A report may say more of a goal than its words, never less. Of two rows the worse counts.
    for (size_t i = 0; i < said.size() && row.status != "Not Achieved"; ++i)
      if (said[i].find(words) != std::string::npos)
        row = {goal, reported[i].status, reported[i].reasoning};
  }
  return out;
}

std::optional<std::string> report_problem(std::string_view report,
                                          std::span<const std::string> goals) {
  const auto parsed = parse_peer_json(without_fence(report));
  const auto wrong = [](const std::string& what) {
    return "The verification report cannot be used: " + what + ". " + std::string(kReportShape);
  };
  if (const auto* fault = std::get_if<JsonFault>(&parsed))
    return wrong("it is no JSON array: " + fault->message);
  const auto rows = std::get<Json>(parsed).each();
  if (rows.empty()) return wrong("it must be a JSON array of at least one goal");
  for (size_t i = 0; i < rows.size(); ++i)
    if (const auto fault = fault_of_row(rows[i], "$[" + std::to_string(i) + "]"); !fault.empty())
      return wrong(fault);
  const auto reported = reported_in(report);
  std::string left, missing;
  size_t count = 0;
  for (const auto& row : reported)
    if (row.status == "Not Achieved") left += "- " + row.goal + ": " + row.reasoning + "\n";
  if (!left.empty())
    return "These goals are not achieved by your own report, so this is not the end:\n" + left +
           "Think, plan and act on what is left.";
  for (const auto& row : status_of(goals, reported))
    if (row.status.empty() && ++count <= kMissingNamed) missing += "- " + row.goal + "\n";
  if (count == 0) return std::nullopt;
  if (count > kMissingNamed)
    missing += "- and " + std::to_string(count - kMissingNamed) + " more\n";
  return "The verification report says nothing of these goals, which you have set yourself:\n" +
         missing + "Name each of them in its own words. " + std::string(kReportShape);
}

}  // namespace dossier
