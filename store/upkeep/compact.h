#pragma once
// Compaction: removes what no snapshot holds any more and makes the file as small as a fresh one.
//
// 1. Segments of the search indexes with dead blocks, and the small ones among the others, are
//    written anew as one segment, in short commits under the mark of an import: if the process
//    dies, the next one that opens the file removes them, and other writers hardly wait.
// 2. One transaction moves what is in use there and deletes the rest: rows, names, texts, segments,
//    ranked words, the words of dropped sessions.
// 3. VACUUM, and the write-ahead log is emptied, so that the bytes are gone as well. It needs as
//    much room again on the disk while it runs.
//
// It holds the import lease, since an import may be about to share what is dead now.
#include <cstdint>

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
  bool log_emptied = true;  // false: a reader held on to the write-ahead log
};

/// Throws Error{conflict} while an import is under way.
Compacted compact(Store& store, int lease_wait_ms = 60'000);

}  // namespace dossier
