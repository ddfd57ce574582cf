#pragma once
// Keeps the files of open databases to SQLite. POSIX drops all locks of a process on a file when
// the process closes any descriptor of it (fcntl(2)). If the program read the database, its log or
// the log's index like any other file, closing it would leave SQLite without locks: the next
// process would believe itself alone and unlink the log. Writing to them would destroy them at
// once.
//
// Invariant: every file that a person, a model or a folder names is opened through
// open_unreserved(), which checks before it opens anything. Files are identified by device and
// inode, so that links, mounts and renames (engine/open_files.h) do not matter; files that do not
// exist yet, by their folder and name.
//
// Rejected: comparing paths; examining a descriptor once it is open (closing it does the harm).
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

struct stat;

namespace dossier {

/// Suffixes of the files that the program keeps beside a database. Nobody else gives a file such a
/// name.
inline constexpr const char* kLeaseEnd = "-dossier-import";  // store/lease.h
inline constexpr const char* kFirstEnd = "-dossier-first";   // store/import/new_database.h
/// Suffixes of SQLite's files: the log, its index, and the journal of other modes.
inline constexpr std::array<const char*, 3> kLogEnds = {"-wal", "-shm", "-journal"};

/// The file that `path` names. A symbolic link is resolved, so the log and the lease are beside the
/// file itself. Throws Error{invalid} for names that SQLite does not treat as files (":memory:",
/// "file:…"), for names with a suffix of the files beside a database, and for irregular files;
/// Error{not_found} for a dangling link.
std::string database_file(const std::string& path);

/// Removes the regular file at `path`, which a killed process may have left. Returns false if
/// something else is there.
bool remove_leftover(const std::string& path);

/// Removes the empty log of a database that no longer exists. SQLite removes any when it creates a
/// file, and a complete database that is moved to this path would replay it. Does nothing if the
/// database exists. Throws Error{denied} for a log or a journal that holds anything, which may be
/// all that is left of the database's last changes, and for an irregular file.
void remove_stale_log(const std::string& database);
/// The reason for a log where the database is gone or empty.
inline constexpr const char* kLogOfNone =
    "holds the last changes of a database that is not here; put that database back to keep them, "
    "or remove this file";

/// Reserves the database at `path`, which need not exist, and all files that SQLite and imports
/// keep beside it, for the whole process, during its lifetime.
class Reservation {
 public:
  explicit Reservation(const std::string& path);
  ~Reservation();
  Reservation(Reservation&& other) noexcept : key_(std::exchange(other.key_, 0)) {}
  Reservation& operator=(Reservation&& other) noexcept {
    std::swap(key_, other.key_);
    return *this;
  }

 private:
  int64_t key_ = 0;
};

/// Whether this file is reserved now.
bool is_reserved(const struct stat& file);
/// Whether any file in the folder (a descriptor) may be reserved.
bool holds_reserved(int folder);
/// Whether the file of this name in the folder (a descriptor) is reserved, or would be if it
/// existed.
bool is_reserved(int folder, std::string_view name);
/// The same for a path.
bool is_reserved(const std::string& path);
/// Throws Error{denied} if is_reserved(path).
void refuse_reserved(const std::string& path);

/// open(2) for reading; -1 with errno on failure. A reserved file is not opened: EBUSY. `resolve`
/// is that of openat2(2). A symbolic link that O_NOFOLLOW or `resolve` forbids is ELOOP.
int open_unreserved(int folder, const std::string& path, int flags, uint64_t resolve = 0);
/// The reason for an errno of open_unreserved, in words.
std::string reason_of(int error);

/// The file's bytes, at most `most` of them. Throws Error{not_found | denied | io}.
std::string read_unreserved(const std::string& path, size_t most = SIZE_MAX);

}  // namespace dossier
