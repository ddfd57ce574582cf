#include "agent/hidden_databases.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "engine/error.h"
#include "engine/open_files.h"
#include "engine/reserved.h"
#include "store/origin.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

std::set<std::string> open_databases() {
  std::set<std::string> out;
  for (const std::string& path : paths_of_open_files()) {
    const bool is_beside = std::any_of(kLogEnds.begin(), kLogEnds.end(),
                                       [&](const char* end) { return path.ends_with(end); });
    if (!is_beside) out.insert(path);
  }
  return out;
}

std::set<std::string> files_of_database(const std::string& database) {
  std::set<std::string> out = {database};
  std::error_code ignored;
  for (const auto& beside : fs::directory_iterator(fs::path(database).parent_path(), ignored))
    if (beside.path().string().starts_with(database + "-")) out.insert(beside.path().string());
  return out;
}

// The file at the path is this one, and nobody has written to it.
bool is_empty_one(const std::string& path, int file) {
  struct stat named {
  }, mine{};
  return ::lstat(path.c_str(), &named) == 0 && ::fstat(file, &mine) == 0 &&
         Inode(named.st_dev, named.st_ino) == Inode(mine.st_dev, mine.st_ino) && mine.st_size == 0;
}

}  // namespace

HiddenDatabases::HiddenDatabases(const Reach& reach) {
  const std::set<std::string> open = open_databases();
  std::set<std::string> known = open;
  for (std::string& path : recorded_databases()) known.insert(std::move(path));
  for (const std::string& database : known) {
    struct stat status {};
    if (::lstat(database.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    const bool is_reached = !reach.of(database).empty();
    if (status.st_nlink > 1 && (is_reached || open.contains(database)))
      throw Error(ErrorCode::denied,
                  "the command is not run, since the database has a second name (a hard link), by "
                  "which it could reach it; remove that",
                  database);
    if (!is_reached) continue;
    hold_journal(database + "-journal");
    for (const std::string& file : files_of_database(database))
      for (Sighting& place : reach.of(file)) places_.push_back(std::move(place));
  }
}

HiddenDatabases::~HiddenDatabases() {
  for (const auto& journal : journals_)
    if (::flock(journal.file.number(), LOCK_EX | LOCK_NB) == 0 &&
        is_empty_one(journal.path, journal.file.number()))
      ::unlink(journal.path.c_str());
}

void HiddenDatabases::hold_journal(const std::string& path) {
  for (;;) {
    Descriptor file(
        ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    if (!file && (errno == EACCES || errno == EPERM || errno == EROFS)) return;  // for commands too
    if (!file) throw Error(ErrorCode::io, std::strerror(errno), path);
    struct stat status {};
    if (::fstat(file.number(), &status) == 0 && status.st_size > 0) return;  // it can be covered
    if (::flock(file.number(), LOCK_SH) != 0)
      throw Error(ErrorCode::io, std::strerror(errno), path);
    // Who held it before may have removed it between our open and our lock.
    if (!is_empty_one(path, file.number())) continue;
    journals_.push_back({path, std::move(file)});
    return;
  }
}

}  // namespace dossier
