// The query language on the command line: every argument is a part of the query.
#include <algorithm>
#include <iostream>
#include <sstream>

#include "cli/lookup.h"
#include "cli/terminal.h"
#include "queries/open.h"
#include "queries/ops/ops.h"

namespace dossier::cli {
namespace {

// Costs are one line each.
class PrintedQuery final : public Printed {
 public:
  using Printed::Printed;

  void field(std::string_view key, const Value& value) override {
    if (key == "cost")
      for (const auto& item : std::get<Value::List>(value.any())) add_cost(item);
    else
      Printed::field(key, value);
  }
  const std::string& costs() const { return costs_; }

 private:
  void add_cost(const Value& cost) {
    const auto part = [&](std::string_view key) {
      const auto& cells = std::get<Value::Object>(cost.any());
      return cell_of(std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
                       return cell.key == key;
                     })->value);
    };
    costs_ += part("set").empty() ? "cost " + part("read") + " of " + part("all") + " " +
                                        part("unit") + " of " + part("of") + "\n"
                                  : "set  " + part("read") + " " + part("of") + " for " +
                                        printable(part("set")) + "\n";
  }

  std::string costs_;
};

// The SQL and its bindings as the sqlite3 shell takes them.
void print_explanation(const PrintedQuery& sink) {
  for (const char* part : {"tree", "means"})
    std::cout << styled(part, Style::dim) << "  " << printable(sink.text(part)) << "\n";
  std::cout << sink.text("plan") << sink.costs();
  std::stringstream script(sink.text("sqlite3"));
  for (std::string line; std::getline(script, line);) std::cout << printable(line) << "\n";
}

// What a person should know about the answer goes to standard error when the rows are piped.
void print_summary(const PrintedQuery& sink, const Completeness& complete) {
  std::ostream& out = on_terminal() ? std::cout : std::cerr;
  for (const auto& note : sink.parts("notes")) out << "note: " << printable(note) << "\n";
  if (!sink.has("total")) return;
  if (complete.total == 0) {
    const std::string others = sink.text("other_kinds");
    out << "nothing found";
    if (!others.empty())
      out << "; of other kinds: " << others
          << (sink.text("other_kinds_exact") == "false" ? " or more" : "");
    out << "\n";
    for (const auto& hint : sink.parts("hints")) out << "hint: " << printable(hint) << "\n";
  } else if (on_terminal() || complete.truncated || complete.returned == 0) {
    out << complete.total << (complete.exact ? "" : " or more") << " found, " << complete.returned
        << " shown (" << sink.text("kinds") << ")\n";
    if (const std::string cursor = sink.text("cursor"); !cursor.empty())
      out << "more: --cursor " << cursor << "\n";
  }
}

int run_find(const Invocation& invocation) {
  Arguments arguments = arguments_of(kFind, invocation);
  std::string query;
  for (const auto& word : invocation.all("QUERY")) query += (query.empty() ? "" : " ") + word;
  arguments.set("q", query);
  Store store = open_to_read(invocation.database());
  PrintedQuery sink(format_of(invocation));
  return run_op(store, kFind, invocation, arguments, sink, [&](const Outcome& outcome) {
    if (sink.has("sql")) return print_explanation(sink);
    sink.print_rows(sink.rows());
    std::cout.flush();
    print_summary(sink, outcome.complete);
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
