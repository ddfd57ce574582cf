#pragma once
// Which database a command works on.
#include <optional>
#include <string>

namespace dossier::cli {

/// `given` (--db), else $DOSSIER_DB, else the nearest dossier.db in this folder or above, else
/// dossier.db here (which may not exist yet); of a symbolic link, what it leads to. One that was
/// found must belong, with its folder and what SQLite keeps beside it, to this user or root:
/// whoever else put it there would choose what is read and where transcripts go. Throws
/// Error{denied} otherwise, and what database_file throws.
std::string database_path(const std::optional<std::string>& given);

/// Call before a database is created at `path`: inside a git work tree the file is added to
/// .git/info/exclude, so that it is never committed by accident. Does nothing where that is
/// impossible.
void exclude_from_git(const std::string& path);

}  // namespace dossier::cli
