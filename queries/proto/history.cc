#include "queries/proto/history.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "engine/clock.h"
#include "engine/error.h"
#include "engine/readers/snapshot/git.h"
#include "queries/proto/history_data.h"
#include "store/repository_of.h"

namespace dossier::proto {
namespace {

constexpr double kDay = 86'400;

HistoryRules read_rules() {
  HistoryRules rules;
  std::istringstream lines{std::string(history_data::files().front().text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    double value = 0;
    if (line.starts_with('#') || !(words >> name >> value)) continue;
    if (name == "half-life") rules.half_life = value;
    if (name == "commits") rules.commits = static_cast<size_t>(value);
    if (name == "ms") rules.limit = std::chrono::milliseconds(static_cast<int64_t>(value));
    if (name == "widest") rules.widest = static_cast<size_t>(value);
  }
  if (rules.half_life <= 0 || rules.commits == 0 || rules.limit.count() == 0 || rules.widest == 0)
    throw Error(ErrorCode::corrupt, "history.txt lacks a number");
  return rules;
}

struct Together {
  int64_t times = 0;
  int64_t last = 0;  // seconds since 1970
  double weight = 0;
};

/// Weighs the commits by their age at the newest of them, so that the same history says the same
/// next year.
void weigh(const snapshot::Log& log, std::string_view place, const HistoryRules& rules,
           History& history) {
  std::map<std::string, Together> together;
  double all = 0;
  const int64_t newest = log.commits.empty() ? 0 : log.commits.front().at;
  for (const auto& commit : log.commits) {
    const double days = static_cast<double>(std::max<int64_t>(newest - commit.at, 0)) / kDay;
    const double weight = std::exp2(-days / rules.half_life);
    all += weight;
    for (const auto& path : commit.paths) {
      if (!path.starts_with(place)) continue;
      Together& file = together[path.substr(place.size())];
      ++file.times;
      file.last = std::max(file.last, commit.at);
      file.weight += weight;
    }
  }
  for (const auto& [path, file] : together)
    history.files.push_back({path, file.weight / (1 + all),
                             "changed together in " + std::to_string(file.times) + " of " +
                                 std::to_string(log.commits.size()) + " commits, last " +
                                 rfc3339(file.last * 1000).substr(0, 10)});
}

}  // namespace

const HistoryRules& history_rules() {
  static const HistoryRules rules = read_rules();
  return rules;
}

History co_changes(Store& store, int64_t before, std::span<const std::string> paths,
                   const std::string& commit, const HistoryRules& rules) {
  History history;
  const auto without = [&](std::string why) {
    history.note = "no history: " + std::move(why);
    return history;
  };
  if (paths.empty()) return without("no .proto file that the earlier snapshot has differs");
  const RepositoryOf of = repository_of(store.statements(), before);
  if (of.revision.empty()) return without("the earlier snapshot is not of a git repository");
  if (!of.repository) return without(of.missing);
  snapshot::LogOptions options{{}, rules.commits, rules.limit, rules.widest};
  for (const auto& path : paths) options.paths.push_back(of.place + path);
  const snapshot::Log log = of.repository->log(commit.empty() ? of.revision : commit, options);
  history.commits = log.commits.size();
  history.note = log.cut;
  weigh(log, of.place, rules, history);
  return history;
}

}  // namespace dossier::proto
