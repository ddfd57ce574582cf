#pragma once
// The events of one session in the database. A session changes only by appending: each event
// follows the last one, with a hash that covers it, and one commit makes it durable. A fork begins
// after an event of its parent and copies nothing. The connection belongs to the store; a session
// has one writer.
//
// Rejected: a table of (session, event) links, which would copy a row for every shared event.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/event.h"
#include "agent/report.h"
#include "agent/workspace.h"
#include "engine/json_value.h"
#include "store/store.h"

namespace dossier {

struct SessionInfo {
  int64_t id = 0;
  std::string uid;  // 12 hexadecimal digits
  std::string title;
  std::string mode;
  std::string model;
  std::string project;
  std::string source;  // of an import, else ""
  int64_t started_at = 0;
  std::optional<int64_t> parent;        // session of a fork
  std::optional<int64_t> parent_event;  // the last event shared
};

/// A stored finding: the answer's finding, the symbol's key, and whether the symbol exists in the
/// store.
struct StoredFinding {
  Finding finding;
  std::string key;
  bool verified = false;
};

/// An edit of an imported session.
struct ImportedEdit {
  std::string root;
  Edit edit;
  bool has_images = false;  // whether its contents are known
  int64_t undoes = 0;       // the event of the edit that it takes back, 0 = none
};

/// What imported events have beside their bodies, by their index.
struct ImportedRows {
  std::map<size_t, std::vector<StoredFinding>> findings;
  std::map<size_t, ImportedEdit> edits;
};

class Journal {
 public:
  /// Begins a session. `info` has no id; `entropy` provides the uid if it is empty.
  static Journal begin(Store& store, SessionInfo info, Entropy& entropy);
  /// Opens an existing session. Reads only its last event, regardless of its length.
  static Journal open(Store& store, int64_t session);

  const SessionInfo& info() const { return info_; }
  Database& database() const { return store_->database(); }
  /// The whole chain including the shared prefix, read on first use. Throws Error{corrupt} if a
  /// hash does not match its event.
  const std::vector<SessionEvent>& events() const;
  /// The same, one after another, of which none is kept.
  void each(const std::function<void(SessionEvent&&)>& visit) const;
  /// The last events of the chain, at most `count`, oldest first. Their hashes are not checked, so
  /// the cost does not depend on the session's length.
  std::vector<SessionEvent> newest(size_t count) const;
  /// The number of events in the chain.
  int64_t size() const { return last_.seq; }

  /// Appends an event and commits. `durable` waits for the disk (before an effect that writes or
  /// executes).
  const SessionEvent& append(EventKind kind, std::string_view tool, std::string_view body,
                             int64_t ms = -1, bool durable = false);
  /// Appends an edit event with the file contents that undo needs, in one durable commit.
  const SessionEvent& append_edit(const Edit& edit, std::string_view root,
                                  std::optional<int64_t> undoes = std::nullopt);
  /// Appends an answer event with its findings, in one commit.
  const SessionEvent& append_answer(std::string_view body,
                                    const std::vector<StoredFinding>& findings);
  /// Appends imported events from the index `from` on, with their own times and what belongs to
  /// them, in one commit.
  void append_imported(const std::vector<SessionEvent>& events, size_t from,
                       const ImportedRows& rows);
  /// Indexes the words of the events since the last call, in its own transaction.
  void index_words();

 private:
  class Appending;
  Journal(Store& store, SessionInfo info) : store_(&store), info_(std::move(info)) {}
  // A session of the chain, and its last event that belongs to the chain.
  struct Part {
    int64_t session, last;
    std::string uid;
  };
  // This session, then its ancestors; each contributes the events before the fork.
  std::vector<Part> chain() const;
  void find_end();
  void keep_end();
  void put_findings(int64_t event, const std::vector<StoredFinding>& findings);
  void put_edit(int64_t event, const Edit& edit, std::string_view root,
                std::optional<int64_t> undoes, bool has_images = true);
  std::vector<SessionEvent> unindexed_before(int64_t seq);
  const SessionEvent& put(SessionEvent event);

  Store* store_;
  SessionInfo info_;
  // The end of the chain.
  SessionEvent last_;
  Digest last_hash_{};
  bool stale_ = false;    // an append failed: the chain's end must be read again
  bool has_own_ = false;  // the chain has an event of this session itself
  // What the session's end is made of (agent/session_end.h); absent until the first append.
  std::optional<Digest> facts_;
  int64_t own_events_ = 0;
  Digest edits_{}, findings_{};
  int64_t ended_at_ = 0;  // the last event of them
  mutable std::optional<std::vector<SessionEvent>> events_;
  std::vector<SessionEvent> unindexed_;  // appended here since the last index_words()
  bool swept_ = false;                   // events left unindexed by a stopped program were handled
};

/// Whether the event's words are indexed; a program that stopped early may have left some out.
bool are_words_indexed(Store& store, int64_t event);

/// The searchable text of an event: texts of messages, inputs and outputs of tools.
std::string words_of(const SessionEvent& event);

}  // namespace dossier
