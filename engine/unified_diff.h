#pragma once
// Unified diffs: three lines of context, `--- a/…`, `+++ b/…`, `\ No newline at end of file`. Lines
// are compared including their line ends. Differing files of more than 10,000 lines between their
// common head and tail are shown as one replacement, which bounds the time.
#include <optional>
#include <string>
#include <string_view>

#include "engine/path_text.h"

namespace dossier {

/// The diff of one file; absent = the file does not exist on that side. "" if nothing differs.
std::string unified_diff(std::string_view path, std::optional<std::string_view> before,
                         std::optional<std::string_view> after);

}  // namespace dossier
