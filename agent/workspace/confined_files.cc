#include "agent/workspace/confined_files.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "agent/workspace.h"
#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier::confined {

void fail(int error, const std::string& path) {
  switch (error) {
    case EXDEV:
    case ELOOP:
      throw Error(ErrorCode::denied, "the path leads out of the workspace", path);
    case ENOSYS:
    case EPERM:
      throw Error(ErrorCode::denied, "this system does not allow confined file access", path);
    case EACCES:
      throw Error(ErrorCode::denied, "permission denied", path);
    case ENOENT:
      throw Error(ErrorCode::not_found, "no such file or folder", path);
    case ENOTDIR:
      throw Error(ErrorCode::not_found, "a part of the path is no folder", path);
    case ENXIO:
    case ENODEV:
      throw Error(ErrorCode::denied, "not a regular file", path);
    case EBUSY:
      throw Error(ErrorCode::denied, reason_of(error), path);
    default:
      throw Error(ErrorCode::io, std::strerror(error), path);
  }
}

static constexpr uint64_t kConfined = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;

Descriptor open_beneath(int folder, const std::string& path, uint64_t flags, uint64_t mode) {
  open_how how{};
  how.flags = flags | O_CLOEXEC;
  how.mode = mode;
  how.resolve = kConfined;
  for (int attempt = 0;; ++attempt) {
    const long fd = ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
    // EAGAIN: something was renamed during resolution and the kernel could not prove it stayed in.
    if (fd >= 0 || (errno != EAGAIN && errno != EINTR) || attempt == 64)
      return Descriptor(static_cast<int>(fd));
  }
}

Descriptor open_file(int folder, const std::string& path, uint64_t resolve) {
  return Descriptor(
      open_unreserved(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, kConfined | resolve));
}

std::string read_all(int fd, int64_t size, const std::string& path) {
  if (size > kMaxFileBytes) throw Error(ErrorCode::limit, "the file is larger than 16 MB", path);
  std::string out;
  out.resize(static_cast<size_t>(size) + 1);
  size_t have = 0;
  for (;;) {
    const ssize_t got = ::read(fd, out.data() + have, out.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(errno, path);
    if (got == 0) break;
    have += static_cast<size_t>(got);
    if (have > static_cast<size_t>(kMaxFileBytes))
      throw Error(ErrorCode::limit, "the file is larger than 16 MB", path);
    if (have == out.size()) out.resize(out.size() * 2);
  }
  out.resize(have);
  return out;
}

struct stat regular(int fd, const std::string& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail(errno, path);
  if (!S_ISREG(status.st_mode)) throw Error(ErrorCode::denied, "not a regular file", path);
  return status;
}

void sync(int fd, const std::string& path) {
  if (::fsync(fd) != 0) fail(errno, path);
}

}  // namespace dossier::confined
