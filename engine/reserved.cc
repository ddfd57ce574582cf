#include "engine/reserved.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "engine/descriptor.h"
#include "engine/error.h"
#include "engine/open_files.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

// What lies behind a database's name in the names of its files: SQLite's own, the lease of imports,
// and the database that a first import makes.
constexpr std::array<std::string_view, 9> kEnds = {"",
                                                   "-wal",
                                                   "-shm",
                                                   "-journal",
                                                   kLeaseEnd,
                                                   kFirstEnd,
                                                   "-dossier-first-wal",
                                                   "-dossier-first-shm",
                                                   "-dossier-first-journal"};

using Inode = std::pair<dev_t, ino_t>;
Inode inode_of(const struct stat& file) { return {file.st_dev, file.st_ino}; }

struct Reserved {
  int folder = -1;  // O_PATH; -1 where there is none
  Inode folder_inode{};
  std::string name;
  Inode opened{};  // of the file when it was reserved: it may have lost its name since
};

struct Registry {
  std::shared_mutex mutex;
  std::map<int64_t, Reserved> all;
  int64_t last = 0;
};

Registry& registry() {
  static auto* const kept = new Registry;  // outlives every static that holds a database
  return *kept;
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// Some file systems fold names: there, another spelling is the same file.
bool names_a_part(std::string_view name, std::string_view database) {
  const std::u16string folded = file_name_fold(name), begin = file_name_fold(database);
  if (!folded.starts_with(begin)) return false;
  const auto rest = std::u16string_view(folded).substr(begin.size());
  return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) {
    return std::equal(end.begin(), end.end(), rest.begin(), rest.end());
  });
}

bool holds(const Reserved& reserved, Inode wanted) {
  if (reserved.opened == wanted) return true;
  return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) {
    const std::string name = reserved.name + std::string(end);
    struct stat now {};
    return ::fstatat(reserved.folder, name.c_str(), &now, AT_SYMLINK_NOFOLLOW) == 0 &&
           inode_of(now) == wanted;
  });
}

int open_named(int folder, const std::string& path, int flags, uint64_t resolve) {
  open_how how{};
  how.flags = static_cast<uint64_t>(flags);
  how.resolve = resolve;
  for (int attempt = 0;; ++attempt) {
    const long fd = resolve == 0 ? ::openat(folder, path.c_str(), flags)
                                 : ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
    // EAGAIN: something was renamed meanwhile, and the kernel could not prove that it stayed in.
    if (fd >= 0 || (errno != EAGAIN && errno != EINTR) || attempt == 64)
      return static_cast<int>(fd);
  }
}

}  // namespace

bool remove_leftover(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return errno == ENOENT;
  return S_ISREG(status.st_mode) && ::unlink(path.c_str()) == 0;
}

void remove_stale_log(const std::string& database) {
  struct stat status {};
  if (::lstat(database.c_str(), &status) == 0) return;
  for (const std::string_view end : kLogEnds) {
    const std::string path = database + std::string(end);
    if (end != kLogEnds[1] && ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size > 0)
      throw Error(ErrorCode::denied, kLogOfNone, path);
    if (!remove_leftover(path))
      throw Error(ErrorCode::denied, "not a regular file; a database's log needs this name", path);
  }
}

Reservation::Reservation(const std::string& path) {
  Reserved made;
  made.name = fs::path(path).filename().string();
  made.folder = ::open(folder_of(path).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  struct stat status {};
  if (made.folder >= 0 && ::fstat(made.folder, &status) == 0) made.folder_inode = inode_of(status);
  if (::stat(path.c_str(), &status) == 0) made.opened = inode_of(status);
  Registry& all = registry();
  const std::unique_lock lock(all.mutex);
  key_ = ++all.last;
  all.all.emplace(key_, std::move(made));
}

Reservation::~Reservation() {
  if (key_ == 0) return;
  Registry& all = registry();
  const std::unique_lock lock(all.mutex);
  const auto at = all.all.find(key_);
  if (at->second.folder >= 0) ::close(at->second.folder);
  all.all.erase(at);
}

bool is_reserved(const struct stat& file) {
  if (!S_ISREG(file.st_mode)) return false;
  if (sqlite_has_open(file)) return true;
  Registry& all = registry();
  const std::shared_lock lock(all.mutex);
  return std::any_of(all.all.begin(), all.all.end(),
                     [&](const auto& one) { return holds(one.second, inode_of(file)); });
}

bool is_reserved(int folder, std::string_view name) {
  struct stat status {};
  if (::fstat(folder, &status) != 0) return false;
  Registry& all = registry();
  const std::shared_lock lock(all.mutex);
  return std::any_of(all.all.begin(), all.all.end(), [&](const auto& one) {
    return one.second.folder_inode == inode_of(status) && names_a_part(name, one.second.name);
  });
}

bool holds_reserved(int folder) {
  struct stat status {};
  if (::fstat(folder, &status) != 0) return false;
  Registry& all = registry();
  const std::shared_lock lock(all.mutex);
  return std::any_of(all.all.begin(), all.all.end(),
                     [&](const auto& one) { return one.second.folder_inode == inode_of(status); });
}

bool is_reserved(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && is_reserved(status)) return true;
  const int folder = ::open(folder_of(path).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  const Descriptor closed{folder};
  return is_reserved(folder, fs::path(path).filename().string());
}

void refuse_reserved(const std::string& path) {
  if (is_reserved(path)) throw Error(ErrorCode::denied, reason_of(EBUSY), path);
}

int open_unreserved(int folder, const std::string& path, int flags, uint64_t resolve) {
  flags |= O_CLOEXEC;
  // A descriptor with O_PATH opens nothing: closing it leaves the locks alone.
  const int found =
      open_named(folder, path, O_PATH | O_CLOEXEC | (flags & (O_DIRECTORY | O_NOFOLLOW)), resolve);
  if (found < 0) return -1;
  const Descriptor closed{found};
  struct stat status {};
  if (::fstat(found, &status) != 0) return -1;
  errno = S_ISLNK(status.st_mode) ? ELOOP : is_reserved(status) ? EBUSY : 0;
  if (errno != 0) return -1;
  // What was looked at is what is opened, whatever its name leads to by now.
  const std::string same = "/proc/self/fd/" + std::to_string(found);
  int opened = ::open(same.c_str(), flags & ~O_NOFOLLOW);
  if (opened >= 0 || errno != ENOENT) return opened;
  // Without /proc only the name is left. A reserved file that took it just now stays open for good.
  opened = open_named(folder, path, flags, resolve);
  if (opened < 0 || ::fstat(opened, &status) != 0 || !is_reserved(status)) return opened;
  errno = EBUSY;
  return -1;
}

std::string reason_of(int error) {
  return error == EBUSY ? "belongs to the database that is open" : std::strerror(error);
}

std::string read_unreserved(const std::string& path, size_t most) {
  const int fd = open_unreserved(AT_FDCWD, path, O_RDONLY);
  if (fd < 0)
    throw Error(errno == ENOENT  ? ErrorCode::not_found
                : errno == EBUSY ? ErrorCode::denied
                                 : ErrorCode::io,
                reason_of(errno), path);
  const Descriptor closed{fd};
  // Reading some regular files of /proc waits, too.
  struct stat status {};
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) ::fcntl(fd, F_SETFL, O_NONBLOCK);
  std::string bytes;
  for (size_t have = 0;;) {
    bytes.resize(std::min(most, std::max<size_t>(have * 2, 1 << 16)));
    const ssize_t got = ::read(fd, bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Error(ErrorCode::io, std::strerror(errno), path);
    have += static_cast<size_t>(got);
    if (got == 0 || have == most) {
      bytes.resize(have);
      return bytes;
    }
  }
}

}  // namespace dossier
