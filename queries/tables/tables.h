#pragma once
// The virtual tables over the search index and the facts. They are eponymous, not part of the
// schema, so stock sqlite3 opens every view without them.

struct sqlite3_module;

namespace dossier {

class SearchIndex;

/// The implementations of the virtual tables.
const sqlite3_module& symbols_module();
const sqlite3_module& lines_module();
const sqlite3_module& changes_module();
const sqlite3_module& related_module();
const sqlite3_module& chain_module();
const sqlite3_module& dependencies_module();
const sqlite3_module& file_log_module();
const sqlite3_module& blame_module();

/// Registers the functions that read stored files; of what no snapshot holds they are NULL:
///   content_of(PATH [, SNAPSHOT])           a file's text, in the newest snapshots unless one is
///                                           named
///   snippet_of(PATH, LINE, N [, SNAPSHOT])  a line with N lines on either side
///   lines_between(PATH, FIRST, LAST [, SNAPSHOT])
void register_content_functions(SearchIndex& index);

/// Registers related_count(RELATION, SYMBOL, SCOPE): how many symbols `related` leads to.
void register_related_count(SearchIndex& index);

/// Registers these functions, `symbols`, `lines`, `changes`, `related`, `chain` and `dependencies`
/// on the index's connection; the index must outlive the connection's statements. `releases`: the
/// index lives until the connection is closed, and lets go of its statements when the tables are
/// disconnected, which comes first.
void register_tables(SearchIndex& index, bool releases = false);

/// Registers `file_log` and `blame`, which read the git repository of a snapshot: the program's own
/// connections have them, other programs' are spared libgit2.
void register_history_tables(SearchIndex& index);

}  // namespace dossier
