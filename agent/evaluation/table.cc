#include "agent/evaluation/table.h"

#include <cstdio>

namespace dossier::evaluation {
namespace {

std::string part_text(int64_t part, int64_t whole) {
  return std::to_string(part) + "/" + std::to_string(whole);
}

}  // namespace

std::optional<double> mean_of(const std::vector<std::optional<double>>& values) {
  double sum = 0;
  int64_t count = 0;
  for (const auto& value : values)
    if (value) {
      sum += *value;
      ++count;
    }
  return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

std::string share_text(std::optional<double> value) {
  if (!value) return "–";
  char text[16];
  std::snprintf(text, sizeof text, "%.2f", *value);
  return text;
}

std::vector<std::string> score_titles() {
  return {"case",  "status", "precision", "recall", "hunks",  "lines",
          "exact", "broken", "turns",     "tokens", "seconds"};
}

std::vector<std::string> score_cells(const Outcome& outcome, const std::optional<Score>& score) {
  std::vector<std::string> cells = {outcome.id, outcome.status};
  if (score) {
    const Score& s = *score;
    for (auto& text :
         {share_text(s.files.precision()), share_text(s.files.recall()),
          part_text(s.hunks.both, s.hunks.truth), part_text(s.lines.both, s.lines.truth),
          part_text(s.exact_files, s.files.truth),
          std::to_string(s.broken_before) + "→" + std::to_string(s.broken_after)})
      cells.push_back(text);
  } else {
    cells.resize(cells.size() + 6, "–");
  }
  cells.push_back(std::to_string(outcome.turns));
  cells.push_back(outcome.tokens_text());
  cells.push_back(std::to_string(outcome.ms / 1000));
  return cells;
}

std::vector<std::string> mean_cells(const std::vector<PageRow>& rows) {
  int64_t fixed = 0, turns = 0, ms = 0, before = 0, after = 0;
  Outcome all;
  std::vector<std::optional<double>> precision, recall, hunks, lines, exact;
  for (const auto& row : rows) {
    fixed += row.outcome.is_fixed() ? 1 : 0;
    turns += row.outcome.turns;
    all.tokens_in += row.outcome.tokens_in;
    all.tokens_out += row.outcome.tokens_out;
    all.is_estimated |= row.outcome.is_estimated;
    ms += row.outcome.ms;
    if (!row.score) continue;
    const Score& s = *row.score;
    precision.push_back(s.files.precision());
    recall.push_back(s.files.recall());
    hunks.push_back(s.hunks.recall());
    lines.push_back(s.lines.recall());
    exact.push_back(Overlap{s.files.truth, 0, s.exact_files}.recall());
    before += s.broken_before;
    after += s.broken_after;
  }
  return {"all " + std::to_string(rows.size()),
          std::to_string(fixed) + " fixed",
          share_text(mean_of(precision)),
          share_text(mean_of(recall)),
          share_text(mean_of(hunks)),
          share_text(mean_of(lines)),
          share_text(mean_of(exact)),
          std::to_string(before) + "→" + std::to_string(after),
          std::to_string(turns),
          all.tokens_text(),
          std::to_string(ms / 1000)};
}

}  // namespace dossier::evaluation
