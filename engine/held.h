#pragma once
// Which files SQLite has open in this process, by device and inode: it opens and closes them
// through calls that can be replaced, so that this is known of every one of them, its log and that
// log's index included, whatever they are called by now.
struct stat;

namespace dossier {

/// From now on knows what SQLite opens. Before the first database is opened; again has no effect.
void watch_held_files();

/// Whether SQLite has this file open.
bool is_held(const struct stat& file);

}  // namespace dossier
