#pragma once
// Writes a snapshot as a project export (docs/formats.md) for older tools: what the import read, in
// the same order, so that importing the export brings nothing new. The export is written in pieces;
// no snapshot is held in memory as a whole.
#include <cstdint>
#include <functional>
#include <string_view>

namespace dossier {

class Store;

/// Passes the text of the export to `sink`, in pieces. Call within a read transaction.
void export_snapshot(Store& store, int64_t snapshot,
                     const std::function<void(std::string_view)>& sink);

}  // namespace dossier
