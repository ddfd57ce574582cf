#include "queries/tables/tables.h"

#include <sqlite3.h>

#include "queries/tables/guarded.h"

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
    const char* name;
    const sqlite3_module& module;
  };
  const Registered tables[] = {{"symbols", symbols_module()},
                               {"lines", lines_module()},
                               {"changes", changes_module()},
                               {"related", related_module()}};
  // SQLite keeps the address of what it is given.
  static const auto releasing = [](const sqlite3_module& of) {
    sqlite3_module module = of;
    module.xDisconnect = disconnect_and_release;
    return module;
  };
  static const sqlite3_module kReleasing[] = {
      releasing(symbols_module()), releasing(lines_module()), releasing(changes_module()),
      releasing(related_module())};
  sqlite3* db = index.database().handle();
  for (size_t i = 0; i < std::size(tables); ++i) {
    const auto& module = releases ? kReleasing[i] : tables[i].module;
    if (const int code = sqlite3_create_module_v2(db, tables[i].name, &module, &index, nullptr);
        code != SQLITE_OK)
      throw_sqlite(db, code, tables[i].name);
  }
}

}  // namespace dossier
