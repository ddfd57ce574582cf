#include "engine/migrate.h"

#include <map>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/statement.h"
#include "schema/migrations.h"

namespace dossier {
namespace {

bool has_table(Database& db, std::string_view name) {
  Statement query(db, "SELECT 1 FROM sqlite_schema WHERE name = ?1");
  query.bind(1, name);
  const bool found = query.step();
  query.reset();
  return found;
}

std::map<std::string, std::string> recorded(Database& db) {
  std::map<std::string, std::string> hashes;
  if (!has_table(db, "_migration")) return hashes;
  Statement query(db, "SELECT name, hash FROM _migration");
  while (query.step()) hashes.emplace(query.text(0), query.text(1));
  return hashes;
}

}  // namespace

SchemaState schema_state(Database& db) {
  auto done = recorded(db);
  if (done.empty()) {
    if (db.number("SELECT count(*) FROM sqlite_schema") == 0) return SchemaState::empty;
    throw Error(ErrorCode::corrupt, "this SQLite file is not a dossier database", db.path());
  }
  size_t applied = 0;
  for (const auto& migration : schema::files()) {
    const auto at = done.find(std::string(migration.name));
    if (at == done.end()) continue;
    if (at->second != migration.sha256)
      throw Error(ErrorCode::conflict,
                  "the database was made by a different version of dossier (migration " +
                      at->first + " differs); import into a new one",
                  db.path());
    ++applied;
    done.erase(at);
  }
  if (!done.empty())
    throw Error(ErrorCode::conflict,
                "the database was made by a newer version of dossier (migration " +
                    done.begin()->first + "); update dossier to open it",
                db.path());
  return applied == schema::files().size() ? SchemaState::current : SchemaState::older;
}

void migrate(Database& db, int64_t now_ms) {
  for (const auto& migration : schema::files()) {
    Transaction transaction(db, Transaction::writing);
    db.execute(
        "CREATE TABLE IF NOT EXISTS _migration(name TEXT PRIMARY KEY, hash TEXT NOT NULL, "
        "applied_at INTEGER NOT NULL) WITHOUT ROWID");
    if (!recorded(db).contains(std::string(migration.name))) {
      db.execute(std::string(migration.text).c_str());
      Statement record(db, "INSERT INTO _migration(name, hash, applied_at) VALUES (?1, ?2, ?3)");
      record.bind(1, migration.name);
      record.bind(2, migration.sha256);
      record.bind(3, now_ms);
      record.run();
    }
    transaction.commit();
  }
}

}  // namespace dossier
