#pragma once
// The process that a confined command is a child of. It ends whatever the command has started once
// the program is gone, however that ended, and takes the end of processes that nobody waits for.
//
// Where the kernel gives the command a namespace of processes, this is the first of it: the command
// names no process outside, cannot end this one, and all of them end with it, by the kernel's hand.
// Elsewhere it ends the process group, which nobody leaves (agent/confinement.h); then a command
// could end this process first, if Landlock does not keep signals (before Linux 6.12). Not confined
// itself, so that no command may trace it.
//
// Rejected: the command as the first process, since the kernel drops signals to it that it does not
// handle, and orphans would stay; PR_SET_PDEATHSIG, which tells of the end of a thread.
#include <sched.h>
#include <sys/types.h>

#include <array>

namespace dossier {

class ChildConfinement;

/// The namespaces that a command may have, as flags of clone(2), the best first: those of a program
/// that may make them, those that a user namespace lets it make, none.
inline constexpr std::array<unsigned long, 3> kNamespaces = {
    CLONE_NEWNS | CLONE_NEWPID, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID, 0};

struct CommandStart {
  const ChildConfinement& confinement;
  char* const* arguments;      // as execv takes them
  const char* folder;          // it runs in
  std::array<int, 3> streams;  // of the command
  int program;                 // a pidfd of this program
  int failed;                  // is written a StartFailure, or closed once the command runs
  int report;                  // is written the command's status, as waitpid gives it
};

struct StartFailure {
  const char* what;
  int error;
};

/// Forks it, in such namespaces and as the leader of a process group.
/// Returns its number, or -1 with errno if the kernel refuses.
pid_t fork_first_process(const CommandStart& start, unsigned long namespaces);

}  // namespace dossier
