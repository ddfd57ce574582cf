#pragma once
// What a thread, and every process that it starts, may do for good: write to two folders, read
// these and the system's programs, libraries and settings. The kernel holds them to that
// (Landlock), and from 6.12 on they signal nobody outside. A filter of system calls (seccomp)
// refuses what Landlock lets through: every socket, since UDP carries data out and a daemon behind
// a socket of the file system may do what they may not; before 6.2 emptying a file outside.
//
// Modes, owners and times of files are not Landlock's: they may be changed wherever the user may.
//
// Rejected: a mount namespace, which needs privileges or user namespaces that are often off, and
// hides nothing that Landlock does not; refusing to run before Linux 6.2, which Debian 12 is.
#include <string>

namespace dossier {

/// No kernel's interface is newer than this: it is used as it is.
constexpr int kNewestLandlock = 1'000;

/// Confines the calling thread. Throws Error{denied} if the kernel cannot. `newest_abi` is the
/// newest version of Landlock that is made use of.
void confine_thread(const std::string& folder, const std::string& temporary, int newest_abi);

}  // namespace dossier
