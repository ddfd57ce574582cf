#include "agent/session_end.h"

#include <algorithm>
#include <initializer_list>

#include "agent/sessions.h"
#include "agent/sql.h"
#include "engine/error.h"
#include "engine/json_value.h"
#include "queries/sql.h"

namespace dossier {
namespace {

std::string number(int64_t value) {
  std::string out;
  for (size_t i = 0; i < sizeof value; ++i)
    out += static_cast<char>(static_cast<uint64_t>(value) >> (8 * i) & 0xff);
  return out;
}

std::string counted_text(std::string_view text) {
  return number(static_cast<int64_t>(text.size())) + std::string(text);
}

// A hash that may be absent.
std::string counted_hash(const std::optional<std::string_view>& hash) {
  return counted_text(hash.value_or(std::string_view()));
}

Digest digest_in(std::string_view bytes) {
  Digest out{};
  std::copy_n(bytes.begin(), std::min(bytes.size(), out.size()), out.begin());
  return out;
}

// What the end of this version says of the session; versions differ, so that no end is taken for
// another's.
Digest facts_in(Store& store, const SessionInfo& info, std::string_view version) {
  std::string parent, event;
  if (info.parent) {
    auto rows = store.rows<sql::TranscriptSession>(*info.parent);
    if (const auto row = rows.next()) parent = row->uid;
  }
  if (info.parent_event) {
    auto rows = store.rows<sql::TranscriptEventSeq>(*info.parent_event);
    if (const auto row = rows.next()) event = row->hash;
  }
  std::string facts = "dossier session " + std::string(version) + "\n";
  const std::initializer_list<std::string_view> texts = {
      info.uid, info.title, info.mode, info.model, info.project, info.source, parent, event};
  for (const auto text : texts) facts += counted_text(text);
  return sha256({facts, number(info.started_at)});
}

}  // namespace

Digest facts_of(Store& store, const SessionInfo& info) { return facts_in(store, info, "2"); }

Digest edits_after(Store& store, int64_t session, const Digest& before, int64_t after,
                   int64_t last) {
  Digest digest = before;
  for (const auto& row : store.rows<sql::TranscriptEditFacts>(session, after, last))
    digest = sha256({bytes_of(digest), row.event, counted_text(row.root), counted_text(row.path),
                     number(row.added), number(row.removed), number(row.images),
                     counted_hash(row.before), counted_hash(row.after), counted_hash(row.undoes)});
  return digest;
}

Digest findings_after(Store& store, int64_t session, const Digest& before, int64_t after,
                      int64_t last) {
  Digest digest = before;
  for (const auto& row : store.rows<sql::TranscriptFindingFacts>(session, after, last)) {
    std::string texts;
    for (const auto text :
         {row.kind, row.name, row.full_name, row.key, row.module, row.importance, row.notes})
      texts += counted_text(text);
    digest = sha256({bytes_of(digest), row.event, texts, number(row.verified)});
  }
  return digest;
}

Digest end_hash(const Digest& facts, int64_t events, const Digest& last, const Digest& edits,
                const Digest& findings) {
  return sha256(
      {bytes_of(facts), number(events), bytes_of(last), bytes_of(edits), bytes_of(findings)});
}

SessionEnd derived_end(Store& store, const SessionInfo& info, int64_t events) {
  SessionEnd out;
  {
    auto rows = store.rows<sql::TranscriptEventCount>(info.id);
    out.events = std::min(events, rows.next()->events);
  }
  Digest last{};
  int64_t last_seq = 0;
  if (out.events > 0) {
    auto rows = store.rows<sql::TranscriptNthEvent>(info.id, out.events - 1);
    if (const auto row = rows.next()) {
      last = digest_in(row->hash);
      last_seq = row->seq;
    }
  }
  out.edits = edits_after(store, info.id, {}, 0, last_seq);
  out.findings = findings_after(store, info.id, {}, 0, last_seq);
  out.hash = end_hash(facts_of(store, info), out.events, last, out.edits, out.findings);
  out.earlier = sha256({bytes_of(facts_in(store, info, "1")), number(out.events), bytes_of(last),
                        bytes_of(out.edits)});
  return out;
}

Json to_json(const SessionEnd& end) {
  return Json::object({{"events", end.events}, {"hash", hex(bytes_of(end.hash))}});
}

std::vector<std::string> compare_ends(Store& store, std::string_view lines, int64_t& compared) {
  std::vector<std::string> problems;
  compared = 0;
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size());
    const auto parsed = parse_json(lines.substr(at, end - at));
    at = end + 1;
    const Json* line = std::get_if<Json>(&parsed);
    const Json* head = line != nullptr ? line->find("head") : nullptr;
    if (head == nullptr || head->fields() == nullptr) continue;
    ++compared;
    const std::string uid = line->text("id");
    const auto id = session_called(store, uid);
    if (!id) {
      problems.push_back(uid + ": the session is gone");
      continue;
    }
    const int64_t events = head->number("events", -1);
    const SessionEnd now = derived_end(store, Journal::open(store, *id).info(), events);
    if (now.events < events)
      problems.push_back(uid + ": its last " + std::to_string(events - now.events) + " of " +
                         std::to_string(events) + " events are gone");
    else if (const std::string& kept = head->text("hash");
             hex(bytes_of(now.hash)) != kept && hex(bytes_of(now.earlier)) != kept)
      problems.push_back(uid + ": its first " + std::to_string(events) +
                         " events, its edits, its findings or what is said of it were changed");
  }
  if (compared == 0)
    throw Error(ErrorCode::invalid,
                "the file has no heads of sessions; `dossier sessions heads` writes them");
  return problems;
}

}  // namespace dossier
