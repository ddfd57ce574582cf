#pragma once
// Tracks which files SQLite has open in this process, by device and inode. It replaces the calls
// with which SQLite opens and closes files, so it knows every database, log and log index, even if
// they are renamed.
#include <string>
#include <vector>

struct stat;

namespace dossier {

/// Starts tracking. Call it before the first database is opened; further calls have no effect.
void watch_open_files();

/// Whether SQLite has this file open.
bool sqlite_has_open(const struct stat& file);

/// The paths of the files that SQLite has open, as the kernel names them now.
std::vector<std::string> paths_of_open_files();

}  // namespace dossier
