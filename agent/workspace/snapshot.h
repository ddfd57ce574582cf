#pragma once
// The files of a snapshot as a read-only workspace. An OverlayWorkspace over it is the virtual tree
// that an agent can change. Its root is "snapshot:" and the ids it covers, so that a record does
// not confuse its edits with those of a folder.
#include <memory>
#include <string>

#include "agent/workspace.h"
#include "store/store.h"

namespace dossier {

inline constexpr std::string_view kSnapshotRoot = "snapshot:";

/// Binary files and files over the size limit of their import are listed but not readable. The
/// store is borrowed. Writing fails with denied.
std::unique_ptr<Workspace> snapshot_workspace(Store& store, const Scope& scope);

}  // namespace dossier
