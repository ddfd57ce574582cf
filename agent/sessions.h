#pragma once
// Sessions as people handle them: found by what they type, listed, checked, searched, dropped,
// exported. Reading needs no more than a store opened for reading.
#include <iosfwd>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agent/journal.h"

namespace dossier {

/// The session that `name` means: "" = the newest made here, "-2" the one before it, else the
/// beginning of an id. Throws Error{not_found} and, for a beginning that several share, {invalid}.
int64_t find_session(Store& store, std::string_view name);

/// What a check of every hash found wrong, one sentence each; empty = all is as it was recorded.
std::vector<std::string> verify_sessions(Store& store);

/// Removes the session and everything that only it held. Throws Error{conflict} when another
/// session forks from it.
void drop_session(Store& store, int64_t session);

/// The version of the export below.
inline constexpr int64_t kSessionExport = 1;

/// What an export says first: {"dossier_session":1,"id",…}, without the events.
Json session_header(const Journal& journal);
/// {"seq","at","kind","ms"?,"tool"?,"body"}, an answer's with "findings".
Json event_row(Store& store, const SessionEvent& event);

/// Writes the whole chain as JSON lines: the header with the number of events, then an event a
/// line, an answer's with its findings. Before-images are not exported.
void export_session(Store& store, const Journal& journal, std::ostream& out);

/// The numbers of the session's edits that were undone, and of those that undid them.
std::set<int64_t> undone_edits(Store& store, int64_t session);

/// Restores the files of the journal's session's edits, newest first: those with the given numbers
/// (the seq of their events), or all. Each undo is recorded as an edit that takes the other back.
/// An edit that was undone is undone again where the file holds what it left.
/// Fails with conflict before anything is written when a file has changed since, unless `force`.
/// `virtual_tree` is the tree of edits over a snapshot; denied without one.
std::vector<Edit> undo_edits(Store& store, Journal& journal, const std::vector<int64_t>& numbers,
                             bool force, Workspace* virtual_tree = nullptr);

/// Makes a tree over the session's snapshot hold what the edits up to the event `seq` left in it,
/// those of sessions that it forks from included.
void restore_edits(Store& store, const Journal& journal, int64_t seq, OverlayWorkspace& tree);

}  // namespace dossier
