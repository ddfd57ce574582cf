#pragma once
// Operations on sessions for people: find, list, check, search, drop, export. Reading needs only a
// store opened for reading.
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agent/journal.h"

namespace dossier {

/// The session that `name` means: "" = the newest made here, "-2" the one before it, otherwise the
/// beginning of an id. Throws Error{not_found}, and Error{invalid} if several ids have this
/// beginning.
int64_t find_session(Store& store, std::string_view name);

/// The session with exactly this id; absent if there is none.
std::optional<int64_t> session_called(Store& store, const std::string& uid);

/// The body of the newest `started` event, since a chat may have changed its mode; an empty object
/// if there is none.
Json last_started(const std::vector<SessionEvent>& events);

/// The project that a new session is about: the one that was named, else the only one that the
/// lookups of the session cover; "" if they cover several or none.
std::string project_of_session(Store& store, const std::string& project,
                               const std::string& snapshot);

/// Checks every hash, the contents and the edits of files, and where each session ends; returns one
/// sentence per problem.
std::vector<std::string> verify_sessions(Store& store);

/// The same of one session's edits and its end, of the journal's events it reads the hashes.
std::vector<std::string> verify_session(Store& store, const Journal& journal);

/// Removes the session and everything that belongs only to it. Throws Error{conflict} if another
/// session forks from it.
void drop_session(Store& store, int64_t session);

/// The version of the export format.
inline constexpr int64_t kSessionExport = 1;

/// The first line of an export: {"dossier_session":1,"id",…}, without the number of events; of a
/// fork with its "parent" and the number of the event "after" which it begins.
Json session_header(Store& store, const Journal& journal);
/// An event of an export: {"seq","at","kind","ms"?,"tool"?,"body"}, for an answer also "findings",
/// for an edit also "edit": {"root"[,"undoes"][,"before","after"]}. What the file held is in it
/// only with `contents`, and only where no secret is.
Json event_row(Store& store, const SessionEvent& event, bool contents = false);

/// Writes the whole chain as JSON lines: the header with the number of events, then one event per
/// line.
void export_session(Store& store, const Journal& journal, std::ostream& out, bool contents = false);

/// Whether the session, or one that it was forked from, was imported, or the database was not made
/// by this person's program (store/origin.h). What such a record says of folders and permissions is
/// a stranger's word: it grants nothing.
bool was_recorded_elsewhere(Store& store, const Journal& journal);
/// Why such a session does not go on in the folder that it names.
std::string imported_folder(std::string_view folder);

/// Where edits may be taken back.
struct UndoPlace {
  /// In this folder, whichever they were made in; "" = where they were made. Of several folders
  /// that they were made in, only those of this one. A session from elsewhere names it itself,
  /// so a person has to.
  std::string root;
  /// The only folders that may be written in, a session's own choice or not; null = any.
  const std::vector<std::string>* offered = nullptr;
};

/// The folders on disk that edits of a session from elsewhere name, in order; none if the session
/// was recorded here.
std::vector<std::string> roots_from_elsewhere(Store& store, const Journal& journal);

/// The numbers of the session's edits that were undone, and of the edits that undid them.
std::set<int64_t> undone_edits(Store& store, int64_t session);

/// Undoes the edits of the journal's session, newest first: those with the given numbers (the seq
/// of their events), or all. Each undo is recorded as an edit that reverses the other. An undo can
/// itself be undone if the file still has its content. Fails with conflict before anything is
/// written if a file has changed since, unless `force`, with corrupt if verify_session finds
/// something, and with denied outside `place`. `virtual_tree` is the tree of edits over a snapshot;
/// without one, such edits are denied.
std::vector<Edit> undo_edits(Store& store, Journal& journal, const std::vector<int64_t>& numbers,
                             bool force, Workspace* virtual_tree = nullptr,
                             const UndoPlace& place = {});

/// Takes undoing back, the newest undo first: of the edits with the given numbers, or of all whose
/// file no edit has changed since. Records and fails as undo_edits does.
std::vector<Edit> redo_edits(Store& store, Journal& journal, const std::vector<int64_t>& numbers,
                             bool force, Workspace* virtual_tree = nullptr,
                             const UndoPlace& place = {});

/// Applies to a tree over the session's snapshot all edits up to the event `seq`, including those
/// of the sessions that it forks from.
void restore_edits(Store& store, const Journal& journal, int64_t seq, OverlayWorkspace& tree);

}  // namespace dossier
