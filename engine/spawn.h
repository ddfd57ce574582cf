#pragma once
// Starts another program without a shell: with three streams, which are ends of pipes, and no other
// descriptor, in a process group of its own, with no signal blocked and each at its default.
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/descriptor.h"

namespace dossier {

/// A pipe whose ends no other child inherits.
struct PipeEnds {
  /// Without ends, and errno says why, if there are no descriptors left.
  PipeEnds();
  Descriptor reads, writes;
};

struct ProcessStart {
  std::vector<std::string> arguments;  // the program first: a path, or a name on the PATH
  int input, output, errors;           // negative: closed
  std::string folder{};                // it runs in; "" = this one
  // Of "NAME=value"; absent = this program's.
  std::optional<std::vector<std::string>> environment{};
};

/// The process, or -1 with `error` set as errno is.
pid_t start_process(const ProcessStart& wanted, int& error);

/// As exec takes them, a null behind the last.
std::vector<char*> pointers_to(const std::vector<std::string>& texts);

}  // namespace dossier
