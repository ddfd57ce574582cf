// The query language on the command line: every argument is a part of the query.
#include <iostream>
#include <sstream>

#include "cli/lookup.h"
#include "cli/terminal.h"
#include "queries/open.h"
#include "queries/ops/ops.h"

namespace dossier::cli {
namespace {

// The SQL and its bindings as the sqlite3 shell takes them.
void print_explanation(const Json& said) {
  for (const char* part : {"tree", "means"})
    std::cout << styled(part, Style::dim) << "  " << printable(said.text(part)) << "\n";
  std::cout << said.text("plan");
  for (const auto& cost : said["cost"].each())
    if (const auto& set = cost.text("set"); !set.empty())
      std::cout << "set  " << cost.number("read") << " " << cost.text("of") << " for "
                << printable(set) << "\n";
    else
      std::cout << "cost " << cost.number("read") << " of " << cost.number("all") << " "
                << cost.text("unit") << " of " << cost.text("of") << "\n";
  std::stringstream script(said.text("sqlite3"));
  for (std::string line; std::getline(script, line);) std::cout << printable(line) << "\n";
}

// What a person should know about the answer goes to standard error when the rows are piped.
void print_summary(const Json& said, const Completeness& complete) {
  std::ostream& out = on_terminal() ? std::cout : std::cerr;
  for (const auto& note : said["notes"].each()) out << "note: " << printable(cell_of(note)) << "\n";
  if (!said.find("total")) return;
  if (complete.total == 0) {
    const std::string others = cell_of(said["other_kinds"]);
    out << "nothing found";
    if (!others.empty())
      out << "; of other kinds: " << others << (said.flag("other_kinds_exact") ? "" : " or more");
    out << "\n";
    for (const auto& hint : said["hints"].each())
      out << "hint: " << printable(cell_of(hint)) << "\n";
  } else if (on_terminal() || complete.truncated || complete.returned == 0) {
    out << complete.total << (complete.exact ? "" : " or more") << " found, " << complete.returned
        << " shown (" << cell_of(said["kinds"]) << ")\n";
    if (const auto& cursor = said.text("cursor"); !cursor.empty())
      out << "more: --cursor " << cursor << "\n";
  }
}

int run_find(const Invocation& invocation) {
  Arguments arguments = arguments_of(kFind, invocation);
  std::string query;
  for (const auto& word : invocation.all("QUERY")) query += (query.empty() ? "" : " ") + word;
  arguments.set("q", query);
  Store store = open_to_read(invocation.database());
  Printed sink(format_of(invocation));
  return run_op(store, kFind, invocation, arguments, sink, [&](const Outcome& outcome) {
    if (sink.fields().find("sql")) return print_explanation(sink.fields());
    sink.print_rows(sink.rows());
    std::cout.flush();
    print_summary(sink.fields(), outcome.complete);
  });
}

}  // namespace

void change_find(Command& command) {
  command.details =
      "Words rank: dossier find player health. Fields narrow: kind:method in:PlayerStats "
      "name:heal. Relations\nfollow references: derives:MonoBehaviour, calls:Heal depth:3. "
      "docs/query-language.md describes all of\nthem. An argument that begins with - and is no "
      "option below is a part of the query.";
  option_of(command, "Q") = {"QUERY", "", "The query; several arguments are joined", true, true};
  command.run = run_find;
  command.takes_any_word = true;
}

}  // namespace dossier::cli
