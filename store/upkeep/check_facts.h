#pragma once
// What is known of files, modules and snapshots, held against its hashes and against the index.
#include "store/upkeep/check_damage.h"

namespace dossier {

class Store;

/// The texts of files have their hashes, sizes and numbers of lines.
void check_contents(Store& store, Damage& damage);
/// The rows of modules say what the index does, and have their hash.
void check_modules(Store& store, Damage& damage);
/// The files and modules of snapshots have its hash, and its list of texts is that of its files;
/// sets of source paths have theirs; and what rows count and point at is what others hold.
void check_snapshots(Store& store, Damage& damage);

}  // namespace dossier
