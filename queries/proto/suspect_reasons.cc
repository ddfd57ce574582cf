#include "queries/proto/suspect_reasons.h"

#include <algorithm>
#include <set>

#include "engine/unicode.h"

namespace dossier::proto {
namespace {

constexpr size_t kShownBytes = 200;  // of a line of evidence

std::string shown(std::string_view line) {
  const auto begin = std::min(line.find_first_not_of(" \t"), line.size());
  std::string_view text = line.substr(begin);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return std::string(utf8_prefix(text, kShownBytes));
}

class Explanation {
 public:
  Explanation(const Scanned& file, const Clues& clues, size_t most)
      : file_(file), clues_(clues), most_(most) {}

  void lines(std::string_view text) {
    int64_t number = 0;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view line = text.substr(at, end - at);
      at = end + 1;
      ++number;
      if (!file_.listed.empty() && evidence_[Rule::build].empty() &&
          line.find(base_of(file_.listed)) != line.npos)
        evidence_[Rule::build].push_back({number, shown(line), file_.listed});
      if (!file_.is_build) names(line, number);
    }
  }

  void whole(Rule rule, std::string said) {
    if (file_.values[rule] != 0) evidence_[rule].push_back({0, std::move(said), {}});
  }

  void changes() {
    for (const auto& [clue, times, accesses] : file_.met_in_diff)
      if (evidence_[Rule::diff].size() < most_ && file_.values[Rule::diff] != 0)
        evidence_[Rule::diff].push_back(
            {0, std::to_string(times) + " times on changed lines", clues_.all()[clue].name});
    whole(Rule::share, std::to_string(file_.diff_lines) + " lines differ");
    whole(Rule::portion, std::to_string(file_.diff_lines) + " lines differ");
    whole(Rule::file, file_.is_new ? "only the later version has it" : "both versions differ");
    whole(Rule::is_new, "only the later version has it");
  }

  std::vector<Reason> reasons() {
    std::vector<Reason> reasons;
    const auto rules = suspect_rules();
    for (size_t i = 0; i < kRules; ++i)
      if (file_.values[i] != 0)
        reasons.push_back({rules[i].name, file_.values[i], rules[i].weight * file_.values[i],
                           std::move(evidence_[i])});
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const auto& one, const auto& other) { return one.points > other.points; });
    return reasons;
  }

 private:
  void names(std::string_view line, int64_t number) {
    const auto note = [&](size_t rule, uint32_t clue) {
      const std::string& name = clues_.all()[clue].name;
      if (evidence_[rule].size() < most_ && told_[rule].insert(name).second)
        evidence_[rule].push_back({number, shown(line), name});
    };
    for (const auto& [clue, times, accesses] : count_clues(clues_, code_of(line))) {
      const Concern concern = clues_.all()[clue].concern;
      note(static_cast<size_t>(concern), clue);
      if (accesses > 0 && concern <= Concern::rpc) note(Rule::access, clue);
    }
  }

  const Scanned& file_;
  const Clues& clues_;
  size_t most_;
  std::array<std::vector<Evidence>, kRules> evidence_;
  std::array<std::set<std::string>, kRules> told_;  // names of which a line was shown
};

}  // namespace

Suspect explain(const Scanned& file, std::string_view text, const Clues& clues,
                const CoChange* told, size_t most) {
  Explanation explanation(file, clues, most);
  explanation.lines(text);
  explanation.changes();
  const std::string& path = file.entry.path;
  explanation.whole(Rule::scope, std::string(folder_of(path)));
  explanation.whole(Rule::large, std::to_string(file.entry.lines) + " lines");
  for (const Rule rule : {Rule::base, Rule::entry})
    explanation.whole(rule, std::string(base_of(path)));
  for (const Rule rule : {Rule::test, Rule::beside}) explanation.whole(rule, path);
  if (told != nullptr) explanation.whole(Rule::history, told->evidence);
  return {path, file.score, file.is_changed, file.is_new, explanation.reasons()};
}

}  // namespace dossier::proto
