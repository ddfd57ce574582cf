#pragma once
// Dropping a snapshot: it is gone from every answer at once, and other snapshots keep what they
// share with it. What no snapshot holds any more goes with the next compaction (compact.h).
// Rejected: removing it here: to find out what nothing shares any more takes a walk of the
// database, and its pages would hold the text even then.
#include <cstdint>
#include <string>
#include <string_view>

namespace dossier {

class Store;

struct Dropped {
  int64_t snapshot = 0;
  std::string project;
  bool was_newest = false;
  int64_t newest = 0;  // of its project now; 0: the project is gone
};

/// Drops the snapshot that an id or label names. Throws Error{not_found | invalid} as a scope does.
Dropped drop_snapshot(Store& store, std::string_view project, std::string_view snapshot);

}  // namespace dossier
