// The commands that the Op table makes: one per op, with its fields as options.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <span>
#include <utility>

#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"

namespace dossier::cli {
namespace {

constexpr size_t kTerminalRows = 50;

// maxResults → --max-results; a positional field → its name in capitals.
std::string option_name(const OpField& field) {
  std::string name = field.positional ? "" : "--";
  for (const char c : field.name) {
    const bool upper = std::isupper(static_cast<unsigned char>(c)) != 0;
    if (field.positional)
      name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    else
      name +=
          upper ? std::string("-") + static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                : std::string(1, c);
  }
  return name;
}

std::string cell(const Json& value) {
  if (value.string()) return *value.string();
  if (value.is_null()) return {};
  std::string text;
  if (value.fields()) {  // counts by name
    for (const auto& [key, part] : *value.fields())
      text += (text.empty() ? "" : ", ") + key + " " + cell(part);
    return text;
  }
  if (!value.items()) return value.dump();
  for (const auto& part : value.each()) text += (text.empty() ? "" : "; ") + cell(part);
  return text;
}

// How many rows each module has, most first: "Assembly-CSharp.dll 12, mscorlib.dll 3".
std::string module_counts(std::span<const Json> rows) {
  std::map<std::string, size_t> counts;
  for (const auto& row : rows)
    if (row.find("moduleName")) ++counts[row.text("moduleName")];
  std::vector<std::pair<std::string, size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  constexpr size_t kShown = 8;
  for (size_t i = 0; i < std::min(sorted.size(), kShown); ++i)
    text += (i ? ", " : "") + printable(sorted[i].first) + " " + std::to_string(sorted[i].second);
  if (sorted.size() > kShown)
    text += ", and " + std::to_string(sorted.size() - kShown) + " modules more";
  return text;
}

// On a terminal a column in which nothing stands (the IL offsets of sources) gives its room away.
void drop_empty_columns(Table& table) {
  for (size_t i = table.titles.size(); i-- > 0;) {
    const bool holds = std::any_of(table.rows.begin(), table.rows.end(),
                                   [&](const auto& row) { return !row[i].empty(); });
    if (holds || table.rows.empty()) continue;
    table.titles.erase(table.titles.begin() + static_cast<std::ptrdiff_t>(i));
    for (auto& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::vector<Column> shown_columns(const Op& op) {
  std::vector<Column> shown;
  for (int place = 1;; ++place) {
    const size_t before = shown.size();
    for (const auto& column : op.columns)
      if (column.place == place) shown.push_back(column);
    if (shown.size() == before) return shown;
  }
}

void print_rows(const Op& op, std::span<const Json> rows, const Completeness& complete, bool all) {
  const size_t shown = on_terminal() && !all ? std::min(rows.size(), kTerminalRows) : rows.size();
  Table table;
  for (const auto& column : shown_columns(op)) table.titles.emplace_back(column.title);
  for (size_t i = 0; i < shown; ++i) {
    auto& row = table.rows.emplace_back();
    for (const auto& column : shown_columns(op)) row.push_back(cell(rows[i][column.key]));
  }
  if (on_terminal()) drop_empty_columns(table);
  std::cout << print(table);
  if (!on_terminal()) {
    if (complete.truncated)
      std::cerr << "dossier: cut at " << complete.returned << "; --all prints every one\n";
    return;
  }
  std::string summary = std::to_string(complete.total) + (complete.exact ? "" : " or more") +
                        (complete.total == 1 ? " hit" : " hits");
  if (shown < rows.size() || complete.truncated)
    summary += ", " + std::to_string(shown) + " shown (--all prints every one)";
  std::cout << styled(summary, Style::bold) << "\n";
  if (shown < rows.size() && op.limit())
    std::cout << styled("by module: " + module_counts(rows), Style::dim) << "\n";
}

// An answer that is one thing: its fields in a column.
void print_object(const Json& object) {
  size_t width = 0;
  for (const auto& [key, value] : *object.fields()) width = std::max(width, key.size());
  for (const auto& [key, value] : *object.fields()) {
    // A list has a line for each of its parts.
    const bool is_list = value.each().size() > 1;
    const auto parts = is_list ? value.each() : std::span(&value, 1);
    std::string title = styled(key, Style::dim) + std::string(width - key.size() + 2, ' ');
    for (const auto& part : parts) {
      const std::string text = cell(part);
      if (text.empty() && !is_list) continue;
      std::cout << std::exchange(title, std::string(width + 2, ' ')) << printable(text) << "\n";
    }
  }
}

void print_answer(const Op& op, const JsonAnswer& answer, bool all) {
  const Json body = read_json(answer.body);
  const Json* rows = op.rows.empty() ? &body : body.find(op.rows);
  if (rows && rows->each().empty()) {
    const std::string& why = body.text("note");
    std::cout << "nothing found" << (why.empty() ? "" : ": " + printable(why)) << "\n";
  } else if (rows) {
    if (const Json* status = body.find("status"))
      std::cout << printable(cell(*status)) << ": " << rows->each().size() << " candidates\n";
    print_rows(op, rows->each(), answer.complete, all);
  } else if (body.text("status") == "not_found") {
    std::cout << "nothing is called '" << printable(cell(body["identifier"])) << "'\n";
  } else {
    print_object(body);
  }
}

std::string message_of(const JsonAnswer& answer) {
  const Json body = read_json(answer.body);
  const Json* error = body.find("error");
  return error ? cell(*error) : "the request was refused";
}

int run_op(const Op& op, const Invocation& invocation) {
  Store store = open_to_read(invocation.database());
  Arguments arguments;
  for (const auto& field : op.fields) {
    const std::string name = option_name(field);
    if (!invocation.has(name)) continue;
    if (field.is_number() && !parse_cap(invocation.text(name), 1))
      throw Error(ErrorCode::invalid,
                  name + " takes an integer, not '" + invocation.text(name) + "'");
    arguments.set(std::string(field.name),
                  field.type == OpField::flag ? "true" : invocation.text(name));
  }
  arguments.unlimited = invocation.has("--all");
  if (arguments.unlimited && op.limit()) arguments.set(std::string(op.limit()->name), "");
  const JsonAnswer answer = run_to_json(store, op, arguments);
  if (answer.status() >= 400) throw Error(ErrorCode::invalid, message_of(answer));
  if (invocation.json())
    std::cout << answer.body << "\n";
  else
    print_answer(op, answer, arguments.unlimited);
  if (answer.complete.stale) print_stale();
  return 0;
}

}  // namespace

std::vector<Command> lookup_commands() {
  std::vector<Command> made;
  for (const Op* op : ops()) {
    // These have commands of their own.
    if (op == &kFind || op == &kGrep || op == &kReadSource) continue;
    Command command;
    command.word = op->command;
    command.group = Group::look;
    command.summary = op->summary;
    command.example = op->example;
    for (const auto& field : op->fields)
      command.options.push_back({option_name(field),
                                 field.positional || field.type == OpField::flag ? ""
                                 : field.is_number()                             ? "N"
                                                                                 : "TEXT",
                                 std::string(field.doc), field.positional, false});
    command.options.push_back({"--all", "", "Every one, however many", false, false});
    command.options.push_back(
        {"--json", "", "The HTTP body of " + std::string(op->route), false, false});
    command.run = [op](const Invocation& invocation) { return run_op(*op, invocation); };
    made.push_back(std::move(command));
  }
  return made;
}

}  // namespace dossier::cli
