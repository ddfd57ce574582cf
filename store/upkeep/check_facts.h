#pragma once
// What is known of files, modules and snapshots, held against its hashes and against the index.
#include "store/upkeep/check_damage.h"

namespace dossier {

class Store;

/// The texts of files have their hashes.
void check_contents(Store& store, Damage& damage);
/// The rows of modules say what the index does, and those of exports have their hash.
void check_modules(Store& store, Damage& damage);
/// The files and modules of snapshots have its hash, and its list of texts is that of its files.
void check_snapshots(Store& store, Damage& damage);

}  // namespace dossier
