#pragma once
// The run log of a tag dialogue, in the form that other programs of this kind write and read
// (docs/grpc.md). It is made from the record alone, so it can be had of any session at any time.
#include "agent/journal.h"
#include "engine/json_value.h"

namespace dossier {

/// {experiment_metadata, interaction_log}. Throws Error{invalid} for a session of another kind.
Json run_log_of(const SessionInfo& info, const std::vector<SessionEvent>& record);

}  // namespace dossier
