#include "agent/workspace/new_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "agent/workspace/confined_files.h"
#include "engine/clock.h"

namespace dossier::confined {
namespace {

constexpr std::string_view kTemporary = ".dossier-edit-";
constexpr size_t kTemporaryDigits = 16;

bool is_temporary(std::string_view name) {
  return name.size() == kTemporary.size() + kTemporaryDigits && name.starts_with(kTemporary) &&
         name.find_first_not_of("0123456789abcdef", kTemporary.size()) == name.npos;
}

// Ours, and its lock is free: whoever wrote it is dead.
bool is_left_over(int folder, const char* name) {
  const Descriptor file = open_file(folder, name, RESOLVE_NO_SYMLINKS);
  struct stat mine {
  }, named{};
  return file && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0 &&
         ::fstat(file.number(), &mine) == 0 && S_ISREG(mine.st_mode) && mine.st_nlink == 1 &&
         mine.st_uid == ::geteuid() && ::fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         named.st_ino == mine.st_ino && named.st_dev == mine.st_dev;
}

std::string temporary_name() {
  std::string digits(kTemporaryDigits + 1, '\0');
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(system_entropy().next()));
  digits.pop_back();
  return std::string(kTemporary) + digits;
}

}  // namespace

NewFile::NewFile(int folder, mode_t mode, const std::string& path)
    : folder_(folder), file_(open_beneath(folder, ".", O_TMPFILE | O_WRONLY, mode)), path_(path) {
  if (!file_) {  // a file system without files without names
    const std::string name = temporary_name();
    file_ = open_beneath(folder, name, O_WRONLY | O_CREAT | O_EXCL, mode);
    if (!file_) fail(errno, path);
    name_ = name;
  }
  if (::flock(file_.number(), LOCK_EX | LOCK_NB) != 0) fail(errno, path);
}

NewFile::~NewFile() {
  if (!name_.empty()) ::unlinkat(folder_, name_.c_str(), 0);
}

void NewFile::fill(std::string_view content) {
  while (!content.empty()) {
    const ssize_t put = ::write(file_.number(), content.data(), content.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(errno, path_);
    content.remove_prefix(static_cast<size_t>(put));
  }
  sync(file_.number(), path_);
}

void NewFile::set_mode(mode_t mode) {
  if (::fchmod(file_.number(), mode) != 0) fail(errno, path_);
}

bool NewFile::link(const std::string& name) const {
  const std::string number = "/proc/self/fd/" + std::to_string(file_.number());
  return name_.empty()  // open(2), O_TMPFILE
             ? ::linkat(AT_FDCWD, number.c_str(), folder_, name.c_str(), AT_SYMLINK_FOLLOW) == 0
             : ::linkat(folder_, name_.c_str(), folder_, name.c_str(), 0) == 0;
}

bool NewFile::rename(const std::string& name) {
  if (name_.empty()) {
    const std::string own = temporary_name();
    if (!link(own)) return false;
    name_ = own;
  }
  if (::renameat(folder_, name_.c_str(), folder_, name.c_str()) != 0) return false;
  name_.clear();
  return true;
}

void remove_left_over(int folder) {
  Descriptor again = open_beneath(folder, ".", O_RDONLY | O_DIRECTORY);
  if (!again) return;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(again.number()), &::closedir);
  if (!stream) return;
  again.release();  // the stream owns it now
  while (const dirent* entry = ::readdir(stream.get()))
    if (is_temporary(entry->d_name) && is_left_over(folder, entry->d_name))
      ::unlinkat(folder, entry->d_name, 0);
}

}  // namespace dossier::confined
