#include "queries/tables/tables.h"

#include "queries/tables/index_table.h"

namespace dossier {
namespace {

// SQLite refuses to close a connection that has statements, and disconnects its tables before it
// looks.
int disconnect_and_release(sqlite3_vtab* table) {
  static_cast<IndexTable*>(table)->index->release();
  return disconnect_table(table);
}

}  // namespace

void register_tables(SearchIndex& index, bool releases) {
  struct Registered {
    Registered(const char* called, const sqlite3_module& module)
        : name(called), modules{module, module} {
      modules[1].xDisconnect = disconnect_and_release;
    }
    const char* name;
    sqlite3_module modules[2];  // the second releases
  };
  // SQLite keeps the address of what it is given.
  static const Registered kTables[] = {
      {"symbols", symbols_module()}, {"lines", lines_module()},
      {"changes", changes_module()}, {"related", related_module()},
      {"chain", chain_module()},     {"dependencies", dependencies_module()}};
  sqlite3* db = index.database().handle();
  for (const auto& [name, modules] : kTables)
    if (const int code = sqlite3_create_module_v2(db, name, &modules[releases], &index, nullptr);
        code != SQLITE_OK)
      throw_sqlite(db, code, name);
  register_content_functions(index);
  register_related_count(index);
}

}  // namespace dossier
