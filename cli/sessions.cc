// dossier sessions: what agents did, listed, shown, searched, checked, undone, exported, dropped.
#include <cstdlib>
#include <iostream>

#include "agent/sessions.h"
#include "cli/agent.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/json.h"

namespace dossier::cli {
namespace {

constexpr int64_t kListed = 50;

void print_either(const Invocation& invocation, const Json& rows, const Table& table,
                  std::string_view none) {
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else
    std::cout << (table.rows.empty() ? std::string(none) : print(table));
}

Store reading(const Invocation& invocation) { return Store::open_to_read(invocation.database()); }

// What stands after the action.
std::vector<std::string> words_of(const Invocation& invocation) {
  const auto& all = invocation.all("ACTION");
  return {all.begin() + (all.empty() ? 0 : 1), all.end()};
}

// The session that the first word after the action names.
int64_t named(Store& store, const Invocation& invocation) {
  const auto words = words_of(invocation);
  return find_session(store, words.empty() ? "" : words[0]);
}

int list(const Invocation& invocation) {
  Store store = reading(invocation);
  Json rows = Json::array();
  Table table{{"id", "started", "mode", "model", "status", "turns", "title"}, {}};
  for (const auto& row : store.rows<sql::TranscriptSessions>(kListed)) {
    rows.add(Json::object({{"id", row.id},
                           {"title", row.title},
                           {"mode", row.mode},
                           {"model", row.model},
                           {"project", row.project},
                           {"started_at", row.started_at},
                           {"ended_at", row.ended_at},
                           {"status", row.status},
                           {"turns", row.turns},
                           {"tokens_in", row.tokens_in},
                           {"tokens_out", row.tokens_out},
                           {"parent", row.parent}}));
    table.rows.push_back({std::string(row.id), std::string(row.started_at), std::string(row.mode),
                          std::string(row.model), std::string(row.status),
                          std::to_string(row.turns), std::string(row.title)});
  }
  print_either(invocation, rows, table, "no sessions yet\n");
  return 0;
}

std::string line_of(const SessionEvent& event) {
  const auto parsed = parse_json(event.body);
  const Json* body = std::get_if<Json>(&parsed);
  if (body == nullptr) return event.body;
  switch (event.kind) {
    case EventKind::message:
      return body->text("role") + ": " + body->text("text");
    case EventKind::model_settled: {
      const Json* message = body->find("message");
      return message != nullptr ? "assistant: " + message->text("text")
                                : "failed: " + body->text("error");
    }
    case EventKind::tool_asked:
      return shown_call(tool_call_from(*body));
    case EventKind::tool_settled:
      return shown_result(tool_result_from(*body));
    case EventKind::edit:
      return body->text("path") + " (+" + std::to_string(body->number("added")) + " −" +
             std::to_string(body->number("removed")) + ")";
    default:
      return event.body;
  }
}

int show(const Invocation& invocation) {
  Store store = reading(invocation);
  const Journal journal = Journal::open(store, named(store, invocation));
  if (invocation.json()) {
    export_session(journal, std::cout);
    return 0;
  }
  std::cout << printable(journal.info().uid + "  " + journal.info().title) << "\n";
  for (const auto& event : journal.events())
    std::cout << styled(std::to_string(event.seq) + " " + std::string(name_of(event.kind)),
                        Style::dim)
              << " " << printable(line_of(event)) << "\n";
  return 0;
}

int diff(const Invocation& invocation) {
  Store store = reading(invocation);
  const Journal journal = Journal::open(store, named(store, invocation));
  for (const auto& event : journal.events()) {
    const auto body = parse_json(event.body);
    if (event.kind == EventKind::edit && std::holds_alternative<Json>(body))
      std::cout << coloured_diff(std::get<Json>(body).text("diff"));
  }
  return 0;
}

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

// ms since 1970 of "2026-01-31", UTC.
int64_t day_of(const std::string& text) {
  std::tm day{};
  if (text.empty()) return 0;
  if (::strptime(text.c_str(), "%Y-%m-%d", &day) == nullptr)
    throw Error(ErrorCode::invalid, "--since takes a day, as in 2026-01-31", text);
  return static_cast<int64_t>(::timegm(&day)) * 1000;
}

int search(const Invocation& invocation) {
  Store store = reading(invocation);
  const std::string words = match_of(words_of(invocation));
  if (words.empty()) throw Error(ErrorCode::invalid, "what should be searched for?");
  const std::string role = invocation.text("--role"), project = invocation.text("--project");
  Json rows = Json::array();
  Table table{{"session", "event", "kind", "text"}, {}};
  for (const auto& row : store.rows<sql::TranscriptSearch>(
           std::string_view(words), std::string_view(role), std::string_view(project),
           day_of(invocation.text("--since")), kListed)) {
    SessionEvent event;
    event.kind = event_kind_named(row.kind).value_or(EventKind::ended);
    event.body = row.body;
    rows.add(Json::object({{"session", row.session},
                           {"seq", row.seq},
                           {"kind", row.kind},
                           {"tool", row.tool},
                           {"text", line_of(event)}}));
    table.rows.push_back({std::string(row.session), std::to_string(row.seq), std::string(row.kind),
                          line_of(event).substr(0, 300)});
  }
  print_either(invocation, rows, table, "nothing found\n");
  return 0;
}

int cited(const Invocation& invocation) {
  Store store = reading(invocation);
  const auto words = words_of(invocation);
  if (words.empty()) throw Error(ErrorCode::invalid, "cited needs a symbol's full name");
  Json rows = Json::array();
  Table table{{"session", "event", "importance", "verified", "notes"}, {}};
  for (const auto& row : store.rows<sql::TranscriptCited>(std::string_view(words[0]))) {
    rows.add(Json::object({{"session", row.session},
                           {"seq", row.seq},
                           {"importance", row.importance},
                           {"verified", row.verified != 0},
                           {"notes", row.notes}}));
    table.rows.push_back({std::string(row.session), std::to_string(row.seq),
                          std::string(row.importance), row.verified ? "yes" : "no",
                          std::string(row.notes)});
  }
  print_either(invocation, rows, table, "no session reported it\n");
  return 0;
}

int verify(const Invocation& invocation) {
  Store store = reading(invocation);
  const auto problems = verify_sessions(store);
  Json rows = Json::array();
  for (const auto& problem : problems) rows.add(problem);
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else if (problems.empty())
    std::cout << "every hash fits\n";
  for (const auto& problem : problems)
    if (!invocation.json()) std::cout << printable(problem) << "\n";
  return problems.empty() ? 0 : 1;
}

int undo(const Invocation& invocation) {
  Store store = open_existing(invocation);
  Journal journal = Journal::open(store, named(store, invocation));
  std::vector<int64_t> numbers;
  const auto words = words_of(invocation);
  for (size_t i = 1; i < words.size(); ++i) numbers.push_back(std::atoll(words[i].c_str()));
  Json rows = Json::array();
  for (const auto& edit : undo_edits(store, journal, numbers, invocation.has("--force"))) {
    rows.add(Json::object({{"path", edit.path}, {"added", edit.added}, {"removed", edit.removed}}));
    if (!invocation.json())
      std::cout << "restored " << printable(edit.path) << " (+" << edit.added << " −"
                << edit.removed << ")\n";
  }
  if (invocation.json()) std::cout << rows.dump() << "\n";
  return 0;
}

int drop(const Invocation& invocation) {
  if (words_of(invocation).empty()) throw Error(ErrorCode::invalid, "drop needs the session's id");
  Store store = open_existing(invocation);
  drop_session(store, named(store, invocation));
  return 0;
}

int export_one(const Invocation& invocation) {
  Store store = reading(invocation);
  export_session(Journal::open(store, named(store, invocation)), std::cout);
  return 0;
}

struct Action {
  std::string_view word;
  int (*run)(const Invocation&);
};
constexpr Action kActions[] = {{"list", list},     {"show", show},         {"search", search},
                               {"cited", cited},   {"diff", diff},         {"undo", undo},
                               {"verify", verify}, {"export", export_one}, {"drop", drop}};

int run_command(const Invocation& invocation) {
  const auto& words = invocation.all("ACTION");
  if (words.empty()) return list(invocation);
  const std::string& wanted = words[0];
  for (const auto& action : kActions)
    if (action.word == wanted) return action.run(invocation);
  throw Error(ErrorCode::invalid,
              "no such action; write list, show, search, cited, diff, undo, verify, export or drop",
              wanted);
}

}  // namespace

Command sessions_command() {
  Command command;
  command.word = "sessions";
  command.group = Group::agents;
  command.summary = "List, read, search, check and undo what agents did";
  command.details =
      "list               the newest sessions\n"
      "show [ID]          its events; --json prints what export does\n"
      "search WORD…       events that hold every word\n"
      "cited SYMBOL       the sessions that reported a symbol\n"
      "diff [ID]          its edits as unified diffs\n"
      "undo [ID [EVENT…]] restores the files; refuses when they have changed since\n"
      "verify             derives every hash again\n"
      "export [ID]        JSON lines, one an event\n"
      "drop ID            removes it for good\n\n"
      "No ID means the newest session, -2 the one before; the beginning of an id is enough.";
  command.example = "dossier sessions show";
  command.options = {{"ACTION", "", "What to do (default: list), and with what", false, true},
                     {"--role", "ROLE", "search: user, assistant, tool, or a kind of event"},
                     {"--project", "PROJECT", "search: only sessions about it"},
                     {"--since", "DAY", "search: not before it, as in 2026-01-31"},
                     {"--force", "", "undo: also where a file has changed since"},
                     {"--json", "", "Print JSON and nothing else on standard output"}};
  command.run = run_command;
  return command;
}

}  // namespace dossier::cli
