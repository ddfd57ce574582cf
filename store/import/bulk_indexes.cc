#include "store/import/bulk_indexes.h"

#include "store/sql.h"
#include "store/store.h"

namespace dossier {

std::string drop_bulk_indexes(Store& store) {
  std::string ddl;
  std::string drops;
  for (const auto& row : store.rows<sql::SecondaryIndexes>()) {
    ddl += std::string(row.sql) + ";\n";
    drops += "DROP INDEX " + std::string(row.name) + ";\n";
  }
  store.database().execute(drops.c_str());
  return ddl;
}

void build_bulk_indexes(Store& store, const std::string& ddl) {
  // A sorter holds as much as the cache may before it spills a run to a file; runs are sorted on
  // threads of its own.
  store.database().execute("PRAGMA threads = 2; PRAGMA cache_size = -65536");
  store.database().execute(ddl.c_str());
  store.database().execute("PRAGMA threads = 0; PRAGMA cache_size = -32768");
}

}  // namespace dossier
