#pragma once
// Opens files of a folder so that nothing leads out of it: openat2(2), by which the kernel resolves
// every path beneath the folder's descriptor. Symbolic links, mounts, `..` and races between check
// and use cannot lead out (docs/security.md).
//
// Rejected: comparing realpath() with a prefix, which is a check that a race undoes.
#include <sys/stat.h>

#include <cstdint>
#include <string>

#include "engine/descriptor.h"

namespace dossier::confined {

/// Throws what an error of the system means for a path of the folder.
[[noreturn]] void fail(int error, const std::string& path);

/// Opens what lies at the path beneath `folder`; none with errno set.
Descriptor open_beneath(int folder, const std::string& path, uint64_t flags, uint64_t mode = 0);
/// The file for reading, whatever kind of file it is; none with errno set. `resolve`: further flags
/// of openat2. The files of an open database (engine/reserved.h) are not opened.
Descriptor open_file(int folder, const std::string& path, uint64_t resolve = 0);
/// The status of a regular file; throws for any other.
struct stat regular(int fd, const std::string& path);
/// What a file of this size holds; throws Error{limit} where that is more than kMaxFileBytes.
std::string read_all(int fd, int64_t size, const std::string& path);
/// Waits until the file, or the names of a folder, are on disk.
void sync(int fd, const std::string& path);

}  // namespace dossier::confined
