#pragma once
// Whether SQLite may read what lies beside a database. It applies a journal or a log to the
// database whoever wrote it: neither names its database, and neither says who left it. A pull, an
// archive or a command could so replace every page. Therefore Database::open() asks here after
// SQLite has opened the database and before it has read anything.
//
// Invariant: SQLite reads no -journal, -wal or -shm that holds anything, unless
//   - this process has it open, or another process does that has the database locked, or
//   - nobody has the database locked, and the log is the one that a connection of this person's
//     program had last (the index of a log, -shm, is then made anew by SQLite itself).
// A log or an index that was removed while a process has it open is not made anew: the process
// would go on with its own, and what only that holds would be lost. A symbolic link, an irregular
// file and a hard link that nobody has open are never read. An empty log beside a database that
// others have open with another log is refused too: both would be written, and the pages mixed up.
//
// The last log of a database is remembered in the person's state (engine/person_state.h): the inode
// and time of birth of the database, and those of the log. So a killed process is recovered from
// without a word, after a rename too, and a log never comes to another database. Kill points: a
// writing connection remembers the log before it writes to it; a log that was made and not yet
// remembered is empty, which needs no memory. A connection that only reads remembers on close a log
// that others filled, since it cannot empty it. The switch of a new database to a log needs no
// journal on disk (engine/open.cc), so the program never leaves one. Where there are over a hundred
// records, those of logs that are gone are removed.
//
// What remains: the record is not synced, which would cost a commit several times its time. A loss
// of power within seconds of it can lose it; the log is then refused and nothing is lost. What is
// written into the remembered log itself, in place, by somebody who may do so after the process was
// killed, is taken for the process's. Where the file system keeps no time of birth the inode alone
// decides, which a new file may get again. What changes between the look and SQLite's own open is
// not seen. A process of another user holds the file if it holds a lock: what it has open cannot be
// seen.
//
// Rejected: the salts of the log, which change with every checkpoint and would have to be
// remembered each time; the device, which can have another number after a restart; the locks of the
// log's index, which a connection that holds it exclusively does not take.
#include <sys/types.h>

#include <string>

namespace dossier {

/// Throws Error{denied}, with what to do, if SQLite must not read a file beside this database,
/// which is open in this process and of which nothing was read. `database` is the name that SQLite
/// has.
void refuse_side_files(const std::string& database);

/// Remembers the log that this process has open for the database, if it holds `least` bytes.
void remember_log(const std::string& database, off_t least);

/// The same for every database that this process has open: for whoever has just let a command run.
void refuse_side_files();

}  // namespace dossier
