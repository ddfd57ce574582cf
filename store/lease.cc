#include "store/lease.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier {

ImportLease::ImportLease(const std::string& database_path, const LeaseWait& wait) {
  if (database_path.empty()) return;
  const std::string database = database_file(database_path);
  path_ = database + kLeaseEnd;
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(wait.ms);
  for (;;) {
    fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (fd_ < 0 && errno == ELOOP)
      throw Error(ErrorCode::denied, "the lock file of imports is a symbolic link", path_);
    if (fd_ < 0) throw Error(ErrorCode::io, std::strerror(errno), path_);
    struct stat mine {
    }, named{};
    if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) {
      // The holder before may have removed the file between our open and our lock: then the name
      // leads elsewhere, and another process may hold a lock on that.
      if (::fstat(fd_, &mine) == 0 && ::lstat(path_.c_str(), &named) == 0 &&
          mine.st_dev == named.st_dev && mine.st_ino == named.st_ino) {
        // Of a first import that was killed: who makes a database holds this lease.
        remove_leftover(database + kFirstEnd);
        for (const char* end : kLogEnds) remove_leftover(database + kFirstEnd + end);
        return;
      }
    }
    ::close(fd_);
    fd_ = -1;
    if (std::chrono::steady_clock::now() > until)
      throw Error(ErrorCode::conflict, "another import or compaction of this database is running",
                  database_path);
    if (wait.meanwhile) wait.meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

ImportLease::~ImportLease() {
  if (fd_ < 0) return;
  ::unlink(path_.c_str());
  ::close(fd_);
}

}  // namespace dossier
