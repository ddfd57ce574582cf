#pragma once
// The files of an open database are SQLite's alone. POSIX drops all locks of a process on a file as
// soon as the process closes any descriptor of it (fcntl(2)), and whoever closes the database, its
// log or the log's index after reading it like any other file leaves SQLite without its locks: the
// next process believes itself alone and unlinks the log. Written to, they are lost at once.
//
// Invariant: whatever a person, a model or a folder names is opened through open_unreserved(),
// which asks before anything is open. Files are told by device and inode, so that no link or mount
// leads to them, nor another name that they are given meanwhile (engine/held.h); those that do not
// exist yet by their folder and name.
//
// Rejected: to compare paths; to look at a descriptor once it is open (closing it is the harm).
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

struct stat;

namespace dossier {

/// The file that `path` means: where that is a symbolic link, what it leads to, so that the log and
/// the lease lie beside the file whatever it is called. Throws Error{invalid} for what SQLite takes
/// for no file (":memory:", "file:…") and for what is no regular one, and Error{not_found} for a
/// link that leads nowhere.
std::string database_file(const std::string& path);

/// Reserves the database at `path`, which need not exist, with all that SQLite and imports keep
/// beside it, from construction to destruction, for the whole process.
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

/// Whether this is a reserved file as it stands now.
bool is_reserved(const struct stat& file);
/// Whether a file of this name in the folder (a descriptor) is reserved, or would be if it existed.
bool is_reserved(int folder, std::string_view name);
/// The same for a path, in either sense.
bool is_reserved(const std::string& path);
/// Throws Error{denied} where is_reserved(path).
void refuse_reserved(const std::string& path);

/// open(2) for reading, or -1 with errno; EBUSY for a reserved file, which is not opened.
/// `resolve`: of openat2(2). A symbolic link that O_NOFOLLOW or `resolve` forbids is ELOOP.
int open_unreserved(int folder, const std::string& path, int flags, uint64_t resolve = 0);
/// What `errno` says of open_unreserved, in words.
std::string reason_of(int error);

/// The file's bytes, at most `most` of them. Throws Error{not_found | denied | io}.
std::string read_unreserved(const std::string& path, size_t most = SIZE_MAX);

}  // namespace dossier
