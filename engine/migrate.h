#pragma once
// Migrates a database to the newest schema. A migration's name and hash are recorded in the
// transaction that applies it, so a migration is never half applied, and an edited one is detected.
// Rejected: PRAGMA user_version, which cannot distinguish two files with the same number.
#include <cstdint>
#include <string>
#include <string_view>

namespace dossier {

class Database;

/// What is said of another program's file.
inline constexpr const char* kNotOurs = "this SQLite file is not a dossier database";

enum class SchemaState { empty, current, older };

/// Compares the database with this program's migrations. Throws Error{conflict} for a newer schema,
/// and for migrations that have other names or hashes now; Error{corrupt} for a file that is not a
/// dossier database; Error{denied} for a view, trigger or virtual table that no migration creates,
/// because it would run as part of the program. Other people's tables and indexes run nothing and
/// are allowed.
SchemaState schema_state(Database& db);

/// Applies the missing migrations. If two processes race, one applies them and the other finds them
/// applied.
void migrate(Database& db, int64_t now_ms);

}  // namespace dossier
