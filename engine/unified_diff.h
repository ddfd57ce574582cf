#pragma once
// Unified diffs: three lines of context, `--- a/…`, `+++ b/…`, `\ No newline at end of file`. Lines
// are compared including their line ends. Differing files of more than 10,000 lines between their
// common head and tail are shown as one replacement, which bounds the time.
#include <optional>
#include <string>
#include <string_view>

namespace dossier {

/// The diff of one file; absent = the file does not exist on that side. "" if nothing differs.
std::string unified_diff(std::string_view path, std::optional<std::string_view> before,
                         std::optional<std::string_view> after);

/// `side` ("a/" or "b/") and a path as diffs name a file. What would end the name or its line
/// (control characters, quotes, backslashes) is escaped in quotes, as git does.
std::string diff_path(std::string_view side, std::string_view path);

}  // namespace dossier
