#pragma once
// Asks a person whether a tool may run. What an edit would change is shown as a diff, a command as
// it is typed; the answer is one key.
#include "agent/policy.h"
#include "agent/workspace.h"

namespace dossier::cli {

/// `files` is what edits are of; null = unknown. The terminal is that of standard input.
Consent ask_person(const PermissionRequest& request, Workspace* files);

}  // namespace dossier::cli
