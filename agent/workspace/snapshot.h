#pragma once
// The files of a snapshot as a workspace that can only be read; an OverlayWorkspace over it is the
// virtual tree that an agent may change. Its root is named "snapshot:" and the ids it covers, so
// that no record mistakes its edits for a folder's.
#include <memory>
#include <string>

#include "agent/workspace.h"
#include "store/store.h"

namespace dossier {

inline constexpr std::string_view kSnapshotRoot = "snapshot:";

/// Binary files and those above the cap of their import are listed, but not readable. The store is
/// borrowed. Writing fails with denied.
std::unique_ptr<Workspace> snapshot_workspace(Store& store, const Scope& scope);

}  // namespace dossier
