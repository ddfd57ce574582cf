#pragma once
// The files that a git configuration includes. libgit2 opens each of them by its name, whatever it
// is; they are looked at before it does. Rejected: asking libgit2, which reads them to answer.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::snapshot {

/// The values of `path` in the sections `include` and `includeIf` of the text of a configuration,
/// in order, whatever the condition.
std::vector<std::string> included_in(std::string_view config);

/// The file that such a value names in the configuration `from`: "~/" is the home folder, and what
/// is not absolute lies beside `from`.
std::filesystem::path included_file(const std::filesystem::path& from, std::string_view value);

}  // namespace dossier::snapshot
