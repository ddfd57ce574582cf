#include "engine/readers/snapshot/folders.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string_view>
#include <vector>

namespace dossier::snapshot {
namespace {

EntryKind kind_of(const Directory& folder, const dirent& entry) {
  struct stat status {};
  switch (entry.d_type) {
    case DT_REG:
      return EntryKind::file;
    case DT_DIR:
      return EntryKind::folder;
    case DT_LNK:
      return EntryKind::link;
    case DT_UNKNOWN:  // some file systems do not say
      if (::fstatat(folder.descriptor(), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) break;
      if (S_ISREG(status.st_mode)) return EntryKind::file;
      if (S_ISDIR(status.st_mode)) return EntryKind::folder;
      if (S_ISLNK(status.st_mode)) return EntryKind::link;
      break;
    default:
      break;
  }
  return EntryKind::other;
}

}  // namespace

Directory::Directory(const std::string& path, bool follow)
    : descriptor_(
          ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW))),
      stream_(descriptor_ < 0 ? nullptr : ::fdopendir(descriptor_)) {}

Directory::~Directory() {
  if (stream_ != nullptr) {
    ::closedir(stream_);
  } else if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

const dirent* Directory::next() {
  while (const dirent* entry = ::readdir(stream_)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") return entry;
  }
  return nullptr;
}

void walk_below(const std::string& folder,
                const std::function<bool(const std::string& path, EntryKind kind)>& visit) {
  std::vector<std::string> pending{folder};
  for (bool is_root = true; !pending.empty(); is_root = false) {
    std::string around = std::move(pending.back());
    pending.pop_back();
    Directory directory(around, is_root);
    if (!directory) continue;
    if (!around.ends_with('/')) around += '/';
    while (const dirent* entry = directory.next()) {
      std::string path = around + entry->d_name;
      const EntryKind kind = kind_of(directory, *entry);
      if (visit(path, kind) && kind == EntryKind::folder) pending.push_back(std::move(path));
    }
  }
}

}  // namespace dossier::snapshot
