#include "engine/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <array>

extern char** environ;

namespace dossier {

PipeEnds::PipeEnds() {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  reads = Descriptor(ends[0]);
  writes = Descriptor(ends[1]);
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const auto& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

pid_t start_process(const ProcessStart& wanted, int& error) {
  const std::vector<char*> argv = pointers_to(wanted.arguments);
  const std::vector<char*> given =
      pointers_to(wanted.environment ? *wanted.environment : wanted.arguments);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const std::array<int, 3> streams = {wanted.input, wanted.output, wanted.errors};
  for (int i = 0; i < 3; ++i)
    if (streams[static_cast<size_t>(i)] >= 0)
      posix_spawn_file_actions_adddup2(&actions, streams[static_cast<size_t>(i)], i);
    else
      posix_spawn_file_actions_addclose(&actions, i);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!wanted.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, wanted.folder.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t id = -1;
  error = ::posix_spawnp(&id, argv[0], &actions, &attributes, argv.data(),
                         wanted.environment ? given.data() : environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? id : -1;
}

}  // namespace dossier
