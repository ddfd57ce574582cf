#pragma once
// What the commands for ops share: making a command from an op's declaration, and running an op and
// printing its answer. Commands with additional behavior (find, grep, cat) modify their rows.
#include <functional>

#include "cli/command.h"
#include "cli/printed.h"
#include "queries/ops/op.h"

namespace dossier::cli {

/// The command of an op: its fields are the options, and its answer is printed as rows, as fields,
/// or in the requested format.
Command command_of(const Op& op);
/// An option of a command, by its key: "--max-results", "PATTERN".
Option& option_of(Command& command, std::string_view key);

/// The arguments of an op from a command line. Numbers out of their bounds are refused, which HTTP
/// clamps; `is_bounded` = false: except the number of rows, which the caller checks.
Arguments arguments_of(const Op& op, const Invocation& invocation, bool is_bounded = true);
RowFormat format_of(const Invocation& invocation);

/// Runs an op. Absent if the request was refused; the refusal has then been printed.
std::optional<Outcome> ask(Store& store, const Op& op, const Invocation& invocation,
                           const Arguments& arguments, Sink& sink);
/// Runs an op and prints its answer: as JSON if requested, otherwise by `print`, from what the sink
/// holds. Returns the exit status.
using Print = std::function<void(const Outcome& outcome)>;
int run_op(Store& store, const Op& op, const Invocation& invocation, const Arguments& arguments,
           Printed& sink, const Print& print);

/// Prints those that are not empty on standard error.
void print_notes(const std::vector<std::string>& notes);

// Each modifies the command of its op.
void change_find(Command& command);
void change_grep(Command& command);
void change_cat(Command& command);

}  // namespace dossier::cli
