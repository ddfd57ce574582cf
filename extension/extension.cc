// dossier.so: the REGEXP function, the scalar functions and the virtual tables, loaded into any
// program that uses SQLite and has opened a dossier database: the sqlite3 shell, Python, Datasette.
#include <sqlite3ext.h>

#include <exception>
#include <memory>

#include "engine/database.h"
#include "engine/functions.h"
#include "queries/lang/functions.h"
#include "queries/tables/tables.h"
#include "store/index/index.h"

extern "C" {
SQLITE_EXTENSION_INIT1

__attribute__((visibility("default"))) int sqlite3_dossier_init(sqlite3* db, char** message,
                                                                const sqlite3_api_routines* api);
}

namespace {

// What one connection of the host holds; it goes with the connection.
struct Host {
  explicit Host(sqlite3* db) : database(dossier::Database::borrow(db)), index(database) {}
  dossier::Database database;
  dossier::SearchIndex index;
};

void version(sqlite3_context* context, int, sqlite3_value**) {
  sqlite3_result_text(context, DOSSIER_VERSION, -1, SQLITE_STATIC);
}

}  // namespace

int sqlite3_dossier_init(sqlite3* db, char** message, const sqlite3_api_routines* api) {
  SQLITE_EXTENSION_INIT2(api)
  try {
    auto host = std::make_unique<Host>(db);
    dossier::register_functions(db);
    dossier::register_tables(host->index, true);
    dossier::lang::register_functions(host->index);
    // A table that is connected is disconnected before the connection closes, which is when the
    // index lets go of its statements.
    sqlite3_exec(db, "SELECT 1 FROM symbols WHERE 0", nullptr, nullptr, nullptr);
    // dossier_version() owns the host: functions go when the connection does, after its tables.
    dossier::add_function(db, "dossier_version", 0, version, host.release(),
                          [](void* at) { delete static_cast<Host*>(at); });
    return SQLITE_OK;
  } catch (const std::exception& failure) {
    *message = sqlite3_mprintf("%s", failure.what());
    return SQLITE_ERROR;
  }
}
