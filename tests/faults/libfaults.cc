// A library to be preloaded: counts the calls of a process on files below a folder, and fails the
// Nth of them. The calls are those of the program and of its SQLite alike, for both go through
// libc.
//
//   FAULTS_ROOT  the folder, as realpath() gives it
//   FAULTS_KIND  which calls count, and what happens to the Nth:
//     count    nothing (of all that the kind after it would count: count:eio)
//     eio      it fails with EIO                  gone   it and all later ones fail with EIO
//     enospc   it and all later ones that need room fail with ENOSPC
//     full     half of it is written, all later ones fail with ENOSPC
//     short    half of it is written
//     xfsz     SIGXFSZ, and EFBIG if that does not end the process; all later ones too
//     kill     SIGKILL before it                  torn   SIGKILL when half of it is written
//     record   nothing; every change and sync is written to FAULTS_LOG (see powerloss.py)
//   FAULTS_AT    N, from 1
//   FAULTS_COUNT file that receives how many calls counted, at each call
//
// Not seen: mapped memory (the index of SQLite's log, which it makes anew after a crash), and what
// libc does within itself. A call is made under one lock, so that the log has one order.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace {

enum class Call { look, make, write, change, sync };

// What libc itself would do.
template <typename F>
F next(F, const char* name) {
  return reinterpret_cast<F>(::dlsym(RTLD_NEXT, name));
}
#define NEXT(name) next(&::name, #name)

class Faults {
 public:
  static Faults& one() {
    static Faults* faults = new Faults;  // outlives the threads
    return *faults;
  }

  bool is_on() const { return !root_.empty(); }
  bool records() const { return log_ >= 0; }
  std::recursive_mutex mutex;

  // Absolute and without "." or ".."; empty unless it lies below the root.
  std::string below(int folder, const char* path) const {
    std::string whole = path;
    if (whole.empty() || whole[0] != '/') whole = place_of(folder) + "/" + whole;
    std::string out;
    for (size_t at = 0; at < whole.size();) {
      const size_t end = std::min(whole.find('/', at), whole.size());
      const std::string part = whole.substr(at, end - at);
      at = end + 1;
      if (part.empty() || part == ".") continue;
      if (part == "..")
        out.resize(std::max(out.rfind('/'), size_t{0}));
      else
        out += "/" + part;
    }
    if (out == root_) return ".";
    return out.starts_with(root_ + "/") ? out.substr(root_.size() + 1) : "";
  }

  bool has(int fd) const { return fd >= 0 && fd < kFds && files_[at(fd)] != 0; }
  int file(int fd) const { return files_[at(fd)]; }
  void forget(int fd) {
    if (fd >= 0 && fd < kFds) files_[at(fd)] = 0;
  }

  // A descriptor that was opened under a path; `is_new`: the file was not there before.
  void opened(int fd, const std::string& path, bool is_new) {
    if (fd < 0 || fd >= kFds) return;
    files_[at(fd)] = 0;
    struct stat status {};
    if (path.empty() || ::fstat(fd, &status) != 0) return;
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return;
    int& id = ids_[status.st_ino];
    const bool is_known = id != 0 && !is_new;
    if (!is_known) id = ++last_;
    files_[at(fd)] = id;
    if (is_new)
      note("create", id, path);
    else if (!is_known)
      note("open", id, path);
  }
  void unnamed(int fd) {
    if (fd < 0 || fd >= kFds) return;
    struct stat status {};
    if (::fstat(fd, &status) != 0) return;
    files_[at(fd)] = ids_[status.st_ino] = ++last_;
  }

  // Whether the call goes on; else it fails with errno, after `half` of it where that is set.
  bool pass(Call call, bool* half = nullptr) {
    if (half != nullptr) *half = false;
    if (!counts(call)) return true;
    const long number = ++count_;
    if (count_file_ >= 0) {
      const std::string text = std::to_string(number);
      static_cast<void>(::syscall(SYS_pwrite64, count_file_, text.data(), text.size(), 0));
    }
    if (number < at_) return true;
    const bool first = number == at_;
    if (kind_ == "eio" && first) return fail(EIO);
    if (kind_ == "gone") return fail(EIO);
    if (kind_ == "enospc") return fail(ENOSPC);
    if (kind_ == "xfsz") {
      if (first) ::raise(SIGXFSZ);
      return fail(EFBIG);
    }
    if (kind_ == "full" && (!first || half == nullptr)) return fail(ENOSPC);
    if (kind_ == "kill" && first) die();
    if (kind_ == "torn" && first && half == nullptr) die();
    if (half != nullptr && first) *half = kind_ == "full" || kind_ == "short" || kind_ == "torn";
    return true;
  }
  void halved() {
    if (kind_ == "torn") die();
  }

  void note(std::string_view what, long id, std::string_view path, long from = 0,
            std::string_view data = {}) {
    if (log_ < 0) return;
    std::string line(what);
    line += '\t' + std::to_string(id) + '\t' + std::to_string(from) + '\t' +
            std::to_string(data.size()) + '\t' + std::string(path) + '\n';
    line += data;
    for (size_t done = 0; done < line.size();) {
      const long put = ::syscall(SYS_write, log_, line.data() + done, line.size() - done);
      if (put <= 0) ::abort();
      done += static_cast<size_t>(put);
    }
  }

 private:
  Faults() {
    const auto text = [](const char* name) {
      const char* value = ::getenv(name);
      return std::string(value != nullptr ? value : "");
    };
    root_ = text("FAULTS_ROOT");
    kind_ = text("FAULTS_KIND");
    at_ = std::atol(text("FAULTS_AT").c_str());
    if (kind_.starts_with("count:")) {
      kind_ = kind_.substr(6);
      at_ = 0;
    }
    if (at_ <= 0) at_ = LONG_MAX;
    count_file_ = open_own(text("FAULTS_COUNT"));
    log_ = kind_ == "record" ? open_own(text("FAULTS_LOG")) : -1;
    ::unsetenv("LD_PRELOAD");  // what the program starts is another program
  }
  static int open_own(const std::string& path) {
    if (path.empty()) return -1;
    const long fd = ::syscall(SYS_openat, AT_FDCWD, path.c_str(),
                              O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    return static_cast<int>(fd);
  }

  static constexpr int kFds = 4096;
  static size_t at(int fd) { return static_cast<size_t>(fd); }

  static std::string place_of(int folder) {
    std::array<char, PATH_MAX> out{};
    const std::string link =
        folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/" + std::to_string(folder);
    const ssize_t size = ::readlink(link.c_str(), out.data(), out.size());
    return size > 0 ? std::string(out.data(), static_cast<size_t>(size)) : "";
  }

  bool counts(Call call) const {
    if (kind_ == "eio" || kind_ == "gone") return true;
    if (kind_ == "kill" || kind_ == "record") return call != Call::look;
    if (kind_ == "short" || kind_ == "torn" || kind_ == "xfsz") return call == Call::write;
    return call == Call::write || call == Call::make;  // enospc, full
  }

  static bool fail(int reason) {
    errno = reason;
    return false;
  }
  [[noreturn]] static void die() {
    ::kill(::getpid(), SIGKILL);
    for (;;) ::pause();
  }

  std::string root_, kind_;
  long at_ = 0, count_ = 0;
  int count_file_ = -1, log_ = -1;
  std::array<int, kFds> files_{};
  std::map<ino_t, int> ids_;
  int last_ = 0;
};

using Lock = std::lock_guard<std::recursive_mutex>;

bool stands(int folder, const char* path) {
  struct stat status {};
  return ::fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

template <typename F>
int open_any(int folder, const char* path, int flags, F open) {
  Faults& faults = Faults::one();
  if (!faults.is_on()) return open();
  const Lock lock(faults.mutex);
  const std::string place = faults.below(folder, path);
  if (place.empty()) {
    const int fd = open();
    faults.forget(fd);
    return fd;
  }
  const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  const bool makes = !unnamed && (flags & O_CREAT) != 0 && !stands(folder, path);
  if (!faults.pass(makes || unnamed ? Call::make : Call::look)) return -1;
  const int fd = open();
  if (fd < 0) return fd;
  if (unnamed)
    faults.unnamed(fd);
  else
    faults.opened(fd, place, makes);
  if ((flags & O_TRUNC) != 0 && !makes && faults.has(fd))
    faults.note("truncate", faults.file(fd), "");
  return fd;
}

template <typename F>
ssize_t write_any(int fd, const void* data, size_t size, off_t from, F write) {
  Faults& faults = Faults::one();
  if (!faults.is_on() || !faults.has(fd)) return write(size);
  const Lock lock(faults.mutex);
  bool half = false;
  if (!faults.pass(Call::write, &half)) return -1;
  if (from < 0 && faults.records()) {
    from = ::lseek(fd, 0, SEEK_CUR);
    if ((::fcntl(fd, F_GETFL) & O_APPEND) != 0) from = ::lseek(fd, 0, SEEK_END);
  }
  const ssize_t put = write(half ? std::max(size / 2, size_t{1}) : size);
  if (half) faults.halved();
  if (put > 0)
    faults.note("write", faults.file(fd), "", from,
                {static_cast<const char*>(data), static_cast<size_t>(put)});
  return put;
}

template <typename F>
auto fd_any(Call call, int fd, const char* what, long value, F act) -> decltype(act()) {
  Faults& faults = Faults::one();
  if (!faults.is_on() || !faults.has(fd)) return act();
  const Lock lock(faults.mutex);
  if (!faults.pass(call)) return -1;
  const auto done = act();
  if (done == 0 && what[0] != '\0') faults.note(what, faults.file(fd), "", value);
  return done;
}

template <typename F>
int name_any(Call call, int folder, const char* path, const char* what, F act) {
  Faults& faults = Faults::one();
  const std::string place = faults.is_on() ? faults.below(folder, path) : "";
  if (place.empty()) return act();
  const Lock lock(faults.mutex);
  if (!faults.pass(call)) return -1;
  const int done = act();
  if (done == 0) faults.note(what, 0, place);
  return done;
}

// The id of the file that the old name leads to, by its number of a descriptor or its path.
template <typename F>
int names_any(const char* what, int from, const char* old_path, int to, const char* new_path,
              F act) {
  Faults& faults = Faults::one();
  const std::string place = faults.is_on() ? faults.below(to, new_path) : "";
  if (place.empty()) return act();
  const Lock lock(faults.mutex);
  if (!faults.pass(Call::make)) return -1;
  constexpr std::string_view kOwn = "/proc/self/fd/";
  int id = 0;
  std::string old;
  if (std::string_view(old_path).starts_with(kOwn))
    id = faults.file(std::atoi(old_path + kOwn.size()));
  else
    old = faults.below(from, old_path);
  const int done = act();
  if (done == 0) faults.note(what, id, place + "\t" + old);
  return done;
}

mode_t mode_in(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

extern "C" {

#define OPEN(name)                                                                   \
  int name(const char* path, int flags, ...) {                                       \
    va_list arguments;                                                               \
    va_start(arguments, flags);                                                      \
    const mode_t mode = mode_in(flags, arguments);                                   \
    va_end(arguments);                                                               \
    static const auto real = NEXT(name);                                             \
    return open_any(AT_FDCWD, path, flags, [&] { return real(path, flags, mode); }); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                       \
  int name(int folder, const char* path, int flags, ...) {                                 \
    va_list arguments;                                                                     \
    va_start(arguments, flags);                                                            \
    const mode_t mode = mode_in(flags, arguments);                                         \
    va_end(arguments);                                                                     \
    static const auto real = NEXT(name);                                                   \
    return open_any(folder, path, flags, [&] { return real(folder, path, flags, mode); }); \
  }
OPENAT(openat)
OPENAT(openat64)

// openat2(2) has no function of its own.
long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  std::array<long, 6> a{};
  for (long& one : a) one = va_arg(list, long);
  va_end(list);
  static const auto real = NEXT(syscall);
  const auto act = [&] { return real(number, a[0], a[1], a[2], a[3], a[4], a[5]); };
  if (number != SYS_openat2) return act();
  const auto* how = reinterpret_cast<const open_how*>(a[2]);
  return open_any(static_cast<int>(a[0]), reinterpret_cast<const char*>(a[1]),
                  static_cast<int>(how->flags), [&] { return static_cast<int>(act()); });
}

#define FOPEN(name)                                                               \
  FILE* name(const char* path, const char* mode) {                                \
    const bool reads = std::strchr(mode, 'r') != nullptr;                         \
    const bool both = std::strchr(mode, '+') != nullptr;                          \
    int flags = both ? O_RDWR : reads ? O_RDONLY : O_WRONLY;                      \
    if (!reads) flags |= O_CREAT | (std::strchr(mode, 'a') ? O_APPEND : O_TRUNC); \
    const int fd = ::open(path, flags, 0666);                                     \
    return fd < 0 ? nullptr : ::fdopen(fd, mode);                                 \
  }
FOPEN(fopen)
FOPEN(fopen64)

ssize_t read(int fd, void* data, size_t size) {
  static const auto real = NEXT(read);
  return fd_any(Call::look, fd, "", 0, [&] { return real(fd, data, size); });
}
ssize_t pread(int fd, void* data, size_t size, off_t from) {
  static const auto real = NEXT(pread);
  return fd_any(Call::look, fd, "", 0, [&] { return real(fd, data, size, from); });
}
ssize_t pread64(int fd, void* data, size_t size, off64_t from) {
  static const auto real = NEXT(pread64);
  return fd_any(Call::look, fd, "", 0, [&] { return real(fd, data, size, from); });
}
ssize_t write(int fd, const void* data, size_t size) {
  static const auto real = NEXT(write);
  return write_any(fd, data, size, -1, [&](size_t part) { return real(fd, data, part); });
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t from) {
  static const auto real = NEXT(pwrite);
  return write_any(fd, data, size, from, [&](size_t part) { return real(fd, data, part, from); });
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t from) {
  static const auto real = NEXT(pwrite64);
  return write_any(fd, data, size, from, [&](size_t part) { return real(fd, data, part, from); });
}
int ftruncate(int fd, off_t size) noexcept {
  static const auto real = NEXT(ftruncate);
  return fd_any(Call::change, fd, "truncate", size, [&] { return real(fd, size); });
}
int ftruncate64(int fd, off64_t size) noexcept {
  static const auto real = NEXT(ftruncate64);
  return fd_any(Call::change, fd, "truncate", size, [&] { return real(fd, size); });
}
int fsync(int fd) {
  static const auto real = NEXT(fsync);
  return fd_any(Call::sync, fd, "sync", 0, [&] { return real(fd); });
}
int fdatasync(int fd) {
  static const auto real = NEXT(fdatasync);
  return fd_any(Call::sync, fd, "sync", 0, [&] { return real(fd); });
}
int fchmod(int fd, mode_t mode) noexcept {
  static const auto real = NEXT(fchmod);
  return fd_any(Call::change, fd, "", 0, [&] { return real(fd, mode); });
}
int close(int fd) {
  static const auto real = NEXT(close);
  Faults& faults = Faults::one();
  if (!faults.is_on() || !faults.has(fd)) return real(fd);
  const Lock lock(faults.mutex);
  faults.forget(fd);
  const int done = real(fd);  // a descriptor is gone, whatever close says
  return faults.pass(Call::look) ? done : -1;
}
int closedir(DIR* folder) {
  static const auto real = NEXT(closedir);
  Faults::one().forget(::dirfd(folder));
  return real(folder);
}
int fclose(FILE* file) {
  static const auto real = NEXT(fclose);
  Faults::one().forget(::fileno(file));
  return real(file);
}
int unlink(const char* path) noexcept {
  static const auto real = NEXT(unlink);
  return name_any(Call::change, AT_FDCWD, path, "unlink", [&] { return real(path); });
}
int unlinkat(int folder, const char* path, int flags) noexcept {
  static const auto real = NEXT(unlinkat);
  return name_any(Call::change, folder, path, "unlink", [&] { return real(folder, path, flags); });
}
int mkdir(const char* path, mode_t mode) noexcept {
  static const auto real = NEXT(mkdir);
  return name_any(Call::make, AT_FDCWD, path, "mkdir", [&] { return real(path, mode); });
}
int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  static const auto real = NEXT(mkdirat);
  return name_any(Call::make, folder, path, "mkdir", [&] { return real(folder, path, mode); });
}
int rename(const char* from, const char* to) noexcept {
  static const auto real = NEXT(rename);
  return names_any("rename", AT_FDCWD, from, AT_FDCWD, to, [&] { return real(from, to); });
}
int renameat(int folder, const char* from, int other, const char* to) noexcept {
  static const auto real = NEXT(renameat);
  return names_any("rename", folder, from, other, to,
                   [&] { return real(folder, from, other, to); });
}
int renameat2(int folder, const char* from, int other, const char* to, unsigned flags) noexcept {
  static const auto real = NEXT(renameat2);
  return names_any("rename", folder, from, other, to,
                   [&] { return real(folder, from, other, to, flags); });
}
int link(const char* from, const char* to) noexcept {
  static const auto real = NEXT(link);
  return names_any("link", AT_FDCWD, from, AT_FDCWD, to, [&] { return real(from, to); });
}
int linkat(int folder, const char* from, int other, const char* to, int flags) noexcept {
  static const auto real = NEXT(linkat);
  return names_any("link", folder, from, other, to,
                   [&] { return real(folder, from, other, to, flags); });
}

}  // extern "C"
