// dossier sessions: lists, shows, compares, checks, undoes, exports and drops sessions of agents.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>

#include "agent/sessions.h"
#include "agent/sql.h"
#include "cli/agent.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/json.h"
#include "queries/open.h"

namespace dossier::cli {

void print_either(const Invocation& invocation, const Json& rows, const Table& table,
                  std::string_view none) {
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else
    std::cout << (table.rows.empty() ? std::string(none) : print(table));
}

Store reading(const Invocation& invocation) { return open_to_read(invocation.database()); }

std::vector<std::string> session_words(const Invocation& invocation) {
  const auto& all = invocation.all("ACTION");
  return {all.begin() + (all.empty() ? 0 : 1), all.end()};
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
      if (body->flag("usage"))
        return std::to_string(body->number("tokens_in")) + " tokens in, " +
               std::to_string(body->number("tokens_out")) + " out";
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
    case EventKind::answer: {
      const Json* findings = body->find("findings");
      // The context of a changed .proto counts what it found in its summary.
      if (findings == nullptr) return body->text("summary");
      const size_t count = findings->items() ? findings->items()->size() : 0;
      return body->text("summary") + " (" + counted(static_cast<int64_t>(count), "finding") + ")";
    }
    case EventKind::summary:
      return "summary of " + counted(body->number("replaces"), "message") + ": " +
             body->text("text");
    case EventKind::progress:
      return shown_progress(*body);
    case EventKind::setup: {
      const Json* tools = body->find("tools");
      return std::to_string(body->text("system").size()) + " bytes of instructions, " +
             std::to_string(tools != nullptr ? tools->each().size() : 0) + " tools";
    }
    default:
      return event.body;
  }
}

void print_diffs(Store& store, const Journal& journal, bool json) {
  Json rows = Json::array();
  const auto undone = undone_edits(store, journal.info().id);
  for (const auto& event : journal.events()) {
    if (event.kind != EventKind::edit || undone.contains(event.seq)) continue;
    Json row = body_of(event);
    if (!json) std::cout << coloured_diff(row.text("diff"));
    rows.add(row.set("seq", event.seq));
  }
  if (json)
    std::cout << rows.dump() << "\n";
  else if (rows.items()->empty())
    std::cout << (undone.empty() ? "no edits\n" : "every edit was undone\n");
}

void print_undone(const std::vector<Edit>& edits, bool json) {
  Json rows = Json::array();
  for (const auto& edit : edits) {
    rows.add(Json::object({{"path", edit.path}, {"added", edit.added}, {"removed", edit.removed}}));
    if (json) continue;
    if (edit.before == edit.after)
      std::cout << "unchanged " << printable(edit.path)
                << ": it holds what was there before the edit\n";
    else
      std::cout << "restored " << printable(edit.path) << " (+" << edit.added << " −"
                << edit.removed << ")\n";
  }
  if (json) std::cout << rows.dump() << "\n";
}

namespace {

constexpr int64_t kListed = 50;
constexpr int64_t kFolded = 6;  // lines of a result that `show` prints

// The session that the first word after the action names.
int64_t named(Store& store, const Invocation& invocation) {
  const auto words = session_words(invocation);
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

// Whether the program stopped within a tool's effect, after this edit was recorded: it was written
// or it was not, which undo sees by the file.
bool is_cut_off(const std::vector<SessionEvent>& events, size_t edit) {
  if (events[edit].kind != EventKind::edit) return false;
  const auto is_edit = [](const SessionEvent& event) { return event.kind == EventKind::edit; };
  const auto at = events.begin() + static_cast<std::ptrdiff_t>(edit);
  const auto asked = std::find_if_not(std::make_reverse_iterator(at), events.rend(), is_edit);
  const auto settled = std::find_if_not(at, events.end(), is_edit);
  return asked != events.rend() && asked->kind == EventKind::tool_asked &&
         (settled == events.end() || settled->kind != EventKind::tool_settled);
}

// The first lines of what a call came to, where that is text, and how many more there are.
void print_folded(const SessionEvent& event, int64_t most) {
  if (event.kind != EventKind::tool_settled || most == 0) return;
  const Json result = tool_result_from(body_of(event)).result;
  const std::string* text = result.string();
  for (const std::string_view key : {"content", "listing", "output", "diff"})
    if (text == nullptr && result.find(key) != nullptr) text = result.find(key)->string();
  if (text == nullptr) return;
  int64_t lines = 0;
  for (size_t at = 0; at < text->size(); ++lines) {
    const size_t end = std::min(text->find('\n', at), text->size());
    if (lines < most)
      std::cout << styled("  │ ", Style::dim)
                << fit_line(printable(std::string_view(*text).substr(at, end - at)), 4) << "\n";
    at = end + 1;
  }
  if (lines > most)
    std::cout << styled("  │ … " + counted(lines - most, "more line"), Style::dim) << "\n";
}

// Without a name the newest of all, wherever it was made: an import was looked at at once, too.
int64_t shown_session(Store& store, const Invocation& invocation) {
  if (session_words(invocation).empty())
    for (const auto& row : store.rows<sql::TranscriptSessions>(1))
      return find_session(store, std::string(row.id));
  return named(store, invocation);
}

int show(const Invocation& invocation) {
  Store store = reading(invocation);
  const Journal journal = Journal::open(store, shown_session(store, invocation));
  const bool few = on_terminal() && !invocation.json();
  const int64_t last = invocation.has("--last") ? invocation.number("--last", 1, INT32_MAX)
                       : few                    ? kListed
                                                : journal.size();
  const auto events =
      last < journal.size() ? journal.newest(static_cast<size_t>(last)) : journal.events();
  if (invocation.json()) {
    Json rows = Json::array();
    for (const auto& event : events) rows.add(event_row(store, event));
    std::cout << session_header(store, journal).set("events", std::move(rows)).dump() << "\n";
    return 0;
  }
  std::cout << printable(journal.info().uid + "  " + journal.info().title) << "\n";
  if (const int64_t earlier = journal.size() - last; earlier > 0)
    std::cerr << "… " << earlier << " earlier events: dossier sessions show " << journal.info().uid
              << " --last " << journal.size() << "\n";
  const int64_t folded =
      invocation.has("--lines") ? invocation.number("--lines", 0, INT32_MAX) : kFolded;
  for (size_t i = 0; i < events.size(); ++i) {
    const auto& event = events[i];
    const std::string head = std::to_string(event.seq) + " " + std::string(name_of(event.kind));
    const std::string line =
        line_of(event) + (is_cut_off(events, i) ? ", perhaps not written" : "");
    std::cout << styled(head, Style::dim) << " " << fit_line(printable(line), head.size() + 1)
              << "\n";
    print_folded(event, folded);
  }
  return 0;
}

// What two sessions did differently: how much they share, then the events of each.
void print_difference(const Journal& a, const Journal& b, const Invocation& invocation) {
  const auto &left = a.events(), &right = b.events();
  size_t shared = 0;
  while (shared < std::min(left.size(), right.size()) && left[shared].kind == right[shared].kind &&
         left[shared].tool == right[shared].tool && left[shared].body == right[shared].body)
    ++shared;
  Json only[] = {Json::array(), Json::array()};
  if (!invocation.json()) std::cout << counted(shared, "event") << " alike\n";
  for (const auto* events : {&left, &right})
    for (size_t i = shared; i < events->size(); ++i) {
      const auto& event = (*events)[i];
      const bool first = events == &left;
      only[first ? 0 : 1].add(Json::object({{"seq", event.seq},
                                            {"kind", name_of(event.kind)},
                                            {"tool", event.tool},
                                            {"text", line_of(event)}}));
      const std::string line = (first ? "-" : "+") + std::to_string(event.seq) + " " +
                               std::string(name_of(event.kind)) + " " + line_of(event);
      if (!invocation.json())
        std::cout << styled(printable(line), first ? Style::red : Style::green) << "\n";
    }
  if (invocation.json())
    std::cout << Json::object({{"alike", shared}, {a.info().uid, only[0]}, {b.info().uid, only[1]}})
                     .dump()
              << "\n";
}

int diff(const Invocation& invocation) {
  Store store = reading(invocation);
  const auto words = session_words(invocation);
  const Journal journal = Journal::open(store, named(store, invocation));
  if (words.size() < 2)
    print_diffs(store, journal, invocation.json());
  else
    print_difference(journal, Journal::open(store, find_session(store, words[1])), invocation);
  return 0;
}

// The events that the words after the session's id name.
std::vector<int64_t> edit_numbers(const Invocation& invocation) {
  std::vector<int64_t> numbers;
  const auto words = session_words(invocation);
  for (size_t i = 1; i < words.size(); ++i) numbers.push_back(std::atoll(words[i].c_str()));
  return numbers;
}

int undo(const Invocation& invocation) {
  Store store = open_existing(invocation);
  Journal journal = Journal::open(store, named(store, invocation));
  print_undone(undo_edits(store, journal, edit_numbers(invocation), invocation.has("--force")),
               invocation.json());
  return 0;
}

int redo(const Invocation& invocation) {
  Store store = open_existing(invocation);
  Journal journal = Journal::open(store, named(store, invocation));
  print_undone(redo_edits(store, journal, edit_numbers(invocation), invocation.has("--force")),
               invocation.json());
  return 0;
}

int drop(const Invocation& invocation) {
  if (session_words(invocation).empty())
    throw Error(ErrorCode::invalid, "drop needs the session's id");
  Store store = open_existing(invocation);
  const int64_t session = named(store, invocation);
  const std::string uid = Journal::open(store, session).info().uid;
  drop_session(store, session);
  if (invocation.json())
    std::cout << Json::object({{"dropped", uid}}).dump() << "\n";
  else
    std::cout << "dropped " << uid << "; `dossier compact` erases it from the file\n";
  return 0;
}

int export_one(const Invocation& invocation) {
  if (invocation.json()) return show(invocation);
  Store store = reading(invocation);
  export_session(store, Journal::open(store, named(store, invocation)), std::cout,
                 invocation.has("--contents"));
  return 0;
}

int replay(const Invocation& invocation) {
  Invocation with_id = invocation;
  for (const auto& word : session_words(invocation)) with_id.add("ID", word);
  return replay_command().run(with_id);
}

struct Action {
  std::string_view word;
  int (*run)(const Invocation&);
};
constexpr Action kActions[] = {{"list", list},
                               {"show", show},
                               {"search", search_sessions},
                               {"cited", cited_sessions},
                               {"diff", diff},
                               {"tree", session_tree},
                               {"report", report_sessions},
                               {"replay", replay},
                               {"undo", undo},
                               {"redo", redo},
                               {"verify", verify_sessions_here},
                               {"heads", session_heads},
                               {"export", export_one},
                               {"import", import_sessions_here},
                               {"drop", drop}};

int run_command(const Invocation& invocation) {
  const auto& words = invocation.all("ACTION");
  if (words.empty()) return list(invocation);
  const std::string& wanted = words[0];
  for (const auto& action : kActions)
    if (action.word == wanted) return action.run(invocation);
  throw Error(ErrorCode::invalid,
              "no such action; write list, show, search, cited, diff, tree, report, replay, undo, "
              "redo, verify, "
              "heads, "
              "export, import or drop",
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
      "show [ID]          its events; --json prints them as one object\n"
      "search WORD…       events that hold every word, or else some, the most telling first\n"
      "cited SYMBOL       the sessions that looked at a symbol or reported it\n"
      "diff [ID]          its edits as unified diffs\n"
      "diff ID ID         where two sessions part\n"
      "tree [ID]          which session forked from which\n"
      "report             what agents did in the last week, by project: questions, findings, "
      "edits,\n"
      "                   tokens, cost; --since DAY and --days N for another time, --page FILE for "
      "a\n"
      "                   page\n"
      "replay [ID]        as dossier replay\n"
      "undo [ID [EVENT…]] restores the files; refuses when they have changed since\n"
      "redo [ID [EVENT…]] takes undoing back, likewise\n"
      "verify             derives every hash again, of events, edits, contents and ends\n"
      "verify --against FILE        and holds the sessions against heads that were kept elsewhere\n"
      "verify [ID] --against REPO@REV  makes the edits of other programs' sessions again on a\n"
      "                   revision, and compares what they show and what they handed in\n"
      "heads              where each session ends, as JSON lines to keep elsewhere\n"
      "export [ID]        JSON lines, one an event\n"
      "import [PATH…]     transcripts of Claude Code, Codex, SWE-agent, mini-swe-agent, "
      "OpenHands,\n"
      "                   inspect_ai and llm, and our own exports; without a path those that\n"
      "                   Claude Code and Codex keep here; again adds only what is new\n"
      "drop ID            removes it for good\n\n"
      "No ID (or last) means the newest session, -2 the one before; the beginning of an id is "
      "enough.";
  command.example = "dossier sessions show";
  command.options = {
      {"ACTION", "", "What to do (default: list), and with what", false, true},
      {"--last", "N", "show: only the newest N events (on a terminal: 50)"},
      {"--role", "ROLE", "search: user, assistant, tool, or a kind of event"},
      {"--since", "DAY", "search, report: not before it, as in 2026-01-31"},
      {"--against", "FILE|REPO@REV",
       "verify: heads that were kept, or the revision that an agent worked on"},
      {"--lines", "N", "show: lines of each result (default: 6)"},
      {"--days", "N", "report: so many days (default: 7)"},
      {"--page", "FILE", "report: write a page of HTML there"},
      {"--contents", "", "export: also what edited files held, where it holds no secret"},
      {"--force", "", "undo, redo: also where a file has changed since"}};
  for (const auto& action : kActions) command.options[0].words.emplace_back(action.word);
  for (auto& option : replay_command().options)
    if (!option.positional()) {
      if (option.name == "--project")
        option.doc = "search, report: only sessions about it; replay: where";
      else if (option.name != "--json")
        option.doc = "replay: " + option.doc;
      command.options.push_back(std::move(option));
    }
  command.run = run_command;
  return command;
}

}  // namespace dossier::cli
