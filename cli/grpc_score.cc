// dossier grpc score and dossier grpc report: how near the fixes of a run are to what people did.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>

#include "agent/evaluation/result.h"
#include "agent/evaluation/table.h"
#include "cli/grpc.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/new_file.h"
#include "engine/reserved.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;
using evaluation::PageRow;

// What kept a case from being scored, or a part of it.
void tell_problems(const PageRow& row) {
  for (const auto& problem : row.problems)
    std::cerr << "dossier: " << printable(row.outcome.id) << ": " << printable(problem) << "\n";
}

std::vector<PageRow> rows_of(const fs::path& run) {
  std::vector<PageRow> rows;
  for (const auto& result : evaluation::results_of(run)) {
    rows.push_back(evaluation::row_of(result));
    tell_problems(rows.back());
  }
  return rows;
}

Json json_of(const PageRow& row) {
  Json out = evaluation::json_of(row.outcome);
  Json problems = Json::array();
  for (const auto& problem : row.problems) problems.add(problem);
  return out.set("score", row.score ? evaluation::json_of(*row.score) : Json(nullptr))
      .set("problems", std::move(problems));
}

Json json_of(const std::vector<PageRow>& rows) {
  std::vector<std::optional<double>> precision, recall, hunks, lines;
  Json cases = Json::array();
  int64_t fixed = 0;
  for (const auto& row : rows) {
    cases.add(json_of(row));
    fixed += row.outcome.is_fixed() ? 1 : 0;
    if (!row.score) continue;
    precision.push_back(row.score->files.precision());
    recall.push_back(row.score->files.recall());
    hunks.push_back(row.score->hunks.recall());
    lines.push_back(row.score->lines.recall());
  }
  const auto mean = [](const auto& values) {
    const auto value = evaluation::mean_of(values);
    return value ? Json(*value) : Json(nullptr);
  };
  return Json::object({{"cases", std::move(cases)},
                       {"fixed", fixed},
                       {"mean", Json::object({{"precision", mean(precision)},
                                              {"recall", mean(recall)},
                                              {"hunks", mean(hunks)},
                                              {"lines", mean(lines)}})}});
}

// The cells of two runs that people compare: both values, where they differ.
std::string beside(const std::string& one, const std::string& other) {
  return one == other ? one : one + " | " + other;
}

Table compared(const std::vector<PageRow>& rows, const std::vector<PageRow>& others) {
  std::map<std::string, std::pair<const PageRow*, const PageRow*>> by_id;
  for (const auto& row : rows) by_id[row.outcome.id].first = &row;
  for (const auto& row : others) by_id[row.outcome.id].second = &row;
  const auto titles = evaluation::score_titles();
  const std::vector<std::string> none(titles.size(), "–");
  Table table{titles, {}};
  const auto add = [&](const std::vector<std::string>& one, const std::vector<std::string>& other) {
    std::vector<std::string> cells;
    for (size_t i = 0; i < titles.size(); ++i) cells.push_back(beside(one[i], other[i]));
    table.rows.push_back(std::move(cells));
  };
  for (const auto& [id, pair] : by_id) {
    const auto cells = [&](const PageRow* row) {
      auto out = row != nullptr ? evaluation::score_cells(row->outcome, row->score) : none;
      out[0] = id;
      return out;
    };
    add(cells(pair.first), cells(pair.second));
  }
  add(evaluation::mean_cells(rows), evaluation::mean_cells(others));
  return table;
}

int run_score(const Invocation& invocation) {
  const auto rows = rows_of(grpc_word(invocation, "DATASET or RUN"));
  const auto against = invocation.optional("--against");
  const auto others = against ? rows_of(*against) : std::vector<PageRow>();
  if (invocation.json()) {
    Json out = json_of(rows);
    if (against) out.set("against", json_of(others));
    std::cout << out.dump() << "\n";
    return 0;
  }
  if (against) {
    std::cout << print_whole_cells(compared(rows, others));
    return 0;
  }
  Table table{evaluation::score_titles(), {}};
  for (const auto& row : rows)
    table.rows.push_back(evaluation::score_cells(row.outcome, row.score));
  table.rows.push_back(evaluation::mean_cells(rows));
  std::cout << print_whole_cells(table);
  return 0;
}

int run_report(const Invocation& invocation) {
  const fs::path run = grpc_word(invocation, "RUN");
  const auto results = evaluation::results_of(run);
  const std::string to = invocation.optional("--out").value_or((run / "report.html").string());
  refuse_reserved(to);
  NewFile made(to, 0666);
  const auto write = [&](std::string_view text) {
    while (!text.empty()) {
      const ssize_t put = ::write(made.fd(), text.data(), text.size());
      if (put < 0) throw Error(ErrorCode::io, std::strerror(errno), to);
      text.remove_prefix(static_cast<size_t>(put));
    }
  };
  std::vector<PageRow> rows;
  for (const auto& result : results) {
    rows.push_back(evaluation::row_of(result));
    tell_problems(rows.back());
  }
  write(evaluation::page_head(evaluation::run_of(run), rows));
  for (const auto& result : results) write(evaluation::page_of(evaluation::case_of(result)));
  write(evaluation::page_foot());
  made.replace();
  std::cout << to << "\n";
  return 0;
}

}  // namespace

GrpcAction grpc_score_action() {
  return {
      "score",
      "  score DATASET|RUN  compares what was fixed with what people did (merge_*): files "
      "touched,\n"
      "                     hunks and lines in common, files that no longer parse, turns, tokens",
      {{"--against", "RUN", "score: another run beside it"}},
      run_score};
}

GrpcAction grpc_report_action() {
  return {"report",
          "  report RUN         the run as one page of HTML (default: RUN/report.html)",
          {},
          run_report};
}

}  // namespace dossier::cli
