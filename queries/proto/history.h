#pragma once
// How often files were changed in the same commits as some .proto files, each commit counted less
// the longer ago it is. Read from the repository that a snapshot came from, where it still is on
// this disk, and from the commit of that snapshot on: what came after it is never seen.
//
// Computed when it is asked for. Rejected: storing it with the snapshot. It is of a few files only,
// a second suffices for it, and which .proto files count is known only when two snapshots are
// compared.
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "queries/proto/suspects.h"
#include "store/store.h"

namespace dossier::proto {

struct History {
  std::vector<CoChange> files;  // by path
  size_t commits = 0;           // that changed one of the .proto files
  std::string note;             // why there is none, or how far it goes; "" = it is whole
};

/// Numbers of history.txt.
struct HistoryRules {
  double half_life = 0;  // days
  size_t commits = 0;
  std::chrono::milliseconds limit{};
  size_t widest = 0;
};
const HistoryRules& history_rules();

/// `paths` are the .proto files, as the snapshot has them; `commit` is where to begin, "" = at the
/// snapshot's own. Within a read transaction. What is wrong
/// with the repository is told in the note, not thrown, except Error{denied} (engine/reserved.h).
History co_changes(Store& store, int64_t before, std::span<const std::string> paths,
                   const std::string& commit = {}, const HistoryRules& rules = history_rules());

}  // namespace dossier::proto
