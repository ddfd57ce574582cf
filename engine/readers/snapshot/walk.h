#pragma once
// Lists the files of a directory tree, in the byte order of their paths, after applying the ignore
// rules. It opens only folders and ignore files. Symbolic links are never followed; special files
// are left out. Both are counted.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace dossier::snapshot {

struct Listed {
  std::string path;  // from the root, with '/', any bytes
  int64_t size = 0;
  int64_t mtime_ns = 0;
};

struct Listing {
  std::vector<Listed> files;
  uint64_t links = 0;     // skipped symbolic links
  uint64_t specials = 0;  // skipped pipes, sockets and devices
  std::vector<std::string>
      unreadable;  // "path: reason": folders not listed, ignore files not applied
};

/// `all` includes hidden and ignored files; .git is never included. Ignore files of folders above
/// `root` apply up to the top of the work tree that contains it; no other trace of git is examined.
/// Files of open databases (engine/reserved.h) are left out, whatever their names. `checkpoint` is
/// called for each folder, and may throw. Throws Error{not_found} or Error{invalid} if `root` is
/// not a directory.
Listing walk(const std::filesystem::path& root, bool all,
             const std::function<void()>& checkpoint = {});

/// The files of a git work tree that a commit of all of it would hold, so that it can be compared
/// with a revision: besides what walk() lists, the files of HEAD that are hidden or ignored; and
/// nothing of submodules and other repositories inside of it. `top` is the top of the work tree.
Listing walk_work_tree(const std::filesystem::path& top);

}  // namespace dossier::snapshot
