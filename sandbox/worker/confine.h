#pragma once
// What a worker gives up before it reads the first byte of a script, for good.
#include <cstdint>

namespace dossier::sandbox {

/// Closes every descriptor but standard input and output, drops the environment, and limits memory
/// (`bytes` beyond what is in use), processor time, files and processes. Dies with its parent.
void limit_process(uint64_t bytes, uint32_t seconds);

/// Allows read and write on the two pipes, memory, and the end of the process. Every other system
/// call ends it at once (SIGSYS). Throws std::runtime_error if the kernel refuses the filter.
void limit_system_calls();

}  // namespace dossier::sandbox
