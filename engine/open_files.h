#pragma once
// Tracks which files SQLite has open in this process, by device and inode. It replaces the calls
// with which SQLite opens and closes files, so it knows every database, log and log index, even if
// they are renamed.
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

struct stat;

namespace dossier {

/// Starts tracking. Call it before the first database is opened; further calls have no effect.
void watch_open_files();

/// Whether SQLite has this file open.
bool sqlite_has_open(const struct stat& file);
/// Whether SQLite has a file open that had this name when it was opened.
bool sqlite_has_opened(const std::string& name);
/// The names under which SQLite opened what it has open.
std::vector<std::string> names_of_open_files();

/// Another process whose lock on the database, which SQLite has open here, keeps this process from
/// one of this kind (F_RDLCK, F_WRLCK); 0 if the kernel does not tell which. Absent if there is
/// none.
std::optional<pid_t> who_locks(const struct stat& database, short kind);

/// The paths of the files that SQLite has open, as the kernel names them now.
std::vector<std::string> paths_of_open_files();

}  // namespace dossier
