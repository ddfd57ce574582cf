// Checks what the database holds of sessions: every event's hash, every content of a file, every
// edit and finding against its event, and where each session ends.
#include <algorithm>
#include <map>

#include "agent/redact.h"
#include "agent/session_end.h"
#include "agent/sessions.h"
#include "agent/sql.h"
#include "agent/workspace/diff.h"
#include "queries/sql.h"

namespace dossier {
namespace {

void check_chain(Store& store, std::vector<std::string>& problems) {
  struct Link {
    std::string uid;
    int64_t seq;
    Digest hash;
  };
  std::map<int64_t, Link> known;
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
}

void check_images(Store& store, std::vector<std::string>& problems) {
  for (const auto& row : store.rows<sql::TranscriptImages>())
    if (row.hash != bytes_of(sha256({row.data})))
      problems.push_back("content " + std::to_string(row.id) + " of a file was changed");
}

// Whether the recorded diff leads from the one content to the other; one that hides a secret cannot
// be asked.
bool leads(std::string_view diff, const std::optional<std::string_view>& before,
           const std::optional<std::string_view>& after) {
  if (diff.empty() || !marks_in(diff).empty()) return true;
  const auto parsed = parse_diff(diff);
  const auto* files = std::get_if<std::vector<FileDiff>>(&parsed);
  if (files == nullptr || files->size() != 1) return false;
  const auto applied = apply_hunks(before.value_or(""), files->front());
  const auto* result = std::get_if<Applied>(&applied);
  return result != nullptr && result->content == after.value_or("");
}

// Whether the edit is the one that its event tells of.
template <typename Row>
bool is_recorded_edit(const Row& row) {
  const auto parsed = parse_json(row.body);
  const Json* body = std::get_if<Json>(&parsed);
  if (body == nullptr) return true;  // its event is one of the problems
  return row.kind == name_of(EventKind::edit) && body->text("path") == redact(row.path) &&
         body->number("added") == row.added && body->number("removed") == row.removed &&
         (row.images == 0 || leads(body->text("diff"), row.before, row.after));
}

template <typename Row>
std::string other_edit(const Row& row) {
  return std::string(row.uid) + " event " + std::to_string(row.seq) +
         ": the edit is not the one that was recorded";
}

void check_edits(Store& store, std::vector<std::string>& problems) {
  for (const auto& row : store.rows<sql::TranscriptEditBodies>())
    if (!is_recorded_edit(row)) problems.push_back(other_edit(row));
}

// What an answer says of its findings, each at its place; the context of a changed .proto only
// counts them. A text that hides a secret cannot be asked.
void check_findings(Store& store, std::vector<std::string>& problems) {
  int64_t event = 0;
  size_t place = 0;
  std::optional<Json> answer;  // of the event, unless a problem was told or nothing can be asked
  for (const auto& row : store.rows<sql::TranscriptFindingBodies>()) {
    if (row.event != event) {
      place = 0;
      answer.reset();
      auto parsed = parse_json(row.body);
      Json* body = std::get_if<Json>(&parsed);
      if (body != nullptr &&
          (row.kind_of_event != name_of(EventKind::answer) || body->find("findings") != nullptr))
        answer = std::move(*body);
    }
    event = row.event;
    if (!answer) continue;
    const auto said = (*answer)["findings"].each();
    const auto alike = [&](std::string_view field, std::string_view stored) {
      const std::string& text = said[place].text(field);
      return text == stored || !marks_in(text).empty() || !marks_in(stored).empty();
    };
    const bool is_said = place < said.size() && alike("kind", row.kind) &&
                         alike("name", row.name) && alike("fullName", row.full_name) &&
                         alike("moduleName", row.module) && alike("importance", row.importance) &&
                         alike("notes", row.notes);
    ++place;
    if (is_said) continue;
    answer.reset();
    problems.push_back(std::string(row.uid) + " event " + std::to_string(row.seq) +
                       ": the findings are not those that were reported");
  }
}

// A session that no append has reached since ends were kept has none.
void check_end(Store& store, const SessionInfo& info, std::vector<std::string>& problems) {
  auto rows = store.rows<sql::TranscriptKeptEnd>(info.id);
  const auto kept = rows.next();
  const auto differs = [&](int64_t events) {
    problems.push_back(info.uid + ": " + std::to_string(kept->events) +
                       " events were recorded, and there are " + std::to_string(events));
  };
  if (!kept) {
    problems.push_back(info.uid + ": where it ends is gone");
    return;
  }
  if (!kept->hash) {
    // The upgrade that began to keep ends counted the events that were there.
    const int64_t events = store.rows<sql::TranscriptEventCount>(info.id).next()->events;
    if (kept->events != events) differs(events);
    return;
  }
  const SessionEnd end = derived_end(store, info);
  if (end.events != kept->events)
    differs(end.events);
  else if (*kept->hash != bytes_of(end.hash) && *kept->hash != bytes_of(end.earlier))
    problems.push_back(info.uid +
                       (kept->edits != bytes_of(end.edits)
                            ? ": its edits were changed"
                            : ": what is said of it was changed, its findings, or its last event"));
}

void check_ends(Store& store, std::vector<std::string>& problems) {
  for (const auto& row : store.rows<sql::TranscriptIds>())
    check_end(store, Journal::open(store, row.id).info(), problems);
}

}  // namespace

std::vector<std::string> verify_session(Store& store, const Journal& journal) {
  std::vector<std::string> problems;
  const auto is_whole = [](const auto& data, const auto& hash) {
    return !hash || *hash == bytes_of(sha256({*data}));
  };
  journal.events();  // throws where a hash does not match
  for (const auto& row : store.rows<sql::TranscriptEditBodiesIn>(journal.info().id)) {
    if (!is_recorded_edit(row)) problems.push_back(other_edit(row));
    if (!is_whole(row.before, row.before_hash) || !is_whole(row.after, row.after_hash))
      problems.push_back(std::string(row.uid) + " event " + std::to_string(row.seq) +
                         ": the content of its file was changed");
  }
  check_end(store, journal.info(), problems);
  return problems;
}

std::vector<std::string> verify_sessions(Store& store) {
  std::vector<std::string> problems;
  check_chain(store, problems);
  check_images(store, problems);
  check_edits(store, problems);
  check_findings(store, problems);
  check_ends(store, problems);
  return problems;
}

}  // namespace dossier
