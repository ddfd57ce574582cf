#include "engine/side_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <memory>
#include <string_view>
#include <thread>

#include "engine/error.h"
#include "engine/open_files.h"
#include "engine/person_state.h"
#include "engine/reserved.h"

namespace dossier {
namespace {

constexpr std::string_view kLog = "-wal", kJournal = "-journal", kRemembered = "logs";

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

bool is_remembered(const std::string& database) {
  return read_state(kRemembered, identity(database)) == identity(database + std::string(kLog));
}

// Whether the process has the file open, as far as it can be seen.
bool may_have_open(pid_t process, const struct stat& file) {
  const std::string folder = "/proc/" + std::to_string(process) + "/fd";
  const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(folder.c_str()), ::closedir);
  if (!listed) return process <= 0 || ::kill(process, 0) == 0 || errno == EPERM;
  while (const dirent* const entry = ::readdir(listed.get())) {
    struct stat open {};
    if (::fstatat(::dirfd(listed.get()), entry->d_name, &open, 0) == 0 &&
        open.st_dev == file.st_dev && open.st_ino == file.st_ino)
      return true;
  }
  return false;
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
  // SQLite removes what lies beside an empty database, and makes the log's index anew.
  if (file.st_size == 0 || whole.st_size == 0 || end == kLogEnds[1]) return {};
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
  write_state(kRemembered, identity(database), identity(path), false);
}

void refuse_side_files() {
  for (const auto& file : names_of_open_files()) refuse_side_files(file);
}

}  // namespace dossier
