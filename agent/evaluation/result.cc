#include "agent/evaluation/result.h"

#include <map>

#include "agent/workspace/diff.h"
#include "engine/error.h"
#include "engine/regular_file.h"

namespace dossier::evaluation {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostDiffBytes = 64 << 20;
constexpr size_t kMostJsonBytes = 256 << 20;

// What stands there; "" where nothing does. `problems`: why it cannot be read.
std::string text_at(const fs::path& path, size_t most, std::vector<std::string>& problems) {
  if (!is_anything_at(path.string())) return {};
  const std::string why = why_unreadable(path.string());
  if (why.empty()) return read_regular(path.string(), most);
  problems.push_back(path.filename().string() + ": " + why);
  return {};
}

// Null where there is none.
Json json_at(const fs::path& path, std::vector<std::string>& problems) {
  const std::string text = text_at(path, kMostJsonBytes, problems);
  if (text.empty()) return {};
  const auto parsed = parse_json(text);
  if (const auto* json = std::get_if<Json>(&parsed)) return *json;
  const auto& fault = std::get<JsonFault>(parsed);
  problems.push_back(path.filename().string() + ": no JSON at byte " +
                     std::to_string(fault.offset) + ": " + fault.message);
  return {};
}

void count_diff(const std::string& text, Outcome& outcome) {
  const auto read = parse_diff(text);
  const auto* files = std::get_if<std::vector<FileDiff>>(&read);
  if (files == nullptr) return;
  outcome.files = static_cast<int64_t>(files->size());
  const LineCounts lines = counts_of(text);
  outcome.added = lines.added;
  outcome.removed = lines.removed;
}

}  // namespace

void count_left(const fs::path& folder, Outcome& outcome) {
  std::vector<std::string> problems;
  const Json log = json_at(folder / kLogFile, problems);
  const Json& metadata = log["experiment_metadata"];
  const Json& tokens = metadata["total_tokens"];
  outcome.turns = metadata.number("total_turns");
  outcome.tokens_in = tokens.number("input");
  outcome.tokens_out = tokens.number("output");
  outcome.is_estimated = tokens.flag("estimated");
  count_diff(text_at(folder / kDiffFile, kMostDiffBytes, problems), outcome);
  if (!problems.empty() && outcome.error.empty()) outcome.error = problems.front();
  if (outcome.status.empty()) outcome.status = metadata.text("outcome");
  if (outcome.status.empty() && !problems.empty()) outcome.status = "failed";
  if (outcome.status.empty()) outcome.status = outcome.files == 0 ? "unchanged" : "fixed";
}

RunRecord run_of(const fs::path& dataset_or_run) {
  if (is_run(dataset_or_run)) return read_run(dataset_or_run);
  return {dataset_or_run, fs::absolute(dataset_or_run).lexically_normal(), Json::object(), {}};
}

std::vector<Result> results_of(const fs::path& dataset_or_run) {
  std::vector<Result> out;
  const RunRecord run = run_of(dataset_or_run);
  std::map<std::string, DatasetCase> cases;
  for (auto& one : cases_of(run.dataset)) cases.emplace(one.id, one);
  for (const auto& outcome : run.outcomes) {
    const auto found = cases.find(outcome.id);
    DatasetCase gone;
    gone.id = outcome.id;
    gone.fault = "the dataset no longer has it";
    out.push_back({found != cases.end() ? found->second : gone, run.folder / outcome.id, outcome});
  }
  if (!is_run(dataset_or_run))
    for (const auto& [id, one] : cases) {
      if (!is_anything_at((one.folder / kDiffFile).string())) continue;
      Outcome outcome;
      outcome.id = id;
      count_left(one.folder, outcome);
      out.push_back({one, one.folder, outcome});
    }
  if (out.empty())
    throw Error(
        ErrorCode::not_found,
        is_run(dataset_or_run)
            ? "no case has ended yet"
            : "no case has a result.diff; `dossier grpc batch` makes them in a run's folder",
        dataset_or_run.string());
  return out;
}

PageRow row_of(const Result& result) {
  const PageCase one = case_of(result);
  return {one.outcome, one.score, one.problems};
}

PageCase case_of(const Result& result) {
  PageCase page;
  page.outcome = result.outcome;
  auto& problems = page.problems;
  page.context = json_at(result.folder / kContextFile, problems);
  page.log = json_at(result.folder / kLogFile, problems);
  if (!result.one.fault.empty()) {
    problems.push_back(result.one.fault);
    return page;
  }
  const size_t known = problems.size();
  if (result.outcome.files > 0 && !is_anything_at((result.folder / kDiffFile).string()))
    problems.push_back(std::string(kDiffFile) + ": is gone");
  const std::string diff = text_at(result.folder / kDiffFile, kMostDiffBytes, problems);
  if (problems.size() != known) return page;
  auto truth = truth_of(result.one);
  page.truth = std::move(truth.changes);
  problems.insert(problems.end(), truth.unread.begin(), truth.unread.end());
  auto fix = apply_fix(result.one, diff);
  page.fix = std::move(fix.changes);
  if (!fix.fault.empty()) problems.push_back("the diff: " + fix.fault);
  page.score = score(page.truth, page.fix);
  return page;
}

}  // namespace dossier::evaluation
