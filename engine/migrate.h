#pragma once
// Brings a database to the newest schema. Each migration's name and hash are recorded in the
// transaction that applies it, so a half-applied one cannot exist and an edited one is noticed.
// Rejected: PRAGMA user_version, which cannot tell two files with the same number apart.
#include <cstdint>
#include <string>
#include <string_view>

namespace dossier {

class Database;

enum class SchemaState { empty, current, older };

/// How the database stands to this program's migrations. Throws Error{conflict} for a newer schema
/// or one whose recorded hashes differ, Error{corrupt} for a file that is no dossier database, and
/// Error{denied} for one with a view, trigger or virtual table that no migration makes: it would
/// run as one of the program's own. Tables and indexes of others run nothing and may stay.
SchemaState schema_state(Database& db);

/// Applies what is missing. Two processes may race: one applies, the other finds it done.
void migrate(Database& db, int64_t now_ms);

}  // namespace dossier
