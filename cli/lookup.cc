#include "cli/lookup.h"

#include <algorithm>
#include <cctype>
#include <iostream>

#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "queries/ops/filters.h"
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

void print_rows(const Printed& sink, const Completeness& complete, bool all) {
  const size_t shown = on_terminal() && !all ? std::min(sink.rows(), kTerminalRows) : sink.rows();
  sink.print_rows(shown);
  if (!on_terminal()) {
    if (complete.truncated)
      std::cerr << "dossier: cut off after row " << complete.returned
                << "; --all prints every row\n";
    return;
  }
  std::string summary = std::to_string(complete.total) + (complete.exact ? "" : " or more") +
                        (complete.total == 1 && complete.exact ? " hit" : " hits");
  if (shown < sink.rows() || complete.truncated)
    summary += ", " + std::to_string(shown) + " shown (--all prints every row)";
  std::cout << styled(summary, Style::bold) << "\n";
  if (const std::string counts = sink.module_counts(); shown < sink.rows() && !counts.empty())
    std::cout << styled("by module: " + counts, Style::dim) << "\n";
}

void print_answer(const Printed& sink, const Outcome& outcome, bool all) {
  if (sink.has_rows() && sink.rows() == 0) {
    const std::string& why = sink.fields().text("note");
    std::cout << "nothing found" << (why.empty() ? "" : ": " + printable(why)) << "\n";
  } else if (sink.has_rows()) {
    if (const auto& status = sink.fields().text("status"); !status.empty())
      std::cout << printable(status) << ": " << sink.rows() << " candidates\n";
    print_rows(sink, outcome.complete, all);
    print_notes({sink.fields().text("note")});
  } else if (sink.fields().text("status") == "not_found") {
    const std::string& why = sink.fields().text("note");
    if (why.empty())
      std::cout << "nothing is called '" << printable(sink.fields().text("identifier")) << "'\n";
    else
      std::cout << printable(why) << "\n";
  } else {
    sink.print_fields();
  }
}

// Rows in a format that another program reads: what else there is to say goes to standard error.
void print_plain(const Printed& sink, const Outcome& outcome) {
  sink.print_rows(sink.rows());
  std::cout.flush();
  if (const auto& why = sink.fields().text("note"); !why.empty())
    std::cerr << "note: " << printable(why) << "\n";
  if (outcome.complete.truncated)
    std::cerr << "dossier: cut off after row " << outcome.complete.returned
              << "; --all prints every row\n";
}

bool has_field(const Op& op, std::string_view name) {
  return std::any_of(op.fields.begin(), op.fields.end(),
                     [&](const OpField& field) { return field.name == name; });
}

// Nothing was found: a filter that nothing passes is named.
void print_unpassable(Store& store, const Op& op, const Arguments& arguments) {
  const Transaction reading(store.database(), Transaction::reading);
  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  std::vector<std::string> notes;
  if (has_field(op, "module"))
    notes.push_back(unknown_module(store, scope, arguments.text("module")));
  if (has_field(op, "namespace"))
    notes.push_back(unknown_namespace(store, scope, arguments.text("namespace")));
  if (has_field(op, "file")) notes.push_back(unmatched_files(store, scope, arguments.all("file")));
  print_notes(notes);
}

// On the wire of the seed the module's whole name is asked for.
void complete_module(Store& store, const Op& op, Arguments& arguments) {
  const std::string module = arguments.text("module");
  if (!has_field(op, "module") || module.empty()) return;
  const Transaction reading(store.database(), Transaction::reading);
  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  arguments.set("module", module_meant(store, scope, module));
}

int run_plainly(const Op& op, const Invocation& invocation) {
  const RowFormat format = format_of(invocation);
  Store store = open_reading(invocation);
  Arguments arguments = arguments_of(op, invocation);
  complete_module(store, op, arguments);
  Printed sink(format);
  const auto print = [&](const Outcome& outcome) {
    if (format == RowFormat::table)
      print_answer(sink, outcome, invocation.has("--all"));
    else
      print_plain(sink, outcome);
  };
  return run_op(store, op, invocation, arguments, sink, print);
}

}  // namespace

void print_notes(const std::vector<std::string>& notes) {
  std::cout.flush();
  for (const auto& note : notes)
    if (!note.empty()) std::cerr << "note: " << printable(note) << "\n";
}

Command command_of(const Op& op) {
  Command command;
  command.word = op.command;
  command.group = Group::look;
  command.summary = op.summary;
  command.example = op.example;
  for (const auto& field : op.fields)
    command.options.push_back({option_name(field),
                               field.positional || field.type == OpField::flag ? ""
                               : field.is_number()                             ? "N"
                                                                               : "TEXT",
                               std::string(field.doc), field.positional, field.repeatable});
  command.options.push_back({"--all", "", "Print every row", false, false});
  command.options.push_back(
      {"--json", "", "The HTTP body of " + std::string(op.route), false, false});
  if (op.limit()) {  // its answers are rows
    command.options.push_back({"--jsonl", "", "One JSON object a row", false, false});
    command.options.push_back({"--csv", "", "As CSV with a header", false, false});
    if (std::any_of(op.columns.begin(), op.columns.end(),
                    [](const Column& column) { return column.names == Column::path; })) {
      command.options.push_back(
          {"--paths", "", "The files that the rows are in, each once", false, false});
      command.options.push_back({"--null", "",
                                 "The same, as they are with a NUL behind each, for xargs -0",
                                 false, false});
    }
  }
  command.run = [&op](const Invocation& invocation) { return run_plainly(op, invocation); };
  return command;
}

Option& option_of(Command& command, std::string_view key) {
  return *std::find_if(command.options.begin(), command.options.end(),
                       [&](const Option& option) { return option.key() == key; });
}

Arguments arguments_of(const Op& op, const Invocation& invocation, bool is_bounded) {
  Arguments arguments;
  for (const auto& field : op.fields) {
    const std::string name = option_name(field);
    if (!invocation.has(name)) continue;
    const bool is_checked = field.is_number() && (is_bounded || field.type != OpField::limit);
    if (is_checked)
      invocation.number(name, field.takes_zero ? 0 : 1, field.most == 0 ? INT32_MAX : field.most);
    if (field.type == OpField::limit && invocation.has("--all")) continue;
    for (const auto& value : invocation.all(name))
      arguments.add(std::string(field.name), field.type == OpField::flag ? "true" : value);
  }
  arguments.unlimited = invocation.has("--all");
  arguments.rows_only = !invocation.json();
  return arguments;
}

RowFormat format_of(const Invocation& invocation) {
  return invocation.has("--jsonl")   ? RowFormat::jsonl
         : invocation.has("--csv")   ? RowFormat::csv
         : invocation.has("--null")  ? RowFormat::null_paths
         : invocation.has("--paths") ? RowFormat::paths
                                     : RowFormat::table;
}

std::optional<Outcome> ask(Store& store, const Op& op, const Invocation& invocation,
                           const Arguments& arguments, Sink& sink) {
  Outcome outcome = run(store, op, arguments, sink);
  if (outcome.refusal.empty()) return outcome;
  if (outcome.is_late) outcome.refusal += "\n--timeout SECONDS gives it more time";
  if (invocation.json()) throw Error(ErrorCode::invalid, outcome.refusal);
  std::cerr << "dossier: " << printable_lines(outcome.refusal)
            << "\n";  // may be lines that point into a query
  return std::nullopt;
}

int run_op(Store& store, const Op& op, const Invocation& invocation, const Arguments& arguments,
           Printed& sink, const Print& print) {
  JsonSink json;
  const auto outcome =
      ask(store, op, invocation, arguments, invocation.json() ? static_cast<Sink&>(json) : sink);
  if (!outcome) return 1;
  if (invocation.json())
    std::cout << json.take() << std::endl;
  else
    print(*outcome);
  if (outcome->complete.returned == 0) print_unpassable(store, op, arguments);
  if (outcome->complete.stale) print_stale();
  return 0;
}

std::vector<Command> lookup_commands() {
  std::vector<Command> made;
  for (const Op* op : ops()) {
    made.push_back(command_of(*op));
    if (op == &kFind) change_find(made.back());
    if (op == &kGrep) change_grep(made.back());
    if (op == &kReadSource) change_cat(made.back());
  }
  return made;
}

}  // namespace dossier::cli
