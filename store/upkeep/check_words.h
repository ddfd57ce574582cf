#pragma once
// The words of names and of texts (FTS5, which keeps no checksums): they are made again in
// temporary tables, and each must be found. What is found beside them is not looked at: words of
// what is gone stay until a compaction.
#include "store/upkeep/check_damage.h"

namespace dossier {

class Store;

void check_words(Store& store, Damage& damage);

}  // namespace dossier
