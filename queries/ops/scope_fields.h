#pragma once
// The fields that every op has.
#include "queries/ops/op.h"

namespace dossier {

inline constexpr OpField kProjectField = {"project", OpField::text, false,
                                          "Only this project (default: every one)"};
inline constexpr OpField kSnapshotField = {"snapshot", OpField::text, false,
                                           "This snapshot, by id or label (default: the newest)"};
inline constexpr OpField kModuleField = {"module", OpField::text, false,
                                         "Only as the module of this name defines it"};
inline constexpr OpField kMaxResultsField = {"maxResults", OpField::integer, false,
                                             "At most so many (default and most: 500)"};
inline constexpr int64_t kLookupCap = 500;

}  // namespace dossier
