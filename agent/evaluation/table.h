#pragma once
// A run's figures as rows of text: what `grpc score` prints and the head of its page.
#include <optional>
#include <string>
#include <vector>

#include "agent/evaluation/page.h"

namespace dossier::evaluation {

std::vector<std::string> score_titles();
/// As many as there are titles.
std::vector<std::string> score_cells(const Outcome& outcome, const std::optional<Score>& score);
/// The last row: how many were fixed, sums of turns and tokens, means of shares over the cases that
/// have one.
std::vector<std::string> mean_cells(const std::vector<PageRow>& rows);

/// The mean of what is there; absent if nothing is.
std::optional<double> mean_of(const std::vector<std::optional<double>>& values);
/// "0.75"; "–" where there is nothing.
std::string share_text(std::optional<double> value);

}  // namespace dossier::evaluation
