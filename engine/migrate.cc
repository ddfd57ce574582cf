#include "engine/migrate.h"

#include <strings.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

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

bool begins(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && ::strncasecmp(text.data(), with.data(), with.size()) == 0;
}

// Tables and indexes hold data, and what expressions they have run without rights.
bool is_plain(std::string_view sql) {
  return begins(sql, "CREATE TABLE ") || begins(sql, "CREATE INDEX ") ||
         begins(sql, "CREATE UNIQUE INDEX ");
}

// Every CREATE of the migrations, each with the text behind it.
std::vector<std::string_view> known_statements() {
  std::vector<std::string_view> out;
  for (const auto& migration : schema::files()) {
    const std::string_view text = migration.text;
    for (size_t at = text.find("CREATE "); at != text.npos; at = text.find("CREATE ", at + 1))
      if (at == 0 || text[at - 1] == '\n') out.push_back(text.substr(at));
  }
  return out;
}

// A view, trigger or virtual table that no migration makes.
std::optional<std::string> unknown_object(Database& db) {
  const auto known = known_statements();
  Statement query(db, "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL");
  while (query.step()) {
    const std::string_view sql = query.text(1);
    const auto is_it = [&](std::string_view text) {
      return text.size() > sql.size() && text.starts_with(sql) && text[sql.size()] == ';';
    };
    if (!is_plain(sql) && std::none_of(known.begin(), known.end(), is_it))
      return std::string(query.text(0));
  }
  return std::nullopt;
}

constexpr const char* kMigrationTable =
    "CREATE TABLE _migration(name TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at INTEGER NOT "
    "NULL) WITHOUT ROWID";

// Whether reading _migration reads that table and nothing else.
bool has_migrations(Database& db) {
  Statement query(
      db, "SELECT count(*), max(sql = ?1) FROM sqlite_schema WHERE sql LIKE '%_migration%'");
  query.bind(1, std::string_view(kMigrationTable));
  return query.step() && query.integer(0) == 1 && query.integer(1) == 1;
}

// Until 1.0 a migration may get another name, and then its number is no higher than the last one's.
[[noreturn]] void refuse_unknown(const std::string& name, const std::string& path) {
  constexpr size_t kDigits = 4;
  if (name.substr(0, kDigits) > schema::files().back().name.substr(0, kDigits))
    throw Error(ErrorCode::conflict,
                "the database was made by a newer version of dossier (migration " + name +
                    "); update dossier to open it",
                path);
  throw Error(ErrorCode::conflict,
              "the database was made by an older development version of dossier (migration " +
                  name + " has another name now); import it again, into a new database",
              path);
}

}  // namespace

SchemaState schema_state(Database& db) {
  if (db.number("SELECT count(*) FROM sqlite_schema") == 0) return SchemaState::empty;
  auto done = has_migrations(db) ? recorded(db) : std::map<std::string, std::string>();
  if (done.empty()) throw Error(ErrorCode::corrupt, kNotOurs, db.path());
  std::string differs;
  size_t applied = 0;
  for (const auto& migration : schema::files()) {
    const auto at = done.find(std::string(migration.name));
    if (at == done.end()) continue;
    if (at->second != migration.sha256 && differs.empty()) differs = at->first;
    ++applied;
    done.erase(at);
  }
  if (!done.empty()) refuse_unknown(done.rbegin()->first, db.path());
  if (!differs.empty())
    throw Error(ErrorCode::conflict,
                "the database was made by a different version of dossier (migration " + differs +
                    " differs); import into a new one",
                db.path());
  if (const auto name = unknown_object(db))
    throw Error(ErrorCode::denied,
                "the database holds '" + *name +
                    "', which dossier did not make: a view, trigger or virtual table could answer "
                    "or change what you ask; drop it, or import into a new database",
                db.path());
  return applied == schema::files().size() ? SchemaState::current : SchemaState::older;
}

void migrate(Database& db, int64_t now_ms) {
  for (const auto& migration : schema::files()) {
    Transaction transaction(db, Transaction::writing);
    if (!has_table(db, "_migration")) db.execute(kMigrationTable);
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
