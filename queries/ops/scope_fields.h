#pragma once
// Fields and texts that several ops share.
#include "queries/ops/op.h"

namespace dossier {

inline constexpr OpField kProjectField = {"project", OpField::text, false,
                                          "Only this project (default: every one)"};
inline constexpr OpField kSnapshotField = {"snapshot", OpField::text, false,
                                           "This snapshot, by id or label (default: the newest)"};
inline constexpr OpField kModuleField = {"module", OpField::text, false,
                                         "Only as the module of this name defines it"};
inline constexpr OpField kByNameField = {
    "byName", OpField::flag, false,
    "Also what goes by that name alone and may mean another definition"};
inline constexpr int64_t kLookupCap = 500;
inline constexpr OpField kMaxResultsField = {
    "maxResults", OpField::limit, false, "Maximum number of rows (default and limit: 500)",
    kLookupCap,   kLookupCap,     false, false,
    true};

/// How many symbols an identifier names.
constexpr std::string_view status_of(size_t found) {
  return found == 0 ? "not_found" : found == 1 ? "ok" : "ambiguous";
}

}  // namespace dossier
