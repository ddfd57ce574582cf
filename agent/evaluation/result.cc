#include "agent/evaluation/result.h"

#include <map>

#include "agent/workspace/diff.h"
#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier::evaluation {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostDiffBytes = 64 << 20;
constexpr size_t kMostJsonBytes = 256 << 20;

std::string text_at(const fs::path& path, size_t most) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown) ? read_unreserved(path.string(), most) : std::string();
}

// Null where there is none, or it is cut off.
Json json_at(const fs::path& path) {
  const auto parsed = parse_json(text_at(path, kMostJsonBytes));
  const auto* json = std::get_if<Json>(&parsed);
  return json != nullptr ? *json : Json();
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
  const Json log = json_at(folder / kLogFile);
  const Json& metadata = log["experiment_metadata"];
  const Json& tokens = metadata["total_tokens"];
  outcome.turns = metadata.number("total_turns");
  outcome.tokens_in = tokens.number("input");
  outcome.tokens_out = tokens.number("output");
  outcome.is_estimated = tokens.flag("estimated");
  count_diff(text_at(folder / kDiffFile, kMostDiffBytes), outcome);
  if (outcome.status.empty()) outcome.status = metadata.text("outcome");
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
      if (!fs::exists(one.folder / kDiffFile)) continue;
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
  return {one.outcome, one.score};
}

PageCase case_of(const Result& result) {
  PageCase page;
  page.outcome = result.outcome;
  page.context = json_at(result.folder / kContextFile);
  page.log = json_at(result.folder / kLogFile);
  if (!result.one.fault.empty()) {
    page.fault = result.one.fault;
    return page;
  }
  page.truth = truth_of(result.one);
  auto fix = apply_fix(result.one, text_at(result.folder / kDiffFile, kMostDiffBytes));
  page.fix = std::move(fix.changes);
  page.fault = std::move(fix.fault);
  page.score = score(page.truth, page.fix);
  return page;
}

}  // namespace dossier::evaluation
