// A folder on disk, confined by openat2(2): the kernel resolves every path beneath the root's
// descriptor, so symbolic links, mounts, `..` and races between check and use cannot lead out
// (docs/security.md). Rejected: comparing realpath() with a prefix, which is a check that a race
// undoes. What is written goes into a file without a name in the target's folder, and gets the name
// when it is complete and on disk; so a program that is killed leaves nothing. Only to take the
// place of another file it needs a name of its own for a moment (kTemporary). It is locked before
// it has one: one that nobody locks is of a program that was killed then, and the next write to
// that folder takes it away.
//
// The files of an open database (engine/reserved.h) are neither shown, read nor written.
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "agent/workspace.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

constexpr std::string_view kTemporary = ".dossier-edit-";
constexpr size_t kTemporaryDigits = 16;
constexpr std::chrono::seconds kTurnWait{10};

[[noreturn]] void fail(int error, const std::string& path) {
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

constexpr uint64_t kConfined = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;

// openat2 beneath `folder`; -1 with errno set.
Descriptor open_beneath(int folder, const std::string& path, uint64_t flags, uint64_t mode = 0) {
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

// The file for reading, whatever kind of file it is; -1 with errno.
Descriptor open_file(int folder, const std::string& path, uint64_t resolve = 0) {
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

class DiskWorkspace final : public Workspace {
 public:
  bool is_shared() const override { return true; }
  explicit DiskWorkspace(const std::string& root)
      : root_(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    if (!root_) throw Error(ErrorCode::not_found, "no such folder", root);
    place_ = place_of(root_.get(), root);
  }

  std::optional<std::string> read(std::string_view path) override {
    const std::string name = workspace_path(path);
    const Descriptor file = open_file(root_.get(), name);
    if (!file && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
    if (!file) fail(errno, name);
    check_place(file.get(), name);
    return read_all(file.get(), regular(file.get(), name).st_size, name);
  }

  std::optional<std::vector<Entry>> list(std::string_view path) override {
    const std::string name = workspace_path(path);
    Descriptor folder = open_beneath(root_.get(), name, O_RDONLY | O_DIRECTORY);
    if (!folder && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
    if (!folder) fail(errno, name);
    check_place(folder.get(), name);
    const int fd = folder.get();
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(fd), &::closedir);
    if (!stream) fail(errno, name);
    folder.release();  // the stream owns it now
    std::vector<Entry> out;
    while (const dirent* entry = ::readdir(stream.get())) {
      const std::string_view child = entry->d_name;
      if (child == "." || child == ".." || !repository_name(child).empty() ||
          is_reserved(fd, child))
        continue;
      struct stat status {};
      if (::fstatat(fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
      if (status.st_nlink > 1 && is_reserved(status)) continue;
      const bool is_folder = S_ISDIR(status.st_mode);
      const bool readable = S_ISREG(status.st_mode) && ::faccessat(fd, entry->d_name, R_OK, 0) == 0;
      out.push_back({std::string(child), is_folder, is_folder ? 0 : status.st_size, readable});
    }
    std::sort(out.begin(), out.end(),
              [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return out;
  }

  void write(std::string_view path, const std::optional<std::string>& expected,
             const std::optional<std::string>& content) override {
    const std::string name = workspace_path(path);
    if (name == ".") throw Error(ErrorCode::denied, "the root is no file", name);
    const size_t slash = name.rfind('/');
    const std::string parent = slash == name.npos ? "." : name.substr(0, slash);
    const std::string leaf = slash == name.npos ? name : name.substr(slash + 1);
    const Descriptor turn = take_turn();
    vet(std::span(&name, 1), nullptr);
    const Descriptor folder = open_folder(parent, content.has_value());
    const Target old = target(folder.get(), leaf, name);
    if (old.content != expected) throw Error(ErrorCode::conflict, "the file has changed", name);
    if (!content) {
      if (!old.content) return;
      if (::unlinkat(folder.get(), leaf.c_str(), 0) != 0) fail(errno, name);
      return sync(folder.get(), name);
    }
    replace(folder.get(), leaf, name, old, *content);
  }

  void vet(std::span<const std::string> files, const Holds& also) override {
    std::vector<std::string> places;
    for (const auto& file : files) places.push_back(place_to_be(workspace_path(file)));
    refuse_repository(places, [&](const std::string& folder, std::string_view name) {
      return (also && also(folder, name)) || holds(folder, name);
    });
  }

 private:
  struct Target {
    std::optional<std::string> content;
    mode_t mode = 0;
  };

  // One write of this root at a time, over all processes: between them two could otherwise complete
  // a repository of which each saw but a part. Given back with the descriptor.
  Descriptor take_turn() const {
    Descriptor root = open_beneath(root_.get(), ".", O_RDONLY | O_DIRECTORY);
    if (!root) fail(errno, ".");
    const auto until = std::chrono::steady_clock::now() + kTurnWait;
    while (::flock(root.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) fail(errno, ".");
      if (std::chrono::steady_clock::now() > until)
        throw Error(ErrorCode::conflict, "another program keeps this folder locked", place_);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return root;
  }

  // Whether something has the name, a mount point or what may not be read included: only what is
  // surely absent counts as absent.
  bool holds(const std::string& folder, std::string_view name) const {
    const Descriptor at = open_beneath(root_.get(), folder, O_PATH | O_DIRECTORY);
    struct stat status {};
    const bool found =
        at && ::fstatat(at.get(), std::string(name).c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    return found || (errno != ENOENT && errno != ENOTDIR);
  }

  static std::string place_of(int fd, const std::string& path) {
    const std::string link = "/proc/self/fd/" + std::to_string(fd);
    std::string out(4096, '\0');
    const ssize_t size = ::readlink(link.c_str(), out.data(), out.size());
    if (size < 0 || static_cast<size_t>(size) == out.size())
      throw Error(ErrorCode::denied, "the path cannot be verified", path);
    out.resize(static_cast<size_t>(size));
    return out;
  }

  // A link inside the workspace may lead into .git: look at where the descriptor really is, from
  // the root.
  std::string check_place(int fd, const std::string& path) const {
    const std::string place = place_of(fd, path);
    const std::string base = place_ == "/" ? "" : place_;
    if (place == place_) return ".";
    if (!place.starts_with(base + "/"))
      throw Error(ErrorCode::denied, "the path leads out of the workspace", path);
    return workspace_path(std::string_view(place).substr(base.size() + 1));
  }

  // Where the file lies or would, through the links of the folders that there are.
  std::string place_to_be(const std::string& path) const {
    std::string above = path, rest;
    for (;;) {
      const size_t slash = above.rfind('/');
      rest = above.substr(slash == above.npos ? 0 : slash + 1) + (rest.empty() ? "" : "/" + rest);
      above = slash == above.npos ? "." : above.substr(0, slash);
      const Descriptor folder = open_beneath(root_.get(), above, O_PATH | O_DIRECTORY);
      if (!folder && errno == ENOENT && above != ".") continue;
      if (!folder) fail(errno, path);
      // Also a folder of a reserved name: SQLite would meet it in the place of its log.
      if (is_reserved(folder.get(), rest.substr(0, rest.find('/')))) fail(EBUSY, path);
      const std::string place = check_place(folder.get(), path);
      return place == "." ? rest : place + "/" + rest;
    }
  }

  static struct stat regular(int fd, const std::string& path) {
    struct stat status {};
    if (::fstat(fd, &status) != 0) fail(errno, path);
    if (!S_ISREG(status.st_mode)) throw Error(ErrorCode::denied, "not a regular file", path);
    return status;
  }

  Descriptor open_folder(const std::string& path, bool create) const {
    Descriptor folder = open_beneath(root_.get(), path, O_RDONLY | O_DIRECTORY);
    if (!folder && errno == ENOENT && create) {
      const size_t slash = path.rfind('/');
      const Descriptor above =
          open_folder(slash == path.npos ? "." : path.substr(0, slash), create);
      const std::string leaf = slash == path.npos ? path : path.substr(slash + 1);
      if (is_reserved(above.get(), leaf)) fail(EBUSY, path);
      if (::mkdirat(above.get(), leaf.c_str(), 0777) != 0 && errno != EEXIST) fail(errno, path);
      sync(above.get(), path);
      folder = open_beneath(root_.get(), path, O_RDONLY | O_DIRECTORY);
    }
    if (!folder) fail(errno, path);
    check_place(folder.get(), path);
    return folder;
  }

  static Target target(int folder, const std::string& leaf, const std::string& path) {
    if (is_reserved(folder, leaf)) fail(EBUSY, path);
    const Descriptor file = open_file(folder, leaf, RESOLVE_NO_SYMLINKS);
    if (!file && errno == ENOENT) return {};
    if (!file && errno == ELOOP)
      throw Error(ErrorCode::denied, "symbolic links are not written; name the file itself", path);
    if (!file) fail(errno, path);
    const struct stat status = regular(file.get(), path);
    if (status.st_nlink > 1)
      throw Error(ErrorCode::denied, "the file has several hard links", path);
    return {read_all(file.get(), status.st_size, path), status.st_mode & 07777};
  }

  static void fill(int fd, std::string_view content, const std::string& path) {
    while (!content.empty()) {
      const ssize_t put = ::write(fd, content.data(), content.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) fail(errno, path);
      content.remove_prefix(static_cast<size_t>(put));
    }
    sync(fd, path);
  }

  // Of a folder: its names.
  static void sync(int fd, const std::string& path) {
    if (::fsync(fd) != 0) fail(errno, path);
  }

  static bool is_temporary(std::string_view name) {
    return name.size() == kTemporary.size() + kTemporaryDigits && name.starts_with(kTemporary) &&
           name.find_first_not_of("0123456789abcdef", kTemporary.size()) == name.npos;
  }

  // Ours, and its lock is free: whoever wrote it is dead.
  static bool is_left_over(int folder, const char* name) {
    const Descriptor file = open_file(folder, name, RESOLVE_NO_SYMLINKS);
    struct stat mine {
    }, named{};
    return file && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0 && ::fstat(file.get(), &mine) == 0 &&
           S_ISREG(mine.st_mode) && mine.st_nlink == 1 && mine.st_uid == ::geteuid() &&
           ::fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           named.st_ino == mine.st_ino && named.st_dev == mine.st_dev;
  }

  static void remove_left_over(int folder) {
    Descriptor again = open_beneath(folder, ".", O_RDONLY | O_DIRECTORY);
    if (!again) return;
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(again.get()), &::closedir);
    if (!stream) return;
    again.release();  // the stream owns it now
    while (const dirent* entry = ::readdir(stream.get()))
      if (is_temporary(entry->d_name) && is_left_over(folder, entry->d_name))
        ::unlinkat(folder, entry->d_name, 0);
  }

  static std::string temporary_name() {
    std::string digits(kTemporaryDigits + 1, '\0');
    std::snprintf(digits.data(), digits.size(), "%016llx",
                  static_cast<unsigned long long>(system_entropy().next()));
    digits.pop_back();
    return std::string(kTemporary) + digits;
  }

  // The file on its way: removed under the name that it has, if any.
  class Temporary {
   public:
    Temporary(int folder, mode_t mode, const std::string& path)
        : folder_(folder), file_(open_beneath(folder, ".", O_TMPFILE | O_WRONLY, mode)) {
      if (!file_) {  // a file system without files without names
        const std::string name = temporary_name();
        file_ = open_beneath(folder, name, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (!file_) fail(errno, path);
        name_ = name;
      }
      if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) fail(errno, path);
    }
    ~Temporary() {
      if (!name_.empty()) ::unlinkat(folder_, name_.c_str(), 0);
    }
    Temporary(const Temporary&) = delete;
    int fd() const { return file_.get(); }

    // A name of its own beside what stands there; false with errno set.
    bool link(const std::string& name) const {
      const std::string number = "/proc/self/fd/" + std::to_string(fd());  // open(2), O_TMPFILE
      return name_.empty()
                 ? ::linkat(AT_FDCWD, number.c_str(), folder_, name.c_str(), AT_SYMLINK_FOLLOW) == 0
                 : ::linkat(folder_, name_.c_str(), folder_, name.c_str(), 0) == 0;
    }
    // In the place of what stands there; false with errno set.
    bool rename(const std::string& name) {
      if (name_.empty()) {
        const std::string own = temporary_name();
        if (!link(own)) return false;
        name_ = own;
      }
      if (::renameat(folder_, name_.c_str(), folder_, name.c_str()) != 0) return false;
      name_.clear();
      return true;
    }

   private:
    int folder_;
    Descriptor file_;
    std::string name_;  // "" = none
  };

  static void replace(int folder, const std::string& leaf, const std::string& path,
                      const Target& old, std::string_view content) {
    remove_left_over(folder);
    Temporary made(folder, old.content ? 0600 : 0666, path);
    fill(made.fd(), content, path);
    if (old.content) {
      if (::fchmod(made.fd(), old.mode) != 0) fail(errno, path);
      // The content is checked again at the last moment.
      if (target(folder, leaf, path).content != old.content)
        throw Error(ErrorCode::conflict, "the file has changed", path);
      if (!made.rename(leaf)) fail(errno, path);
    } else if (!made.link(leaf)) {  // a file made meanwhile is never replaced
      if (errno == EEXIST) throw Error(ErrorCode::conflict, "the file has changed", path);
      fail(errno, path);
    }
    sync(folder, path);
  }

  Descriptor root_;
  std::string place_;
};

}  // namespace

std::unique_ptr<Workspace> disk_workspace(const std::string& root) {
  return std::make_unique<DiskWorkspace>(root);
}

}  // namespace dossier
