#include "engine/regular_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier {

bool is_anything_at(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

std::string why_unreadable(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    const int error = errno;
    return error == ENOENT && is_anything_at(path) ? "is a link that leads nowhere"
                                                   : std::strerror(error);
  }
  if (S_ISDIR(status.st_mode)) return "is a folder";
  if (!S_ISREG(status.st_mode)) return "is a pipe, a socket or a device";
  return ::access(path.c_str(), R_OK) == 0 ? std::string() : std::strerror(errno);
}

std::string read_regular(const std::string& path, size_t most) {
  if (const std::string why = why_unreadable(path); !why.empty())
    throw Error(is_anything_at(path) ? ErrorCode::io : ErrorCode::not_found, why, path);
  return read_unreserved(path, most);
}

}  // namespace dossier
