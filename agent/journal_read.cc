// Reading a session's chain: from its end, whole, or its newest events alone.
#include <algorithm>

#include "agent/journal.h"
#include "agent/sql.h"
#include "engine/error.h"
#include "queries/sql.h"

namespace dossier {
namespace {

EventKind kind_of(std::string_view name, const std::string& place) {
  const auto kind = event_kind_named(name);
  if (!kind) throw Error(ErrorCode::conflict, "recorded by a newer version", place);
  return *kind;
}

}  // namespace

Journal Journal::open(Store& store, int64_t session) {
  SessionInfo info;
  {
    auto rows = store.rows<sql::TranscriptSession>(session);
    const auto row = rows.next();
    if (!row) throw Error(ErrorCode::not_found, "no such session");
    info = {session,
            std::string(row->uid),
            std::string(row->title),
            std::string(row->mode),
            std::string(row->model),
            std::string(row->project),
            std::string(row->source),
            row->started_at,
            row->parent,
            row->parent_event};
  }
  Journal journal(store, std::move(info));
  journal.find_end();
  return journal;
}

void Journal::find_end() {
  last_ = {};
  last_hash_ = {};
  has_own_ = false;
  const auto take = [&](const auto& row) {
    last_.id = row.id;
    last_.seq = row.seq;
    std::copy_n(row.hash.begin(), std::min(row.hash.size(), last_hash_.size()), last_hash_.begin());
  };
  {
    auto rows = store_->rows<sql::TranscriptEnd>(info_.id);
    if (const auto row = rows.next()) {
      has_own_ = true;
      return take(*row);
    }
  }
  if (!info_.parent_event) return;
  auto rows = store_->rows<sql::TranscriptEventSeq>(*info_.parent_event);
  if (const auto row = rows.next()) take(*row);
}

std::vector<Journal::Part> Journal::chain() const {
  std::vector<Part> parts = {{info_.id, INT64_MAX, info_.uid}};
  std::optional<int64_t> parent = info_.parent, fork = info_.parent_event;
  // A parent without an event to fork from (an imported side session's) contributes nothing.
  while (parent && fork) {
    int64_t seq = 0, session = *parent;
    {
      auto rows = store_->rows<sql::TranscriptEventSeq>(*fork);
      if (const auto row = rows.next()) {
        seq = row->seq;
        session = row->session;
      }
    }
    auto rows = store_->rows<sql::TranscriptSession>(session);
    const auto row = rows.next();
    if (!row) throw Error(ErrorCode::corrupt, "the session that this one forks is gone", info_.uid);
    if (session >= parts.back().session)
      throw Error(ErrorCode::corrupt, "the session forks from one that came after it", info_.uid);
    parts.push_back({session, seq, std::string(row->uid)});
    parent = row->parent;
    fork = row->parent_event;
  }
  return parts;
}

const std::vector<SessionEvent>& Journal::events() const {
  if (events_) return *events_;
  std::vector<SessionEvent> events;
  each([&](SessionEvent&& event) { events.push_back(std::move(event)); });
  return events_.emplace(std::move(events));
}

void Journal::each(const std::function<void(SessionEvent&&)>& visit) const {
  const std::vector<Part> parts = chain();
  Digest link{};
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    bool first = true;
    for (const auto& row : store_->rows<sql::TranscriptEvents>(part->session, part->last)) {
      const std::string place = info_.uid + " event " + std::to_string(row.seq);
      SessionEvent event{row.id,
                         row.seq,
                         row.at,
                         row.ms.value_or(-1),
                         kind_of(row.kind, place),
                         std::string(row.tool.value_or("")),
                         std::string(row.body)};
      const Digest body = sha256({event.body});
      link = hash_of(event, first ? first_link(link, part->uid) : link, body);
      first = false;
      if (row.body_hash != bytes_of(body) || row.hash != bytes_of(link))
        throw Error(ErrorCode::corrupt, "the record was changed: its hash does not match", place);
      visit(std::move(event));
    }
  }
}

std::vector<SessionEvent> Journal::newest(size_t count) const {
  std::vector<SessionEvent> events;
  for (const auto& part : chain()) {
    const int64_t before = part.last == INT64_MAX ? INT64_MAX : part.last + 1;
    const auto wanted = static_cast<int64_t>(count - events.size());
    if (wanted == 0) break;
    for (const auto& row : store_->rows<sql::TranscriptEventsBack>(part.session, before, wanted))
      events.push_back({row.id, row.seq, row.at, row.ms.value_or(-1),
                        kind_of(row.kind, info_.uid + " event " + std::to_string(row.seq)),
                        std::string(row.tool.value_or("")), std::string(row.body)});
  }
  std::reverse(events.begin(), events.end());
  return events;
}

}  // namespace dossier
