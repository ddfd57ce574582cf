#pragma once
// What may stand where a word of a query is typed: fields, their values, saved queries and names of
// symbols. The completions of shells ask for it (cli/completions.cc). Rejected: lists in those
// scripts, which would know neither the names of a program nor the queries that were saved.
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace dossier::cli {

/// Each completion as a whole word, the best first; at most 50.
std::vector<std::string> query_completions(Store& store, std::string_view word);

}  // namespace dossier::cli
