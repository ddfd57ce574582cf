#pragma once
// Whether the file of an open database is still the one at its path: it may have been deleted, and
// another one made there.

namespace dossier {

class Database;

/// Whether another file than the open one, or none, is at the path of the database.
bool has_moved(const Database& database);

}  // namespace dossier
