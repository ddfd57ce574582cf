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
#include "engine/readers/snapshot/folders.h"
#include "engine/reserved.h"
#include "store/import/import_tree.h"
#include "store/sql.h"
#include "store/store.h"
#include "store/upkeep/drop.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Editors write a file in several steps; a checkout writes thousands.
constexpr milliseconds kQuiet(150);
constexpr milliseconds kLongest(600);
// Where something stood in the way.
constexpr milliseconds kRetry(500);

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

  /// Takes the signal that has come: left pending, it would end the process once unblocked.
  void take() const {
    signalfd_siginfo come;
    while (::read(fd_.get(), &come, sizeof come) < 0 && errno == EINTR) {
    }
  }

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
  /// The path canonical.
  explicit Watches(fs::path root)
      : root_(std::move(root)), fd_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    add(root_);
  }
  int get() const { return fd_.get(); }
  /// Whether the root itself was removed, or moved away.
  bool gone() const { return is_moved_ || folders_.empty(); }

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
    if ((event.mask & IN_MOVE_SELF) != 0 && folder->second == root_) is_moved_ = true;
    if ((event.mask & IN_IGNORED) != 0) {
      folders_.erase(folder);
      return false;
    }
    const fs::path path = event.len > 0 ? folder->second / event.name : folder->second;
    if (is_reserved(path.native()) || path.filename() == ".git") return false;
    if ((event.mask & IN_ISDIR) != 0 && (event.mask & (IN_CREATE | IN_MOVED_TO)) != 0) add(path);
    return true;
  }

  void add(const fs::path& folder) {
    watch(folder);
    snapshot::walk_below(folder.string(), [&](const std::string& path, snapshot::EntryKind kind) {
      if (kind != snapshot::EntryKind::folder || path.ends_with("/.git")) return false;
      watch(path);
      return true;
    });
  }

  void watch(const fs::path& folder) {
    constexpr uint32_t kChanges = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                                  IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF |
                                  IN_ONLYDIR;
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
  bool is_moved_ = false;
  Descriptor fd_;
  std::map<int, fs::path> folders_;
};

Error gone(const ImportOptions& options) {
  return {ErrorCode::not_found, "the folder is gone", options.path};
}

// The project's newest snapshot, and those before it that this watch made.
class Steps {
 public:
  Steps(Store& store, const ImportOptions& options, const Say& say)
      : store_(store), options_(options), say_(say) {}

  /// Imports once more, and drops what this watch made before. False where something stands in the
  /// way for now, which is said once: another writer, or a tree that changes while it is read.
  bool take() {
    try {
      // What the folder is was looked at when the watch began.
      const auto began = steady_clock::now();
      ImportReport report = import_tree(store_, options_);
      report.seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
      said_.clear();
      if (report.is_new) {
        say_(report);
        made_.push_back(report.snapshot);
      }
      for (; made_.size() > 1; made_.erase(made_.begin())) drop(report.project, made_.front());
      return true;
    } catch (const Error& failure) {
      std::error_code none;
      if (!fs::is_directory(options_.path, none)) throw gone(options_);
      if (failure.code() != ErrorCode::conflict && failure.code() != ErrorCode::not_found) throw;
      if (said_ != failure.what())
        std::cerr << "dossier: cannot update yet: " << printable(failure.what()) << std::endl;
      said_ = failure.what();
      return false;
    }
  }

 private:
  // Someone may have dropped it before us.
  void drop(const std::string& project, int64_t snapshot) {
    const auto all = store_.rows<sql::SnapshotById>(snapshot).next();
    if (all) drop_snapshot(store_, project, std::to_string(snapshot));
  }

  Store& store_;
  const ImportOptions& options_;
  const Say& say_;
  std::vector<int64_t> made_;
  std::string said_;  // what stood in the way last
};

}  // namespace

void watch(Store& store, ImportOptions options, const Say& say) {
  options.label.reset();
  options.progress = nullptr;
  options.lease_wait_ms = 0;  // while waiting, no signal would be heard
  const Stop stop;
  Watches watches(fs::canonical(options.path));
  std::cerr << "dossier: watching " << printable(options.path) << "; Ctrl-C ends" << std::endl;
  Steps steps(store, options, say);
  // What changed between the import before and the first watch.
  std::optional<steady_clock::time_point> due = steady_clock::now(), first;
  for (;;) {
    const milliseconds wait =
        due ? std::chrono::ceil<milliseconds>(*due - steady_clock::now()) : milliseconds(-1);
    pollfd waits[] = {{stop.get(), POLLIN, 0}, {watches.get(), POLLIN, 0}};
    const int ready = ::poll(waits, 2, static_cast<int>(due ? std::max(wait.count(), 0L) : -1));
    if (ready < 0 && errno != EINTR) throw Error(ErrorCode::io, std::strerror(errno), "poll");
    if (waits[0].revents != 0) return stop.take();
    const auto now = steady_clock::now();
    if (waits[1].revents != 0 && watches.take()) {
      if (!first) first = now;
      due = std::min(now + kQuiet, *first + kLongest);
    }
    if (watches.gone()) throw gone(options);
    if (!due || now < *due) continue;
    first.reset();
    due.reset();
    if (!steps.take()) due = steady_clock::now() + kRetry;
  }
}

}  // namespace dossier::cli
