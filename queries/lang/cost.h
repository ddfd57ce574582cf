#pragma once
// What a plan has to read, for --explain: the blocks of the search indexes that its texts and sets
// leave, and the rows of tables without an index of text. The numbers are counted, not estimated.
// The index counts blocks in microseconds; a set (a relation, an attribute, a transcript) is
// computed and counted.
#include <cstdint>
#include <string_view>
#include <vector>

#include "queries/lang/plan.h"
#include "store/store.h"

namespace dossier::lang {

struct Cost {
  const Collection* collection = nullptr;
  std::string set;  // the condition that makes it; "" = the collection itself
  std::string_view
      unit;  // blocks (2 KB of text each) or rows; of a set: rows, of which all are read
  int64_t read = 0;
  int64_t of = 0;
};

/// One entry per set that must hold, then one per collection of the plan.
std::vector<Cost> cost_of(Store& store, const Plan& plan, const std::string& scope,
                          const Bounds& bounds);

}  // namespace dossier::lang
