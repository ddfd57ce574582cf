#pragma once
// Removes an unfinished import without a trace.

namespace dossier {

class Store;

/// Removes the rows of a dead import, unless an import is alive (its lease is held). None of them
/// was visible; their space and ids become available again.
void remove_dead_import(Store& store);

/// Moves the write-ahead log into the database and gives its room back, as far as nobody reads it
/// and the disk has room. An import that died of a full disk leaves a large one.
void empty_log(Store& store);

/// Removes this process's unfinished import. The caller holds its lease.
void remove_import(Store& store);

}  // namespace dossier
