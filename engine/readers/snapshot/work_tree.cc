// The files of a git work tree as a commit would hold them.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "engine/readers/snapshot/beneath.h"
#include "engine/readers/snapshot/git.h"
#include "engine/readers/snapshot/walk.h"
#include "engine/reserved.h"

namespace dossier::snapshot {
namespace {

/// Every folder above a path, the outermost first: "a/" and "a/b/" of "a/b/c".
template <typename Use>
void each_folder(const std::string& path, const Use& use) {
  for (size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
    if (!use(path.substr(0, slash + 1))) return;
}

/// The outermost folders below the top that are repositories of their own.
std::set<std::string> repositories_in(const std::filesystem::path& top, const Listing& listing) {
  std::set<std::string> seen, found;
  for (const auto& file : listing.files)
    each_folder(file.path, [&](const std::string& folder) {
      if (found.contains(folder)) return false;
      struct stat status {};
      const bool is_new = seen.insert(folder).second;
      const bool is_own = is_new && ::lstat((top / folder / ".git").c_str(), &status) == 0;
      if (is_own) found.insert(folder);
      return !is_own;
    });
  return found;
}

bool is_below_any(const std::string& path, const std::set<std::string>& folders) {
  bool is_below = false;
  each_folder(path, [&](const std::string& folder) {
    is_below = folders.contains(folder);
    return !is_below;
  });
  return is_below;
}

}  // namespace

Listing walk_work_tree(const std::filesystem::path& top) {
  Listing listing = walk(top, false);
  const auto inner = repositories_in(top, listing);
  std::erase_if(listing.files, [&](const Listed& file) { return is_below_any(file.path, inner); });
  listing.links += inner.size();

  std::set<std::string> listed;
  for (const auto& file : listing.files) listed.insert(file.path);
  const Descriptor root(::open(top.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (const auto& blob : Repository(top).tree("HEAD").blobs) {
    if (listed.contains(blob.path) || is_below_any(blob.path, inner)) continue;
    const Descriptor file(open_below(root.number(), blob.path));
    struct stat status {};
    const bool is_barred = file.number() < 0 && (errno == EACCES || errno == EPERM);
    if (is_barred) listing.unreadable.push_back(blob.path + ": " + std::strerror(errno));
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
      continue;  // removed in the work tree, or no file there
    const auto mtime = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    listing.files.push_back({blob.path, status.st_size, mtime});
  }
  std::sort(listing.files.begin(), listing.files.end(),
            [](const Listed& one, const Listed& other) { return one.path < other.path; });
  return listing;
}

}  // namespace dossier::snapshot
