#pragma once
// By whose word a database is used. A file called dossier.db arrives like any other, in a clone or
// an archive, and what it holds is somebody's: sessions, queries, what was read. The person's state
// folder (engine/person_state.h) says which files this person's program made or the person trusts.
//
// A record is of a file: its inode and the time of its birth, which nobody can choose, and the
// identity that the database was given at random (migration 0029). A file that was replaced has
// another inode or birth; one that was written over has another identity. A file that was renamed
// is the same. Where the file system keeps no time of birth, the device stands for it.
//
// Rejected: the path, which stays when git replaces the file; the device beside a birth, because
// numbers of devices change when a machine starts (btrfs, ZFS, LVM, NFS); a key that signs the
// contents, which every write would have to renew.
#include <cstdint>
#include <string>

#include "engine/database.h"

namespace dossier {

enum class Origin : uint8_t {
  foreign,  // nobody vouches for it
  trusted,  // the person does, with `dossier trust`; what its sessions grant is not believed
  made,     // by this person's program, or it lives in memory
};

/// Whether there is a record of this file. Its identity is still to be compared.
bool is_recorded(const std::string& path);
/// Of the open database.
Origin origin_of(Database& database);
/// The same of a file: opens it to read. A file without a record is not opened.
Origin origin_of(const std::string& path);

/// Throws Error{denied}, which says what a person can do, if the file at `path` is foreign, now or
/// whenever a Store of this process opens it: another may have come to its place. One that is
/// sealed may be foreign, since nobody writes it. No file is none, and of one that is no database
/// that is what is told.
void require_known(const std::string& path);
/// Of a path that is opened: throws so where it was required.
void check_required(const std::string& path);

/// "" where it has none yet.
std::string identity_of(Database& database);
/// Records the file that stands at `file` now, and at `path` soon. Returns why it could not; "" =
/// it is recorded. Records of files that are gone are removed where there are over a thousand.
std::string remember(const std::string& file, const std::string& path, const std::string& identity,
                     Origin origin);
/// The same of an open database.
std::string remember(Database& database, Origin origin);
/// Returns whether there was a record.
bool forget_origin(const std::string& path);

}  // namespace dossier
