// dossier sessions search, cited: searches events, and lists the sessions that reported a symbol.
#include <algorithm>
#include <ctime>
#include <iostream>

#include "agent/sql.h"
#include "cli/agent.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/nearest.h"
#include "engine/unicode.h"

namespace dossier::cli {
namespace {

constexpr int64_t kFound = 50;

// Words as words: quotes keep FTS5's operators out of what a person typed.
std::string match_of(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) {
    out += out.empty() ? "\"" : " \"";
    for (const char c : word) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return out;
}

// Of what an event says, what stands around the first of the words; its beginning where none of
// them stands in it as it was typed.
std::string around(const std::string& text, const std::vector<std::string>& words) {
  constexpr size_t kBefore = 80, kShown = 300;
  const std::string lowered = lower(text);
  size_t first = std::string::npos;
  for (const auto& word : words) first = std::min(first, lowered.find(lower(word)));
  // Lower-casing may have moved it.
  const bool is_far =
      first != std::string::npos && first > kBefore && lowered.size() == text.size();
  const size_t begin = is_far ? utf8_prefix(text, first - kBefore).size() : 0;
  const std::string_view rest = std::string_view(text).substr(begin);
  const std::string_view shown = utf8_prefix(rest, kShown);
  return (begin > 0 ? "…" : "") + std::string(shown) + (shown.size() < rest.size() ? "…" : "");
}

// ms since 1970 of "2026-01-31", UTC.
int64_t day_of(const std::string& text) {
  std::tm day{};
  if (text.empty()) return 0;
  if (::strptime(text.c_str(), "%Y-%m-%d", &day) == nullptr)
    throw Error(ErrorCode::invalid, "--since takes a day, as in 2026-01-31", text);
  return static_cast<int64_t>(::timegm(&day)) * 1000;
}

// Who speaks, in a transcript of dossier's own or of another program, or a kind of event.
void check_role(const std::string& role) {
  std::vector<std::string_view> known = {"user", "assistant", "system", "tool"};
  for (const auto kind : event_kinds()) known.push_back(kind);
  if (role.empty() || std::find(known.begin(), known.end(), role) != known.end()) return;
  std::string all;
  for (const auto one : known) all += (all.empty() ? "" : ", ") + std::string(one);
  throw Error(ErrorCode::invalid,
              "no role '" + role + "'" + suggestion(role, known) + "; there are " + all);
}

}  // namespace

int search_sessions(const Invocation& invocation) {
  Store store = reading(invocation);
  const std::string words = match_of(session_words(invocation));
  if (words.empty()) throw Error(ErrorCode::invalid, "search needs at least one word");
  const std::string role = invocation.text("--role"), project = invocation.text("--project");
  check_role(role);
  Json rows = Json::array();
  Table table{{"session", "event", "kind", "text"}, {}};
  for (const auto& row : store.rows<sql::TranscriptSearch>(
           std::string_view(words), std::string_view(role), std::string_view(project),
           day_of(invocation.text("--since")), kFound)) {
    SessionEvent event;
    event.kind = event_kind_named(row.kind).value_or(EventKind::ended);
    event.body = row.body;
    rows.add(Json::object({{"session", row.session},
                           {"seq", row.seq},
                           {"kind", row.kind},
                           {"tool", row.tool},
                           {"text", line_of(event)}}));
    table.rows.push_back({std::string(row.session), std::to_string(row.seq), std::string(row.kind),
                          around(line_of(event), session_words(invocation))});
  }
  print_either(invocation, rows, table, "nothing found\n");
  return 0;
}

// Reported in an answer, or seen in a call or its result.
int cited_sessions(const Invocation& invocation) {
  Store store = reading(invocation);
  const auto words = session_words(invocation);
  if (words.empty()) throw Error(ErrorCode::invalid, "cited needs a symbol's full name");
  const std::string_view symbol = words[0];
  Json rows = Json::array();
  Table table{{"session", "event", "how", "importance", "verified", "notes"}, {}};
  for (const auto& row : store.rows<sql::TranscriptCited>(symbol)) {
    rows.add(Json::object({{"session", row.session},
                           {"seq", row.seq},
                           {"how", "reported"},
                           {"importance", row.importance},
                           {"verified", row.verified != 0},
                           {"notes", row.notes}}));
    table.rows.push_back({std::string(row.session), std::to_string(row.seq), "reported",
                          std::string(row.importance), row.verified ? "yes" : "no",
                          std::string(row.notes)});
  }
  const std::string match = match_of({std::string(symbol)});
  for (const auto& row : store.rows<sql::TranscriptLookedAt>(std::string_view(match), symbol)) {
    rows.add(Json::object(
        {{"session", row.session}, {"seq", row.seq}, {"how", "looked at"}, {"events", row.calls}}));
    table.rows.push_back({std::string(row.session), std::to_string(row.seq), "looked at", "", "",
                          counted(row.calls, "event")});
  }
  print_either(invocation, rows, table, "no session looked at it or reported it\n");
  return 0;
}

}  // namespace dossier::cli
