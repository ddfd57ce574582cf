// dossier note: knowledge attached to a symbol, which survives every import.
#include <iostream>

#include "agent/note.h"
#include "agent/sql.h"
#include "cli/agent.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

constexpr int64_t kListed = 200;

int list_notes(const Invocation& invocation) {
  Store store = open_reading(invocation);
  Json rows = Json::array();
  Table table{{"symbol", "note", "author", "at"}, {}};
  for (const auto& row : store.rows<sql::TranscriptNotes>(kListed)) {
    rows.add(Json::object(
        {{"key", row.key}, {"text", row.text}, {"author", row.author}, {"at", rfc3339(row.at)}}));
    table.rows.push_back(
        {std::string(row.key), std::string(row.text), std::string(row.author), rfc3339(row.at)});
  }
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else
    std::cout << (table.rows.empty() ? "no notes yet\n" : print(table));
  return 0;
}

int run_note(const Invocation& invocation) {
  if (!invocation.has("SYMBOL")) return list_notes(invocation);
  const std::string symbol = invocation.text("SYMBOL");
  Store store = open_existing(invocation);
  const auto noted = attach_note(store, invocation.text("--project"), symbol,
                                 invocation.text("TEXT"), NoteAuthor());
  if (!noted)
    throw Error(ErrorCode::not_found, "no symbol has this name; search with dossier broad", symbol);
  if (invocation.json())
    std::cout << Json::object({{"key", noted->key}, {"text", noted->notes.back().text}}).dump()
              << "\n";
  return 0;
}

}  // namespace

Command note_command() {
  Command command;
  command.word = "note";
  command.group = Group::agents;
  command.summary = "Attach a note to a symbol, or list the notes";
  command.details = "A note belongs to the symbol's key, so it survives every import.";
  command.example = "dossier note Game.PlayerStats._health 'clamped to _maxHealth in Update'";
  command.options = {{"SYMBOL", "", "Its name, as show takes it (none: list every note)"},
                     {"TEXT", "", "What to remember"},
                     {"--project", "PROJECT", "The project of the symbol"},
                     {"--json", "", "Print JSON and nothing else on standard output"}};
  command.run = run_note;
  return command;
}

}  // namespace dossier::cli
