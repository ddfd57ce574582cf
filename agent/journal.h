#pragma once
// One session's events in the database. Appending is the only way to change it: each event follows
// the last one under a hash that covers it, and one commit makes it durable. A fork begins after an
// event of its parent and copies nothing. The connection is the store's; one writer a session.
//
// Rejected: a table of (session, event) links, which would copy a row for every shared event.
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

/// A finding as it is stored: what the answer says, the symbol's key, and whether the store has it.
struct StoredFinding {
  Finding finding;
  std::string key;
  bool verified = false;
};

class Journal {
 public:
  /// Begins a session. `info` without id; `entropy` gives the uid where it has none.
  static Journal begin(Store& store, SessionInfo info, Entropy& entropy);
  /// Continues a session that exists: looks at its last event only, however long it is.
  static Journal open(Store& store, int64_t session);

  const SessionInfo& info() const { return info_; }
  /// The whole chain, shared prefix first, read when it is first asked for. Throws Error{corrupt}
  /// where a hash does not fit its event.
  const std::vector<SessionEvent>& events() const;
  /// The chain's last events, at most `count`, oldest first, without deriving their hashes again:
  /// what it costs does not depend on the session's length.
  std::vector<SessionEvent> newest(size_t count) const;
  /// How many events the chain has.
  int64_t size() const { return last_.seq; }

  /// Appends and commits. `durable` waits for the disk (before an effect that writes or executes).
  const SessionEvent& append(EventKind kind, std::string_view tool, std::string_view body,
                             int64_t ms = -1, bool durable = false);
  /// An edit event with the images that undo needs, in one durable commit.
  const SessionEvent& append_edit(const Edit& edit, std::string_view root,
                                  std::optional<int64_t> undoes = std::nullopt);
  /// An answer event with its findings, in one commit.
  const SessionEvent& append_answer(std::string_view body,
                                    const std::vector<StoredFinding>& findings);
  /// Appends several imported events in one commit, with the times they carry.
  void append_all(const std::vector<SessionEvent>& events);
  /// An imported answer event with its findings, likewise.
  void append_imported(const SessionEvent& event, const std::vector<StoredFinding>& findings);
  /// Indexes the words of events since the last call, in a transaction of its own.
  void index_words();

 private:
  class Appending;
  Journal(Store& store, SessionInfo info) : store_(&store), info_(std::move(info)) {}
  // A session of the chain, and the last of its events that belong to it.
  struct Part {
    int64_t session, last;
    std::string uid;
  };
  // This session first, then what it forked from; each contributes what comes before the fork.
  std::vector<Part> chain() const;
  void find_end();
  std::vector<SessionEvent> unindexed_before(int64_t seq);
  const SessionEvent& put(SessionEvent event);

  Store* store_;
  SessionInfo info_;
  // The end of the chain.
  SessionEvent last_;
  Digest last_hash_{};
  bool stale_ = false;    // an append failed: where the chain ends is to be looked up
  bool has_own_ = false;  // an event of this session itself, not of what it forked from
  mutable std::optional<std::vector<SessionEvent>> events_;
  std::vector<SessionEvent> unindexed_;  // appended here since the last index_words()
  bool swept_ = false;  // what a program that stopped left unindexed was looked for
};

/// Whether the event's words are in the index; a program that stopped may have left some out.
bool are_words_indexed(Store& store, int64_t event);

/// The words of an event that search should find: text of messages, inputs and outputs of tools.
std::string words_of(const SessionEvent& event);

}  // namespace dossier
