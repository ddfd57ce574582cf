#include "agent/sessions.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <ostream>
#include <set>

#include "agent/sql.h"
#include "agent/workspace/snapshot.h"
#include "engine/error.h"
#include "queries/sql.h"

namespace dossier {
namespace {

struct StoredEdit {
  int64_t id, seq;
  std::string root;
  Edit edit;
  bool is_undone;  // as far as the record goes
};

std::optional<std::string> owned(const std::optional<std::string_view>& text) {
  return text ? std::optional<std::string>(*text) : std::nullopt;
}

// Sessions of other programs have no place in the order of those made here.
std::string too_few(int64_t made_here, Store& store) {
  if (made_here > 0)
    return "only " + std::to_string(made_here) +
           (made_here == 1 ? " session was made here" : " sessions were made here");
  auto rows = store.rows<sql::TranscriptImported>();
  const int64_t imported = rows.next()->sessions;
  if (imported == 0) return "there are no sessions";
  return "no session was made here; write the beginning of an id for one of the " +
         std::to_string(imported) + " imported";
}

// The edits to take back, newest first, of the wanted numbers (none = all): those that stand, and
// those that were undone with nothing but undoing recorded of their file since. The last undo may
// not have been written, and what was undone may have been put back by hand: the file tells.
std::vector<StoredEdit> edits_to_undo(Store& store, int64_t session,
                                      const std::vector<int64_t>& numbers) {
  std::vector<StoredEdit> out;
  std::map<std::pair<std::string, std::string>, std::set<int64_t>> since;  // undone since an edit
  for (const auto& row : store.rows<sql::TranscriptEdits>(session)) {
    const bool wanted =
        numbers.empty() || std::find(numbers.begin(), numbers.end(), row.seq) != numbers.end();
    auto& undone = since[{std::string(row.root), std::string(row.path)}];
    if (row.undoes)
      undone.insert(*row.undoes);
    else
      undone.clear();
    if (!wanted || row.undoes) continue;
    out.push_back({row.id, row.seq, std::string(row.root),
                   Edit{std::string(row.path),
                        owned(row.before),
                        owned(row.after),
                        row.added,
                        row.removed,
                        {}},
                   row.undone != 0});
  }
  std::erase_if(out, [&](const StoredEdit& stored) {
    return stored.is_undone && !since[{stored.root, stored.edit.path}].contains(stored.id);
  });
  std::reverse(out.begin(), out.end());
  return out;
}

Json findings_of(Store& store, int64_t event) {
  Json out = Json::array();
  for (const auto& row : store.rows<sql::TranscriptFindings>(event))
    out.add(Json::object({{"kind", row.kind},
                          {"name", row.name},
                          {"full_name", row.full_name},
                          {"key", row.key},
                          {"module", row.module},
                          {"importance", row.importance},
                          {"notes", row.notes},
                          {"verified", row.verified != 0}}));
  return out;
}

}  // namespace

int64_t find_session(Store& store, std::string_view name) {
  const std::string shown(name);
  if (name.empty() || name == "last" || name[0] == '-') {
    int64_t back = 1;
    const auto* end = name.data() + name.size();
    if (!name.empty() && name != "last" &&
        (std::from_chars(name.data() + 1, end, back).ptr != end || back < 1 || name.size() < 2))
      throw Error(ErrorCode::invalid, "write -2 for the session before the newest", shown);
    int64_t known = 0;
    for (const auto& row : store.rows<sql::TranscriptSessionBack>(back))
      if (++known == back) return row.id;
    throw Error(ErrorCode::not_found, too_few(known, store));
  }
  std::string high = shown;
  high += '\x7f';
  auto rows = store.rows<sql::TranscriptSessionByUid>(name, std::string_view(high));
  const auto first = rows.next();
  if (!first) throw Error(ErrorCode::not_found, "no session id begins this way", shown);
  const int64_t id = first->id;
  if (first->uid != name && rows.next())
    throw Error(ErrorCode::invalid, "several session ids begin this way; write more of it", shown);
  return id;
}

std::vector<std::string> verify_sessions(Store& store) {
  struct Link {
    std::string uid;
    int64_t seq;
    Digest hash;
  };
  std::map<int64_t, Link> known;
  std::vector<std::string> problems;
  for (const auto& row : store.rows<sql::TranscriptChain>()) {
    const std::string place = std::string(row.uid) + " event " + std::to_string(row.seq);
    Digest parent{};
    int64_t before = 0;
    bool first = true;  // of its session
    if (row.parent) {
      const auto link = known.find(*row.parent);
      if (link == known.end()) {
        problems.push_back(place + ": the event before it is gone");
        continue;
      }
      parent = link->second.hash;
      before = link->second.seq;
      first = link->second.uid != row.uid;
    }
    const auto kind = event_kind_named(row.kind);
    const SessionEvent event{row.id,
                             row.seq,
                             row.at,
                             row.ms.value_or(-1),
                             kind.value_or(EventKind::ended),
                             std::string(row.tool.value_or("")),
                             {}};
    const Digest body = sha256({row.body});
    const Digest hash = hash_of(event, first ? first_link(parent, row.uid) : parent, body);
    if (!kind) problems.push_back(place + ": of a kind that this version does not know");
    if (row.body_hash != bytes_of(body))
      problems.push_back(place + ": its text was changed");
    else if (kind && row.hash != bytes_of(hash))
      problems.push_back(place + ": it was changed");
    if (row.seq != before + 1) problems.push_back(place + ": events before it are missing");
    Digest stored{};
    std::copy_n(row.hash.begin(), std::min(row.hash.size(), stored.size()), stored.begin());
    known[row.id] = {std::string(row.uid), row.seq, stored};
  }
  return problems;
}

void drop_session(Store& store, int64_t session) {
  const Journal journal = Journal::open(store, session);
  // A fork that another process makes meanwhile is either seen here or finds no parent.
  Transaction transaction(store.database(), Transaction::writing);
  {
    auto rows = store.rows<sql::TranscriptChildren>(session);
    if (rows.next()->forks > 0)
      throw Error(ErrorCode::conflict, "another session forks from this one; drop that first");
  }
  store.run<sql::TranscriptAllowDrop>(session);
  for (const auto& row : store.rows<sql::TranscriptEvents>(session, INT64_MAX)) {
    const auto kind = event_kind_named(row.kind);
    SessionEvent event{
        row.id, row.seq, row.at, -1, kind.value_or(EventKind::ended), {}, std::string(row.body)};
    const std::string words = words_of(event);
    if (!words.empty() && are_words_indexed(store, row.id))
      store.run<sql::TranscriptDeleteWords>(row.id, std::string_view(words));
  }
  store.run<sql::TranscriptDropFindings>(session);
  store.run<sql::TranscriptDropEdits>(session);
  store.run<sql::TranscriptDropNotes>(session);
  store.run<sql::TranscriptDropEvents>(session);
  store.run<sql::TranscriptDropSession>(session);
  store.run<sql::TranscriptDropBodies>();
  store.run<sql::TranscriptDropImages>();
  store.run<sql::TranscriptForbidDrop>();
  transaction.commit();
}

Json session_header(const Journal& journal) {
  const SessionInfo& info = journal.info();
  return Json::object({{"dossier_session", kSessionExport},
                       {"id", info.uid},
                       {"title", info.title},
                       {"mode", info.mode},
                       {"model", info.model},
                       {"project", info.project},
                       {"started_at", info.started_at}});
}

Json event_row(Store& store, const SessionEvent& event) {
  Json row = Json::object({{"seq", event.seq}, {"at", event.at}, {"kind", name_of(event.kind)}});
  if (event.ms >= 0) row.set("ms", event.ms);
  if (!event.tool.empty()) row.set("tool", event.tool);
  row.set("body", body_of(event));
  if (event.kind == EventKind::answer)
    if (Json findings = findings_of(store, event.id); !findings.items()->empty())
      row.set("findings", std::move(findings));
  return row;
}

void export_session(Store& store, const Journal& journal, std::ostream& out) {
  out << session_header(journal).set("events", journal.events().size()).dump() << "\n";
  for (const auto& event : journal.events()) out << event_row(store, event).dump() << "\n";
}

std::set<int64_t> undone_edits(Store& store, int64_t session) {
  std::set<int64_t> out;
  for (const auto& row : store.rows<sql::TranscriptEdits>(session))
    if (row.undone != 0 || row.undoes) out.insert(row.seq);
  return out;
}

std::vector<Edit> undo_edits(Store& store, Journal& journal, const std::vector<int64_t>& numbers,
                             bool force, Workspace* virtual_tree) {
  const std::set<int64_t> undone = undone_edits(store, journal.info().id);
  std::vector<StoredEdit> edits = edits_to_undo(store, journal.info().id, numbers);
  std::map<std::string, std::unique_ptr<Workspace>> folders;
  std::map<std::string, Workspace*> roots;
  for (const auto& stored : edits) {
    if (stored.root.starts_with(kSnapshotRoot)) {
      if (virtual_tree == nullptr && !stored.is_undone)
        throw Error(ErrorCode::denied, "its edits were never on disk: there is nothing to restore",
                    journal.info().uid);
      roots[stored.root] = virtual_tree;
    } else if (!folders.contains(stored.root)) {
      roots[stored.root] =
          folders.emplace(stored.root, disk_workspace(stored.root)).first->second.get();
    }
  }
  // First in memory, all of them: a file that has changed stops everything before any write.
  std::map<std::string, std::unique_ptr<OverlayWorkspace>> trials;
  std::erase_if(edits, [&](const StoredEdit& stored) {
    Workspace* root = roots[stored.root];
    if (root == nullptr) return true;
    auto& trial = trials[stored.root];
    if (!trial) trial = std::make_unique<OverlayWorkspace>(*root);
    if (stored.is_undone && trial->read(stored.edit.path) != stored.edit.after) return true;
    undo(*trial, stored.edit, force);
    return false;
  });
  for (const int64_t number : numbers)
    if (std::none_of(edits.begin(), edits.end(),
                     [&](const auto& edit) { return edit.seq == number; }))
      throw Error(ErrorCode::not_found,
                  undone.contains(number) ? "the edit was undone already"
                                          : "the session has no such edit to undo",
                  "event " + std::to_string(number));
  if (edits.empty())
    throw Error(ErrorCode::not_found,
                undone.empty() ? "the session has no edits to undo"
                               : "the session's edits were undone already",
                journal.info().uid);
  std::vector<Edit> out;
  for (const auto& stored : edits) {
    const auto record = [&](const Edit& edit) {
      journal.append_edit(edit, stored.root, stored.id);
    };
    out.push_back(undo(*roots[stored.root], stored.edit, force, record));
  }
  journal.index_words();
  return out;
}

void restore_edits(Store& store, const Journal& journal, int64_t seq, OverlayWorkspace& tree) {
  for (const auto& row : store.rows<sql::TranscriptChainEdits>(journal.info().id, seq))
    tree.write(row.path, tree.read(row.path), owned(row.after));
}

}  // namespace dossier
