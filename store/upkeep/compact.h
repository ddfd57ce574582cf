#pragma once
// Compaction: removes data that no snapshot refers to, and makes the file as small as a new one.
//
// 1. Merges the segments of the search indexes that have dead blocks, and the small ones among the
//    others, into one new segment. This is done in short commits marked as an import, so other
//    writers hardly wait, and if the process dies, the next one to open the file removes them.
// 2. One transaction moves what is in use to the new segment and deletes the rest: rows, names,
//    texts, segments, ranked words, the words of dropped sessions.
// 3. VACUUM, then empties the write-ahead log, so that the deleted bytes are gone too. This needs
// as
//    much disk space again while it runs.
//
// It holds the import lease, because an import could be about to share rows that are dead now.
#include <cstdint>

#include "store/lease.h"

namespace dossier {

class Store;

struct Compacted {
  int64_t bytes_before = 0;
  int64_t bytes_after = 0;
  int64_t modules = 0;   // removed
  int64_t contents = 0;  // removed
  int64_t names = 0;     // removed
  int64_t segments_before = 0;
  int64_t segments_after = 0;
  bool log_emptied = true;  // false: a reader was using the write-ahead log
};

/// Throws Error{conflict} while an import runs.
Compacted compact(Store& store, const LeaseWait& wait = {});

}  // namespace dossier
