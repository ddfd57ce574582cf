// Actions that read: sessions, their events, who cited a symbol, notes, what the desk offers.
#include <algorithm>
#include <sstream>

#include "agent/desk/action.h"
#include "agent/json_texts.h"
#include "agent/sessions.h"
#include "agent/settings.h"
#include "agent/sql.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier {
namespace {

constexpr int64_t kMostSessions = 500, kMostFound = 100, kMostEvents = 2000, kMostNotes = 500;

int64_t limit_of(const Json& input, int64_t most) {
  return std::clamp<int64_t>(input.number("limit", most), 1, most);
}

// Words as words: quotes keep FTS5's operators out of what a person typed.
std::string all_words(const std::string& text) {
  std::istringstream words(text);
  std::string out;
  for (std::string word; words >> word;) {
    out += out.empty() ? "\"" : " \"";
    for (const char c : word) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return out;
}

std::string list_of_sessions(Desk& desk, Store& store, const Json& input) {
  Json rows = Json::array();
  for (const auto& row : store.rows<sql::TranscriptSessions>(limit_of(input, kMostSessions)))
    rows.add(Json::object({{"id", row.id},
                           {"title", row.title},
                           {"mode", row.mode},
                           {"model", row.model},
                           {"project", row.project},
                           {"startedAt", row.started_at},
                           {"endedAt", row.ended_at},
                           {"status", row.status},
                           {"turns", row.turns},
                           {"tokensIn", row.tokens_in},
                           {"tokensOut", row.tokens_out},
                           {"parent", row.parent},
                           {"running", desk.is_running(std::string(row.id))}}));
  return rows.dump();
}

std::string found_in_sessions(Desk&, Store& store, const Json& input) {
  const std::string words = all_words(input.text("q"));
  Json rows = Json::array();
  if (words.empty()) return rows.dump();
  for (const auto& row : store.rows<sql::TranscriptSearch>(
           std::string_view(words), std::string_view(input.text("role")),
           std::string_view(input.text("project")), int64_t{0}, kMostFound))
    rows.add(Json::object({{"session", row.session},
                           {"seq", row.seq},
                           {"kind", row.kind},
                           {"tool", row.tool},
                           {"at", rfc3339(row.at)},
                           {"body", read_json(row.body)}}));
  return rows.dump();
}

std::string one_session(Desk& desk, Store& store, const Json& input) {
  const Journal journal = Journal::open(store, find_session(store, input.text("id")));
  const std::string& uid = journal.info().uid;
  return session_header(store, journal)
      .set("size", journal.size())
      .set("running", desk.is_running(uid))
      .set("undone", list_of(undone_edits(store, journal.info().id)))
      .set("events", events_after(store, uid, input.number("after"), limit_of(input, kMostEvents)))
      .dump();
}

// Text that may be so long: it is held more than once until it is sent.
class BoundedText final : public std::stringbuf {
 protected:
  std::streamsize xsputn(const char* bytes, std::streamsize size) override {
    if ((written_ += size) > kMost)
      throw Error(ErrorCode::limit,
                  "the record has over 16 MB; `dossier sessions export` writes it to a file");
    return std::stringbuf::xsputn(bytes, size);
  }

 private:
  static constexpr std::streamsize kMost = 16 << 20;
  std::streamsize written_ = 0;
};

std::string exported(Desk&, Store& store, const Json& input) {
  BoundedText text;
  std::ostream out(&text);
  out.exceptions(std::ios::badbit);  // or the stream would keep the error to itself
  export_session(store, Journal::open(store, find_session(store, input.text("id"))), out);
  return text.str();
}

std::string citing(Desk&, Store& store, const Json& input) {
  const std::string& key = input.text("symbol");
  const std::string symbol = key.substr(0, key.find('('));
  Json rows = Json::array();
  for (const auto& row : store.rows<sql::TranscriptCited>(std::string_view(symbol)))
    rows.add(Json::object({{"session", row.session},
                           {"seq", row.seq},
                           {"how", "reported"},
                           {"importance", row.importance},
                           {"verified", row.verified != 0},
                           {"notes", row.notes}}));
  const std::string match = all_words(symbol);
  for (const auto& row :
       store.rows<sql::TranscriptLookedAt>(std::string_view(match), std::string_view(symbol)))
    rows.add(Json::object(
        {{"session", row.session}, {"seq", row.seq}, {"how", "looked at"}, {"events", row.calls}}));
  return rows.dump();
}

std::string list_of_notes(Desk&, Store& store, const Json& input) {
  Json rows = Json::array();
  for (const auto& row : store.rows<sql::TranscriptNotes>(limit_of(input, kMostNotes)))
    rows.add(Json::object(
        {{"key", row.key}, {"text", row.text}, {"author", row.author}, {"at", rfc3339(row.at)}}));
  return rows.dump();
}

std::string offers(Desk& desk, Store&, const Json&) {
  const DeskOptions& options = desk.options();
  Json rows = Json::array();
  for (const Setting& one : settings()) rows.add(described(options.database, one));
  return Json::object({{"readOnly", options.read_only},
                       {"models", list_of(options.models)},
                       {"roots", list_of(options.roots)},
                       {"settings", std::move(rows)}})
      .dump();
}

using Field = ActionField;

constexpr Field kListFields[] = {
    {"limit", Field::integer, "Maximum number of rows (default and limit: 500)"}};
constexpr Field kFindFields[] = {
    {"q", Field::text, "Words that an event must hold, all of them", true},
    {"role", Field::text, "Only what this role said: user, assistant, tool, or a kind of event"},
    {"project", Field::text, "Only sessions of this project"}};
constexpr Field kSessionFields[] = {
    {"id", Field::text, "The session: the beginning of its id, or last", true},
    {"after", Field::integer, "Only events after the one of this number"},
    {"limit", Field::integer, "Maximum number of events (default and limit: 2,000)"}};
constexpr Field kIdField[] = {
    {"id", Field::text, "The session: the beginning of its id, or last", true}};
constexpr Field kCitedFields[] = {{"symbol", Field::text, "The full name or key", true}};

constexpr Action kReading[] = {
    {"GET", "/api/sessions", "Sessions of agents, the newest first", kListFields, list_of_sessions},
    {"GET", "/api/sessions/search", "Events that hold words, the best first", kFindFields,
     found_in_sessions},
    {"GET", "/api/session", "A session: what it is, its events, which edits were undone",
     kSessionFields, one_session},
    {"GET", "/api/session/export", "The whole record, as JSON lines", kIdField, exported,
     "application/x-ndjson"},
    {"GET", "/api/session/cited", "The sessions that reported a symbol or looked at it",
     kCitedFields, citing},
    {"GET", "/api/notes", "Notes on symbols, the newest first", kListFields, list_of_notes},
    {"GET",
     "/api/settings",
     "What this server offers: its models and folders, whether it only reads, and the settings "
     "of its database's folder",
     {},
     offers}};

}  // namespace

Json described(const std::string& database, const Setting& one) {
  constexpr std::string_view kTypes[] = {"flag", "number", "words"};
  return told(database, one)
      .set("type", kTypes[one.type])
      .set("least", one.least)
      .set("most", one.most)
      .set("among", list_of(one.among));
}

std::span<const Action> reading_actions() { return kReading; }

Json events_after(Store& store, const std::string& session, int64_t seq, int64_t most) {
  const Journal journal = Journal::open(store, find_session(store, session));
  const int64_t left = journal.size() - std::max<int64_t>(0, seq);
  Json rows = Json::array();
  if (left <= 0) return rows;
  for (const auto& event : journal.newest(static_cast<size_t>(left))) {
    if (most-- <= 0) break;
    rows.add(event_row(store, event));
  }
  return rows;
}

}  // namespace dossier
