#pragma once
// What a plan has to read, for --explain: blocks of the search indexes that its texts leave, and
// rows of the tables that have no index of text. Counted, not guessed: the index answers it in
// microseconds.
#include <cstdint>
#include <string_view>
#include <vector>

#include "queries/lang/plan.h"
#include "queries/store.h"

namespace dossier::lang {

struct Cost {
  const Source* source = nullptr;
  std::string_view unit;  // blocks (2 KB of text each) or rows
  int64_t read = 0;
  int64_t of = 0;
};

/// One for each source of the plan. Sets of symbols (relations, attributes, transcripts) narrow
/// further and are not counted.
std::vector<Cost> cost_of(Store& store, const Plan& plan, const std::string& scope);

}  // namespace dossier::lang
