#include "engine/side_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>

#include "engine/error.h"
#include "engine/open_files.h"
#include "engine/person_state.h"
#include "engine/reserved.h"

namespace dossier {
namespace {

constexpr std::string_view kLog = "-wal", kJournal = "-journal", kRemembered = "logs";
constexpr size_t kMostRemembered = 100;

// A process that opens or closes the database has it locked for a moment without the file, or has
// let go of the lock before it removes the file: asked again every millisecond until then.
constexpr int kTries = 100;

std::string identity(const std::string& path) {
  struct statx file {};
  if (::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &file) != 0)
    return {};
  return std::to_string(file.stx_ino) + " " +
         std::to_string(file.stx_btime.tv_sec * 1'000'000'000 + file.stx_btime.tv_nsec);
}

// The identity of a log and, on a line of its own, the path of its database.
struct Record {
  std::string log, database;

  std::string text() const { return log + "\n" + database; }
  static Record of(const std::string& text) {
    const size_t end = std::min(text.find('\n'), text.size());
    return {text.substr(0, end), text.substr(std::min(end + 1, text.size()))};
  }
};

bool is_remembered(const std::string& database) {
  const auto record = read_state(kRemembered, identity(database));
  return record && Record::of(*record).log == identity(database + std::string(kLog));
}

// The path in /proc of the first open file of the process for which `is_it` holds; "" if there is
// none. Absent if its files cannot be seen.
std::optional<std::string> find_open(pid_t process,
                                     const std::function<bool(int, const char*)>& is_it) {
  const std::string folder = "/proc/" + std::to_string(process) + "/fd";
  const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(folder.c_str()), ::closedir);
  if (!listed) return std::nullopt;
  while (const dirent* const entry = ::readdir(listed.get()))
    if (is_it(::dirfd(listed.get()), entry->d_name)) return folder + "/" + entry->d_name;
  return std::string();
}

// Whether the process has the file open, as far as it can be seen.
bool may_have_open(pid_t process, const struct stat& file) {
  const auto found = find_open(process, [&](int folder, const char* name) {
    struct stat open {};
    return ::fstatat(folder, name, &open, 0) == 0 && open.st_dev == file.st_dev &&
           open.st_ino == file.st_ino;
  });
  if (found) return !found->empty();
  return process <= 0 || ::kill(process, 0) == 0 || errno == EPERM;
}

// Why this file, which the kernel says was removed, must not be made anew: this process or another
// has it open. What is in a log goes with the last process that has it.
std::string why_removed(const std::string& database, std::string_view end) {
  struct stat whole {};
  const std::string path = database + std::string(end), removed = path + " (deleted)";
  if (end == kJournal || ::stat(database.c_str(), &whole) != 0) return {};
  const pid_t process =
      sqlite_has_opened(path) ? ::getpid() : who_locks(whole, F_WRLCK).value_or(0);
  const auto found = find_open(process, [&](int folder, const char* name) {
    std::string target(removed.size() + 1, '\0');
    const ssize_t size = ::readlinkat(folder, name, target.data(), target.size());
    return size == static_cast<ssize_t>(removed.size()) && target.starts_with(removed);
  });
  if (!found || found->empty()) return {};
  const std::string why =
      "was removed or replaced while process " + std::to_string(process) + " has it open; ";
  return why + (end == kLog ? "copy " + *found +
                                  " to this place and then end that process, or what it wrote last "
                                  "is lost"
                            : "end that process, then remove what is at this place");
}

// What a log or a journal that nobody vouches for may hold, and how to keep or discard it.
constexpr const char* kAdvice =
    "; if the database was copied while it was in use, or a program that you trust left the file, "
    "apply it with sqlite3 DATABASE 'PRAGMA quick_check'; otherwise remove it, and with it the "
    "changes that it holds";

// Why SQLite must not read this file beside the database; "" = it may.
std::string why_refused(const std::string& database, std::string_view end) {
  const std::string path = database + std::string(end);
  struct stat file {
  }, whole{};
  if (std::string why = why_removed(database, end); !why.empty()) return why;
  if (::lstat(path.c_str(), &file) != 0 || sqlite_has_open(file)) return {};
  if (!S_ISREG(file.st_mode)) return "must be a regular file; remove it";
  if (sqlite_has_opened(path) || ::stat(database.c_str(), &whole) != 0)
    return "was replaced while the database was open; end what has it open, then remove the file";
  if (end == kJournal && file.st_size == 0) return {};
  // Only who writes has a journal, and who reads in the meantime has it not.
  if (const auto other = who_locks(whole, end == kJournal ? F_RDLCK : F_WRLCK)) {
    if (may_have_open(*other, file)) return {};
    return "is not the file that process " + std::to_string(*other) +
           " has open with the database; end that process, then remove the file";
  }
  if (file.st_nlink != 1) return "has a second hard link; remove it";
  // SQLite makes the log's index anew, and removes any log of an empty database.
  if (file.st_size == 0 || end == kLogEnds[1]) return {};
  if (whole.st_size == 0) return kLogOfNone;
  if (end == kLog && is_remembered(database)) return {};
  return (end == kLog ? "nothing shows that dossier left this log" : "dossier leaves no journal") +
         std::string(kAdvice);
}

std::string why_refused_for_good(const std::string& database, std::string_view end) {
  for (int tries = 1;; ++tries) {
    std::string why = why_refused(database, end);
    if (why.empty() || tries == kTries) return why;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

void refuse_side_files(const std::string& database) {
  for (const char* const end : kLogEnds)
    if (const std::string why = why_refused_for_good(database, end); !why.empty())
      throw Error(ErrorCode::denied, why, database + end);
}

void remember_log(const std::string& database, off_t least) {
  struct stat log {};
  const std::string path = database + std::string(kLog);
  if (::lstat(path.c_str(), &log) != 0 || log.st_size < least || !sqlite_has_open(log)) return;
  if (is_remembered(database)) return;
  // File systems sync a file that takes the place of another (ext4's auto_da_alloc).
  remove_state(kRemembered, identity(database));
  // Where it cannot be kept, a killed process's log is refused later: no reason to fail now.
  write_state(kRemembered, identity(database), Record{identity(path), database}.text(), false);
  prune_state(kRemembered, kMostRemembered, [](const std::string& text) {
    const Record record = Record::of(text);
    return record.log == identity(record.database + std::string(kLog));
  });
}

void refuse_side_files() {
  for (const auto& file : names_of_open_files()) refuse_side_files(file);
}

}  // namespace dossier
