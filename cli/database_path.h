#pragma once
// Chooses the database of a command.
#include <optional>
#include <string>

namespace dossier::cli {

/// The database: `given` (--db), else $DOSSIER_DB, else the nearest dossier.db in this folder or
/// above, else dossier.db here (which may not exist). A symbolic link is resolved. A database that
/// was found, with its folder and SQLite's files beside it, must belong to this user or root:
/// another owner could choose what is read and where transcripts go. Any other is passed over;
/// throws Error{denied} if there is none but such, and what database_file throws.
std::string database_path(const std::optional<std::string>& given);

/// Whether a person named it: --db or $DOSSIER_DB. What is found may be anybody's.
bool is_named(const std::optional<std::string>& given);
/// Where the database is found if nobody names it: the path of a link, if it is one.
std::string found_database();

/// Call before a database is created at `path`. In a git work tree it adds the file to
/// .git/info/exclude, so that it is not committed by accident. Does nothing if that is impossible.
void exclude_from_git(const std::string& path);

}  // namespace dossier::cli
