#include "queries/proto/suspect_reasons.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "engine/unicode.h"
#include "queries/proto/schema_pairs.h"
#include "queries/proto/schema_words.h"
#include "queries/proto/suspect_rules.h"

namespace dossier::proto {
namespace {

constexpr size_t kShownBytes = 200;  // of a line of evidence
constexpr size_t kShownBefore = 80;  // of them before a name that is further on

/// What is shown of a line; `at`, the place of the name in it, follows.
std::string shown(std::string_view line, size_t& at) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  auto begin = std::min(line.find_first_not_of(" \t"), line.size());
  std::string before;
  if (at > begin + kShownBytes - kShownBefore) {
    begin = at - kShownBefore;
    while (begin < at && (static_cast<unsigned char>(line[begin]) & 0xc0) == 0x80) ++begin;
    before = "…";
  }
  at = at - std::min(at, begin) + before.size();
  return before + std::string(utf8_prefix(line.substr(begin), kShownBytes));
}

std::string times(uint32_t count) {
  return count == 1 ? "once" : count == 2 ? "twice" : std::to_string(count) + " times";
}

std::string on_changed_lines(const Counted& met) {
  if (met.count > 0) return times(met.count) + " on changed lines";
  return times(met.by_chance) + " on changed lines, perhaps by chance";
}

std::string whole_line(std::string_view line) {
  size_t at = 0;
  return shown(line, at);
}

/// A clue in a line.
struct Hit {
  uint32_t clue = 0;
  int64_t line = 0;
  size_t at = 0;  // in the line
  std::string_view text;
  bool is_broken = false, is_access = false;
};

class Explanation {
 public:
  Explanation(const Scanned& file, const Clues& clues, size_t most,
              const std::function<double(uint32_t)>& rarity)
      : file_(file), clues_(clues), reading_(file.reading()), most_(most), rarity_(rarity) {
    for (const Counted& met : file.met)
      if (met.count > 0) met_.insert(clues.all()[met.clue].name);
  }

  void lines(std::string_view text) {
    int64_t number = 0;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view line = text.substr(at, end - at);
      at = end + 1;
      ++number;
      if (!file_.listed.empty() && evidence_[Rule::build].empty() &&
          line.find(file_name_of(file_.listed)) != line.npos) {
        evidence_[Rule::build].push_back({number, whole_line(line), file_.listed, {}, 0});
        listed_.push_back(evidence_[Rule::build].back());
      }
      for (const Behind& behind : file_.copied.behind)
        if (behind.line == number) still_has(behind, line);
      if (!file_.is_build && file_.copied.of.empty()) names(line, number);
    }
    std::sort(hits_.begin(), hits_.end(), [&](const Hit& one, const Hit& other) {
      const auto order = [&](const Hit& hit) {
        const Concern concern = clues_.all()[hit.clue].concern;
        return std::tuple(!hit.is_broken, concern, -rarity_(hit.clue), !hit.is_access, hit.line,
                          hit.at);
      };
      return order(one) < order(other);
    });
    for (const Hit& hit : hits_) by_rule(hit);
  }

  /// Each line once, and of what still works one line for each name.
  std::vector<Evidence> lines_once() {
    std::vector<Evidence> lines = listed_;
    std::set<int64_t> known;
    std::set<std::string_view> told;
    for (const Hit& hit : hits_) {
      if (lines.size() == 3 * most_) break;
      const Clue& clue = clues_.all()[hit.clue];
      if (known.contains(hit.line) || (!hit.is_broken && told.contains(clue.name))) continue;
      known.insert(hit.line);
      told.insert(clue.name);
      lines.push_back(evidence_of(hit));
    }
    return lines;
  }

  void whole(Rule rule, std::string said) {
    if (file_.values[rule] != 0) evidence_[rule].push_back({0, std::move(said), {}, {}, 0});
  }

  void changes() {
    for (const Counted& met : file_.met_in_diff)
      if (evidence_[Rule::diff].size() < most_ && file_.values[Rule::diff] != 0)
        evidence_[Rule::diff].push_back(
            {0, on_changed_lines(met), clues_.all()[met.clue].name, change_of(met.clue), 0});
    // The lines that are shown are the earlier version's, which may have said it otherwise.
    if (file_.values[Rule::broken] != 0 && evidence_[Rule::broken].empty() && most_ > 0)
      for (const Counted& met : file_.met_later)
        if (met.broken > 0 && evidence_[Rule::broken].size() < most_)
          evidence_[Rule::broken].push_back({0, times(met.broken) + " in the later version",
                                             clues_.all()[met.clue].name, change_of(met.clue), 0});
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
  /// Of several changes of one name, the first whose service or message the file names, too.
  std::string change_of(uint32_t clue) const {
    const auto& changes = clues_.all()[clue].changes;
    if (changes.empty()) return {};
    const auto is_met = [&](const SchemaChange* change) {
      const Declaration* of = change->was != nullptr ? change->was : change->is;
      return of != nullptr && met_.contains(last_part(is_type(*of) ? of->name : of->owner));
    };
    const auto found = std::find_if(changes.begin(), changes.end(), is_met);
    return in_words(found == changes.end() ? *changes.front() : **found);
  }

  Evidence evidence_of(const Hit& hit) const {
    Evidence seen{hit.line, {}, clues_.all()[hit.clue].name, change_of(hit.clue), hit.at};
    seen.text = shown(hit.text, seen.at);
    return seen;
  }

  void still_has(const Behind& behind, std::string_view line) {
    const Declaration* of = behind.change->was != nullptr ? behind.change->was : behind.change->is;
    const bool is_listed = !listed_.empty() && listed_.back().line == behind.line;
    if (listed_.size() < most_ && !is_listed)
      listed_.push_back({behind.line, whole_line(line), of->name, in_words(*behind.change), 0});
  }

  void names(std::string_view line, int64_t number) {
    const std::string_view code = code_of(line);
    each_name(code, [&](std::string_view name) {
      each_meant(clues_, reading_, code, name, [&](const Meant& meant, bool is_broken, bool) {
        hits_.push_back({meant.clue, number, static_cast<size_t>(name.data() - code.data()), line,
                         is_broken, is_access(code, name)});
      });
    });
  }

  void by_rule(const Hit& hit) {
    const Clue& clue = clues_.all()[hit.clue];
    const auto note = [&](size_t rule) {
      const bool is_shown = std::any_of(evidence_[rule].begin(), evidence_[rule].end(),
                                        [&](const Evidence& e) { return e.line == hit.line; });
      if (evidence_[rule].size() < most_ && !is_shown && told_[rule].insert(clue.name).second)
        evidence_[rule].push_back(evidence_of(hit));
    };
    note(static_cast<size_t>(clue.concern));
    if (hit.is_access && clue.concern <= Concern::rpc) note(Rule::access);
    if (hit.is_broken && file_.values[Rule::broken] != 0) note(Rule::broken);
  }

  const Scanned& file_;
  const Clues& clues_;
  Reading reading_;
  size_t most_;
  const std::function<double(uint32_t)>& rarity_;
  std::set<std::string_view> met_;  // the names of the clues that the file has
  std::vector<Hit> hits_;
  std::vector<Evidence> listed_;  // the line of a build file, or those of a copy
  std::array<std::vector<Evidence>, kRules> evidence_;
  std::array<std::set<std::string>, kRules> told_;  // names of which a line was shown
};

}  // namespace

Suspect explain(const Scanned& file, std::string_view text, const Clues& clues,
                const CoChange* told, size_t most, const std::function<double(uint32_t)>& rarity) {
  Explanation explanation(file, clues, most, rarity);
  explanation.lines(text);
  explanation.changes();
  const std::string& path = file.entry.path;
  explanation.whole(Rule::scope, std::string(folder_of(path)));
  explanation.whole(Rule::large, std::to_string(file.entry.lines) + " lines");
  for (const Rule rule : {Rule::base, Rule::entry})
    explanation.whole(rule, std::string(file_name_of(path)));
  explanation.whole(Rule::copy, "copy of " + file.copied.of);
  for (const Rule rule : {Rule::test, Rule::beside}) explanation.whole(rule, path);
  if (told != nullptr) explanation.whole(Rule::history, told->evidence);
  auto lines = explanation.lines_once();
  return {path,
          file.score,
          file.is_changed,
          file.is_new,
          file.moved_to,
          explanation.reasons(),
          std::move(lines)};
}

}  // namespace dossier::proto
