#pragma once
// Where a file can be seen from some folders, through every mount of this process.
//
// Under a mount point a file's path is an end of its path in its own file system: all of it if the
// whole file system is mounted, less if a folder is, nothing if it is the file. So each mount point
// is tried with each such end, which finds bind mounts, other file systems' views of the file
// (overlay, FUSE: there it has the same size and time) and those that are mounted in each other
// alike. A file in an overlay is also looked for as the file that it is in the overlay's folders. A
// path can be reached if one of the given folders lies on it, which is what Landlock asks.
//
// Rejected: comparing paths, which two mounts of a folder give one file; searching by device, which
// an overlay changes.
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace dossier {

using Inode = std::pair<dev_t, ino_t>;

struct Sighting {
  std::string path;
  Inode inode;
  /// The folders between the first that may be written to and the file, from above: who moves one
  /// of them makes room for another file of this name.
  std::vector<std::string> folders{};
};

class Reach {
 public:
  /// `writable` and `readable` are folders. Throws Error{io} if the mounts cannot be read.
  Reach(const std::string& writable, const std::vector<std::string>& readable);

  /// Where the regular file at `path` (absolute, without links) can be reached. Throws
  /// Error{denied} if it lies in an overlay that does not say of which folders.
  std::vector<Sighting> of(const std::string& path) const { return of(path, kMostStacked); }

 private:
  struct Mount {
    std::string root, point;            // the folder of its file system, and where that is mounted
    std::vector<std::string> layers{};  // the folders of an overlay
  };
  // Overlays on each other; a layer may also be hidden below the overlay itself.
  static constexpr int kMostStacked = 2;
  std::vector<Sighting> of(const std::string& path, int stacked) const;
  const Mount& mount_of(const std::string& path) const;
  bool reaches(Sighting& sighting) const;

  Inode writable_{};
  std::vector<Inode> readable_;
  std::vector<Mount> mounts_;
};

}  // namespace dossier
