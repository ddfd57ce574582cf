#include "agent/sessions.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <ostream>

#include "agent/redact.h"
#include "agent/sql.h"
#include "engine/error.h"
#include "engine/unicode.h"
#include "queries/sql.h"
#include "store/origin.h"
#include "store/sql.h"

namespace dossier {
namespace {

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

// Text that an export may hold: no secret, and nothing that JSON would change.
bool is_exportable(const std::optional<std::string_view>& content) {
  return !content || (redact(*content) == *content && is_utf8(*content));
}

Json edit_of(Store& store, int64_t event, bool contents) {
  auto rows = store.rows<sql::TranscriptEditOf>(event);
  const auto row = rows.next();
  if (!row) return {};
  Json out = Json::object({{"root", redact(row->root)}});
  if (row->undoes) out.set("undoes", *row->undoes);
  if (!contents || row->images == 0 || !is_exportable(row->before) || !is_exportable(row->after))
    return out;
  out.set("before", row->before ? Json(*row->before) : Json());
  return out.set("after", row->after ? Json(*row->after) : Json());
}

}  // namespace

bool was_recorded_elsewhere(Store& store, const Journal& journal) {
  if (origin_of(store.database()) != Origin::made) return true;
  if (!journal.info().source.empty()) return true;
  // A fork's parent was there before it.
  for (auto parent = journal.info().parent; parent;) {
    const SessionInfo info = Journal::open(store, *parent).info();
    if (!info.source.empty()) return true;
    if (info.parent && *info.parent >= *parent) return true;
    parent = info.parent;
  }
  return false;
}

std::string imported_folder(std::string_view folder) {
  return "the session was recorded elsewhere, and names its folder itself (" + std::string(folder) +
         "); --root FOLDER says where it goes on";
}

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

std::optional<int64_t> session_called(Store& store, const std::string& uid) {
  const std::string after = uid + '\x01';
  auto rows =
      store.rows<sql::TranscriptSessionByUid>(std::string_view(uid), std::string_view(after));
  const auto row = rows.next();
  return row && row->uid == uid ? std::optional(row->id) : std::nullopt;
}

Json last_started(const std::vector<SessionEvent>& events) {
  const auto last = std::find_if(events.rbegin(), events.rend(), [](const SessionEvent& event) {
    return event.kind == EventKind::started;
  });
  return last != events.rend() ? body_of(*last) : Json::object();
}

std::string project_of_session(Store& store, const std::string& project,
                               const std::string& snapshot) {
  if (!project.empty()) return project;
  const Scope scope = store.scope(project, snapshot);
  if (scope.snapshots.size() != 1) return {};
  auto rows = store.rows<sql::SnapshotById>(scope.snapshots.front());
  const auto row = rows.next();
  return row ? std::string(row->project) : std::string();
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
  store.run<sql::TranscriptDropEnd>(session);
  store.run<sql::TranscriptDropSession>(session);
  store.run<sql::TranscriptDropBodies>();
  store.run<sql::TranscriptDropImages>();
  store.run<sql::TranscriptForbidDrop>();
  transaction.commit();
}

Json session_header(Store& store, const Journal& journal) {
  const SessionInfo& info = journal.info();
  Json out = Json::object({{"dossier_session", kSessionExport},
                           {"id", info.uid},
                           {"title", info.title},
                           {"mode", info.mode},
                           {"model", info.model},
                           {"project", info.project},
                           {"started_at", info.started_at}});
  if (!info.parent || !info.parent_event) return out;
  {
    auto rows = store.rows<sql::TranscriptSession>(*info.parent);
    if (const auto row = rows.next()) out.set("parent", row->uid);
  }
  auto rows = store.rows<sql::TranscriptEventSeq>(*info.parent_event);
  if (const auto row = rows.next()) out.set("after", row->seq);
  return out;
}

Json event_row(Store& store, const SessionEvent& event, bool contents) {
  Json row = Json::object({{"seq", event.seq}, {"at", event.at}, {"kind", name_of(event.kind)}});
  if (event.ms >= 0) row.set("ms", event.ms);
  if (!event.tool.empty()) row.set("tool", event.tool);
  row.set("body", body_of(event));
  if (event.kind == EventKind::answer)
    if (Json findings = findings_of(store, event.id); !findings.items()->empty())
      row.set("findings", std::move(findings));
  if (event.kind == EventKind::edit)
    if (Json edit = edit_of(store, event.id, contents); !edit.is_null())
      row.set("edit", std::move(edit));
  return row;
}

void export_session(Store& store, const Journal& journal, std::ostream& out, bool contents) {
  out << session_header(store, journal).set("events", journal.size()).dump() << "\n";
  journal.each([&](const SessionEvent& event) {
    // A session that runs may have gone on.
    if (event.seq <= journal.size()) out << event_row(store, event, contents).dump() << "\n";
  });
}

}  // namespace dossier
