#pragma once
// Which database a command works on.
#include <optional>
#include <string>

namespace dossier::cli {

/// `given` (--db), else $DOSSIER_DB, else the nearest dossier.db in this folder or above, else
/// dossier.db here (which may not exist yet).
std::string database_path(const std::optional<std::string>& given);

/// Call before a database is created at `path`: inside a git work tree the file is added to
/// .git/info/exclude, so that it is never committed by accident. Does nothing where that is
/// impossible.
void exclude_from_git(const std::string& path);

}  // namespace dossier::cli
