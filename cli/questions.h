#pragma once
// Questions that a person answers on the terminal. What was typed before a question was shown is no
// answer to it: a terminal's input is emptied first, so that nobody agrees by an Enter too many.
// Input that is no terminal is read as it is.
#include <ostream>
#include <string>

namespace dossier::cli {

/// One key, without Enter; 0 at the end of input or when a signal came. Asked on standard error.
char asked_key(const std::string& question);

/// A line; false at the end of input.
bool asked_line(std::ostream& out, const std::string& question, std::string& line);

/// Whether the line that is read agrees.
bool says_yes(std::ostream& out, const std::string& question);

}  // namespace dossier::cli
