#pragma once
// What the commands over the Op table have in common: the row that a declaration makes, and how an
// answer is asked for and printed. A command that says more (find, grep, cat) changes its row.
#include <functional>

#include "cli/command.h"
#include "cli/printed.h"
#include "queries/ops/op.h"

namespace dossier::cli {

/// The command that an op's declaration makes: its fields are the options, and its answer is
/// printed as its rows, its fields or in the format that is asked for.
Command command_of(const Op& op);
/// A row's option by its key: "--max-results", "PATTERN".
Option& option_of(Command& command, std::string_view key);

/// What a command line says to an op.
Arguments arguments_of(const Op& op, const Invocation& invocation);
RowFormat format_of(const Invocation& invocation);

/// Runs an op. Nothing where the request is refused: that has been said.
std::optional<Outcome> ask(Store& store, const Op& op, const Invocation& invocation,
                           const Arguments& arguments, Sink& sink);
/// Asks and prints: JSON where that is wanted, otherwise what `print` makes of what the sink holds.
/// Returns the exit status.
using Print = std::function<void(const Outcome& outcome)>;
int run_op(Store& store, const Op& op, const Invocation& invocation, const Arguments& arguments,
           Printed& sink, const Print& print);

// Each changes the row of its op.
void change_find(Command& command);
void change_grep(Command& command);
void change_cat(Command& command);

}  // namespace dossier::cli
