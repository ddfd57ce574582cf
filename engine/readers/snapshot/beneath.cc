#include "engine/readers/snapshot/beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/error.h"

namespace dossier::snapshot {

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

int open_below(int root, const std::string& path) {
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  long opened = -1;
  do {
    opened = syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
  } while (opened < 0 && errno == EAGAIN);
  if (opened < 0 && (errno == ENOSYS || errno == EPERM)) {
    // A kernel or sandbox without openat2: the walk saw no link, and the last part is checked.
    opened = openat(root, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  }
  return static_cast<int>(opened);
}

std::string read_up_to(int descriptor, int64_t size, int64_t limit) {
  std::string bytes;
  bytes.resize(static_cast<size_t>(std::min(size, limit) + 1));
  size_t filled = 0;
  while (true) {
    const auto got = read(descriptor, bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Error(ErrorCode::io, std::strerror(errno));
    if (got == 0) break;
    filled += static_cast<size_t>(got);
    if (static_cast<int64_t>(filled) > limit) break;
    if (filled == bytes.size()) bytes.resize(bytes.size() * 2);
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace dossier::snapshot
