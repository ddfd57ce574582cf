#pragma once
// Drops a snapshot. It disappears from every answer at once; other snapshots keep what they share
// with it. The next compaction (compact.h) removes data that no snapshot refers to.
//
// Rejected: removing that data here. Finding it takes a walk of the database, and the freed pages
// would still contain the text.
#include <cstdint>
#include <string>
#include <string_view>

namespace dossier {

class Store;

struct Dropped {
  int64_t snapshot = 0;
  std::string project;
  bool was_newest = false;
  int64_t newest = 0;      // newest snapshot of the project now; 0: the project is gone
  int64_t generation = 0;  // of the store, by this
};

/// Drops the snapshot with this id or label. Throws Error{not_found | invalid} as a scope does.
Dropped drop_snapshot(Store& store, std::string_view project, std::string_view snapshot);

}  // namespace dossier
