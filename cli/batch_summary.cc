#include "cli/batch_summary.h"

#include <algorithm>
#include <iostream>
#include <string>

#include "agent/evaluation/result.h"
#include "cli/terminal.h"

namespace dossier::cli {

void print_batch(std::vector<evaluation::Outcome> outcomes, bool json) {
  std::sort(outcomes.begin(), outcomes.end(),
            [](const auto& one, const auto& other) { return one.id < other.id; });
  if (json) {
    Json rows = Json::array();
    for (const auto& outcome : outcomes) rows.add(json_of(outcome));
    std::cout << rows.dump() << "\n";
    return;
  }
  Table table{{"case", "status", "turns", "tokens", "files", "lines", "seconds"}, {}};
  evaluation::Outcome all;
  int64_t fixed = 0;
  const auto row = [&](const std::string& name, const std::string& status,
                       const evaluation::Outcome& of) {
    table.rows.push_back({name, status, std::to_string(of.turns), of.tokens_text(),
                          std::to_string(of.files),
                          "+" + std::to_string(of.added) + " -" + std::to_string(of.removed),
                          std::to_string(of.ms / 1000)});
  };
  for (const auto& outcome : outcomes) {
    row(outcome.id, outcome.status, outcome);
    fixed += outcome.is_fixed() ? 1 : 0;
    all.turns += outcome.turns;
    all.tokens_in += outcome.tokens_in;
    all.tokens_out += outcome.tokens_out;
    all.is_estimated |= outcome.is_estimated;
    all.files += outcome.files;
    all.added += outcome.added;
    all.removed += outcome.removed;
    all.ms += outcome.ms;
  }
  row("all " + std::to_string(outcomes.size()), std::to_string(fixed) + " fixed", all);
  std::cout << print_whole_cells(table);
}

}  // namespace dossier::cli
