#pragma once
// Reports a failure on standard error: a line for a person or, with --json, one line of JSON,
// {"error":{"code","message","place"}}, so that a program that asked for JSON can parse whatever it
// gets. Progress and warnings are not failures and stay text. Rejected: the error in place of the
// result on standard output, where a pipe would treat it as one.
#include <exception>
#include <string>

namespace dossier::cli {

/// Whether the words ask for JSON. Determined before they are parsed, so that a parse error is
/// reported accordingly.
bool asks_for_json(int argc, const char* const* argv);

/// The line, with its newline.
std::string failure_line(const std::exception& failure, bool json);

}  // namespace dossier::cli
