#pragma once
// A run as one page of HTML that needs nothing else: no network, no scripts; what is long is folded
// by the browser. Everything that comes from programs and models is text, never markup, and cannot
// hide itself behind control characters or change the direction of what is around it.
//
// Written case by case, so that a run of thousands is never in memory as a whole. Rejected: a page
// that reads the run's files by script, which a browser forbids for files on disk.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/evaluation/run.h"
#include "agent/evaluation/score.h"

namespace dossier::evaluation {

/// A case's figures, for the table.
struct PageRow {
  Outcome outcome;
  std::optional<Score> score;         // absent: it could not be scored
  std::vector<std::string> problems;  // what could not be read or applied
};

/// Everything of a case.
struct PageCase {
  Outcome outcome;
  std::optional<Score> score;
  Changes truth, fix;
  std::vector<std::string> problems;  // what could not be read or applied
  Json context;                       // master_context.json, or null
  Json log;                           // the run log, or null
};

std::string page_head(const RunRecord& run, const std::vector<PageRow>& rows);
std::string page_of(const PageCase& one);
std::string page_foot();

/// Text of anybody as text of HTML, also within a quoted attribute. Control characters, characters
/// that change the direction of text, and bytes that are not UTF-8 are shown as escapes.
std::string escaped(std::string_view text);

/// Where a case's section is within the page: "case-" and a hash.
std::string anchor_of(std::string_view id);

}  // namespace dossier::evaluation
