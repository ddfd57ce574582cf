#pragma once
// The scalar functions that every connection has: REGEXP ignores case and means what a regex means
// everywhere in dossier (engine/search/matcher.h). The loadable extension registers the same ones.

struct sqlite3;

namespace dossier {

/// Throws Error{internal} where SQLite refuses.
void register_functions(sqlite3* db);

}  // namespace dossier
