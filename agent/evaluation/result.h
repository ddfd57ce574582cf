#pragma once
// What the cases of a dataset left: in a run's folders, or beside the trees themselves, where
// `grpc fix CASE > CASE/result.diff` may have written it.
#include <filesystem>
#include <string>
#include <vector>

#include "agent/evaluation/page.h"

namespace dossier::evaluation {

struct Result {
  DatasetCase one;  // without trees where the dataset no longer has the case
  std::filesystem::path folder;
  Outcome outcome;
};

/// Of a run, each case that has ended; of a dataset, each case with a result.diff. By id. Throws
/// Error{not_found} or Error{invalid} if there is none.
std::vector<Result> results_of(const std::filesystem::path& dataset_or_run);
/// The run of which results_of() gives the cases; for a dataset, one without options.
RunRecord run_of(const std::filesystem::path& dataset_or_run);

/// Reads turns, tokens and the size of the diff from what a case left, and how it came out where
/// nothing is known of that yet.
void count_left(const std::filesystem::path& folder, Outcome& outcome);

PageRow row_of(const Result& result);
PageCase case_of(const Result& result);

}  // namespace dossier::evaluation
