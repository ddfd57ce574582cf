#include "engine/readers/snapshot/beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier::snapshot {

int open_below(int root, const std::string& path) {
  constexpr int kFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY;
  int opened = open_unreserved(root, path, kFlags, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
  if (opened < 0 && (errno == ENOSYS || errno == EPERM)) {
    // A kernel or sandbox without openat2: the walk saw no link, and the last part is checked.
    opened = open_unreserved(root, path, kFlags | O_NOFOLLOW);
  }
  return opened;
}

std::optional<std::string> bytes_up_to(int descriptor, int64_t size, int64_t limit) {
  std::string bytes;
  bytes.resize(static_cast<size_t>(std::min(size, limit) + 1));
  size_t filled = 0;
  while (true) {
    const auto got = read(descriptor, bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    filled += static_cast<size_t>(got);
    if (static_cast<int64_t>(filled) > limit) break;
    if (filled == bytes.size()) bytes.resize(bytes.size() * 2);
  }
  bytes.resize(filled);
  return bytes;
}

std::string read_up_to(int descriptor, int64_t size, int64_t limit) {
  auto bytes = bytes_up_to(descriptor, size, limit);
  if (!bytes) throw Error(ErrorCode::io, std::strerror(errno));
  return std::move(*bytes);
}

}  // namespace dossier::snapshot
