#include "store/import/bulk_indexes.h"

#include "store/sql.h"
#include "store/store.h"

namespace dossier {

void drop_bulk_indexes(Store& store) { store.database().execute(sql::kDropBulkIndexes); }

void build_bulk_indexes(Store& store) {
  // A sorter holds as much as the cache may before it spills a run to a file; runs are sorted on
  // threads of its own.
  store.database().execute("PRAGMA threads = 2; PRAGMA cache_size = -65536");
  store.database().execute(sql::kMakeBulkIndexes);
  store.database().execute("PRAGMA threads = 0; PRAGMA cache_size = -32768");
}

}  // namespace dossier
