#pragma once
// What is looked at of a repository before libgit2 is. It opens files by their names: none of them
// may lead to an open database, and it would wait for ever at a pipe.
#include <filesystem>

namespace dossier::snapshot {

/// Looks at every file of the repository that libgit2 would find from `path` on, of the folders of
/// objects that it names as alternates, and at those that its configuration includes. Throws
/// Error{denied} for one that may not be opened (engine/reserved.h), and Error{limit} for
/// alternates or includes without an end.
void refuse_irregular_files_of(const std::filesystem::path& path);

}  // namespace dossier::snapshot
