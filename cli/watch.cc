#include "cli/watch.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "cli/terminal.h"
#include "engine/descriptor.h"
#include "engine/error.h"
#include "engine/readers/snapshot/watched_folder.h"
#include "store/import/import_tree.h"
#include "store/import/last_tree.h"
#include "store/sql.h"
#include "store/store.h"
#include "store/upkeep/drop.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Editors write a file in several steps, milliseconds apart; a checkout writes thousands.
constexpr milliseconds kQuiet(50);
constexpr milliseconds kLongest(600);
// What nobody tells of is looked for this long after something was told.
constexpr milliseconds kEverywhere(60'000);
// Where something stood in the way.
constexpr milliseconds kRetry(500);

// SIGINT and SIGTERM as a descriptor, from construction to destruction.
class Stop {
 public:
  Stop() : blocked_(block(before_)), fd_(::signalfd(-1, &blocked_, SFD_CLOEXEC)) {
    if (!fd_) throw Error(ErrorCode::io, std::strerror(errno), "signalfd");
  }
  ~Stop() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  int get() const { return fd_.number(); }

  /// Takes the signal that has come: left pending, it would end the process once unblocked.
  void take() const {
    signalfd_siginfo come;
    while (::read(get(), &come, sizeof come) < 0 && errno == EINTR) {
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
      ImportReport report = import_tree(store_, options_, &last_);
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
    if (all) last_.outlive(drop_snapshot(store_, project, std::to_string(snapshot)).generation);
  }

  Store& store_;
  const ImportOptions& options_;
  const Say& say_;
  LastTree last_;
  std::vector<int64_t> made_;
  std::string said_;  // what stood in the way last
};

// When to import next, and whether to look everywhere then.
class Due {
 public:
  using Time = steady_clock::time_point;

  explicit Due(Time now) : import_(now) {}
  void told(Time now) {
    if (!first_) first_ = now;
    import_ = std::min(now + kQuiet, *first_ + kLongest);
    if (!everywhere_) everywhere_ = now + kEverywhere;
  }
  void retry(Time now) { import_ = now + kRetry; }
  /// For poll(2).
  int wait(Time now) const {
    if (!import_ && !everywhere_) return -1;
    const Time next = std::min(import_.value_or(Time::max()), everywhere_.value_or(Time::max()));
    return static_cast<int>(std::max(std::chrono::ceil<milliseconds>(next - now).count(), 0L));
  }
  /// Whether to look everywhere has come due, once; an import is due with it.
  bool take_everywhere(Time now) {
    if (!everywhere_ || now < *everywhere_) return false;
    everywhere_.reset();
    import_ = now;
    return true;
  }
  /// Whether an import has come due, once.
  bool take(Time now) {
    if (!import_ || now < *import_) return false;
    import_.reset();
    first_.reset();
    return true;
  }

 private:
  std::optional<Time> import_, everywhere_;
  std::optional<Time> first_;  // when the first of what waits for the import was told
};

}  // namespace

void watch(Store& store, ImportOptions options, const Say& say) {
  options.label.reset();
  options.progress = nullptr;
  options.wait.ms = 0;  // while waiting, no signal would be heard
  const Stop stop;
  snapshot::WatchedFolder folder(options.path, options.all);
  options.list = [&](const std::function<void()>& checkpoint) { return folder.list(checkpoint); };
  std::cerr << "dossier: watching " << printable(options.path) << "; Ctrl-C ends" << std::endl;
  Steps steps(store, options, say);
  Due due(steady_clock::now());  // what changed between the import before and the first watch
  for (;;) {
    pollfd waits[] = {{stop.get(), POLLIN, 0}, {folder.descriptor(), POLLIN, 0}};
    const int ready = ::poll(waits, 2, due.wait(steady_clock::now()));
    if (ready < 0 && errno != EINTR) throw Error(ErrorCode::io, std::strerror(errno), "poll");
    if (waits[0].revents != 0) return stop.take();
    const auto now = steady_clock::now();
    if (waits[1].revents != 0 && folder.take()) due.told(now);
    if (folder.is_gone()) throw gone(options);
    if (due.take_everywhere(now)) folder.look_everywhere();
    if (due.take(now) && !steps.take()) due.retry(steady_clock::now());
  }
}

}  // namespace dossier::cli
