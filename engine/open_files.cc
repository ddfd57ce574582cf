#include "engine/open_files.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

namespace dossier {
namespace {

using Open = int (*)(const char*, int, int);
using Close = int (*)(int);

struct OpenFile {
  std::pair<dev_t, ino_t> inode;
  std::string name;
};

// SQLite's PENDING, RESERVED and SHARED bytes, which it locks in every database file.
constexpr off_t kLockBytes = 0x40000000, kLockSize = 512;

struct OpenFiles {
  std::mutex mutex;
  std::map<int, OpenFile> files;  // by descriptor
  Open open = nullptr;            // what SQLite would call by itself
  Close close = nullptr;
};

OpenFiles& open_files() {
  static auto* const kept = new OpenFiles;  // outlives every static that holds a database
  return *kept;
}

int open_tracked(const char* path, int flags, int mode) {
  const int fd = open_files().open(path, flags, mode);
  struct stat status {};
  if (fd < 0 || ::fstat(fd, &status) != 0) return fd;
  const std::lock_guard lock(open_files().mutex);
  open_files().files.insert_or_assign(fd, OpenFile{{status.st_dev, status.st_ino}, path});
  return fd;
}

// One critical section: the number may be another file's as soon as it is closed.
int close_tracked(int fd) {
  const std::lock_guard lock(open_files().mutex);
  open_files().files.erase(fd);
  return open_files().close(fd);
}

}  // namespace

void watch_open_files() {
  static const bool kDone = [] {
    sqlite3_vfs* const files = sqlite3_vfs_find(nullptr);
    open_files().close = reinterpret_cast<Close>(files->xGetSystemCall(files, "close"));
    open_files().open = reinterpret_cast<Open>(files->xGetSystemCall(files, "open"));
    const auto replace = [&](const char* name, auto* call) {
      files->xSetSystemCall(files, name, reinterpret_cast<sqlite3_syscall_ptr>(call));
    };
    replace("close", close_tracked);
    replace("open", open_tracked);
    return true;
  }();
  static_cast<void>(kDone);
}

bool sqlite_has_open(const struct stat& file) {
  const std::lock_guard lock(open_files().mutex);
  return std::any_of(open_files().files.begin(), open_files().files.end(), [&](const auto& one) {
    return one.second.inode == std::pair(file.st_dev, file.st_ino);
  });
}

bool sqlite_has_opened(const std::string& name) {
  const std::lock_guard lock(open_files().mutex);
  return std::any_of(open_files().files.begin(), open_files().files.end(),
                     [&](const auto& one) { return one.second.name == name; });
}

std::vector<std::string> names_of_open_files() {
  std::vector<std::string> out;
  const std::lock_guard lock(open_files().mutex);
  for (const auto& [fd, file] : open_files().files) out.push_back(file.name);
  return out;
}

// With a descriptor of SQLite's: closing one of our own would drop its locks.
std::optional<pid_t> who_locks(const struct stat& database, short kind) {
  const std::lock_guard lock(open_files().mutex);
  for (const auto& [fd, file] : open_files().files) {
    if (file.inode != std::pair(database.st_dev, database.st_ino)) continue;
    struct flock held {};
    held.l_type = kind;
    held.l_whence = SEEK_SET;
    held.l_start = kLockBytes;
    held.l_len = kLockSize;
    if (::fcntl(fd, F_GETLK, &held) != 0 || held.l_type == F_UNLCK) return std::nullopt;
    return std::max<pid_t>(held.l_pid, 0);
  }
  return std::nullopt;
}

std::vector<std::string> paths_of_open_files() {
  std::vector<std::string> out;
  const std::lock_guard lock(open_files().mutex);
  for (const auto& [fd, file] : open_files().files) {
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), error);
    if (!error) out.push_back(path.string());
  }
  return out;
}

}  // namespace dossier
