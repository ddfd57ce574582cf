#include "queries/tables/index_table.h"
#include "queries/tables/tables.h"

namespace dossier {

void register_history_tables(SearchIndex& index) {
  sqlite3* db = index.database().handle();
  const auto add = [&](const char* name, const sqlite3_module& module) {
    if (const int code = sqlite3_create_module_v2(db, name, &module, &index, nullptr);
        code != SQLITE_OK)
      throw_sqlite(db, code, name);
  };
  add("file_log", file_log_module());
  add("blame", blame_module());
}

}  // namespace dossier
