#pragma once
// Writing a snapshot as a project export (docs/formats.md), for older tools: what import read, in
// the same order, so that importing the result brings nothing new. Written piece by piece; no
// snapshot is ever held whole.
#include <cstdint>
#include <functional>
#include <string_view>

namespace dossier {

class Store;

/// Hands the text of the export to `sink`, in pieces. Call within a read transaction.
void export_snapshot(Store& store, int64_t snapshot,
                     const std::function<void(std::string_view)>& sink);

}  // namespace dossier
