// A disk that is full after $FULL_DISK_AFTER bytes, to be preloaded: files may be written over, and
// may grow by so much together; then every write that would let one grow fails with ENOSPC, for
// ever.
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace {

std::atomic<long long> left{-1};

// Whether a write of `count` bytes at `at` has room.
bool has_room(int fd, long long at, size_t count) {
  struct stat file {};
  if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode)) return true;
  if (left < 0) {
    const char* limit = std::getenv("FULL_DISK_AFTER");
    left = limit ? std::atoll(limit) : 1LL << 60;
  }
  const long long growth = std::max(0LL, at + static_cast<long long>(count) - file.st_size);
  if (growth <= left) {
    left -= growth;
    return true;
  }
  left = 0;
  errno = ENOSPC;
  return growth == 0;
}

template <typename Function>
Function* real(Function* /* of this type */, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* data, size_t count) {
  const long long at = lseek64(fd, 0, SEEK_CUR);
  if (at >= 0 && !has_room(fd, at, count)) return -1;
  return real(write, "write")(fd, data, count);
}

ssize_t pwrite(int fd, const void* data, size_t count, off_t at) {
  if (!has_room(fd, at, count)) return -1;
  return real(pwrite, "pwrite")(fd, data, count, at);
}

ssize_t pwrite64(int fd, const void* data, size_t count, off64_t at) {
  if (!has_room(fd, at, count)) return -1;
  return real(pwrite64, "pwrite64")(fd, data, count, at);
}
}
