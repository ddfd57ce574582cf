// A folder on disk, confined by openat2(2): the kernel resolves every path beneath the root's
// descriptor, so symbolic links, mounts, `..` and races between check and use cannot lead out
// (FORMATS 5). Rejected: comparing realpath() with a prefix, which is a check that a race undoes.
// Writes go to a temporary file beside the target and are renamed over it.
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "agent/workspace.h"
#include "engine/error.h"
#include "engine/seams.h"

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
    default:
      throw Error(ErrorCode::io, std::strerror(error), path);
  }
}

// openat2 beneath `folder`; -1 with errno set.
Descriptor open_beneath(int folder, const std::string& path, uint64_t flags, uint64_t mode = 0,
                        uint64_t resolve = 0) {
  open_how how{};
  how.flags = flags | O_CLOEXEC;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV | resolve;
  for (int attempt = 0;; ++attempt) {
    const long fd = ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
    // EAGAIN: something was renamed during resolution and the kernel could not prove it stayed in.
    if (fd >= 0 || (errno != EAGAIN && errno != EINTR) || attempt == 64)
      return Descriptor(static_cast<int>(fd));
  }
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
  explicit DiskWorkspace(const std::string& root)
      : root_(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    if (!root_) throw Error(ErrorCode::not_found, "no such folder", root);
    place_ = place_of(root_.get(), root);
  }

  std::optional<std::string> read(std::string_view path) override {
    const std::string name = workspace_path(path);
    const Descriptor file = open_beneath(root_.get(), name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
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
      if (child == "." || child == ".." || child == ".git") continue;
      struct stat status {};
      if (::fstatat(fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
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
    const Descriptor folder = open_folder(parent, content.has_value());
    const Target old = target(folder.get(), leaf, name);
    if (old.content != expected) throw Error(ErrorCode::conflict, "the file has changed", name);
    if (!content) {
      if (old.content && ::unlinkat(folder.get(), leaf.c_str(), 0) != 0) fail(errno, name);
      return;
    }
    replace(folder.get(), leaf, name, old, *content);
  }

 private:
  struct Target {
    std::optional<std::string> content;
    mode_t mode = 0;
  };

  static std::string place_of(int fd, const std::string& path) {
    const std::string link = "/proc/self/fd/" + std::to_string(fd);
    std::string out(4096, '\0');
    const ssize_t size = ::readlink(link.c_str(), out.data(), out.size());
    if (size < 0 || static_cast<size_t>(size) == out.size())
      throw Error(ErrorCode::denied, "the path cannot be verified", path);
    out.resize(static_cast<size_t>(size));
    return out;
  }

  // A link inside the workspace may lead into .git: look at where the descriptor really is.
  void check_place(int fd, const std::string& path) const {
    const std::string place = place_of(fd, path);
    const std::string base = place_ == "/" ? "" : place_;
    if (place == place_) return;
    if (!place.starts_with(base + "/"))
      throw Error(ErrorCode::denied, "the path leads out of the workspace", path);
    workspace_path(std::string_view(place).substr(base.size() + 1));
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
      if (::mkdirat(above.get(), leaf.c_str(), 0777) != 0 && errno != EEXIST) fail(errno, path);
      folder = open_beneath(root_.get(), path, O_RDONLY | O_DIRECTORY);
    }
    if (!folder) fail(errno, path);
    check_place(folder.get(), path);
    return folder;
  }

  static Target target(int folder, const std::string& leaf, const std::string& path) {
    const Descriptor file =
        open_beneath(folder, leaf, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0, RESOLVE_NO_SYMLINKS);
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
    if (::fsync(fd) != 0) fail(errno, path);
  }

  static void replace(int folder, const std::string& leaf, const std::string& path,
                      const Target& old, std::string_view content) {
    const std::string temporary = ".dossier-" + std::to_string(system_entropy().next());
    const Descriptor file =
        open_beneath(folder, temporary, O_WRONLY | O_CREAT | O_EXCL, old.content ? 0600 : 0666);
    if (!file) fail(errno, path);
    const struct Remove {  // whatever goes wrong, no temporary file stays
      int folder;
      const std::string& name;
      ~Remove() { ::unlinkat(folder, name.c_str(), 0); }
    } remove{folder, temporary};
    fill(file.get(), content, path);
    if (old.content && ::fchmod(file.get(), old.mode) != 0) fail(errno, path);
    // The content is checked again at the last moment; a file made meanwhile is never replaced.
    if (old.content && target(folder, leaf, path).content != old.content)
      throw Error(ErrorCode::conflict, "the file has changed", path);
    const unsigned flags = old.content ? 0 : RENAME_NOREPLACE;
    if (::renameat2(folder, temporary.c_str(), folder, leaf.c_str(), flags) != 0) {
      if (errno == EEXIST) throw Error(ErrorCode::conflict, "the file has changed", path);
      fail(errno, path);
    }
  }

  Descriptor root_;
  std::string place_;
};

}  // namespace

std::unique_ptr<Workspace> disk_workspace(const std::string& root) {
  return std::make_unique<DiskWorkspace>(root);
}

}  // namespace dossier
