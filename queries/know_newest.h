#pragma once
// What makes queries quick, read before they are asked.
#include <cstdint>

#include "queries/lang/front.h"
#include "store/store.h"

namespace dossier {

/// Reads names and texts of the symbols of the newest snapshots, where these have at least `many`
/// blocks: so many that a query may profit.
void know_newest(Store& store, int64_t many = lang::kManyBlocks);

}  // namespace dossier
