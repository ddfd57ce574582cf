// dossier sessions: lists, undoes, exports and drops sessions of agents; its other actions have
// files of their own.
#include <unistd.h>

#include <charconv>
#include <iostream>

#include "agent/sessions.h"
#include "agent/sql.h"
#include "cli/agent.h"
#include "cli/questions.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/json.h"

namespace dossier::cli {

void print_either(const Invocation& invocation, const Json& rows, const Table& table,
                  std::string_view none) {
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else
    std::cout << (table.rows.empty() ? std::string(none) : print(table));
}

Store reading(const Invocation& invocation) { return open_reading(invocation); }

std::vector<std::string> session_words(const Invocation& invocation) {
  const auto& all = invocation.all("ACTION");
  return {all.begin() + (all.empty() ? 0 : 1), all.end()};
}

int64_t named_session(Store& store, const Invocation& invocation) {
  const auto words = session_words(invocation);
  return find_session(store, words.empty() ? "" : words[0]);
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

// The events that the words after the session's id name.
std::vector<int64_t> edit_numbers(const Invocation& invocation) {
  std::vector<int64_t> numbers;
  const auto words = session_words(invocation);
  for (size_t i = 1; i < words.size(); ++i) {
    const char* const last = words[i].data() + words[i].size();
    int64_t number = 0;
    const auto [end, error] = std::from_chars(words[i].data(), last, number);
    if (error != std::errc() || end != last || number < 1)
      throw Error(ErrorCode::invalid,
                  "write the number of an edit's event, as `dossier sessions show` has it",
                  words[i].empty() ? "''" : words[i]);
    numbers.push_back(number);
  }
  return numbers;
}

// Of the edits of a session from elsewhere a person has to say where they are: it names any folder.
UndoPlace place_of(const Invocation& invocation, Store& store, const Journal& journal) {
  UndoPlace place{invocation.text("--root"), nullptr};
  const auto named = roots_from_elsewhere(store, journal);
  if (!place.root.empty() || named.size() != 1 || ::isatty(STDIN_FILENO) == 0) return place;
  if (!says_yes(std::cout,
                "The session was recorded elsewhere. Write in the folder that it names, " +
                    printable(named.front()) + "? [y/N] "))
    throw Error(ErrorCode::denied, "nothing was written", journal.info().uid);
  place.root = named.front();
  return place;
}

int undo(const Invocation& invocation) {
  const auto numbers = edit_numbers(invocation);
  Store store = open_existing(invocation);
  Journal journal = Journal::open(store, named_session(store, invocation));
  print_undone(undo_edits(store, journal, numbers, invocation.has("--force"), nullptr,
                          place_of(invocation, store, journal)),
               invocation.json());
  return 0;
}

int redo(const Invocation& invocation) {
  const auto numbers = edit_numbers(invocation);
  Store store = open_existing(invocation);
  Journal journal = Journal::open(store, named_session(store, invocation));
  print_undone(redo_edits(store, journal, numbers, invocation.has("--force"), nullptr,
                          place_of(invocation, store, journal)),
               invocation.json());
  return 0;
}

int drop(const Invocation& invocation) {
  if (session_words(invocation).empty())
    throw Error(ErrorCode::invalid, "drop needs the session's id");
  Store store = open_existing(invocation);
  const int64_t session = named_session(store, invocation);
  const std::string uid = Journal::open(store, session).info().uid;
  drop_session(store, session);
  if (invocation.json())
    std::cout << Json::object({{"dropped", uid}}).dump() << "\n";
  else
    std::cout << "dropped " << uid << "; `dossier compact` erases it from the file\n";
  return 0;
}

int export_one(const Invocation& invocation) {
  if (invocation.json()) return show_session(invocation);
  Store store = reading(invocation);
  export_session(store, Journal::open(store, named_session(store, invocation)), std::cout,
                 invocation.has("--contents"));
  return 0;
}

int replay(const Invocation& invocation) {
  Invocation with_id = invocation;
  for (const auto& word : session_words(invocation)) with_id.add("ID", word);
  return replay_command().run(with_id);
}

constexpr size_t kMany = SIZE_MAX;

struct Action {
  std::string_view word;
  int (*run)(const Invocation&);
  size_t words;  // that may follow
};
constexpr Action kActions[] = {{"list", list, 0},
                               {"show", show_session, 1},
                               {"search", search_sessions, kMany},
                               {"cited", cited_sessions, 1},
                               {"diff", diff_sessions, 2},
                               {"tree", session_tree, 1},
                               {"report", report_sessions, 0},
                               {"replay", replay, 1},
                               {"undo", undo, kMany},
                               {"redo", redo, kMany},
                               {"verify", verify_sessions_here, kMany},
                               {"heads", session_heads, 0},
                               {"export", export_one, 1},
                               {"import", import_sessions_here, kMany},
                               {"drop", drop, 1}};

int run_sessions(const Invocation& invocation) {
  const auto& words = invocation.all("ACTION");
  if (words.empty()) return list(invocation);
  const std::string& wanted = words[0];
  for (const auto& action : kActions)
    if (action.word == wanted) {
      if (words.size() - 1 > action.words)
        throw Error(
            ErrorCode::invalid,
            wanted + (action.words == 0 ? " takes no more words"
                                        : " takes at most " +
                                              counted(static_cast<int64_t>(action.words), "word")),
            words[action.words + 1]);
      return action.run(invocation);
    }
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
      "  list                List the newest sessions\n"
      "  show [ID]           Print its events; --json prints one object\n"
      "  search WORD…        Find events with all of the words, else some; the best match first\n"
      "  cited SYMBOL        List the sessions that looked at a symbol or reported it\n"
      "  diff [ID]           Print its edits as unified diffs\n"
      "  diff ID ID          Show where two sessions part\n"
      "  tree [ID]           Show which session was forked from which\n"
      "  report              Sum up what agents did in the last week, by project: questions, "
      "findings,\n"
      "                      edits, tokens, cost; --since DAY and --days N choose another time,\n"
      "                      --page FILE writes a page\n"
      "  replay [ID]         Do what dossier replay does\n"
      "  undo [ID [EVENT…]]  Restore the edited files, unless they have changed since\n"
      "  redo [ID [EVENT…]]  Reapply undone edits, unless the files have changed since\n"
      "  verify              Compute every hash again: of events, edits, contents and ends\n"
      "  verify --against FILE\n"
      "                      Check the sessions against heads that were kept elsewhere, too\n"
      "  verify [ID] --against REPO@REV\n"
      "                      Make the edits of other programs' sessions again on a revision, and "
      "compare\n"
      "                      them with the record and with what was handed in\n"
      "  heads               Print where each session ends, as JSON lines to keep elsewhere\n"
      "  export [ID]         Print JSON lines, one an event\n"
      "  import [PATH…]      Import transcripts of Claude Code, Codex, SWE-agent, mini-swe-agent,\n"
      "                      OpenHands, inspect_ai and llm, and exports; without a path, those "
      "that\n"
      "                      Claude Code and Codex keep on this machine. Known ones are skipped\n"
      "  drop ID             Remove it for good\n\n"
      "No ID (or last) means the newest session, -2 the one before; the beginning of an id is "
      "enough.";
  command.example = "dossier sessions show";
  command.options = {
      {"ACTION", "", "What to do (default: list), and with what", false, true},
      {"--last", "N", "show: only the newest N events (on a terminal: 50)"},
      {"--role", "ROLE", "search: user, assistant, tool, or a kind of event"},
      {"--since", "DAY", "search, report: not before it, as in 2026-01-31"},
      {"--against", "FILE|REPO@REV",
       "verify: heads that were kept (- = standard input), or the revision that an agent worked "
       "on"},
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
      else if (option.name == "--root")
        option.doc =
            "undo, redo, replay: the folder of the edits (default: as recorded; undo and "
            "redo of an imported session need it)";
      else if (option.name != "--json")
        option.doc = "replay: " + option.doc;
      command.options.push_back(std::move(option));
    }
  command.run = run_sessions;
  return command;
}

}  // namespace dossier::cli
