#include "store/import/new_database.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "engine/descriptor.h"
#include "engine/error.h"
#include "engine/reserved.h"
#include "store/origin.h"

namespace dossier {
namespace {

void flush_to_disk(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool done = fd >= 0 && ::fsync(fd) == 0;
  const int reason = errno;
  if (fd >= 0) ::close(fd);
  if (!done) throw Error(ErrorCode::io, std::strerror(reason), path);
}

// The kernel keeps in one piece what one write brings it, and answers a page fault of a mapped file
// by the piece: SQLite's writes of a page each make every search of the database a third slower
// until the file has left memory.
constexpr size_t kPiece = size_t{4} << 20;

bool copy(int from, int to) {
  std::vector<char> piece(kPiece);
  for (;;) {
    const ssize_t size = ::read(from, piece.data(), piece.size());
    if (size <= 0) return size == 0;
    for (ssize_t done = 0; done < size;) {
      const ssize_t written = ::write(to, piece.data() + done, static_cast<size_t>(size - done));
      if (written <= 0) return false;
      done += written;
    }
  }
}

// A copy in large pieces, on disk and without a name yet. None where there is no room for two or
// the file system has no files without names; then the file itself has to do.
Descriptor copy_in_pieces(const std::string& path, const std::string& folder) {
  const Descriptor from(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  Descriptor to(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  const bool is_whole = from && to && copy(from.number(), to.number()) && ::fsync(to.number()) == 0;
  return is_whole ? std::move(to) : Descriptor();
}

// Unlike rename(), a link does not take the place of another. Errors are in errno.
bool place(const std::string& made, int copied, const std::string& path) {
  const std::string number = "/proc/self/fd/" + std::to_string(copied);  // open(2), O_TMPFILE
  if (copied >= 0 &&
      ::linkat(AT_FDCWD, number.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0)
    return true;
  if (copied >= 0 && errno == EEXIST) return false;
  flush_to_disk(made);
  return ::link(made.c_str(), path.c_str()) == 0;
}

}  // namespace

NewDatabase::Made::~Made() {
  remove_leftover(path);
  for (const char* end : kLogEnds) remove_leftover(path + end);
}

NewDatabase::NewDatabase(const std::string& path, const LeaseWait& wait)
    : path_(database_file(path)), lease_(path_, wait), made_{path_ + kFirstEnd} {
  if (::access(path_.c_str(), F_OK) != 0) store_.emplace(Store::open_fresh(path_));
}

bool NewDatabase::publish() {
  const std::string identity = identity_of(store_->database());
  store_->statements().release();
  store_->database().execute("PRAGMA journal_mode = WAL");
  store_.reset();
  const auto folder = std::filesystem::absolute(path_).parent_path().string();
  const Descriptor copied = copy_in_pieces(made_.path, folder);
  remove_stale_log(path_);
  // Before it stands there: whoever is killed in between has left no database that is foreign.
  const std::string made = copied ? "/proc/self/fd/" + std::to_string(copied.number()) : made_.path;
  why_not_remembered_ = remember(made, path_, identity, Origin::made);
  const bool placed = place(made_.path, copied.number(), path_);
  const int reason = errno;
  if (!placed && reason != EEXIST) throw Error(ErrorCode::io, std::strerror(reason), path_);
  if (placed) flush_to_disk(folder);
  return placed;
}

}  // namespace dossier
