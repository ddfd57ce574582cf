#pragma once
// Where a dialogue that was stopped goes on.
#include <vector>

#include "agent/journal.h"

namespace dossier {

/// How many events of the record are kept: everything that was done, up to an effect that has no
/// outcome, or a reply that was of no use. What a budget ended goes on behind its last turn. Throws
/// Error{invalid} for a session of another kind or one that never came to its first message, and
/// Error{conflict} for one that came to its end.
size_t kept_events(const SessionInfo& info, const std::vector<SessionEvent>& record);

}  // namespace dossier
