#include "engine/sealed.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <mutex>
#include <set>
#include <utility>

#include "engine/descriptor.h"

namespace dossier {
namespace {

using Inode = std::pair<dev_t, ino_t>;

struct Sealed {
  std::mutex mutex;
  std::set<Inode> files;
};

Sealed& sealed() {
  static auto* const kept = new Sealed;  // outlives every static that holds a database
  return *kept;
}

}  // namespace

void seal_database(const std::string& path) {
  // Stays open, so that no later file gets the inode; it opens nothing that holds a lock.
  Descriptor file(::open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.number(), &status) != 0) return;
  const std::lock_guard lock(sealed().mutex);
  if (sealed().files.emplace(status.st_dev, status.st_ino).second) file.release();
}

bool is_sealed_database(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return false;
  const std::lock_guard lock(sealed().mutex);
  return sealed().files.contains({status.st_dev, status.st_ino});
}

}  // namespace dossier
