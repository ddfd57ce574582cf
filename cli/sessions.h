#pragma once
// What the actions of `dossier sessions` share, and the actions with files of their own.
#include <string>
#include <string_view>
#include <vector>

#include "agent/journal.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace dossier::cli {

/// The words after the action.
std::vector<std::string> session_words(const Invocation& invocation);
Store reading(const Invocation& invocation);
/// The session that the first word after the action names.
int64_t named_session(Store& store, const Invocation& invocation);
/// Prints the rows as JSON if requested, else the table, or `none` if it is empty.
void print_either(const Invocation& invocation, const Json& rows, const Table& table,
                  std::string_view none);
/// Prints what a check has found, a line each, or `none`; returns the exit status.
int print_problems(const std::vector<std::string>& problems, const std::string& none,
                   const Invocation& invocation);
/// ms since 1970 of "2026-01-31", UTC; 0 for "".
int64_t day_of(const std::string& text);
/// An event on one line.
std::string line_of(const SessionEvent& event);
/// Prints the session's edits as coloured diffs, or as JSON.
void print_diffs(Store& store, const Journal& journal, bool json);
/// Prints which files an undo restored.
void print_undone(const std::vector<Edit>& edits, bool json);

// Actions.
int show_session(const Invocation& invocation);
int diff_sessions(const Invocation& invocation);
int search_sessions(const Invocation& invocation);
int cited_sessions(const Invocation& invocation);
int import_sessions_here(const Invocation& invocation);
int session_tree(const Invocation& invocation);
int report_sessions(const Invocation& invocation);

// verify and heads (cli/sessions_verify.cc).
int verify_sessions_here(const Invocation& invocation);
int session_heads(const Invocation& invocation);

}  // namespace dossier::cli
