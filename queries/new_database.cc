#include "queries/new_database.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "engine/error.h"

namespace dossier {
namespace {

void flush_to_disk(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool done = fd >= 0 && ::fsync(fd) == 0;
  const int reason = errno;
  if (fd >= 0) ::close(fd);
  if (!done) throw Error(ErrorCode::io, std::strerror(reason), path);
}

}  // namespace

NewDatabase::NewDatabase(const std::string& path, int lease_wait_ms)
    : path_(path), lease_(path, lease_wait_ms) {
  if (::access(path.c_str(), F_OK) != 0) store_.emplace(Store::open_fresh(path));
}

NewDatabase::~NewDatabase() {
  if (!store_) return;
  store_.reset();
  ::unlink((path_ + "-new").c_str());
}

bool NewDatabase::publish() {
  const std::string made = path_ + "-new";
  store_->statements().release();
  store_->database().execute("PRAGMA journal_mode = WAL");
  store_.reset();
  flush_to_disk(made);
  // Unlike rename(), link() does not take the place of another.
  const bool placed = ::link(made.c_str(), path_.c_str()) == 0;
  const int reason = errno;
  ::unlink(made.c_str());
  if (!placed && reason != EEXIST) throw Error(ErrorCode::io, std::strerror(reason), path_);
  const auto folder = std::filesystem::absolute(path_).parent_path();
  if (placed) flush_to_disk(folder.string());
  return placed;
}

}  // namespace dossier
