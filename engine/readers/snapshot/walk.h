#pragma once
// The files of a directory tree, in the byte order of their paths, as one listing: what exists and
// what the ignore rules leave. Nothing is opened but folders and ignore files. Symbolic links are
// never followed; special files are left out.
#include <cstdint>
#include <filesystem>
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
  uint64_t links = 0;  // symbolic links that were passed over
  std::vector<std::string>
      unreadable;  // "path: reason": folders not listed, ignore files not heeded
};

/// `all` includes hidden and ignored files; .git is never included. Ignore files of the folders
/// above `root` apply as far up as the work tree that holds it; no other sign of git is asked for.
/// The files of databases that are open (engine/reserved.h) are left out, by whatever name. Throws
/// Error{not_found} or Error{invalid} if `root` is no directory.
Listing walk(const std::filesystem::path& root, bool all);

}  // namespace dossier::snapshot
