// dossier sessions search, cited: ranks events by words, and lists the sessions that reported a
// symbol.
#include <algorithm>
#include <ctime>
#include <iostream>

#include "agent/search_sessions.h"
#include "agent/sql.h"
#include "cli/agent.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "engine/ascii.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/nearest.h"
#include "engine/unicode.h"

namespace dossier::cli {
namespace {

// A word as a word: quotes keep FTS5's operators out of what a person typed.
std::string match_of(std::string_view word) {
  std::string out = "\"";
  for (const char c : word) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

// The part of an event's text around the first of the words; its beginning where none of them
// stands in it as it was typed.
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

// The index has words of letters and digits: signs between and around them, and words of nothing
// else, are in none. Beyond ASCII symbols are told by the first byte of their code: U+2000 to
// U+2FFF, and above U+FFFF.
void note_signs(const std::vector<std::string>& words) {
  const auto is_plain = [](unsigned char c) {
    return is_letter_or_digit(c) || (c >= 0x80 && c != 0xE2 && c < 0xF0);
  };
  for (const auto& word : words)
    if (!std::all_of(word.begin(), word.end(), is_plain)) {
      std::cerr << "dossier: words of letters and digits are looked for; find 'kind:session "
                   "content:\""
                << printable(word) << "\"' looks for text as it stands\n";
      return;
    }
}

}  // namespace

int64_t day_of(const std::string& text) {
  std::tm day{};
  if (text.empty()) return 0;
  if (::strptime(text.c_str(), "%Y-%m-%d", &day) == nullptr)
    throw Error(ErrorCode::invalid, "--since takes a day, as in 2026-01-31", text);
  return static_cast<int64_t>(::timegm(&day)) * 1000;
}

int search_sessions(const Invocation& invocation) {
  Store store = reading(invocation);
  SessionQuery query;
  query.words = session_words(invocation);
  if (query.words.empty()) throw Error(ErrorCode::invalid, "search needs at least one word");
  query.role = invocation.text("--role");
  query.project = invocation.text("--project");
  query.since = day_of(invocation.text("--since"));
  check_role(query.role);
  Json rows = Json::array();
  Table table{{"session", "event", "kind", "text"}, {}};
  bool has_all = true;
  for (const auto& hit : dossier::search_sessions(store, query, store.clock().now_ms())) {
    has_all = has_all && hit.has_all;
    const std::string line = line_of(hit.event);
    rows.add(Json::object({{"session", hit.session},
                           {"title", hit.title},
                           {"seq", hit.event.seq},
                           {"kind", name_of(hit.event.kind)},
                           {"tool", hit.event.tool},
                           {"at", rfc3339(hit.event.at)},
                           {"all_words", hit.has_all},
                           {"text", line}}));
    table.rows.push_back({hit.session, std::to_string(hit.event.seq),
                          std::string(name_of(hit.event.kind)), around(line, query.words)});
  }
  if (!has_all && !invocation.json())
    std::cerr << "dossier: no event has all of these words; these have some\n";
  if (table.rows.empty() && !invocation.json()) note_signs(query.words);
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
  const std::string match = match_of(symbol);
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
