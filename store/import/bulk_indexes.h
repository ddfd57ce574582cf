#pragma once
// Indexes of a first import: dropped before it and built last, which costs a third of keeping them
// up to date row by row. Until then no lookup can find anything, so none is slow without them.

namespace dossier {

class Store;

/// Which they are, store/tables.txt says.
void drop_bulk_indexes(Store& store);
void build_bulk_indexes(Store& store);

}  // namespace dossier
