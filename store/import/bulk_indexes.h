#pragma once
// Indexes of a first import: dropped before it and built last, which costs a third of keeping them
// up to date row by row. Until then no lookup can find anything, so none is slow without them.
#include <string>

namespace dossier {

class Store;

/// Drops them and gives the DDL that makes them again.
std::string drop_bulk_indexes(Store& store);
void build_bulk_indexes(Store& store, const std::string& ddl);

}  // namespace dossier
