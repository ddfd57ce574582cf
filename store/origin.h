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
// A symbolic link arrives like a file, and leads to whatever it likes. One under which a database
// is found needs a record of its own, which `dossier trust` makes and which says to which file it
// leads; what is found is known if both are.
//
// Rejected: the path, which stays when git replaces the file; the device beside a birth, because
// numbers of devices change when a machine starts (btrfs, ZFS, LVM, NFS); a key that signs the
// contents, which every write would have to renew.
#include <cstdint>
#include <string>
#include <vector>

#include "engine/database.h"

namespace dossier {

enum class Origin : uint8_t {
  foreign,  // nobody vouches for it
  trusted,  // the person does, with `dossier trust`; what its sessions grant is not believed
  made,     // by this person's program, or it lives in memory
};

/// Whether there is a record of the file at `path` and, where that is a link, of the link. The
/// identity is still to be compared.
bool is_recorded(const std::string& path);
/// Of the open database.
Origin origin_of(Database& database);
/// The same of what is found at `path`: opens it to read. What has no record is not opened.
Origin origin_of(const std::string& path);

/// Throws Error{denied}, which says what a person can do, if what is found at `path` is foreign,
/// now or whenever a Store of this process opens its file: another may have come to its place. One
/// that is sealed may be foreign, since nobody writes it. No file is none, and of one that is no
/// database that is what is told.
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
/// Records the link at `path`, if it is one. Returns why it could not, as above.
std::string remember_link(const std::string& path);
/// Notes where the file stands now, if it is recorded.
void remember_place(const std::string& path);
/// The files of all databases that are recorded and still where they were written last.
std::vector<std::string> recorded_databases();
/// Of the file at `path` or, where that is a link, of the link. Returns whether there was a record.
bool forget_origin(const std::string& path);

}  // namespace dossier
