#pragma once
// POSIX character classes, as grep and ripgrep take them within brackets: [[:upper:]_]. Python's
// dialect, which pattern.h reads, has none and takes their letters one by one: a search for them
// finds other things than were meant, or nothing. Rejected: reading them in the parser, which has
// to agree with Python where `broad` is asked.
#include <string>
#include <string_view>

namespace dossier::search {

/// The pattern with every such class written as ranges of ASCII. Throws Error{invalid} for a class
/// that there is not.
std::string with_posix_classes(std::string_view pattern);

}  // namespace dossier::search
