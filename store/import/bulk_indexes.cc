#include "store/import/bulk_indexes.h"

#include "store/sql.h"
#include "store/store.h"

namespace dossier {

void drop_bulk_indexes(Store& store) { store.database().execute(sql::kDropBulkIndexes); }

void build_bulk_indexes(Store& store) {
  // A sorter holds as much as the cache may before a thread of its own sorts that run and writes it
  // to a file. Runs that stay in the processor's cache are sorted in two thirds of the time of runs
  // of 64 MB; what fits into one run is sorted on this thread, while the other core waits.
  store.database().execute("PRAGMA threads = 2; PRAGMA cache_size = -2048");
  store.database().execute(sql::kMakeBulkIndexes);
  store.database().execute("PRAGMA threads = 0; PRAGMA cache_size = -32768");
}

}  // namespace dossier
