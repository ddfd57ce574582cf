#pragma once
// The indexes that a first import drops and builds at its end, which costs a third of updating them
// row by row. No lookup can find anything before that, so none is slower for it.

namespace dossier {

class Store;

/// store/tables.txt lists them.
void drop_bulk_indexes(Store& store);
void build_bulk_indexes(Store& store);

}  // namespace dossier
