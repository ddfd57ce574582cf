#pragma once
// A pattern as people bring it from grep and ripgrep, for the parser (pattern.h), which reads
// Python's dialect: there a POSIX class is its letters, one by one, and \< is a plain character. A
// search for those finds other things than were meant, or nothing. Rejected: reading them in the
// parser, which has to agree with Python where `broad` is asked.
#include <string>
#include <string_view>

namespace dossier::search {

/// The pattern with every POSIX class ([[:upper:]_]) written as ranges of ASCII, and with what
/// stands for the edges of words (\< and \>) as Python has it. Throws Error{invalid} for a class
/// that there is not, for an edge that no text has, and for an intersection or difference of sets.
std::string pattern_of_grep(std::string_view pattern);

}  // namespace dossier::search
