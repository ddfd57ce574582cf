#pragma once
// The search index: every unit is unpacked, and its posting lists are made again from its blocks.
#include "store/upkeep/check_damage.h"

namespace dossier {

class Store;

void check_index(Store& store, Damage& damage);

}  // namespace dossier
