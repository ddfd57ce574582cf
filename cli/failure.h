#pragma once
// How a failure is told on standard error: a line for a person, or under --json one line of JSON,
// {"error":{"code","message","place"}}, so that a program which asked for JSON parses whatever it
// gets. Progress and warnings stay text: they are no failures. Rejected: the error in place of the
// result on standard output, where a pipe would take it for one.
#include <exception>
#include <string>

namespace dossier::cli {

/// Whether the words ask for JSON: known before they are understood, so that a mistake among them
/// is told likewise.
bool asks_for_json(int argc, const char* const* argv);

/// One line, with its end.
std::string failure_line(const std::exception& failure, bool json);

}  // namespace dossier::cli
