#include "queries/lease.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "engine/error.h"

namespace dossier {

ImportLease::ImportLease(const std::string& database_path, int wait_ms) {
  if (database_path.empty()) return;
  path_ = database_path + "-import";
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(wait_ms);
  for (;;) {
    fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd_ < 0) throw Error(ErrorCode::io, std::strerror(errno), path_);
    struct stat mine {
    }, named{};
    if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) {
      // The holder before may have removed the file between our open and our lock: then the name
      // leads elsewhere, and another process may hold a lock on that.
      if (::fstat(fd_, &mine) == 0 && ::stat(path_.c_str(), &named) == 0 &&
          mine.st_ino == named.st_ino)
        return;
    }
    ::close(fd_);
    fd_ = -1;
    if (std::chrono::steady_clock::now() > until)
      throw Error(ErrorCode::conflict, "another import into this database is under way",
                  database_path);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

ImportLease::~ImportLease() {
  if (fd_ < 0) return;
  ::unlink(path_.c_str());
  ::close(fd_);
}

}  // namespace dossier
