#include "engine/held.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace dossier {
namespace {

using Open = int (*)(const char*, int, int);
using Close = int (*)(int);

struct Held {
  std::mutex mutex;
  std::map<int, std::pair<dev_t, ino_t>> files;  // by descriptor
  Open open = nullptr;                           // what SQLite would call by itself
  Close close = nullptr;
};

Held& held() {
  static auto* const kept = new Held;  // outlives every static that holds a database
  return *kept;
}

int open_held(const char* path, int flags, int mode) {
  const int fd = held().open(path, flags, mode);
  struct stat status {};
  if (fd < 0 || ::fstat(fd, &status) != 0) return fd;
  const std::lock_guard lock(held().mutex);
  held().files.insert_or_assign(fd, std::pair(status.st_dev, status.st_ino));
  return fd;
}

// One critical section: the number may be another file's as soon as it is closed.
int close_held(int fd) {
  const std::lock_guard lock(held().mutex);
  held().files.erase(fd);
  return held().close(fd);
}

}  // namespace

void watch_held_files() {
  static const bool kDone = [] {
    sqlite3_vfs* const files = sqlite3_vfs_find(nullptr);
    held().close = reinterpret_cast<Close>(files->xGetSystemCall(files, "close"));
    held().open = reinterpret_cast<Open>(files->xGetSystemCall(files, "open"));
    const auto replace = [&](const char* name, auto* call) {
      files->xSetSystemCall(files, name, reinterpret_cast<sqlite3_syscall_ptr>(call));
    };
    replace("close", close_held);
    replace("open", open_held);
    return true;
  }();
  static_cast<void>(kDone);
}

bool is_held(const struct stat& file) {
  const std::lock_guard lock(held().mutex);
  return std::any_of(held().files.begin(), held().files.end(), [&](const auto& one) {
    return one.second == std::pair(file.st_dev, file.st_ino);
  });
}

}  // namespace dossier
