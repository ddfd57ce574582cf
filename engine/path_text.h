#pragma once
// A path as text. On disk it is any bytes; JSON holds UTF-8 alone. One that is not UTF-8 is written
// there as git writes it, in quotes with the bytes in octal ("src/a\377.go"), and so is one that
// begins with a quote: no two paths are one text, and the text leads back to the path.
//
// Rejected: U+FFFD for each such byte, which makes one path of two.
#include <string>
#include <string_view>

namespace dossier {

/// `side` ("a/", "b/" or nothing) and a path as diffs name a file. What would end the name or its
/// line (control characters, quotes, backslashes) and what is not UTF-8 is escaped in quotes, as
/// git does.
std::string diff_path(std::string_view side, std::string_view path);
/// What stands in quotes at the beginning of the text, with git's escapes: letters as in C, or a
/// byte in octal.
std::string unquoted_path(std::string_view text);

/// Whether JSON has it in another way than it is.
bool is_odd_path(std::string_view path);
/// The path as JSON has it.
std::string path_text(std::string_view path);
/// The path that such a text means; any other text is the path itself.
std::string path_meant(std::string_view text);

}  // namespace dossier
