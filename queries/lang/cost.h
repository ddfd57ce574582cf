#pragma once
// What a plan has to read, for --explain: blocks of the search indexes that its texts and sets
// leave, and rows of the tables that have no index of text. Counted, not guessed: the index answers
// for texts in microseconds; a set (a relation, an attribute, a transcript) is made and counted.
#include <cstdint>
#include <string_view>
#include <vector>

#include "queries/lang/plan.h"
#include "store/store.h"

namespace dossier::lang {

struct Cost {
  const Source* source = nullptr;
  std::string set;  // the condition that makes it; "" = the source itself
  std::string_view
      unit;  // blocks (2 KB of text each) or rows; of a set: rows, of which all are read
  int64_t read = 0;
  int64_t of = 0;
};

/// One for each set that must hold, then one for each source of the plan.
std::vector<Cost> cost_of(Store& store, const Plan& plan, const std::string& scope,
                          const Bounds& bounds);

}  // namespace dossier::lang
