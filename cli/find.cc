// The query language on the command line: every argument is a part of the query.
#include <chrono>
#include <iostream>
#include <sstream>

#include "agent/sql.h"
#include "cli/agent.h"
#include "cli/complete_query.h"
#include "cli/lookup.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/json.h"
#include "queries/lang/resolved.h"
#include "queries/ops/ops.h"
#include "queries/ops/saved_queries.h"

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
  if (!said.find("total")) {
    if (said.find("count") && complete.returned == 0) out << "nothing found\n";
    return;
  }
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

constexpr int64_t kSeconds = 30;
constexpr int64_t kMostSeconds = 86'400;

// Until when a query may run: find names the part that takes the time.
void limit_time(Store& store, const Invocation& invocation) {
  using Clock = std::chrono::steady_clock;
  const int64_t seconds =
      invocation.has("--timeout") ? invocation.number("--timeout", 1, kMostSeconds) : kSeconds;
  store.database().set_checkpoint([until = Clock::now() + std::chrono::seconds(seconds)] {
    if (Clock::now() > until) throw Error(ErrorCode::limit, "deadline");
  });
}

int list_saved(const Invocation& invocation) {
  Store store = open_reading(invocation);
  const Transaction reading(store.database(), Transaction::reading);
  for (const auto& [name, text] : saved_queries(store))
    std::cout << styled("@" + name, Style::bold) << "  " << printable(text) << "\n";
  return 0;
}

// A query that is not understood is not saved.
int save(const Invocation& invocation, const std::string& query) {
  const std::string setting = saved_setting(invocation.text("--save"));
  Store store = open_existing(invocation);
  auto tree = lang::parse(query);
  auto failure =
      std::get_if<lang::Diagnostic>(&tree) ? std::get<lang::Diagnostic>(tree) : lang::Diagnostic{};
  if (failure.message.empty()) {
    std::string texts;
    if (auto wrong = expand_saved(store, std::get<lang::Node>(tree), texts)) failure = *wrong;
  }
  if (failure.message.empty()) {
    const auto meaning = lang::resolve(std::get<lang::Node>(tree));
    if (const auto* wrong = std::get_if<lang::Diagnostic>(&meaning)) failure = *wrong;
  }
  if (!failure.message.empty()) {
    std::cerr << "dossier: " << failure.print(query) << "\n";
    return 1;
  }
  JsonWriter text;
  text.value(query);
  Transaction writing(store.database(), Transaction::writing);
  store.run<sql::SetSetting>(setting, text.text());
  writing.commit();
  return 0;
}

int forget(const Invocation& invocation, const std::string& name) {
  const std::string setting = saved_setting(name);
  Store store = open_existing(invocation);
  Transaction writing(store.database(), Transaction::writing);
  store.run<sql::UnsetSetting>(setting);
  writing.commit();
  return 0;
}

int complete(const Invocation& invocation, const std::string& word) {
  Store store = open_reading(invocation);
  for (const auto& whole : query_completions(store, word)) std::cout << whole << "\n";
  return 0;
}

int run_find(const Invocation& invocation) {
  Arguments arguments = arguments_of(kFind, invocation);
  std::string query;
  for (const auto& word : invocation.all("QUERY")) query += (query.empty() ? "" : " ") + word;
  if (invocation.has("--complete")) return complete(invocation, query);
  if (invocation.has("--forget")) return forget(invocation, query);
  if (query == "@") return list_saved(invocation);
  if (invocation.has("--save")) return save(invocation, query);
  arguments.set("q", query);
  Store store = open_reading(invocation);
  limit_time(store, invocation);
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
  command.options.push_back(
      {"--save", "NAME", "Save the query: @NAME stands for it; @ lists them", false, false});
  command.options.push_back({"--forget", "", "Forget the saved query of this name", false, false});
  command.options.push_back(
      {"--complete", "", "Print what may complete the query's last word", false, false});
  command.options.push_back(
      {"--timeout", "SECONDS", "Stop after so long (default: 30)", false, false});
  command.run = run_find;
  command.takes_any_word = true;
}

}  // namespace dossier::cli
