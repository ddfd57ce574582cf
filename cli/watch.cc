#include "cli/watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>

#include "cli/terminal.h"
#include "engine/error.h"
#include "queries/drop.h"
#include "queries/store.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Editors write a file in several steps; a checkout writes thousands.
constexpr milliseconds kQuiet(150);
constexpr milliseconds kLongest(600);

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {
    if (fd < 0) throw Error(ErrorCode::io, std::strerror(errno), "inotify");
  }
  ~Descriptor() { ::close(fd_); }
  Descriptor(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

// SIGINT and SIGTERM as a descriptor, from construction to destruction.
class Stop {
 public:
  Stop() : blocked_(block(before_)), fd_(::signalfd(-1, &blocked_, SFD_CLOEXEC)) {}
  ~Stop() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  int get() const { return fd_.get(); }

 private:
  static sigset_t block(sigset_t& before) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &set, &before);
    return set;
  }
  sigset_t before_{};
  sigset_t blocked_;
  Descriptor fd_;
};

// The folders of a tree, each watched; git's own are not part of what is imported.
class Watches {
 public:
  Watches(fs::path root, const fs::path& database)
      : root_(std::move(root)),
        database_(fs::absolute(database).lexically_normal()),
        fd_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    add(root_);
  }
  int get() const { return fd_.get(); }

  /// Takes what has been heard; whether any of it matters.
  bool take() {
    bool matters = false;
    alignas(inotify_event) char buffer[64 << 10];
    for (;;) {
      const ssize_t size = ::read(fd_.get(), buffer, sizeof buffer);
      if (size <= 0) return matters;
      for (ssize_t at = 0; at < size;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
        at += static_cast<ssize_t>(sizeof *event + event->len);
        matters = heard(*event) || matters;
      }
    }
  }

 private:
  bool heard(const inotify_event& event) {
    if ((event.mask & IN_Q_OVERFLOW) != 0) {
      add(root_);
      return true;
    }
    const auto folder = folders_.find(event.wd);
    if (folder == folders_.end()) return false;
    if ((event.mask & IN_IGNORED) != 0) {
      folders_.erase(folder);
      return false;
    }
    const fs::path path = event.len > 0 ? folder->second / event.name : folder->second;
    if (path.native().starts_with(database_.native()) || path.filename() == ".git") return false;
    if ((event.mask & IN_ISDIR) != 0 && (event.mask & (IN_CREATE | IN_MOVED_TO)) != 0) add(path);
    return true;
  }

  void add(const fs::path& folder) {
    watch(folder);
    std::error_code failed;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                           failed);
    while (!failed && entry != fs::recursive_directory_iterator()) {
      std::error_code unreadable;
      if (entry->is_directory(unreadable) && !entry->is_symlink(unreadable)) {
        if (entry->path().filename() == ".git")
          entry.disable_recursion_pending();
        else
          watch(entry->path());
      }
      entry.increment(failed);
    }
  }

  void watch(const fs::path& folder) {
    constexpr uint32_t kChanges = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                                  IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_ONLYDIR;
    const int wd = ::inotify_add_watch(fd_.get(), folder.c_str(), kChanges);
    if (wd >= 0) {
      folders_[wd] = folder;
    } else if (errno == ENOSPC) {
      throw Error(ErrorCode::limit,
                  "too many folders to watch; raise /proc/sys/fs/inotify/max_user_watches",
                  folder.string());
    }
  }

  fs::path root_;
  fs::path database_;
  Descriptor fd_;
  std::map<int, fs::path> folders_;
};

// Imports once more, and drops the snapshot that this watch made before.
void bring_in_step(Store& store, const ImportOptions& options, int64_t& made) {
  const ImportReport report = import(store, options);
  if (!report.is_new) return;
  if (made != 0) drop_snapshot(store, report.project, std::to_string(made));
  made = report.snapshot;
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.1f s", report.seconds);
  std::cout << "project '" << printable(report.project) << "', snapshot " << report.snapshot << ": "
            << report.files << " files (" << seconds << ")" << std::endl;
}

}  // namespace

void watch(Store& store, ImportOptions options, const std::string& database) {
  options.label.reset();
  options.progress = nullptr;
  const Stop stop;
  Watches watches(fs::absolute(options.path).lexically_normal(), database);
  std::cerr << "dossier: watching " << printable(options.path) << "; Ctrl-C ends" << std::endl;
  int64_t made = 0;
  // What changed between the import before and the first watch.
  bring_in_step(store, options, made);
  std::optional<steady_clock::time_point> first;
  for (;;) {
    pollfd waits[] = {{stop.get(), POLLIN, 0}, {watches.get(), POLLIN, 0}};
    const int ready = ::poll(waits, 2, first ? static_cast<int>(kQuiet.count()) : -1);
    if (ready < 0 && errno != EINTR) throw Error(ErrorCode::io, std::strerror(errno), "poll");
    if (waits[0].revents != 0) return;
    if (waits[1].revents != 0 && watches.take() && !first) first = steady_clock::now();
    const bool quiet = ready == 0;
    if (!first || (!quiet && steady_clock::now() - *first < kLongest)) continue;
    first.reset();
    bring_in_step(store, options, made);
  }
}

}  // namespace dossier::cli
