#pragma once
// The virtual tables over the search index. Eponymous: they stand in no schema, so that stock
// sqlite3 opens every view without them.

namespace dossier {

class SearchIndex;

/// Registers `symbols` on the index's connection; the index must outlive the connection's
/// statements.
void register_tables(SearchIndex& index);

}  // namespace dossier
