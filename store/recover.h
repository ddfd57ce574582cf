#pragma once
// Removing an import that did not finish, so that it is as if it had not been.

namespace dossier {

class Store;

/// Removes what an import that died left behind, unless one is alive (its lease is held). Nothing
/// of it was visible; this gives the space and the ids back.
void remove_dead_import(Store& store);

/// Removes the import under way of this process, whose lease the caller holds.
void remove_import(Store& store);

}  // namespace dossier
