#include "agent/journal.h"

#include <algorithm>

#include "agent/bounds.h"
#include "agent/redact.h"
#include "agent/session_end.h"
#include "agent/sql.h"
#include "engine/error.h"
#include "engine/path_text.h"
#include "queries/sql.h"

namespace dossier {
namespace {

// A whole transaction that waits for the disk, and back to the cheap kind.
class Durable {
 public:
  Durable(Database& db, bool wanted) : db_(wanted ? &db : nullptr) {
    if (db_ != nullptr) db_->execute("PRAGMA synchronous = FULL");
  }
  ~Durable() {
    if (db_ != nullptr) db_->execute("PRAGMA synchronous = NORMAL");
  }
  Durable(const Durable&) = delete;
  Durable& operator=(const Durable&) = delete;

 private:
  Database* db_;
};

int64_t body_id(Store& store, const Digest& hash, std::string_view text) {
  {
    auto rows = store.rows<sql::TranscriptBodyId>(bytes_of(hash));
    if (const auto row = rows.next()) return row->id;
  }
  store.run<sql::TranscriptInsertBody>(bytes_of(hash), text);
  return store.database().last_insert_rowid();
}

std::optional<int64_t> image_id(Store& store, const std::optional<std::string>& data) {
  if (!data) return std::nullopt;
  const Digest hash = sha256({*data});
  {
    auto rows = store.rows<sql::TranscriptImageId>(bytes_of(hash));
    if (const auto row = rows.next()) return row->id;
  }
  store.run<sql::TranscriptInsertImage>(bytes_of(hash), std::string_view(*data));
  return store.database().last_insert_rowid();
}

// All strings within a value, one a line.
void collect(const Json& value, std::string& out) {
  if (const auto* text = value.string()) (out += *text) += '\n';
  if (const auto* items = value.items())
    for (const auto& item : *items) collect(item, out);
  if (const auto* fields = value.fields())
    for (const auto& [key, field] : *fields) collect(field, out);
}

}  // namespace

Journal Journal::begin(Store& store, SessionInfo info, Entropy& entropy) {
  if (info.uid.empty()) {
    const uint64_t random = entropy.next();
    info.uid = hex({reinterpret_cast<const char*>(&random), sizeof random}, 12);
  }
  for (std::string* text : {&info.title, &info.mode, &info.model, &info.project, &info.source})
    *text = redact(*text);
  if (info.started_at == 0) info.started_at = store.clock().now_ms();
  Transaction transaction(store.database(), Transaction::writing);
  if (info.parent && !store.rows<sql::TranscriptSession>(*info.parent).next())
    throw Error(ErrorCode::conflict, "the session to fork from was dropped meanwhile");
  store.run<sql::TranscriptInsertSession>(
      std::string_view(info.uid), std::string_view(info.title), std::string_view(info.mode),
      std::string_view(info.model), std::string_view(info.project), std::string_view(info.source),
      info.started_at, info.parent, info.parent_event);
  info.id = store.database().last_insert_rowid();
  const SessionEnd end = derived_end(store, info);
  store.run<sql::TranscriptKeepEnd>(info.id, end.events, bytes_of(end.edits), bytes_of(end.hash));
  transaction.commit();
  Journal journal(store, std::move(info));
  if (!journal.info_.parent) journal.events_.emplace();
  journal.find_end();
  return journal;
}

// What an append leaves when it fails: the database has nothing of it, so the journal may not
// either, and looks again where the chain ends before it goes on.
class Journal::Appending {
 public:
  explicit Appending(Journal& journal) : journal_(journal), kept_(journal.unindexed_.size()) {
    if (journal_.stale_) journal_.find_end();
    journal_.stale_ = true;
  }
  ~Appending() {
    if (!journal_.stale_) return;
    journal_.events_.reset();
    journal_.facts_.reset();
    journal_.unindexed_.resize(std::min(kept_, journal_.unindexed_.size()));
  }
  Appending(const Appending&) = delete;
  void committed() { journal_.stale_ = false; }

 private:
  Journal& journal_;
  size_t kept_;
};

// Moves the end that the store keeps to the last event, within the append's transaction.
void Journal::keep_end() {
  if (!facts_) {
    // The chain may be longer than what this journal appended, and older than kept ends.
    facts_ = facts_of(*store_, info_);
    own_events_ = store_->rows<sql::TranscriptEventCount>(info_.id).next()->events;
    edits_ = findings_ = {};
    ended_at_ = 0;
  }
  edits_ = edits_after(*store_, info_.id, edits_, ended_at_, last_.seq);
  findings_ = findings_after(*store_, info_.id, findings_, ended_at_, last_.seq);
  ended_at_ = last_.seq;
  const Digest hash = end_hash(*facts_, own_events_, last_hash_, edits_, findings_);
  store_->run<sql::TranscriptKeepEnd>(info_.id, own_events_, bytes_of(edits_), bytes_of(hash));
}

const SessionEvent& Journal::put(SessionEvent event) {
  if (event.body.size() > kMaxEventBytes)
    throw Error(ErrorCode::limit, over("an event of a session", kMaxEventBytes),
                std::string(name_of(event.kind)));
  {
    auto rows = store_->rows<sql::TranscriptEnd>(info_.id);
    const auto end = rows.next();
    if ((end ? end->id : 0) != (has_own_ ? last_.id : 0))
      throw Error(ErrorCode::conflict, "the session went on elsewhere meanwhile", info_.uid);
  }
  event.tool = redact(event.tool);
  event.seq = last_.seq + 1;
  const Digest body = sha256({event.body});
  const Digest link = has_own_ ? last_hash_ : first_link(last_hash_, info_.uid);
  const Digest hash = hash_of(event, link, body);
  const int64_t body_row = body_id(*store_, body, event.body);
  const auto ms = event.ms < 0 ? std::nullopt : std::optional(event.ms);
  const auto tool = event.tool.empty() ? std::nullopt : std::optional<std::string_view>(event.tool);
  const auto parent = last_.id == 0 ? std::nullopt : std::optional(last_.id);
  store_->run<sql::TranscriptInsertEvent>(info_.id, event.seq, parent, event.at, ms,
                                          name_of(event.kind), tool, body_row, bytes_of(hash));
  event.id = store_->database().last_insert_rowid();
  last_hash_ = hash;
  has_own_ = true;
  ++own_events_;
  if (events_) events_->push_back(event);
  unindexed_.push_back(event);
  last_ = std::move(event);
  return last_;
}

const SessionEvent& Journal::append(EventKind kind, std::string_view tool, std::string_view body,
                                    int64_t ms, bool durable) {
  const Durable wait(store_->database(), durable);
  Appending appending(*this);
  Transaction transaction(store_->database(), Transaction::writing);
  const SessionEvent& event =
      put({0, 0, store_->clock().now_ms(), ms, kind, std::string(tool), std::string(body)});
  keep_end();
  transaction.commit();
  appending.committed();
  return event;
}

const SessionEvent& Journal::append_edit(const Edit& edit, std::string_view root,
                                         std::optional<int64_t> undoes) {
  const Durable wait(store_->database(), true);
  Appending appending(*this);
  Transaction transaction(store_->database(), Transaction::writing);
  const std::string body = Json::object({{"path", redact(path_text(edit.path))},
                                         {"added", edit.added},
                                         {"removed", edit.removed},
                                         {"diff", redact(edit.diff)}})
                               .dump();
  const SessionEvent& event = put({0, 0, store_->clock().now_ms(), -1, EventKind::edit, {}, body});
  put_edit(event.id, edit, root, undoes);
  keep_end();
  transaction.commit();
  appending.committed();
  return event;
}

void Journal::put_edit(int64_t event, const Edit& edit, std::string_view root,
                       std::optional<int64_t> undoes, bool has_images) {
  const auto before = image_id(*store_, edit.before), after = image_id(*store_, edit.after);
  store_->run<sql::TranscriptInsertEdit>(event, root, std::string_view(edit.path), edit.added,
                                         edit.removed, before, after, undoes, int64_t{has_images});
}

void Journal::put_findings(int64_t event, const std::vector<StoredFinding>& findings) {
  for (const auto& [finding, key, verified] : findings)
    store_->run<sql::TranscriptInsertFinding>(
        event, std::string_view(redact(finding.kind)), std::string_view(redact(finding.name)),
        std::string_view(redact(finding.full_name)), std::string_view(redact(key)),
        std::string_view(redact(finding.module_name)), std::string_view(redact(finding.importance)),
        std::string_view(redact(finding.notes)), int64_t{verified});
}

const SessionEvent& Journal::append_answer(std::string_view body,
                                           const std::vector<StoredFinding>& findings) {
  Appending appending(*this);
  Transaction transaction(store_->database(), Transaction::writing);
  const SessionEvent& event =
      put({0, 0, store_->clock().now_ms(), -1, EventKind::answer, {}, std::string(body)});
  put_findings(event.id, findings);
  keep_end();
  transaction.commit();
  appending.committed();
  return event;
}

void Journal::append_imported(const std::vector<SessionEvent>& events, size_t from,
                              const ImportedRows& beside) {
  Appending appending(*this);
  Transaction transaction(store_->database(), Transaction::writing);
  for (size_t i = from; i < events.size(); ++i) {
    const SessionEvent& event = put(events[i]);
    const auto findings = beside.findings.find(i);
    if (findings != beside.findings.end()) put_findings(event.id, findings->second);
    const auto found = beside.edits.find(i);
    if (found == beside.edits.end()) continue;
    const ImportedEdit& imported = found->second;
    std::optional<int64_t> undoes;
    if (imported.undoes > 0) {
      auto rows = store_->rows<sql::TranscriptEditAt>(info_.id, imported.undoes);
      if (const auto row = rows.next()) undoes = row->id;
    }
    put_edit(event.id, imported.edit, imported.root, undoes, imported.has_images);
  }
  keep_end();
  transaction.commit();
  appending.committed();
}

bool are_words_indexed(Store& store, int64_t event) {
  return store.rows<sql::TranscriptWordsIndexed>(event).next().has_value();
}

// What a session that was cut short left out, back to the last event that is in the index.
std::vector<SessionEvent> Journal::unindexed_before(int64_t seq) {
  std::vector<SessionEvent> out;
  for (const auto& row : store_->rows<sql::TranscriptEventsBack>(info_.id, seq, INT64_MAX)) {
    if (are_words_indexed(*store_, row.id)) break;
    const auto kind = event_kind_named(row.kind);
    if (kind) out.push_back({row.id, row.seq, 0, -1, *kind, {}, std::string(row.body)});
  }
  return out;
}

void Journal::index_words() {
  if (!swept_) {
    swept_ = true;
    for (auto& event : unindexed_before(unindexed_.empty() ? INT64_MAX : unindexed_.front().seq))
      unindexed_.push_back(std::move(event));
  }
  Transaction transaction(store_->database(), Transaction::writing);
  for (const auto& event : unindexed_) {
    const std::string words = words_of(event);
    if (!words.empty()) store_->run<sql::TranscriptInsertWords>(event.id, std::string_view(words));
  }
  transaction.commit();
  unindexed_.clear();
}

std::string words_of(const SessionEvent& event) {
  const auto parsed = parse_json(event.body);
  const Json* body = std::get_if<Json>(&parsed);
  if (body == nullptr) return {};
  std::string out;
  const auto add = [&](std::string_view key) {
    if (const Json* value = body->find(key)) collect(*value, out);
  };
  switch (event.kind) {
    case EventKind::message:
      // Results that a message carries are indexed with their tool_settled event.
      if (body->find("results") == nullptr) add("text");
      break;
    case EventKind::model_settled:
      // Only the words: what it calls is indexed with the calls.
      if (const Json* message = body->find("message"))
        if (const Json* text = message->find("text")) collect(*text, out);
      add("reasoning");
      add("error");
      break;
    case EventKind::tool_asked:
      add("input");
      break;
    case EventKind::tool_settled:
      add("result");
      break;
    case EventKind::answer:
      add("summary");
      add("findings");
      add("suspected_files");
      break;
    case EventKind::edit:
      add("path");
      break;
    default:
      break;
  }
  return out;
}

}  // namespace dossier
