#include "engine/new_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "engine/descriptor.h"
#include "engine/error.h"

namespace dossier {
namespace {

// Whether the descriptor's file still has the name: the process before may have removed it between
// our open and our lock.
bool is_named(int fd, const std::string& path) {
  struct stat mine {
  }, named{};
  return ::fstat(fd, &mine) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         mine.st_ino == named.st_ino && mine.st_dev == named.st_dev;
}

bool is_regular(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

void sync_folder_of(const std::string& path) {
  const auto folder = std::filesystem::absolute(path).parent_path().string();
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened || ::fsync(opened.number()) != 0)
    throw Error(ErrorCode::io, std::strerror(errno), folder);
}

NewFile::NewFile(const std::string& path, unsigned mode) : path_(path), made_(path + kNewFileEnd) {
  for (;;) {
    fd_ = ::open(made_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    const bool is_ours = fd_ >= 0;
    if (!is_ours && errno == EEXIST) {
      fd_ = ::open(made_.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
      if (fd_ < 0 && errno == ENOENT) continue;  // gone in between
    }
    if (fd_ < 0) throw Error(ErrorCode::io, std::strerror(errno), made_);
    const bool is_locked = ::flock(fd_, LOCK_EX | LOCK_NB) == 0;
    const bool stands = is_named(fd_, made_);
    if (stands && !is_regular(fd_)) {
      ::close(fd_);
      fd_ = -1;
      throw Error(ErrorCode::denied, "not a regular file; a new file needs this name", made_);
    }
    if (is_locked && stands && is_ours) return;
    if (is_locked && stands) ::unlink(made_.c_str());  // of one that was killed
    ::close(fd_);
    fd_ = -1;
    if (!is_locked) throw Error(ErrorCode::conflict, "another process is writing this file", path_);
  }
}

NewFile::~NewFile() {
  if (fd_ < 0) return;
  if (is_named(fd_, made_)) ::unlink(made_.c_str());
  ::close(fd_);
}

void NewFile::put(unsigned flags, bool durable) {
  if (durable && ::fsync(fd_) != 0) throw Error(ErrorCode::io, std::strerror(errno), path_);
  int failed = ::renameat2(AT_FDCWD, made_.c_str(), AT_FDCWD, path_.c_str(), flags);
  // A file system without that flag: the link does not replace either.
  if (failed != 0 && errno == EINVAL && flags != 0) failed = ::link(made_.c_str(), path_.c_str());
  if (failed != 0 && errno == EEXIST)
    throw Error(ErrorCode::conflict, "the file exists already", path_);
  if (failed != 0) throw Error(ErrorCode::io, std::strerror(errno), path_);
  if (durable) sync_folder_of(path_);
}

void NewFile::replace(bool durable) {
  struct stat old {};
  if (::stat(path_.c_str(), &old) == 0 && ::fchmod(fd_, old.st_mode & 07777) != 0)
    throw Error(ErrorCode::io, std::strerror(errno), path_);
  put(0, durable);
}
void NewFile::place() { put(RENAME_NOREPLACE, true); }

}  // namespace dossier
