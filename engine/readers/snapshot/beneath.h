#pragma once
// Opens files beneath a folder without following symbolic links, even one that replaces a folder
// while the tree is read. Rejected: opening whole paths, which follows such links.
#include <cstdint>
#include <optional>
#include <string>

#include "engine/descriptor.h"

namespace dossier::snapshot {

/// Opens a file beneath `root` without following any symbolic link, like open_unreserved; -1 with
/// errno.
int open_below(int root, const std::string& path);

/// Reads at most limit + 1 bytes, so that a file that grew past the limit is noticed. Absent, with
/// errno, if it cannot be read.
std::optional<std::string> bytes_up_to(int descriptor, int64_t size, int64_t limit);
/// The same; throws Error{io}.
std::string read_up_to(int descriptor, int64_t size, int64_t limit);

}  // namespace dossier::snapshot
