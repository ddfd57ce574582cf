#pragma once
// A command that may read and write one folder and a temporary one that goes with the command, and
// otherwise only read what programs need to run; the kernel holds it to that (confinement.h). The
// files of open databases are hidden from it. It runs in a process group of its own, which ends
// with it, without the keys in this program's environment and without its descriptors. Where the
// kernel cannot hold it, it does not run.
//
// Rejected: trusting the command, since a model wrote it.
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

#include "agent/confinement.h"

namespace dossier {

struct CommandRun {
  std::string output;  // its two streams, as UTF-8; the beginning and the end if it is long
  std::string ended;  // "exit status 0", "ended by signal 9", "stopped because its time was up", …
  bool passed = false;
};

/// Runs `command` in a shell in the folder, for at most `ms`. Throws Error{denied} if the kernel
/// cannot confine it.
CommandRun run_confined(const std::string& command, const std::string& folder, int64_t ms,
                        const std::stop_token& stop, int newest_abi = kNewestLandlock);

/// Runs `command` in a shell in the folder, as this program may do everything else, until
/// steady_ms() is `deadline_ms`.
CommandRun run_command_in(const std::string& command, const std::string& folder,
                          int64_t deadline_ms, const std::stop_token& stop);

}  // namespace dossier
