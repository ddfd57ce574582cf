#pragma once
// What is looked at of a repository before libgit2 is. It opens files by their names: none of them
// may lead to an open database, and it would wait for ever at a pipe.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace dossier::snapshot {

/// The text of a regular file that git keeps, at most `most` bytes; absent if there is none that
/// can be read. Waits for nobody.
std::optional<std::string> text_of_git_file(const std::filesystem::path& file, size_t most);

/// The folder that the first line of such a file names behind `before`, as `.git` ("gitdir: ") and
/// `commondir` ("") do; "" without one.
std::filesystem::path folder_named_in(const std::filesystem::path& file, std::string_view before);

/// Looks at every file of the repository that libgit2 would find from `path` on, of the folders to
/// which links among them lead, of the folders of objects that it names as alternates, and at those
/// that its configuration includes. Throws Error{denied} for one that may not be opened
/// (engine/reserved.h), and Error{limit} for links, alternates or includes without an end.
void refuse_irregular_files_of(const std::filesystem::path& path);

}  // namespace dossier::snapshot
