#pragma once
// What a thread, and every process that it starts, may do for good: write to two folders, read
// these and the system's programs, libraries and settings. The kernel holds them to that
// (Landlock): also they open no TCP connection, take no port, and signal nobody outside. On a
// kernel before 6.7, whose Landlock knows less, a filter of system calls (seccomp) refuses what it
// would let through: emptying a file outside, and every network. Signals are refused from 6.12 on.
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
