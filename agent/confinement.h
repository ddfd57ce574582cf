#pragma once
// What a process, and every process that it starts, may do for good: write to two folders, read
// these and the system's programs, libraries and settings. The kernel holds them to that
// (Landlock), and from 6.12 on they signal nobody outside. A filter of system calls (seccomp)
// refuses what Landlock lets through: every socket, since UDP carries data out and a daemon behind
// a socket of the file system may do what they may not; leaving the process group, by which they
// are ended; before 6.2 emptying a file outside; limits, priorities and processors of a process
// that is named by a number; what outlives the command and is no file (System V's and POSIX'
// memory, semaphores and queues, keys); watching the kernel (bpf, perf). Of root's capabilities
// those of files stay.
//
// Landlock lets a folder in whole. What is hidden in it has an empty file over it wherever a mount
// shows it (sightings.h), in a mount namespace of the command's own (where it is not root's, in a
// user namespace). The folders above it are mounted on themselves there, since nobody moves a mount
// point away. Afterwards each place is looked at again: one that still shows the file ends it all.
// A namespace of processes goes with it (engine/first_process.h), with a /proc of its own.
//
// Modes, owners and times of files are not Landlock's: they may be changed wherever the user may.
//
// Rejected: namespaces alone, which are often off: without them a command runs where there is
// nothing to hide; refusing to run before Linux 6.2, which Debian 12 is.
#include <linux/filter.h>

#include <set>
#include <string>
#include <vector>

#include "agent/sightings.h"
#include "engine/child.h"

namespace dossier {

/// No kernel's interface is newer than this: it is used as it is.
constexpr int kNewestLandlock = 1'000;

/// Made in this process, entered in one that was forked. Immovable.
class CommandSandbox final : public ChildConfinement {
 public:
  /// `newest_abi` is the newest version of Landlock that is made use of. Throws Error{denied} if
  /// the kernel cannot, Error{io} if `temporary` cannot be written.
  CommandSandbox(const std::string& folder, const std::string& temporary,
                 std::vector<Sighting> hidden, int newest_abi = kNewestLandlock);
  CommandSandbox(const CommandSandbox&) = delete;
  CommandSandbox& operator=(const CommandSandbox&) = delete;

  /// Hides the databases, and shows the processes of the namespaces alone.
  const char* prepare(unsigned long namespaces) const noexcept override;
  const char* enter() const noexcept override;
  [[noreturn]] void fail(const char* what, int error) const override;
  /// What it can reach, so that what is to be hidden is known.
  static Reach reach(const std::string& folder, const std::string& temporary);

 private:
  std::vector<Sighting> hidden_;
  std::set<std::string> pinned_;  // the folders above them, each before those in it
  std::string cover_, users_, groups_;
  std::vector<sock_filter> filter_;
  Descriptor ruleset_;
};

}  // namespace dossier
